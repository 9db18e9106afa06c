"""The settings of the server, read from the environment once."""

from __future__ import annotations

import ipaddress
import logging
import os
import random
import secrets
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Annotated, Final, Literal

import platformdirs
from pydantic import AliasChoices, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from ..core.errors import BadOption
from ..core.extras import needs
from ..core.message import message
from .storage.dialect import POSTGRES, SQLITE, InvalidUrl, read_url

DATABASE: Final = "ICEFIELD_DATABASE"
SECRET: Final = "ICEFIELD_SECRET"
METRICS: Final = "ICEFIELD_METRICS"
LOG: Final = "ICEFIELD_LOG"
RATE_LIMIT: Final = "ICEFIELD_RATE_LIMIT"
TIMEOUT: Final = "ICEFIELD_TIMEOUT"
CONNECTIONS: Final = "ICEFIELD_CONNECTIONS"
CONNECTIONS_PER_ADDRESS: Final = "ICEFIELD_CONNECTIONS_PER_ADDRESS"
TRUSTED_PROXIES: Final = "ICEFIELD_TRUSTED_PROXIES"
_OLD_NAMES: Final = {RATE_LIMIT: "ICEFIELD_PACE", TIMEOUT: "ICEFIELD_PATIENCE"}
"""Former names that are still read."""
_ALLOWED: Final = {
    METRICS: "1 – 65535",
    LOG: "plain, json, off",
    RATE_LIMIT: "on, off",
    TIMEOUT: "1 – 3600",
    CONNECTIONS: "1 – 1000000",
    CONNECTIONS_PER_ADDRESS: "1 – 1000000",
    TRUSTED_PROXIES: "10.0.0.1, 192.168.0.0/16, fd00::/8",
}
LOG_PLAIN, LOG_JSON, LOG_OFF = "plain", "json", "off"
_SECRET_FILE: Final = "secret"

_log = logging.getLogger("icefield.server")


def _read_digits(value: object) -> object:
    """The number in ASCII digits; Pydantic would accept "+5" and "5.0" as well."""
    if isinstance(value, str) and not (value.isascii() and value.isdecimal()):
        raise ValueError("no number")
    return value


_Digits = BeforeValidator(_read_digits)
_Connections = Annotated[int, Field(ge=1, le=1_000_000), _Digits]


def _read_networks(value: object) -> object:
    """Addresses and networks, separated by commas; raises ValueError."""
    if not isinstance(value, str):
        return value
    return tuple(str(ipaddress.ip_network(each.strip())) for each in value.split(","))


class _Environment(BaseSettings):
    """The variables of the environment; an empty one counts as missing."""

    model_config = SettingsConfigDict(case_sensitive=True, env_ignore_empty=True)

    database: str = Field(default="", validation_alias=DATABASE)
    secret: str = Field(default="", validation_alias=SECRET)
    metrics: Annotated[int, Field(ge=1, le=65535), _Digits] | None = Field(
        default=None, validation_alias=METRICS
    )
    log: Literal["plain", "json", "off"] = Field(default="off", validation_alias=LOG)
    rate_limit: Literal["on", "off"] = Field(
        default="on", validation_alias=AliasChoices(RATE_LIMIT, _OLD_NAMES[RATE_LIMIT])
    )
    timeout: Annotated[int, Field(ge=1, le=3600), _Digits] = Field(
        default=20, validation_alias=AliasChoices(TIMEOUT, _OLD_NAMES[TIMEOUT])
    )
    connections: _Connections = Field(default=10_000, validation_alias=CONNECTIONS)
    connections_per_address: _Connections = Field(
        default=300, validation_alias=CONNECTIONS_PER_ADDRESS
    )
    trusted_proxies: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_read_networks)] = Field(
        default=(), validation_alias=TRUSTED_PROXIES
    )


def _read_environment() -> _Environment:
    """The variables of this process; raises BadOption."""
    for new, old in _OLD_NAMES.items():
        if os.environ.get(old):
            _log.warning("setting renamed: old=%s new=%s", old, new)
    try:
        return _Environment()
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        old = _OLD_NAMES.get(name, name)
        given = name if os.environ.get(name) else old
        said = message("web.problem.setting", name=given, allowed=_ALLOWED[name])
        raise BadOption(said) from error


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server; times are in seconds."""

    database: str
    """An SQLAlchemy URL."""
    secret: str
    """The key that signs the cookies; where it is empty, the database stores one."""
    bot_pause_s: float = 0.7
    """The minimum delay of a bot's move, so that a player can follow."""
    bot_threads: int = 2
    poll_s: float = 5.0
    """The interval at which a live connection reads its table without a notification."""
    metrics: int | None = None
    """The port for Prometheus."""
    log: str = LOG_OFF
    """The form of log lines, see `asgi.logs`."""
    rate_limit: bool = False
    """Whether requests are limited by address, see `asgi.rate_limit`; on by the environment."""
    timeout_s: float = 20.0
    """The time after which a silent connection or worker is given up."""
    connections: int = 10_000
    """The most connections of a process, where it may open so many files."""
    connections_per_address: int = 300
    """The most of them from one address, where requests are limited by address."""
    trusted_proxies: tuple[str, ...] = ()
    """The networks whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""
    bot_timeout_s: float = 300.0
    """The maximum time of a bot's move, which may include compiling."""
    chance: random.Random = field(default_factory=secrets.SystemRandom, compare=False)
    """The random generator of chance, of shuffled seats and of the seeds of bots."""

    @classmethod
    def from_environment(cls, *, database: str | None = None) -> Settings:
        """The settings of the environment.

        Makes the folder and the secret that are missing. Servers behind one PostgreSQL share the
        secret that is stored there. Raises BadOption.
        """
        found = _read_environment()
        url = database or found.database
        if not url:
            data = _make_folder(Path(platformdirs.user_data_dir("icefield")))
            url = f"sqlite:///{data / 'icefield.db'}"
        elif "://" not in url:  # a plain file name
            url = f"sqlite:///{Path(url).resolve()}"
        folder, secret = _find_folder(url), found.secret
        if not secret and folder is not None:
            secret = _read_secret(_make_folder(folder) / _SECRET_FILE)
        return cls(
            url,
            secret,
            metrics=found.metrics,
            log=found.log,
            rate_limit=found.rate_limit == "on",
            timeout_s=float(found.timeout),
            connections=found.connections,
            connections_per_address=found.connections_per_address,
            trusted_proxies=found.trusted_proxies,
        )


def _find_folder(url: str) -> Path | None:
    """The folder of a database file; None for a database elsewhere."""
    try:
        parsed = read_url(url)
    except InvalidUrl as error:
        raise BadOption(message("web.problem.database", url=url[:80])) from error
    if parsed.get_backend_name() == POSTGRES:
        with needs("postgres", BadOption):
            import_module(parsed.get_driver_name())
        return None
    if parsed.get_backend_name() != SQLITE or parsed.database in (None, "", ":memory:"):
        raise BadOption(message("web.problem.database", url=url[:80]))
    return Path(parsed.database or "").resolve().parent


def _make_folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


def put_secret(folder: Path, secret: str) -> None:
    """Replace the secret beside a database with one from a backup."""
    path = folder / _SECRET_FILE
    path.unlink(missing_ok=True)
    _read_secret(path, secret)


def _read_secret(path: Path, secret: str = "") -> str:
    """The secret in that file; made on first use, readable by its owner only."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        kept = path.read_text(encoding="ascii").strip()
        if kept:
            return kept
        path.unlink()  # left by a start that was interrupted
        return _read_secret(path, secret)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        secret = secret or secrets.token_urlsafe(48)
        file.write(secret + "\n")
    return secret
