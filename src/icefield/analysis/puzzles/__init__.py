"""Puzzles: positions in which exactly one move wins.

In dependency order: `book` (the puzzles that come with a game), `grades`, `symmetry`, `proof` (of a
unique win), `defence` (playing one out), `generator` and `verification`.
"""

from ...search.verdict import Continuation
from .book import Puzzle, book, find, with_books

__all__ = ["Continuation", "Puzzle", "book", "find", "with_books"]
