"""Where the server keeps its things, and how it behaves. Read from the environment once."""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import platformdirs
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from ..core.errors import BadOption
from ..core.message import message

DATABASE: Final = "ICEFIELD_DATABASE"
SECRET: Final = "ICEFIELD_SECRET"
_SECRET_FILE: Final = "secret"


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` is an SQLAlchemy URL, `secret` signs the cookies. A bot's move is shown after at
    least `bot_pause` seconds, so that one sees what happened. `chance` rolls the dice, deals seats
    out and seeds the bots."""

    database: str
    secret: str
    bot_pause: float = 0.7
    bot_threads: int = 2
    poll: float = 5.0  # how often a live connection looks for what another process wrote
    chance: random.Random = field(default_factory=secrets.SystemRandom, compare=False)

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, *, database: str | None = None
    ) -> Settings:
        """The settings that the environment asks for; makes the folder and the secret that are
        missing."""
        url = database or environment.get(DATABASE) or ""
        if not url:
            folder = _folder(Path(platformdirs.user_data_dir("icefield")))
            url = f"sqlite:///{folder / 'icefield.db'}"
        elif "://" not in url:  # a plain file name
            url = f"sqlite:///{Path(url).resolve()}"
        beside = _beside(url)
        secret = environment.get(SECRET) or _kept_secret(_folder(beside) / _SECRET_FILE)
        return cls(url, secret)


def _beside(url: str) -> Path:
    """The folder of a database file; the user's data folder for a database elsewhere."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise BadOption(message("web.problem.database", url=url[:80])) from error
    if parsed.get_backend_name() != "sqlite":
        return Path(platformdirs.user_data_dir("icefield"))
    if not parsed.database or parsed.database == ":memory:":
        raise BadOption(message("web.problem.database", url=url[:80]))
    return Path(parsed.database).resolve().parent


def _folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


def _kept_secret(path: Path) -> str:
    """The secret in that file; made on first use, readable by its owner only."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        kept = path.read_text(encoding="ascii").strip()
        if kept:
            return kept
        path.unlink()  # a start that was cut short
        return _kept_secret(path)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        secret = secrets.token_urlsafe(48)
        file.write(secret + "\n")
    return secret
