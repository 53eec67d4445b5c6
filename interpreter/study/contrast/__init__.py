"""How two games differ in play: the same seeds, figure by figure, and the first step that differs."""
