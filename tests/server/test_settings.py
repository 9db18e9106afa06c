"""Settings from the environment."""

from __future__ import annotations

import logging
import stat
import sys
from pathlib import Path

import pytest

from icefield.core.errors import BadOption
from icefield.server.settings import Settings
from icefield.server.storage.event_log import Store


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ICEFIELD_METRICS", "many"),
        ("ICEFIELD_METRICS", "0"),
        ("ICEFIELD_METRICS", "+5"),
        ("ICEFIELD_METRICS", "65536"),
        ("ICEFIELD_LOG", "x"),
        ("ICEFIELD_TIMEOUT", "0"),
        ("ICEFIELD_TIMEOUT", "3601"),
        ("ICEFIELD_TIMEOUT", "1.5"),
        ("ICEFIELD_PATIENCE", "long"),
    ],
)
def test_bad_settings_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, text: str
) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(BadOption, match=name):
        Settings.from_environment(database=str(tmp_path / "a.db"))


@pytest.mark.usefixtures("loggers")
def test_settings_of_old_names_are_read_and_said_to_be_renamed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger("icefield").propagate = True
    monkeypatch.setenv("ICEFIELD_PATIENCE", "7")
    assert Settings.from_environment(database=str(tmp_path / "a.db")).timeout_s == 7.0
    assert "old=ICEFIELD_PATIENCE new=ICEFIELD_TIMEOUT" in caplog.text
    monkeypatch.setenv("ICEFIELD_TIMEOUT", "8")  # the new name goes first
    assert Settings.from_environment(database=str(tmp_path / "a.db")).timeout_s == 8.0


def test_the_secret_is_made_once_and_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "new folder" / "games.db"
    first = Settings.from_environment(database=str(database))
    monkeypatch.setenv("ICEFIELD_DATABASE", f"sqlite:///{database}")
    again = Settings.from_environment()
    assert first == again
    assert len(first.secret) > 40
    mode = stat.S_IMODE((database.parent / "secret").stat().st_mode)
    assert mode == 0o600
    monkeypatch.setenv("ICEFIELD_SECRET", "x")
    assert Settings.from_environment(database=str(database)).secret == "x"


def test_without_a_word_the_database_lies_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ICEFIELD_DATABASE", raising=False)
    settings = Settings.from_environment()
    assert settings.database == f"sqlite:///{tmp_path}/home/icefield/icefield.db"
    assert (tmp_path / "home" / "icefield").is_dir()


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "://", "not a url://", "mysql://host/games"]
)
def test_a_database_that_cannot_be_kept_is_refused(url: str) -> None:
    with pytest.raises(BadOption, match="not a database"):
        Settings.from_environment(database=url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_reached_however_it_is_written(scheme: str) -> None:
    settings = Settings.from_environment(database=f"{scheme}://me:word@host/games")
    assert settings.secret == ""  # the database keeps it
    store = Store(settings.database)
    assert store.engine.url.drivername == "postgresql+psycopg"
    store.close()


def test_without_its_driver_postgresql_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadOption, match=r"pip install 'icefield\[postgres\]'"):
        Settings.from_environment(database="postgresql://host/games")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ()),
        ("127.0.0.1", ("127.0.0.1/32",)),
        ("10.0.0.0/8, fd00::/8", ("10.0.0.0/8", "fd00::/8")),
    ],
)
def test_only_named_proxies_are_trusted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, found: tuple[str, ...]
) -> None:
    monkeypatch.setenv("ICEFIELD_TRUSTED_PROXIES", text)
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    settings = Settings.from_environment(database=str(tmp_path / "tables.db"))
    assert settings.trusted_proxies == found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ICEFIELD_TRUSTED_PROXIES", "*"),
        ("ICEFIELD_TRUSTED_PROXIES", "proxy.example"),
        ("ICEFIELD_TRUSTED_PROXIES", "10.0.0.1/8"),
        ("ICEFIELD_CONNECTIONS", "0"),
        ("ICEFIELD_CONNECTIONS_PER_ADDRESS", "many"),
    ],
)
def test_limits_and_proxies_that_cannot_be_read_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, text: str
) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(BadOption, match=name):
        Settings.from_environment(database=str(tmp_path / "tables.db"))
