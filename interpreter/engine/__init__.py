"""The reference meaning: layout, evaluation, decisions, views."""
