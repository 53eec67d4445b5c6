"""A rulebook page made from a checked ruleset: its chapters, then HTML or Markdown."""
