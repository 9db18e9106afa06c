"""Texts of `strait`, both ways: `moves` is the notation, `positions` the position text."""
