"""Middleware between uvicorn and the routes.

From outside to inside: `metrics`, `guard` (size, origin, headers), `rate_limit`, `identity` (the
cookie), `accounts` (who is charged for the work), `failures` (bugs). Also `client_address`, `logs`,
and the subclasses of uvicorn's protocols in `uvicorn_patches`.
"""
