"""Subclasses of uvicorn's protocols: timeouts, shared permessage-deflate."""
