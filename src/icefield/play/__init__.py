"""Matches of one game or a pair, and their clocks, endings and record files.

`clock`, `endings`, `takeback` and `typed` are rules of play that no game knows; `match` plays,
`record` reads and writes files, `session` words what every program shows.
"""

from .clock import Clock, Control
from .endings import Ending, aborted, agreed, given_up
from .match import Match, Row, Sheet, Step
from .record import Record, read_record, read_records, write_records
from .takeback import decisions_back
from .typed import is_move_list, meant, read_moves

__all__ = [
    "Clock",
    "Control",
    "Ending",
    "Match",
    "Record",
    "Row",
    "Sheet",
    "Step",
    "aborted",
    "agreed",
    "decisions_back",
    "given_up",
    "is_move_list",
    "meant",
    "read_moves",
    "read_record",
    "read_records",
    "write_records",
]
