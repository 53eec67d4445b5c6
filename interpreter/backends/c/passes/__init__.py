"""Passes over a core program that make its C fast. Each can be left out; none changes what a game does."""

ALL_PASSES = frozenset(
    {"views", "tables", "rays", "asking", "sharing", "reaching", "shifting", "stepping", "lining"}
)
"""The names of all passes."""
