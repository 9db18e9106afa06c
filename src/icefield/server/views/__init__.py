"""What a client receives: typed payloads (`models`) made from what a `viewer` may know.

`board` is any board with what can be touched, `table` everything about a table. The other modules
have the names of their routes. Nothing here imports FastAPI or SQLAlchemy.
"""
