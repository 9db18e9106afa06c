"""Playing: a match of one game or a pair, its score sheet, clocks, takebacks, endings by word,
record files, replay."""

from .clock import Clock, Control
from .ending import Ending, agreed, given_up
from .match import Match, Row, Sheet, Step
from .record import Record, read_records, write_records
from .takeback import decisions_back

__all__ = [
    "Clock",
    "Control",
    "Ending",
    "Match",
    "Record",
    "Row",
    "Sheet",
    "Step",
    "agreed",
    "decisions_back",
    "given_up",
    "read_records",
    "write_records",
]
