"""The sentences of `strait`: names of moves, refusals, summaries, explanations.

In dependency order: `move_words` names places and moves; `refusals` explain why a move is not
allowed; `turn_summary` is for the log; `facts` replays lines and traces paths home; `threats`
warns; `mistakes` explains what a decision gave away.
"""
