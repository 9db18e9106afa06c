"""How many examples Hypothesis makes."""

from __future__ import annotations

from hypothesis import settings

calm = settings(deadline=None, derandomize=True, max_examples=200)
