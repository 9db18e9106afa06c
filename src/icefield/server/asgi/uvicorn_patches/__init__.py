"""Subclasses of uvicorn's protocols: timeouts, limits, shared permessage-deflate.

`timeouts` has the protocols; `input_limit` is what a live connection may send, `connections` how
many there may be, `compression` what is sent on them.
"""
