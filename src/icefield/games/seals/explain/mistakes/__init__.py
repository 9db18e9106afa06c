"""Why a move of `seals` was a mistake: one module of finders for each theme."""
