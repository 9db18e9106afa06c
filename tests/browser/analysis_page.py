"""The analysis page: what a visitor does there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from icefield.games import game
from icefield.play import Record

from ..games.glide.small_tablebase import LEVEL

GLIDE = game("glide")


def record(*moves: str) -> str:
    position = GLIDE.start(board=LEVEL)
    for move in moves:
        position = position.play(move)
    return str(Record.of(position, players=("Ann", "Ben")))


def load(page: Page, text: str) -> None:
    expect(page.locator("#board svg")).to_be_visible()  # the start of a game
    page.locator("#text").fill(text)
    page.locator("#read").click()
    expect(page.locator("#paste")).to_be_hidden()
    expect(page.locator("#board:not([inert])")).to_be_visible()
