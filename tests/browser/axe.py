"""What axe finds wrong with a page."""

from __future__ import annotations

from collections.abc import Iterable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

KINDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


COLOURS = ["color-contrast", "link-in-text-block"]  # those of drawings are the drawings' own


SIZES = ["target-size", "scrollable-region-focusable", "color-contrast"]


THUMBNAILS = "[data-picture] svg > *"  # what is inside a small picture takes long and says nothing


axe = Axe()


def violations(page: Page, only: Iterable[str], kind: str, leaving_out: str = "") -> list[str]:
    """What axe finds, with the elements it finds it in."""
    context = {"exclude": [[leaving_out]]} if leaving_out else None
    options = {"runOnly": {"type": kind, "values": [*only]}, "resultTypes": ["violations"]}
    found = axe.run(page, context=context, options=options).response["violations"]
    return [
        f"{each['id']}: {node['html'][:120]} ({node.get('failureSummary', '')[:200]})"
        for each in found
        for node in each["nodes"][:5]
    ]


def check(page: Page) -> None:
    """The whole page once, its colours in every theme, its sizes on a phone."""
    page.evaluate("document.getAnimations().forEach(a => { try { a.finish(); } catch {} })")
    found = {"light": violations(page, KINDS, "tag", THUMBNAILS)}
    for theme in ("dark", "contrast"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found[theme] = violations(page, COLOURS, "rule", "svg")
    page.set_viewport_size({"width": 390, "height": 844})
    found["phone"] = violations(page, SIZES, "rule", THUMBNAILS)
    wrong = {where: what for where, what in found.items() if what}
    assert not wrong, wrong
