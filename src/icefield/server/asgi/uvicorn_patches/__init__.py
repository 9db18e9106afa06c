"""Subclasses of uvicorn's protocols: timeouts of silent connections, shared permessage-deflate."""
