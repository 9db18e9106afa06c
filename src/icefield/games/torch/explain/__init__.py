"""The explanations of `torch`.

Moves in words, refusals, threats, and reasons of mistakes; threats and reasons are made of `facts`.
"""
