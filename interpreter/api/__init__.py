"""What others build on: load a game, start a match, look at states."""
