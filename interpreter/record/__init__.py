"""Matches as events: saves, replays, notation."""
