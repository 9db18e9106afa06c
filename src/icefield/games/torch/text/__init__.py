"""Texts of `torch`, written and read: `moves`, `positions`, and games as PPN.

`ppn` writes Portable Piecepack Notation, `ppn_reader` reads it.
"""
