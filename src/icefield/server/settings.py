"""Where the server keeps its things, and how it behaves. Read from the environment once."""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import platformdirs

from ..core.errors import BadOption
from ..core.message import message
from .storage.dialect import POSTGRES, SQLITE, InvalidUrl, read_url

DATABASE: Final = "ICEFIELD_DATABASE"
SECRET: Final = "ICEFIELD_SECRET"
METRICS: Final = "ICEFIELD_METRICS"
LOG: Final = "ICEFIELD_LOG"
PACE: Final = "ICEFIELD_PACE"
PATIENCE: Final = "ICEFIELD_PATIENCE"
LOG_PLAIN, LOG_JSON, LOG_OFF = "plain", "json", "off"
LOG_FORMS: Final = (LOG_PLAIN, LOG_JSON, LOG_OFF)
_SECRET_FILE: Final = "secret"


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` is an SQLAlchemy URL, `secret` signs the cookies; where it is empty, the database
    keeps one. A bot's move is shown after at least `bot_pause` seconds, so that one sees what
    happened. `chance` rolls the dice, deals seats out and seeds the bots. `metrics` is the port for
    Prometheus, `log` how things are written down (see `logs`). With `paced`, as the environment has
    it, nobody can ask for more than people do (see `pace`). Whoever gives no sign of life is waited
    for `patience` seconds, a bot's move, for which much may have to be compiled, `bot_limit`."""

    database: str
    secret: str
    bot_pause: float = 0.7
    bot_threads: int = 2
    poll: float = 5.0  # how often a live connection looks for itself, whatever it hears
    metrics: int | None = None
    log: str = LOG_OFF
    paced: bool = False
    patience: float = 20.0
    bot_limit: float = 300.0
    chance: random.Random = field(default_factory=secrets.SystemRandom, compare=False)

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, *, database: str | None = None
    ) -> Settings:
        """The settings that the environment asks for; makes the folder and the secret that are
        missing. Servers behind one PostgreSQL share the secret that is kept there."""
        url = database or environment.get(DATABASE) or ""
        if not url:
            folder = _folder(Path(platformdirs.user_data_dir("icefield")))
            url = f"sqlite:///{folder / 'icefield.db'}"
        elif "://" not in url:  # a plain file name
            url = f"sqlite:///{Path(url).resolve()}"
        beside = _beside(url)
        secret = environment.get(SECRET) or ""
        if not secret and beside is not None:
            secret = _kept_secret(_folder(beside) / _SECRET_FILE)
        return cls(
            url,
            secret,
            metrics=_port(environment),
            log=_log(environment),
            paced=_paced(environment),
            patience=_patience(environment),
        )


def _port(environment: Mapping[str, str]) -> int | None:
    text = environment.get(METRICS, "")
    if text and not (text.isascii() and text.isdecimal() and 0 < int(text) < 65536):
        raise BadOption(message("web.problem.setting", name=METRICS, allowed="1 – 65535"))
    return int(text) if text else None


def _log(environment: Mapping[str, str]) -> str:
    text = environment.get(LOG) or LOG_OFF
    if text not in LOG_FORMS:
        raise BadOption(message("web.problem.setting", name=LOG, allowed=", ".join(LOG_FORMS)))
    return text


def _paced(environment: Mapping[str, str]) -> bool:
    text = environment.get(PACE) or "on"
    if text not in ("on", "off"):
        raise BadOption(message("web.problem.setting", name=PACE, allowed="on, off"))
    return text == "on"


def _patience(environment: Mapping[str, str]) -> float:
    text = environment.get(PATIENCE) or "20"
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= 3600):
        raise BadOption(message("web.problem.setting", name=PATIENCE, allowed="1 – 3600"))
    return float(text)


def _beside(url: str) -> Path | None:
    """The folder of a database file; None for a database elsewhere."""
    try:
        parsed = read_url(url)
    except InvalidUrl as error:
        raise BadOption(message("web.problem.database", url=url[:80])) from error
    if parsed.get_backend_name() == POSTGRES:
        if find_spec(parsed.get_driver_name()) is None:
            raise BadOption(message("web.problem.driver", driver=parsed.get_driver_name()))
        return None
    if parsed.get_backend_name() != SQLITE or parsed.database in (None, "", ":memory:"):
        raise BadOption(message("web.problem.database", url=url[:80]))
    return Path(parsed.database or "").resolve().parent


def _folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


def put_secret(folder: Path, secret: str) -> None:
    """Have a secret, from a copy, in the place of the one that is kept beside a database."""
    path = folder / _SECRET_FILE
    path.unlink(missing_ok=True)
    _kept_secret(path, secret)


def _kept_secret(path: Path, secret: str = "") -> str:
    """The secret in that file; made on first use, readable by its owner only."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        kept = path.read_text(encoding="ascii").strip()
        if kept:
            return kept
        path.unlink()  # a start that was cut short
        return _kept_secret(path, secret)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        secret = secret or secrets.token_urlsafe(48)
        file.write(secret + "\n")
    return secret
