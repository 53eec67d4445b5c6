"""Passes over a core program that make its C fast. Each can be left out, and none changes what a game does."""
