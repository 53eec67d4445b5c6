"""What `ludwright diff` shows: the differences between two rulesets as text and as a page."""
