"""The offline page in a real browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from ..server.server_thread import Served
from .conftest import OpenPage


def test_without_a_connection_a_calm_page_comes_and_goes(
    open_page: OpenPage, served: Served, shoot: Callable[..., None]
) -> None:
    page = open_page("/?lang=de", service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()
    expect(page.locator(".game-picture svg").first).to_be_visible()
    kept = page.evaluate(
        "async () => { const found = []; for (const name of await caches.keys())"
        " for (const each of await (await caches.open(name)).keys())"
        " found.push(new URL(each.url).pathname); return found; }"
    )
    assert "/offline" in kept
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline"]
    served.stop()
    try:
        page.goto("/lobby")
        expect(page.get_by_role("heading", level=1)).to_have_text("Du bist offline")
        assert page.url.endswith("/lobby")
        shoot(page, "offline")
    finally:
        served.start()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lobby")
