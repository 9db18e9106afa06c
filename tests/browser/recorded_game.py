"""Several browsers at one table play a recorded game.

The browser of the deciding seat presses what the record says, with the mouse, a finger, the
keyboard alone, or a script that presses the highlighted elements.
"""

from __future__ import annotations

import json
import random
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Request, WebSocket, expect

from icefield.core.game import CHANCE, Move, Position
from icefield.play import Record, read_records
from icefield.play.session import status
from icefield.render.svg import svg

from ..server.server_thread import Served
from ..server.state_patches import apply_patch
from .board_driver import Hands, Keys

GAMES = Path(__file__).parent / "games"


class LoadedDice(random.Random):
    """Dice that fall as recorded, and at random after the end of the record."""

    def __init__(self) -> None:
        super().__init__()
        self.due: deque[str] = deque()

    def choices(self, population: Sequence[Any], *args: Any, **more: Any) -> list[Any]:  # type: ignore[override]
        """The recorded draw; for a table left over from another test, a random one."""
        found = [move for move in population if self.due and move.text == self.due[0]]
        if not found:
            return super().choices(population, *args, **more)
        self.due.popleft()
        return found


@dataclass(frozen=True)
class Step:
    """One decision of a record."""

    ply: int
    seat: int
    move: Move
    before: Position


class Played:
    """A recorded game, decision by decision."""

    def __init__(self, name: str):
        (self.record,) = read_records((GAMES / f"{name}.txt").read_text(encoding="utf-8"))
        self.positions = self.record.replay()

    @property
    def chance(self) -> Iterator[str]:
        """What the dice, the bag and the deck have to give."""
        for before, text in zip(self.positions, self.record.moves, strict=False):
            if before.turn == CHANCE:
                yield text

    @property
    def steps(self) -> Iterator[Step]:
        for ply, text in enumerate(self.record.moves):
            before = self.positions[ply]
            seat = before.turn
            assert seat is not None
            if seat != CHANCE:
                move = next(move for move in before.moves(seat) if move.text == text)
                yield Step(ply, seat, move, before)

    @property
    def rounds(self) -> Iterator[list[Step]]:
        """The decisions one by one, those of a ballot together."""
        ballot: list[Step] = []
        for step in self.steps:
            ballot.append(step)
            deciders = step.before.deciders
            if len(deciders) == 1:
                yield ballot
                ballot = []

    @property
    def body(self) -> dict[str, Any]:
        """The form that opens the table: one seat for the host, the others open."""
        seats = [{"kind": "person"}, *({"kind": "open"},) * (self.positions[0].seats - 1)]
        return {"game": self.record.game, "seats": seats, "options": dict(self.record.options)}


# -- hands ----------------------------------------------------------------------------------------

MAY = ".space[data-id='{0}']:is(.is-own, .is-target), #controls [data-id='{0}']"


class Player(Hands):
    """A player with a mouse at a desk."""

    def play(self, step: Step) -> None:
        before = self.number
        for id_ in step.move.touches:
            self.page.wait_for_selector(MAY.format(id_), state="attached")
            control = self.page.locator(f"#controls [data-id='{id_}']")
            if control.count():
                self.press(control)
            else:
                self.touch(id_)
        self.wait_past(before)

    def press(self, control: Locator) -> None:
        control.click()

    def middle(self, id_: str) -> tuple[float, float]:
        self.space(id_).scroll_into_view_if_needed()
        return super().middle(id_)

    def wait_at(self, number: int) -> None:
        """Until the page shows the table as it was at a number, or later."""
        self.wait_past(number - 1)

    def sit(self, seat: int) -> None:
        """Accept the invitation to a seat, with the name that it suggests."""
        self.press(self.page.locator(f"#invitation button[data-seat='{seat}']"))
        expect(self.page.locator("#invitation")).to_be_hidden()
        expect(self.page.locator(f".seat[data-seat='{seat}'] button")).to_have_count(0)

    def say(self, text: str) -> None:
        self.page.locator("#chat-text").fill(text)
        self.page.locator("#chat-text").press("Enter")


class Finger(Player):
    """A player with a phone."""

    def touch(self, id_: str) -> None:
        self.page.touchscreen.tap(*self.middle(id_))

    def middle(self, id_: str) -> tuple[float, float]:
        hit = self.space(id_).locator(".hit")
        hit.first.scroll_into_view_if_needed()
        box = hit.first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, control: Locator) -> None:
        control.tap()


class Typist(Keys, Player):
    """A player with the keyboard alone."""

    looked = 0  # how often the way to the board had to be found

    def touch(self, id_: str) -> None:
        if not self.page.evaluate("document.activeElement.matches('.space')"):
            self.looked += 1
            self.tab_to(".space")
        super().touch(id_)

    def press(self, control: Locator) -> None:
        self.reach(control)
        self.page.keyboard.press("Enter")

    def reach(self, control: Locator) -> None:
        """Press Tab until the focus is there."""
        control.wait_for()
        for _ in range(120):
            if control.evaluate("e => document.activeElement === e"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead there")


_QUICK = """async ([touches, limit]) => {
  const host = document.getElementById("table");
  const before = Number(host.dataset.number);
  const end = Date.now() + limit;
  const until = async (found) => {
    for (;;) {
      const got = found();
      if (got) return got;
      if (Date.now() > end) throw new Error(`nothing to touch: ${touches}`);
      await new Promise((done) => setTimeout(done, 4));
    }
  };
  for (const id of touches) {
    const may = `.space[data-id="${id}"]:is(.is-own, .is-target), #controls [data-id="${id}"]`;
    const busy = () => document.body.classList.contains("is-busy");
    const found = await until(() => !busy() && document.querySelector(may));
    found.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  await until(() => Number(host.dataset.number) > before);
}"""


class Quick(Player):
    """A player whose script presses the highlighted elements."""

    def play(self, step: Step) -> None:
        self.page.evaluate(_QUICK, [list(step.move.touches), 15_000])


# -- opening --------------------------------------------------------------------------------------

_OPEN = """async (body) => {
  const answer = await fetch("/api/tables", {method: "POST", body: JSON.stringify(body),
    headers: {"content-type": "application/json"}});
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).id;
}"""


def open_table(page: Page, played: Played, dice: LoadedDice, **more: Any) -> str:
    """Open a table with the dice of a recorded game; returns its address."""
    dice.due = deque(played.chance)
    path = f"/tables/{page.evaluate(_OPEN, {**played.body, **more})}"
    page.goto(path)
    return path


def downloaded(page: Page) -> Record:
    """The record as the page's own link gives it."""
    page.locator("#more").evaluate("more => { more.open = true; }")
    with page.expect_download() as download:
        page.locator("#record").click()
    (record,) = read_records(download.value.path().read_text(encoding="utf-8"))
    return record


# -- ears -----------------------------------------------------------------------------------------


class Ears:
    """Everything the server sends to a page, as JSON where it is JSON."""

    def __init__(self, page: Page):
        self._frames: list[str] = []
        self._asked: list[Request] = []
        self._states: dict[str, dict[str, Any]] = {}  # by version
        page.on("websocket", self._listen)
        page.on("requestfinished", self._keep)

    def _keep(self, request: Request) -> None:
        self._asked.append(request)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._frames.append(str(frame)))

    def heard(self) -> list[Any]:
        """What has come since the last time: messages, answers, and the states in pages.

        A patch comes with the state that it leads to.
        """
        frames, self._frames[:] = [json.loads(frame) for frame in self._frames], []
        asked, self._asked[:] = list(self._asked), []
        came = [*frames, *(found for request in asked for found in _answer(request))]
        for _ in came:  # a patch may be of a state that came another way
            came = [self._complete(message) for message in came]
        assert all("state" in m for m in came if isinstance(m, dict) and "patch" in m)
        return came

    def _complete(self, message: Any) -> Any:
        """A message with its state, if that is known by now."""
        if not isinstance(message, dict):
            return message
        if "patch" in message and "state" not in message and message["held"] in self._states:
            state = apply_patch(self._states[message["held"]], message["patch"])
            message = {**message, "state": state}
        state = message.get("state", message)
        if "version" in state:
            self._states[state["version"]] = state
        return message


def _answer(request: Request) -> Iterator[Any]:
    answer = request.response()
    if answer is None or "/tables/" not in request.url:
        return
    kind = answer.headers.get("content-type", "")
    if kind.startswith("application/json"):
        yield answer.json()
    elif kind.startswith("text/html"):
        before, _, after = answer.text().partition('id="state">')
        state = json.loads(after.split("</script>")[0])
        drawing = re.search(r'<div [^>]*id="board"[^>]*>\s*(<svg .*?</svg>)', before, re.DOTALL)
        assert drawing is not None
        yield {**state, "svg": drawing[1]}
    elif kind.startswith("text/plain"):
        yield answer.text()


class Overheard:
    """A table at which all that any browser receives is searched for secret votes."""

    def __init__(self, served: Served, path: str, players: Sequence[Player]):
        self.players = players
        self.pages = [player.page for player in players]
        self._api = path.replace("/tables", "/api/tables")
        self._http = served.client()
        self._ears = [Ears(page) for page in self.pages]
        for page in self.pages:
            page.reload()  # a live connection is heard from its beginning

    def open_ballot(self, steps: Sequence[Step]) -> None:
        """A ballot begins: what is known by now is no secret."""
        self._first = steps[0]
        for page in self.pages:
            expect(page.locator("#talk")).to_be_hidden()  # all have said that they are ready
        known = self._arrive()
        self._number, self._reveal = known["number"], known["reveal"]
        for ears in self._ears:
            ears.heard()

    def check(self, voted: Sequence[Step]) -> None:
        """No viewer has received a vote other than the own one."""
        self._arrive()
        for eye, ears in enumerate(self._ears):
            seat = eye if eye < self._first.before.seats else None
            hidden = [step for step in voted if step.seat != seat]
            heard = ears.heard()
            if seat != voted[-1].seat:  # whose own answer may be on its way
                assert any("number" in message for message in heard)
            for message in heard:
                self._search(message, seat, voted, hidden)

    def _arrive(self) -> dict[str, Any]:
        """Wait until every page shows the newest state, which a stranger may know."""
        state: dict[str, Any] = self._http.get(self._api).json()
        for player in self.players:
            player.wait_at(state["number"])
        return state

    def _search(
        self, message: Any, seat: int | None, voted: Sequence[Step], hidden: Sequence[Step]
    ) -> None:
        if isinstance(message, str):  # a record
            (record,) = read_records(message)
            assert record.moves == tuple(m.text for m in self._first.before.history)
            return
        events = message if isinstance(message, list) else message.get("events", [])
        state = {} if isinstance(message, list) else dict(message.get("state", message))
        patch = {} if isinstance(message, list) else dict(message.get("patch", {}))
        if state.get("number", self._number) < self._number:
            return  # from before the ballot; it came late
        late = [e for e in events if e["number"] > self._number and e.get("player") != seat]
        assert all("move" not in event for event in late)
        for own in ("touches", "controls"):  # what may be voted for
            state.pop(own, None)
            patch.pop(own, None)
        state["moves"] = state.get("moves", [])[len(self._first.before.history) :]
        if "svg" in state and "number" in state:
            known = voted[: max(0, state["number"] - self._number)]  # it may have come late
            shown = [state["svg"].strip(), state["caption"], state["facts"]]
            assert shown == self._drawn(seat, known, state)
        assert state.pop("reveal", self._reveal) == self._reveal  # of the ballot before
        text = json.dumps([late, state, patch], ensure_ascii=False)
        for step in hidden:
            found = (step.move.text, str(step.move.name), *step.move.touches)
            assert [word for word in found if word.lower() in text.lower()] == []

    def _drawn(
        self, seat: int | None, voted: Sequence[Step], state: Mapping[str, Any]
    ) -> list[Any]:
        """What a seat would be shown if the others had voted otherwise."""
        position = self._first.before
        for step in voted:
            others = [move for move in position.moves(step.seat) if move != step.move]
            position = position.play(step.move if step.seat == seat else others[0], step.seat)
        view = position.view(seat)
        scene = view.scene(seat)
        said = status(view, scene, seat if state["deciding"] else None)
        drawing = svg(scene, theme=None, language="en", interactive=True)
        return [drawing.strip(), said.text("en"), [fact.text("en") for fact in scene.facts]]
