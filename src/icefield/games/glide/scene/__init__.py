"""Drawings of `glide` positions: the `Scene` that every renderer draws."""
