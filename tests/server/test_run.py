"""What is prepared before a server starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from icefield.core.errors import BadOption
from icefield.server.run import prepared
from icefield.server.settings import Settings


def test_a_database_that_does_not_answer_is_told_without_the_password(tmp_path: Path) -> None:
    nowhere = Settings(f"postgresql://me:word@/games?host={tmp_path}", "")
    with pytest.raises(BadOption) as caught:
        prepared(nowhere)
    told = str(caught.value)
    assert "cannot be used" in told
    assert "word" not in told


@pytest.mark.databases("postgres")
def test_what_is_prepared_can_be_served(url: str) -> None:
    settings = prepared(Settings(url, ""))
    assert len(settings.secret) > 40
    assert prepared(Settings(url, "")) == settings
    assert prepared(Settings(url, "my own")).secret == "my own"
