"""The values of positions and moves, in numbers and in words.

In dependency order: `values` (the types), `score_bounds`, `move_values` (exact, of every move),
`evaluate` (payoffs, exact or estimated), `solve` (exact, of one position), `wording` (all of it in
words), `review` (a whole game), `hints`. Beside them `perft` and `speed`, `strategy_check` (an
independent check of proofs), `statistics` and `puzzles`.
"""
