"""Streams and language of the command line."""

from __future__ import annotations

import pytest

from icefield.cli.console import language
from icefield.core.errors import BadOption


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        ([], {}, "en"),
        ([], {"LANG": "C.UTF-8"}, "en"),
        ([], {"LANG": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "xx_XX.UTF-8"}, "en"),
        (["games", "--lang", "en"], {"LANG": "xx"}, "en"),
        (["solve", "seals", "--", "--lang"], {}, "en"),
    ],
)
def test_language(arguments: list[str], environment: dict[str, str], expected: str) -> None:
    assert language(arguments, environment) == expected


def test_a_language_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match="en"):
        language(["--lang=tlh"], {})
