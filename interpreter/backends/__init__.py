"""Executors of a core program."""
