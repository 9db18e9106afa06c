"""Puzzles: positions in which exactly one move wins. Made with `making`, proven with `proof`,
shipped as data, read with `book`, proven again with `checking`."""

from ...search.verdict import Continuation
from .book import Puzzle, book, find, with_books

__all__ = ["Continuation", "Puzzle", "book", "find", "with_books"]
