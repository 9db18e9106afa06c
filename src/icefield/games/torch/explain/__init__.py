"""What `torch` says about its positions and moves.

Moves in words, refusals, threats, and reasons of mistakes; `facts` is what threats and reasons are
made of.
"""
