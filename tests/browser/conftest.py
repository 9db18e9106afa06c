from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from icefield.server.settings import Settings

from ..server.server_thread import Served, load_bots

# `make soak` sets it: every answer takes a while and every page is slow, as for many a person
SLOW_LINE = bool(os.environ.get("ICEFIELD_SLOW_LINE"))
PATIENCE = 120_000  # milliseconds: what hangs takes longer, a busy machine does not
expect.set_options(timeout=PATIENCE)  # otherwise only five seconds
SLOWER = 4  # times, the pages on the slow line
ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "browser"
ARGUMENTS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.hookimpl(tryfirst=True)  # before the groups by file
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of this folder.

    It does not outlive them: while Playwright runs, no test can run an event loop of its own.
    """
    program = next((path for name in NAMES if (path := shutil.which(name))), None)
    if program is None:
        pytest.fail("no Chromium is installed; `make browser` says how to get one")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS + root)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all browser tests; it may be restarted."""
    load_bots()
    folder = tmp_path_factory.mktemp("browser")
    database = f"sqlite:///{folder}/tables.db"
    settings = Settings(database, "secret", bot_pause_s=0.05, chance=random.Random())
    server = Served(settings, slow=SLOW_LINE)
    yield server
    server.close()


OpenPage = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def open_page(chromium: Browser, served: Served) -> Iterator[OpenPage]:
    """Opens pages of separate visitors; an error in a browser fails the test."""
    served.settings.chance.seed(1)  # the same dice and the same bots every time
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def complain(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text}")

    def open_(path: str = "/", **options: object) -> Page:
        shape = {
            "viewport": {"width": 1280, "height": 800},
            "service_workers": "block",  # what a test looks at comes from the server
            **options,
        }
        context = chromium.new_context(base_url=served.url, **shape)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        if SLOW_LINE:
            slow = context.new_cdp_session(page)
            slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    # a refusal is a 4xx, and a server that restarts is not there: browsers log both
    known = (
        *("status of 409", "status of 422", "ERR_CONNECTION_REFUSED", "WebSocket connection to"),
        "Service Worker registration blocked",
    )
    assert [c for c in complaints if not any(k in c for k in known)] == []


@pytest.fixture
def shoot(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Keep a picture of a page."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)

    def take(page: Page, name: str, full_page: bool = False) -> None:
        page.wait_for_timeout(450)  # let what glides arrive
        page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=full_page)

    return take


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page("/puzzles")
