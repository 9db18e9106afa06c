"""Drawings of `seals` positions: the `Scene` that every renderer draws."""
