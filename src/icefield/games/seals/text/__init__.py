"""Text of `seals` moves and positions, both ways (grammar: the game's README)."""
