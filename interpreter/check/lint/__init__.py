"""Lints: what is no error and yet hardly what an author means, found in a ruleset without errors."""
