"""Every numbered rule of every game is named by a test that proves it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import icefield

TESTS = Path(__file__).parent


@cache
def names_of_tests() -> frozenset[str]:
    """The names of all test functions, methods included."""
    return frozenset(
        node.name
        for path in sorted(TESTS.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    )


RULES = [(key, rule.number) for key in sorted(icefield.keys()) for rule in icefield.game(key).rules]


@pytest.mark.parametrize(("key", "number"), RULES, ids=[f"{key}-{n}" for key, n in RULES])
@pytest.mark.slow
def test_a_test_names_the_rule(key: str, number: str) -> None:
    named = re.compile(rf"(?:^|_){number}(?:_|$)")
    assert any(named.search(name) for name in names_of_tests()), f"{key}: no test names {number}"
