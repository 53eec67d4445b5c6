"""Boards and maps as SVG."""
