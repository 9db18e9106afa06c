"""The errors that bad input can cause, each with a stable code and one sentence.

All are `ValueError`s, so that a caller can catch them together. `code` never changes once
published; `rule` is the number of the rule that was broken, where one was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .message import Message, message


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed: a stable code, the rule's number, a sentence."""

    code: str
    rule: str | None
    sentence: Message

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else str(self.sentence)

    def to_json(self, language: str = "en") -> dict[str, object]:
        return {"code": self.code, "rule": self.rule, "sentence": self.sentence.text(language)}


class IcefieldError(ValueError):
    """The base of all errors that bad input can cause."""

    code: ClassVar[str] = "error"

    def __init__(self, sentence: Message, *, rule: str | None = None, detail: str | None = None):
        self.refusal = Refusal(detail or self.code, rule, sentence)
        super().__init__(str(self.refusal))

    @property
    def rule(self) -> str | None:
        return self.refusal.rule

    @property
    def sentence(self) -> Message:
        return self.refusal.sentence

    def to_json(self, language: str = "en") -> dict[str, object]:
        return {"error": self.code, **self.refusal.to_json(language)}


class TextError(IcefieldError):
    """A text that cannot be read, with the line and column (from 1) of the error."""

    def __init__(
        self,
        sentence: Message,
        *,
        line: int = 1,
        column: int = 1,
        rule: str | None = None,
        detail: str | None = None,
    ):
        self.line = line
        self.column = column
        self.what = sentence  # without the place
        super().__init__(
            message("core.at", line=line, column=column, what=sentence), rule=rule, detail=detail
        )

    def to_json(self, language: str = "en") -> dict[str, object]:
        return {**super().to_json(language), "line": self.line, "column": self.column}


class BadNotation(TextError):  # noqa: N818 (the contract's name)
    """A move or position text that is not in the game's notation."""

    code = "bad-notation"


class BadRecord(TextError):  # noqa: N818
    """A record file that cannot be read."""

    code = "bad-record"


class IllegalMove(IcefieldError):  # noqa: N818
    """A well-formed move that the rules do not allow here."""

    code = "illegal-move"


class GameOver(IcefieldError):  # noqa: N818
    """A move after the end."""

    code = "game-over"


class NotYourDecision(IcefieldError):  # noqa: N818
    """A decision by a seat that has nothing to decide now."""

    code = "not-your-decision"


class StaleMove(IcefieldError):  # noqa: N818
    """A move made for an earlier decision than the present one."""

    code = "stale-move"


class HiddenPosition(IcefieldError):  # noqa: N818
    """A request to a view that only the full position can answer."""

    code = "hidden-position"


class BadOption(IcefieldError):  # noqa: N818
    """An option that does not exist, or a value it cannot take."""

    code = "bad-option"


class BadDrawing(BadOption, TextError):  # noqa: N818
    """An option whose value is a drawn board that cannot be read; has the place."""

    code = "bad-drawing"


class BadPosition(IcefieldError):  # noqa: N818
    """An impossible position, such as one set up by hand with a piece too many."""

    code = "bad-position"


class BadArgument(IcefieldError, TypeError):  # noqa: N818
    """An argument of a wrong type, or a seat that does not exist."""

    code = "bad-argument"


class UnknownGame(IcefieldError):  # noqa: N818
    """A key without a registered game."""

    code = "unknown-game"


class BrokenGame(IcefieldError):  # noqa: N818
    """A game of another package that cannot be loaded."""

    code = "broken-game"


class NotNow(IcefieldError):  # noqa: N818
    """A valid request that cannot be answered at this moment."""

    code = "not-now"


class MissingExtra(IcefieldError):  # noqa: N818
    """Something that needs a package which only an extra of this one brings."""

    code = "missing-extra"
