"""Why a move of `glide` was a mistake: one module of finders for each theme."""
