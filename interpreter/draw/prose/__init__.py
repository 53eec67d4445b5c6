"""The sentences of a ruleset told as English, by a printer over the syntax tree."""
