"""Tests. A package, so that no other `tests` that is installed stands before it."""
