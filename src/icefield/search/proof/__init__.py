"""Proof-number search, and strategy files.

`dfpn` decides a position, `parallel` splits a large proof, `bounded` limits the effort, `length`
measures the plies to the end; `strategy_file` writes a proof as data and `lookup` reads such files.
"""
