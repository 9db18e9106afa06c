"""Why a move of `torch` was a mistake, by theme."""
