"""Command line and terminal."""
