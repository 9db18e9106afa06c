"""The board widget: draws the scene at the available size and has a cursor.

The cursor moves from space to space; Enter, the space bar or a click touches a space.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click, MouseMove
from textual.geometry import Region, Size
from textual.message import Message as Event
from textual.strip import Strip
from textual.widget import Widget

from ..core.scene import Scene
from .layout import Layout, arrange
from .paint import Canvas, Lit, paint


class Board(Widget, can_focus=True):
    """A scene with a cursor; posts touches and looks as events and decides nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0, -1)", show=False),
        Binding("down", "go(0, 1)", show=False),
        Binding("left", "go(-1, 0)", show=False),
        Binding("right", "go(1, 0)", show=False),
        Binding("tab", "hop(1)", show=False),
        Binding("shift+tab", "hop(-1)", show=False),
        Binding("enter,space", "touch", show=False),
    ]

    class Touched(Event):
        """Posted when a space is touched."""

        def __init__(self, space: str):
            super().__init__()
            self.space = space

    class Looked(Event):
        """Posted when the cursor or the mouse moves to a space."""

        def __init__(self, space: str):
            super().__init__()
            self.space = space

    def __init__(self, scene: Scene, *, id: str | None = None):
        super().__init__(id=id)
        self._scene = scene
        self._room = Size(0, 0)
        self._following: tuple[str, ...] = ()
        self._path: tuple[str, ...] = ()
        self._hinted: tuple[str, ...] = ()
        self.cursor = scene.spaces[0].id
        self.plan = self._arranged()
        self._canvas: Canvas | None = None
        self._hovered: str | None = None

    # -- what is shown --------------------------------------------------------------------------

    def show(
        self,
        scene: Scene,
        *,
        following: Collection[str] = (),
        path: Collection[str] = (),
        hinted: Collection[str] = (),
    ) -> None:
        """Show a scene with its highlights."""
        known = {space.id for space in scene.spaces}
        self._scene = scene
        self._following = tuple(id_ for id_ in following if id_ in known)
        self._path, self._hinted = tuple(path), tuple(hinted)
        if self.cursor not in known:
            self.cursor = scene.spaces[0].id
        self._arrange()

    def fit(self, room: Size) -> None:
        """Resize to as much of the available space as the drawing can use."""
        self._room = room
        self._arrange()

    def _arranged(self) -> Layout:
        return arrange(self._scene, self._room.width, self._room.height)

    def _arrange(self) -> None:
        self.plan = self._arranged()
        self.styles.width, self.styles.height = self.plan.width, self.plan.height
        self._canvas = None
        self.refresh()

    @property
    def canvas(self) -> Canvas:
        """Return the drawing."""
        if self._canvas is None:
            lit = Lit(self.cursor, self._following, self._path, self._hinted)
            self._canvas = paint(self._scene, self.plan, lit)
        return self._canvas

    def render_line(self, y: int) -> Strip:
        if y >= self.plan.height:
            return Strip.blank(self.size.width)
        return Strip(self.canvas.segments(y), self.plan.width)

    # -- keys and mouse -------------------------------------------------------------------------

    def put_cursor(self, space: str) -> None:
        """Put the cursor on a space and scroll to it."""
        self.cursor = space
        self._canvas = None
        self.refresh()
        box = self.plan.boxes[space]
        here = Region(box.x, box.y, box.width, box.height)
        if isinstance(self.parent, Widget):
            self.parent.scroll_to_region(here, animate=False)
        self.post_message(self.Looked(space))

    def action_go(self, across: int, down: int) -> None:
        self.put_cursor(self.plan.beside(self.cursor, across, down))

    def action_hop(self, step: int) -> None:
        """Move the cursor to the next space that can be touched, in reading order."""
        boxes = self.plan.boxes
        order = sorted(self._following, key=lambda id_: (boxes[id_].y, boxes[id_].x))
        if not order:
            return
        if self.cursor in order:
            self.put_cursor(order[(order.index(self.cursor) + step) % len(order)])
            return
        here = boxes[self.cursor].y, boxes[self.cursor].x
        after = [id_ for id_ in order if (boxes[id_].y, boxes[id_].x) > here]
        before = [id_ for id_ in order if id_ not in after]
        self.put_cursor([*after, *before][0 if step > 0 else -1])

    def action_touch(self) -> None:
        self.post_message(self.Touched(self.cursor))

    def on_click(self, event: Click) -> None:
        space = self.plan.at(event.x, event.y)
        if space is not None:
            self.put_cursor(space)
            self.post_message(self.Touched(space))

    def on_mouse_move(self, event: MouseMove) -> None:
        space = self.plan.at(event.x, event.y)
        if space is not None and space != self._hovered:
            self.post_message(self.Looked(space))
        self._hovered = space
