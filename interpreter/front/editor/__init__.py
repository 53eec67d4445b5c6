"""What editors ask of a ruleset, and the language server that answers them."""
