"""Names and chat full of markup are shown as text, and no script in them runs."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from ..server.guest import OPEN
from .conftest import OpenPage
from .tables import open_table

NAME = "<img src=x onerror=owned()><u>"
BEN = "\"><svg/onload=owned()>'{{7*7}}"
WORDS = (
    "<script>owned()</script>",
    "<img src=x onerror='owned()'> & &lt;b&gt;",
    '</script><iframe src="javascript:owned()"></iframe> {{7*7}} ${7*7}',
    '<a href="javascript:owned()">here</a>',
)
WATCH = """
  window.violations = [];
  window.owned = () => window.violations.push("something ran");
  document.addEventListener("securitypolicyviolation",
    (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
"""
FOUND = """() => ({
  violations: window.violations,
  made: document.querySelectorAll(
    "img[src='x'], iframe, u, svg[onload], [onerror], a[href^='javascript']").length,
})"""


def harmless(page: Page) -> None:
    assert page.evaluate(FOUND) == {"violations": [], "made": 0}


def test_markup_in_names_and_chat_is_only_text(open_page: OpenPage) -> None:
    ann = open_page()
    ann.context.add_init_script(WATCH)
    policies: list[str] = []
    ann.on(
        "response",
        lambda answer: (
            policies.append(answer.headers.get("content-security-policy", "none"))
            if answer.request.is_navigation_request()
            else None
        ),
    )
    address = open_table(ann, {"kind": "person", "name": NAME}, OPEN, listed=True)
    ben = open_page()
    ben.context.add_init_script(WATCH)
    ben.goto(address)
    sit = """([path, name]) => fetch("/api" + path + "/sit", {method: "POST",
      body: JSON.stringify({seat: 1, name}), headers: {"content-type": "application/json"}})
      .then((answer) => answer.status)"""
    assert ben.evaluate(sit, [address, BEN]) == 200
    for page in (ann, ben):
        expect(page.locator(".seat[data-seat='0']")).to_contain_text(NAME)
        expect(page.locator(".seat[data-seat='1']")).to_contain_text(BEN)
    for words in WORDS:
        ann.locator("#chat-text").fill(words)
        ann.locator("#chat-text").press("Enter")
        expect(ben.locator("#chat-list li").last).to_contain_text(words)
    expect(ann.locator("#chat-list li")).to_have_count(len(WORDS))
    harmless(ann)
    harmless(ben)
    ben.reload()
    expect(ben.locator("#chat-list li").last).to_contain_text(WORDS[-1])
    harmless(ben)
    ann.goto("/watch")
    expect(ann.locator("main")).to_contain_text(NAME)
    harmless(ann)
    assert policies
    assert all("script-src 'self'" in policy and "unsafe" not in policy for policy in policies)
    ben.evaluate("owned()")  # the watch sees
    assert ben.evaluate(FOUND)["violations"] == ["something ran"]
