"""Names, kinds, ranges and audiences of a ruleset."""
