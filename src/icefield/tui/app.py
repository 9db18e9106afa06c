"""The terminal app: the board, the panels beside it, the key bindings.

It shows a `Session` and passes the player's input to it; bots and hints run in worker threads.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from rich.console import Group
from rich.padding import Padding
from rich.style import Style
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.geometry import Size
from textual.widgets import Footer, Input, Static
from textual.worker import get_current_worker

from ..analysis.hints import Hint
from ..core.errors import IcefieldError, Refusal
from ..core.game import CHANCE, Move
from ..core.message import Message, message
from ..play import Match
from ..play.session import NO_THREATS
from ..render.text import is_detail
from . import palette, sheets
from .board import Board
from .panels import KEYS, Buttons, Moves
from .screens import Curtain, Sheet
from .session import Session, Setup
from .theme import CSS, THEME

_NARROW_SIDE, _WIDE_SIDE, _WIDE = 23, 38, 110
"""Minimum widths of the side panel, and the terminal width from which the second holds."""
_LISTED: Final = 300  # moves in the list, so that a long game does not slow every update
_INTERRUPTED: Final = 130

# key, action, whether the footer shows it; the words are `tui.key.ACTION`
_ACTIONS: Final = (
    ("question_mark", "keys", True, "?"),
    ("m,colon", "type", True, "m"),
    ("h", "hint", True, "h"),
    ("t", "threats", True, "t"),
    ("u", "undo", True, "u"),
    ("r", "rules", True, "r"),
    ("n", "another", True, "n"),
    ("q", "leave", True, "q"),
    ("escape", "cancel", False, "Esc"),
)


class Terminal(App[int]):
    """The Textual app: the board in the terminal."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True, system=True),
    ]

    def __init__(self, match: Match, setup: Setup, *, language: str = "en", pause: float = 0.4):
        """Create the app for a match.

        A bot's move is shown at least `pause` seconds after the move before it, so that players can
        follow."""
        super().__init__()
        self.session = Session(match, setup)
        self.title = match.game.title
        self._language = language
        self._pause = pause
        self._thinking: threading.Event | None = None
        self._helping: threading.Event | None = None
        self._hinted: tuple[str, ...] = ()
        self._sure: tuple[str, int] | None = None
        self._ended = -1
        self._helped_once = False
        self._place_lines = 1
        for keys, action, shown, display in _ACTIONS:
            words = self.words(message(f"tui.key.{action}"))
            self.bind(keys, action, description=words, show=shown, key_display=display)

    def words(self, what: Message | str) -> str:
        """Return a message in the player's language."""
        return what.text(self._language) if isinstance(what, Message) else what

    # -- the screen -----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="main"):
            with ScrollableContainer(id="room", can_focus=False):
                yield Board(self.session.scene, id="board")
            with Vertical(id="side"):
                with VerticalScroll(id="seats-room", can_focus=False):
                    yield Static(id="seats")
                with VerticalScroll(id="buttons-room", can_focus=False):
                    yield Buttons(id="buttons")
                yield Moves(id="moves", wrap=True, min_width=10)
        yield Static(id="place")
        yield Static(id="caption")
        yield Static(id="said")
        yield Input(id="typed", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    @property
    def board(self) -> Board:
        return self.screen_stack[0].query_one("#board", Board)

    def _static(self, id_: str) -> Static:
        return self.screen_stack[0].query_one(f"#{id_}", Static)

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self.screen_stack[0].query_one("#moves", Moves).can_focus = False
        self.screen_stack[0].query_one("#typed", Input).display = False
        self._fit(self.size)
        self.board.focus()
        self.say(message("tui.welcome"))
        self._changed()

    def on_resize(self, event: Resize) -> None:
        self._fit(event.size)
        self.call_after_refresh(self._show)

    def _fit(self, size: Size) -> None:
        """Give the board the space that the other widgets leave."""
        side = _WIDE_SIDE if size.width >= _WIDE else _NARROW_SIDE
        room = Size(
            max(20, size.width - side - 2), max(5, size.height - _rest(size) - self._place_lines)
        )
        self.board.fit(room)
        self._static("said").styles.min_height = 2 if size.height < _TALL else 3
        self._static("place").styles.height = self._place_lines
        container = self.screen_stack[0].query_one("#room")
        container.styles.width = min(room.width, self.board.plan.width) + 2

    def _show(self) -> None:
        """Update all widgets from the session."""
        session = self.session
        long = any(cell_len(self.words(s.name)) > self.size.width - 2 for s in session.scene.spaces)
        if self._place_lines != 1 + long:
            self._place_lines = 1 + long
            self._fit(self.size)
        following = session.walk.next
        self.board.show(
            session.scene, following=following, path=session.walk.path, hinted=self._hinted
        )
        named = [(control.id, self.words(control.name)) for control in session.controls]
        buttons = self.screen_stack[0].query_one("#buttons", Buttons)
        buttons.show(named, self._hinted)
        tall = self.screen_stack[0].query_one("#main").size.height
        seats_room = self.screen_stack[0].query_one("#seats-room")
        seats_room.styles.max_height = max(3, tall - buttons.lines - 4)
        self._static("title").update(self._heading())
        self._static("seats").update(self._seats())
        self._static("caption").update(Text(self.words(session.status), Style(bold=True)))
        self._look(self.board.cursor)

    def _heading(self) -> Text:
        game, match = self.session.game, self.session.match
        words = self.words(message("tui.heading", title=game.title, designer=game.designers))
        if match.length > 1:
            number = message("tui.game_of", number=match.number + 1, count=match.length)
            words += f" · {self.words(number)}"
        return Text(words, no_wrap=True, overflow="ellipsis")

    def _seats(self) -> Group:
        """Return the seats: names, turn and possessions; then the facts."""
        session, position = self.session, self.session.view
        faint = Style(color=palette.FAINT)
        room = self._static("seats").size.width - 2
        things = [p for p in session.scene.pieces if p.space is None and not is_detail(p)]
        lines: list[Text | Padding] = []
        for seat in range(position.seats):
            asked = seat in position.deciders and session.outcome is None
            player = session.match.players[session.match.seating[seat]]
            own = [self.words(piece.name) for piece in things if piece.seat == seat]
            name = own[0] if own[1:] else self.words(position.seat_name(seat))
            label = sheets.seat_line(name, player)
            label = label if cell_len(label) <= room else name
            busy = " …" if self._thinking is not None and seat == session.asked else ""
            sign = ("▶ " if asked else "  ", Style(color=palette.LAST, bold=True))
            lines.append(Text.assemble(sign, (label + busy, Style(bold=asked))))
            if own[1:]:
                lines.append(Padding(Text(", ".join(own[1:]), faint), (0, 0, 0, 2)))
        lines += [Text(self.words(p.name), faint) for p in things if p.seat is None]
        facts = " · ".join(self.words(fact) for fact in session.scene.facts)
        return Group(*lines, Text(facts, faint))

    def _list(self) -> None:
        """Update the list of moves."""
        log = self.screen_stack[0].query_one("#moves", Moves)
        log.clear()
        for made in self.session.made(_LISTED):
            faint = Style(color=palette.FAINT)
            line = Text(f"{made.number:>3} ", faint)
            if made.seat != CHANCE:
                line.append(f"{self.words(self.session.view.seat_name(made.seat))} ", faint)
            words = "•••"
            if made.move is not None:
                words = self.words(made.move.name or made.move.text)
            log.write(line.append(words))
            for effect in made.effects:
                log.write(Text(self.words(effect), faint))

    def _look(self, space: str) -> None:
        """Show the name of a space and of what stands on it."""
        found = next((s for s in self.session.scene.spaces if s.id == space), None)
        words = "" if found is None else self.words(found.name)
        self._static("place").update(Text(words))

    def say(self, what: Message | str, ink: str = palette.INK) -> None:
        """Show a message below the board until the next one."""
        self._static("said").update(Text(self.words(what), Style(color=ink)))

    def _refuse(self, refusal: Refusal) -> None:
        sentence = " ".join(self.words(refusal.sentence).split())
        rule = f" ({refusal.rule})" if refusal.rule else ""
        self.say(f"✗ {sentence}{rule}", palette.REFUSED)

    # -- what happens ---------------------------------------------------------------------------

    def _changed(self) -> None:
        """Show the new position, and start the bot, curtain or game end that is next."""
        self._stop()
        self._hinted, self._sure = (), None
        session = self.session
        while session.draw():
            pass
        if session.trouble is not None:
            self._refuse(session.trouble)
        if session.veiled:
            self._show()
            self._list()
            self._curtain()
            return
        if session.bot_asked() is not None:
            self._thinking = threading.Event()
            self._think(session.changes, session.bot_thought(), self._thinking)
        self._show()
        self._list()
        if session.person_asked is not None:
            self._help_cursor()
        if session.outcome is not None and self._ended != session.changes:
            self._ended = session.changes
            self._end()

    def _help_cursor(self) -> None:
        """On the first human decision, put the cursor on a space that can be touched."""
        if not self._helped_once:
            self._helped_once = True
            self.board.action_hop(1)

    def _stop(self) -> None:
        """Cancel the searches of the bot and of the hint."""
        for event in (self._thinking, self._helping):
            if event is not None:
                event.set()
        self._thinking = self._helping = None

    @work(thread=True, group="bot")
    def _think(
        self, changes: int, thought: Callable[[threading.Event], Move], stop: threading.Event
    ) -> None:
        began = time.monotonic()
        move = thought(stop)
        stop.wait(max(0.0, self._pause - (time.monotonic() - began)))
        if not stop.is_set() and not get_current_worker().is_cancelled:
            self.call_from_thread(self._answer, changes, move)

    def _answer(self, changes: int, move: Move) -> None:
        """Play the move of a bot, unless the position has changed since."""
        if changes != self.session.changes:
            return
        seat = self.session.asked
        assert seat is not None
        who = self.session.match.players[self.session.match.seating[seat]]
        secret = self.session.position.view(None).concealed or (
            len(self.session.position.deciders) > 1
        )
        self._do(lambda: self.session.play(move))
        if self.session.trouble is not None:
            return
        if secret:
            self.say(message("tui.bot_voted", who=who))
        else:
            name = move.name or move.text
            self.say(message("tui.bot_played", who=who, move=move.text, name=name))

    def _do(self, action: Callable[[], Refusal | None]) -> bool:
        """Run an action and show its effect; return whether it was allowed."""
        before = self.session.changes
        try:
            refusal = action()
        except IcefieldError as error:
            refusal = error.refusal
        if refusal is not None:
            self._show()
            self._refuse(refusal)
        elif self.session.changes != before:
            self.say("")
            self._changed()
        else:
            self._hinted = ()
            self._show()
        return refusal is None

    def _touch(self, id_: str) -> None:
        if self._do(lambda: self.session.touch(id_)) and self.session.walk.path:
            self.say(message("tui.chosen", places=" ".join(self.session.walk.path)))

    def on_board_touched(self, event: Board.Touched) -> None:
        self._touch(event.space)

    def on_board_looked(self, event: Board.Looked) -> None:
        self._look(event.space)

    def on_buttons_pressed(self, event: Buttons.Pressed) -> None:
        self._touch(event.button)

    def on_key(self, event: Key) -> None:
        """Press the button with that digit."""
        controls = self.screen_stack[0].query_one("#buttons", Buttons).ids
        board_is_up = len(self.screen_stack) == 1 and self.focused is self.board
        number = KEYS.find(event.character) if event.character else -1
        if board_is_up and 0 <= number < len(controls):
            event.stop()
            self._touch(controls[number])

    # -- keys -----------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys while a sheet covers the board, and those the game does not use."""
        del parameters
        if action not in {name for _, name, _, _ in _ACTIONS}:
            return True
        return len(self.screen_stack) == 1 and not (
            action == "threats" and not sheets.threatens(self.session.game)
        )

    def action_cancel(self) -> None:
        typed = self.screen_stack[0].query_one("#typed", Input)
        if typed.display:
            self._close_typing()
            return
        self.session.walk.cancel()
        self._hinted, self._sure = (), None
        self.say("")
        self._show()

    def action_type(self) -> None:
        """Open the input line for moves."""
        typed = self.screen_stack[0].query_one("#typed", Input)
        typed.placeholder = self.words(message("tui.type"))
        typed.value = ""
        typed.display = True
        self._static("said").display = False
        typed.focus()

    def _close_typing(self) -> None:
        self.screen_stack[0].query_one("#typed", Input).display = False
        self._static("said").display = True
        self.board.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._close_typing()
        if event.value.strip():
            self._do(lambda: self.session.type(event.value))

    def action_undo(self) -> None:
        if self._do(self.session.undo) and self.session.trouble is None:
            self.say(message("tui.undone"))

    def action_hint(self) -> None:
        try:
            thought = self.session.hint_thought()
        except IcefieldError as error:
            self._refuse(error.refusal)
            return
        if self._helping is None:
            self.say(message("tui.thinking"))
            self._helping = threading.Event()
            self._help(self.session.changes, thought, self._helping)

    @work(thread=True, group="hint")
    def _help(
        self, changes: int, thought: Callable[[threading.Event], Hint], stop: threading.Event
    ) -> None:
        try:
            found: Hint | Refusal = thought(stop)
        except IcefieldError as error:
            found = error.refusal
        if not stop.is_set() and not get_current_worker().is_cancelled:
            self.call_from_thread(self._helped, changes, found)

    def _helped(self, changes: int, hint: Hint | Refusal) -> None:
        if changes != self.session.changes:
            return
        self._helping = None
        if isinstance(hint, Refusal):
            self._refuse(hint)
            return
        self._hinted = hint.move.touches
        name = hint.move.name or hint.move.text
        told = self.words(message("tui.hint", move=hint.move.text, name=name))
        self._show()
        self.say(f"{told} {self.words(hint.text)}", palette.SAFE)

    def action_threats(self) -> None:
        try:
            found = self.session.threats()
        except IcefieldError as error:
            self._refuse(error.refusal)
            return
        if not found:
            self.say(NO_THREATS)
            return
        self._hinted = tuple(dict.fromkeys(space for t in found for space in t.spaces))
        self._show()
        self.say(" ".join(self.words(threat.text) for threat in found), palette.LAST)

    def _sure_of(self, action: str, question: Message) -> bool:
        """Return whether to abandon a running game: on a second press of the same key."""
        session = self.session
        if session.outcome is not None or not session.position.history:
            return True
        if self._sure == (action, session.changes):
            return True
        self._sure = (action, session.changes)
        self.say(question, palette.LAST)
        return False

    def action_another(self) -> None:
        if self._sure_of("another", message("tui.sure_new")):
            self._do(self.session.another)

    def action_leave(self) -> None:
        if self._sure_of("leave", message("tui.sure_quit")):
            self._leave(0)

    def action_interrupt(self) -> None:
        self._leave(_INTERRUPTED)

    def _leave(self, status: int) -> None:
        self._stop()
        self.exit(status)

    async def action_quit(self) -> None:
        self._leave(0)

    # -- what comes over the board --------------------------------------------------------------

    def _sheet(self, sheet: Sheet, then: Callable[[str | None], None] | None = None) -> None:
        self.push_screen(sheet, then or (lambda _key: None))

    def action_rules(self) -> None:
        body = sheets.rules(self.session.game, self._language)
        foot = self.words(message("tui.close"))
        self._sheet(Sheet(self.session.game.title, body, foot, wide=True))

    def action_keys(self) -> None:
        foot = self.words(message("tui.close"))
        title = self.words(message("tui.key.keys"))
        self._sheet(Sheet(title, sheets.keys(self._language), foot))

    def _curtain(self) -> None:
        seat = self.session.person_asked
        assert seat is not None
        name = self.session.position.seat_name(seat)
        title = self.words(message("tui.curtain", seat=name))
        body = Text(self.words(self.session.scene.caption))
        foot = self.words(message("tui.curtain.lift", seat=name))
        self._sheet(Curtain(title, body, foot), self._lifted)

    def _lifted(self, _key: str | None) -> None:
        self.session.lift()
        self._show()
        seat = self.session.person_asked
        if seat is not None:
            self.say(message("tui.lifted", seat=self.session.position.seat_name(seat)))

    def _end(self) -> None:
        body = sheets.end(self.session.match, self._language)
        foot = self.words(message("tui.end.keys"))
        title = self.words(message("tui.end"))
        self._sheet(Sheet(title, body, foot, keys=("n", "q")), self._after_end)

    def _after_end(self, key: str | None) -> None:
        if key == "n":
            self._do(self.session.another)
        elif key == "q":
            self._leave(0)


_TALL: Final = 30


def _rest(size: Size) -> int:
    """Return the lines above and below the board, except that of the space's name."""
    return 6 if size.height < _TALL else 7


def play(match: Match, setup: Setup, **how: Any) -> int:
    """Run the app; return the exit status."""
    return Terminal(match, setup, **how).run() or 0
