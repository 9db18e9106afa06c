"""Position texts made of `name=value` fields; errors name the column."""

from __future__ import annotations

import re
from collections.abc import Collection

from .errors import BadNotation
from .message import message


class Fields:
    """The `name=value` fields of a text with their columns; words before are skipped."""

    def __init__(self, text: str, names: Collection[str], skip: int = 0):
        self.found: dict[str, tuple[str, int]] = {}
        self.end = len(text) + 1
        column = 1
        for i, word in enumerate(text.split(" ")):
            if i >= skip:
                name, equals, value = word.partition("=")
                if not equals or name not in names or name in self.found or not value:
                    raise _bad("field", column, text=word[:20])
                self.found[name] = (value, column + len(name) + 1)
            column += len(word) + 1

    def text(self, name: str, form: str, default: str | None = None) -> str:
        """A value that matches a pattern; raises BadNotation at its column otherwise."""
        value, column = self.found.get(name, (None, self.end))
        if value is None:
            if default is not None:
                return default
            raise _bad("missing", column, name=name)
        if not re.fullmatch(form, value):
            raise _bad("value", column, name=name, text=value[:20])
        return value

    def number(self, name: str, most: int, default: int | None = None) -> int:
        """A value that is a number from 0 to `most`."""
        digits = self.text(name, r"[0-9]{1,4}", None if default is None else str(default))
        if int(digits) > most:
            raise _bad("value", self.found[name][1], name=name, text=digits)
        return int(digits)

    def fail(self, name: str, part: str = "", rule: str | None = None) -> BadNotation:
        """The error that a field's value (or a part of it) is not possible."""
        value, column = self.found.get(name, ("", self.end))
        at = value.find(part) if part else -1
        text = (part if at >= 0 else value)[:20]
        return _bad("value", column + max(at, 0), name=name, text=text, rule=rule)


def _bad(what: str, column: int, rule: str | None = None, **params: str | int) -> BadNotation:
    sentence = message(f"core.fields.{what}", **params)
    return BadNotation(sentence, column=column, rule=rule, detail=f"bad-{what}")
