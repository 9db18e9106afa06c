"""Playing: a match of one game or a pair, its score sheet, clocks, takebacks, endings by word,
typed moves, record files, replay."""

from .clock import Clock, Control
from .endings import Ending, agreed, given_up
from .match import Match, Row, Sheet, Step
from .record import Record, read_records, write_records
from .takeback import decisions_back
from .typed import meant

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
    "meant",
    "read_records",
    "write_records",
]
