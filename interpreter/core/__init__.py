"""The core program: a small intermediate form of every ruleset."""
