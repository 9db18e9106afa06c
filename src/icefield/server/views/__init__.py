"""Typed payloads (`models`) for clients, made from what a `viewer` may know.

`board` is any board with its touches, `table` everything about a table. The other modules have the
names of their routes. Nothing here imports FastAPI or SQLAlchemy.
"""
