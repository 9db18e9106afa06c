"""Times and spans in the reader's language."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from babel.dates import format_date, format_timedelta

from ..clock import now


def say_age(at: int, language: str) -> str:
    """The age of a time in milliseconds: "5 minutes ago"."""
    span = timedelta(milliseconds=min(0, at - now()))
    return format_timedelta(span, add_direction=True, locale=language)


def say_day(at: int, language: str) -> str:
    """The day of a time in milliseconds: "15 November 2026"."""
    return format_date(datetime.fromtimestamp(at / 1000, UTC), "long", locale=language)
