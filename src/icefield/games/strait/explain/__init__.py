"""What `strait` says in sentences.

In the order in which they need each other: `move_words` names places and moves; `refusals` say why
a move is not allowed; `turn_summary` tells a turn for the log; `facts` replays lines and traces
ways home; `threats` warns; `mistakes` explains what a decision gave away.
"""
