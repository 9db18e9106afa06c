"""Playing: a match of one game or a pair, its score sheet, takebacks, record files, replay."""

from .match import Match, Row, Sheet, Step
from .record import Record, read_records, write_records
from .takeback import decisions_back

__all__ = [
    "Match",
    "Record",
    "Row",
    "Sheet",
    "Step",
    "decisions_back",
    "read_records",
    "write_records",
]
