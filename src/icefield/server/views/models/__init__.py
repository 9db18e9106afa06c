"""The types of all JSON payloads of the server, one module a subject.

`board`, `table`, `games`, `analysis`, `puzzles` and `lessons` have `TypedDict`s: a payload is built
as a plain `dict`, mypy checks the builder, OpenAPI describes the response, and nothing is validated
at run time. The tests validate real responses against the schema.

`typing_extensions.TypedDict` because Pydantic reads that of `typing` from Python 3.12 on only.
"""
