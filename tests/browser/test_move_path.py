"""The modules that a move passes in the browser, measured by Chromium."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

from .conftest import OpenPage

MOST = 8
STOP = """() => {
  const board = document.getElementById('board');
  const replace = board.replaceChildren;
  board.replaceChildren = function (...children) {
    replace.apply(this, children);
    window.redrawn = true;
    throw new Error('redrawn'); // what follows does not belong to the way
  };
  window.addEventListener('unhandledrejection', (event) => event.preventDefault());
}"""


def executed(entry: dict[str, Any]) -> bool:
    """Whether a function of the module ran, besides the loading of the module."""
    return any(
        function["functionName"] and function["ranges"][0]["count"] > 0
        for function in entry["functions"]
    )


def test_a_move_goes_through_at_most_eight_modules(open_page: OpenPage) -> None:
    page: Page = open_page("/puzzles")
    page.add_init_script("window.WebSocket = class extends EventTarget { close() {} };")
    form = {"game": "seals", "seats": [{"kind": "person"}] * 2}
    state = page.request.post("/api/tables", data=form).json()
    page.goto(f"/tables/{state['id']}")
    move = next(each for each in state["touches"] if len(each["touches"]) == 2)
    first, last = (page.locator(f'#board .space[data-id="{id}"]') for id in move["touches"])
    first.click()
    last.hover()
    page.wait_for_load_state("networkidle")
    page.evaluate(STOP)
    session = page.context.new_cdp_session(page)
    session.send("Profiler.enable")
    session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
    last.click()
    page.wait_for_function("() => window.redrawn")
    coverage = session.send("Profiler.takePreciseCoverage")["result"]
    modules = {
        match[1]: [f["functionName"] for f in entry["functions"] if f["ranges"][0]["count"]]
        for entry in coverage
        if (match := re.search(r"/static/\w+/(.+\.js)$", entry["url"])) and executed(entry)
    }
    assert {"shared/board/board_view.js", "table/table.js", "shared/http.js"} <= set(modules)
    assert len(modules) <= MOST, sorted(modules)
