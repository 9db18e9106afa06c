"""Puzzles: positions in which exactly one move wins. Made with `making`, proven with `proof`,
shipped as data, read with `book`, proven again with `checking`."""

from .book import Other, Puzzle, book, find, with_books

__all__ = ["Other", "Puzzle", "book", "find", "with_books"]
