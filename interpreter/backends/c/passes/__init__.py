"""Passes over a core program that make its C fast. Each can be left out; none changes what a game does."""

ALL_PASSES = frozenset(
    {
        "views", "covering", "tables", "watching", "adding", "weighing", "sparing", "rays", "sharing",
        "reaching", "asking", "lining", "shifting", "stepping", "pairing", "summing",
    }
)  # fmt: skip
"""The names of all passes."""
