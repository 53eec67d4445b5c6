"""Boards and tables for the eye."""
