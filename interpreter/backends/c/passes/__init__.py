"""Passes over a core program that make its C fast. Each can be left out; none changes what a game does."""

ALL_PASSES = frozenset(
    {
        "views", "covering", "tables", "adding", "weighing", "sparing", "rays", "sharing", "reaching",
        "stepping", "asking", "lining",
    }
)  # fmt: skip
"""The names of all passes."""
