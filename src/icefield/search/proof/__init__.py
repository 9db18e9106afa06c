"""Proof-number search: `dfpn` decides a position, `parallel` splits a large proof, `bounded` limits
the effort, `length` measures how far the end is; `strategy_file` writes a proof down as data and
`lookup` answers from such a file.
"""
