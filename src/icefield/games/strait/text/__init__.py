"""Texts of `strait`, both ways: the notation of moves, and positions."""
