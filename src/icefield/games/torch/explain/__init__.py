"""Explanations in `torch`: refusals, threats, and why a move was a mistake."""
