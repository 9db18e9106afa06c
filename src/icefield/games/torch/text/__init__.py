"""Text of moves, positions and whole games of `torch`, written and read."""
