"""Text of `glide` moves and positions, both ways (grammar: the game's README)."""
