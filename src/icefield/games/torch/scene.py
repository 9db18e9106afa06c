"""`torch` position → Scene: tiles on open water, pyramids on them, and the players' things at the
four edges (seat 0 at the bottom, then clockwise: left, top, right).

The position given is the view of the seat that looks, so a concealed vote is not even known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ...core.message import Message, message
from ...core.scene import Control, Label, Mark, Piece, Point, Scene, Space
from . import state as s
from .board import FILES, LETTERS, NUMBERS, POINTS, SIZE, SPACES, SUITS, WEIGHTS, space_name
from .notation import read_move
from .touches import DONE

if TYPE_CHECKING:
    from .rules import TorchPosition

_MARGIN: Final = 0.78  # room around the tiles for coordinates and the players' things
_EDGE: Final = 0.3  # how far from the outer edge those things lie
_SHEET: Final = SIZE + 2 * _MARGIN
_OUTLINE: Final = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_EMBLEMS: Final = {"S": "sun", "M": "moon", "C": "crown", "A": "arm"}

# where a player's things lie along the edge, from the player's left to the right, 0 is the middle
_HAND_AT, _PLAYED_AT, _TORCH_AT, _PAWN_AT = -2.2, -2.3, -0.62, -0.1
_SCORE_AT, _GAIN_AT, _COIN_AT, _VOTE_AT = 0.45, 0.86, (1.24, 1.68), 2.25

_SIZES: Final = (0.3, 0.38, 0.46)  # of a pyramid, by weight
_FLOOR: Final = 0.37  # where the lower row of pyramids on a tile ends


def scene(position: TorchPosition, seat: int | None) -> Scene:
    """What that seat (None: a spectator) sees of a position that is its view."""
    story = _story(position)
    on = _standing(position)
    return Scene(
        game="torch",
        width=_SHEET,
        height=_SHEET,
        caption=_caption(position),
        spaces=tuple(_space(position, space_name(at), on) for at in range(SPACES)),
        pieces=(
            *_tiles(position, on),
            *_pyramids(position, on),
            *_ghosts(position, story),
            *_tallies(position),
            *_players(position, seat, story),
        ),
        marks=(*_candidates(position), *_last_marks(story)),
        labels=(*_LABELS, *_gains(position, story)),
        controls=_controls(position),
        facts=_facts(position),
    )


# -- places -------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _at(space: str) -> Point:
    return FILES.index(space[0]) + 0.5 + _MARGIN, SIZE - int(space[1]) + 0.5 + _MARGIN


def _beside(seat: int, along: float, inwards: float = 0.0) -> Point:
    """A point at a player's edge: bottom, left, top, right."""
    middle, near, far = _SHEET / 2, _EDGE + inwards, _SHEET - _EDGE - inwards
    return (
        (middle + along, far),
        (near, middle + along),
        (middle - along, near),
        (far, middle - along),
    )[seat]


def _labels() -> tuple[Label, ...]:
    columns = [Label(c, _at(f"{c}1")[0], SIZE + _MARGIN + 0.09) for c in FILES]
    rows = [Label(str(r), _MARGIN - 0.09, _at(f"a{r}")[1]) for r in range(1, SIZE + 1)]
    return (*columns, *rows)


_LABELS: Final = _labels()


# -- words --------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _suit(suit: str) -> Message:
    return message(f"torch.suit.{suit}")


def _option(option: str) -> str | Message:
    return _suit(option) if option in SUITS else option


@lru_cache(maxsize=64)
def _tile_name(tile: str) -> Message:
    return message("torch.tile", suit=_suit(tile[0]), number=tile[1])


@lru_cache(maxsize=64)
def _pyramid_name(pyramid: str) -> Message:
    return message("torch.pyramid", suit=_suit(pyramid[0]), letter=pyramid[1])


def _all(names: Sequence[Message]) -> Message:
    """ "Suns", "Suns and Moons", …"""
    if len(names) == 1:
        return names[0]
    return message(f"torch.list.{len(names)}", **dict(zip("abcd", names, strict=False)))


def _seats(position: TorchPosition, seats: Sequence[int]) -> Message:
    return _all([position.seat_name(seat) for seat in seats])


def _caption(position: TorchPosition) -> Message:
    if position.outcome is not None:
        winners = _seats(position, position.outcome.winners)
        code = "won" if len(position.outcome.winners) == 1 else "shared"
        return message(f"torch.caption.{code}", reason=position.outcome.reason, who=winners)
    phase = position.phase
    params: dict[str, str | int | Message] = {}
    if phase == "roll":
        params["who"] = position.seat_name(_to_roll(position)[0])
    elif not position.in_ballot:
        params["who"] = position.seat_name(position.turn or 0)
    if phase == "place":
        params["letter"] = position.hands[position.turn or 0][0]
    if phase == "suit":
        params["number"] = str(position.number)
    return message(f"torch.caption.{phase}", **params)


def _facts(position: TorchPosition) -> tuple[Message, ...]:
    number, torch = position.number, position.torch
    ballot = position.phase.partition("-")[0]
    facts = [
        message("torch.fact.round", round=position.round)
        if position.round
        else message("torch.fact.setup")
    ]
    if torch is not None:
        facts.append(message("torch.fact.torch", who=position.seat_name(torch)))
    facts.append(message("torch.fact.tiles", n=len(position.tiles)))
    if number is not None and position.phase.startswith("suit-"):
        facts.append(message("torch.fact.number", number=number))
    if position.barred:
        facts.append(message("torch.fact.barred", who=_seats(position, position.barred)))
    if position.in_ballot and position.deciders:
        facts.append(message("torch.fact.waiting", who=_seats(position, position.deciders)))
    facts += [
        message(f"torch.fact.{ballot}-worth", option=_option(option), worth=worth)
        for option, worth in position.worth.items()
    ]
    return tuple(facts)


# -- the floe -----------------------------------------------------------------------------------


def _weight(pyramid: str) -> int:
    return int(WEIGHTS[LETTERS.index(pyramid[1])])


def _standing(position: TorchPosition) -> dict[str, list[str]]:
    """The pyramids on each space that has some, the heaviest first."""
    on: dict[str, list[str]] = {}
    for pyramid, space in position.pyramids.items():
        on.setdefault(space, []).append(pyramid)
    for pyramids in on.values():
        pyramids.sort(key=lambda p: (-_weight(p), position.suits.index(p[0]), p[1]))
    return on


def _space(position: TorchPosition, space: str, on: dict[str, list[str]]) -> Space:
    x, y = _at(space)
    tile, pyramids = position.tiles.get(space), on.get(space, [])
    if tile is None:
        name = message("torch.space.gap", space=space)
    elif pyramids:
        names = {f"p{i}": _pyramid_name(p) for i, p in enumerate(pyramids, 1)}
        name = message(
            f"torch.space.loaded.{len(pyramids)}",
            space=space,
            tile=_tile_name(tile),
            weight=sum(map(_weight, pyramids)),
            **names,
        )
    else:
        name = message("torch.space.tile", space=space, tile=_tile_name(tile))
    return Space(
        id=space,
        x=x,
        y=y,
        outline=_OUTLINE,
        look="gap" if tile is None else "tile",
        name=name,
        cell=(FILES.index(space[0]), SIZE - int(space[1])),
        glyph="~",
    )


def _tile_piece(tile: str, space: str, look: str, name: Message, standing: bool) -> Piece:
    x, y = _at(space)
    return Piece(
        id=f"tile-{tile}",
        symbol=f"torch/tile-{_EMBLEMS[tile[0]]}",
        x=x,
        y=y,
        look=f"{look} suit-{tile[0].lower()}",
        name=name,
        space=space if standing else None,
        glyph=tile,
    )


def _tiles(position: TorchPosition, on: dict[str, list[str]]) -> Iterator[Piece]:
    """The tiles, and on the front of those that carry something how heavy it is."""
    for space, tile in position.tiles.items():
        yield _tile_piece(tile, space, "tile flat", _tile_name(tile), standing=True)
    for space in on:
        weight = sum(map(_weight, on[space]))
        yield Piece(
            id=f"load-{space}",
            symbol=f"torch/load-{weight}",
            x=_at(space)[0],
            y=_at(space)[1],
            look="load flat",
            name=message("torch.thing.load", weight=weight),
            space=space,
            glyph="",
        )


def _places(pyramids: Sequence[str]) -> list[tuple[float, float, float]]:
    """Where each of up to five pyramids on one tile stands, and how large it is drawn: the heavy
    ones in a lower row, the others above it, clear of the number in the tile's corner."""
    count = len(pyramids)
    sizes = [_SIZES[_weight(p) - 1] for p in pyramids]
    if count == 1:
        return [(0.06, _FLOOR - 0.03 - 0.58 * sizes[0], 1.16 * sizes[0])]
    split = 3 if count == 5 else 2
    lower, upper = sizes[:split], sizes[split:]
    places, x = [], sum(lower) / 2
    for size in lower:  # from the right: the left is near the number
        x -= size
        places.append((x + size / 2, _FLOOR - size / 2, size))
    x = 0.46 - sum(upper)
    for size in upper:
        places.append((x + size / 2, _FLOOR - max(lower) - size / 2, size))
        x += size
    return places


def _pyramid_piece(
    position: TorchPosition, pyramid: str, place: tuple[float, float, float], space: str | None
) -> Piece:
    x, y, size = place
    return Piece(
        id=pyramid,
        symbol=f"torch/pyramid-{_EMBLEMS[pyramid[0]]}",
        x=x,
        y=y,
        look=f"pyramid suit-{pyramid[0].lower()}",
        name=_pyramid_name(pyramid),
        size=size,
        seat=position.suits.index(pyramid[0]),
        space=space,
        glyph=pyramid,
    )


def _pyramids(position: TorchPosition, on: dict[str, list[str]]) -> Iterator[Piece]:
    for space, pyramids in on.items():
        x, y = _at(space)
        for pyramid, (dx, dy, size) in zip(pyramids, _places(pyramids), strict=True):
            yield _pyramid_piece(position, pyramid, (x + dx, y + dy, size), space)


# -- what happened last -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Lost:
    """A tile that has left the game, how, and what went with it."""

    how: str  # sunk, voted-out, burnt
    space: str
    tile: str
    pyramids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Selected:
    """A tile that a seat has selected (T21), and what it paid by seat."""

    seat: int
    space: str
    tile: str
    paid: dict[int, int]


@dataclass(frozen=True, slots=True)
class _Story:
    """What the last moves did: the way something went, tiles lost, tiles selected, coins played."""

    way: tuple[str, ...] = ()
    lost: tuple[_Lost, ...] = ()
    selected: tuple[_Selected, ...] = ()
    played: tuple[tuple[int, int, str], ...] = ()  # seat, coins, option


def _story(position: TorchPosition) -> _Story:
    """Back to the last movement: a selection hides what was before it, and so does a lost tile."""
    lost: list[_Lost] = []
    selected: list[_Selected] = []
    played: list[tuple[int, int, str]] = []
    way: tuple[str, ...] = ()
    asking, ballot = True, position.phase.partition("-")[0]
    after = position
    while after.before is not None and after.last is not None:
        before, parts = after.before, read_move(after.last.text)
        asking = asking and parts.kind in ("add", "decline")
        if asking and parts.kind == "add" and before.phase.startswith(ballot):
            played.append((before.turn or 0, parts.coins, parts.option))
        if parts.kind == "score":
            selected.append(_selection(before, space_name(parts.spaces[0])))
        elif parts.kind in ("walk", "slide", "place"):
            if not lost and not selected:
                way = tuple(space_name(at) for at in parts.spaces)
                mover = f"{before.suits[before.turn or 0]}{parts.letter}"
                if parts.kind == "walk":
                    lost += _losses("sunk", before, after, mover)
            break
        elif parts.kind == "roll" or selected:
            break
        else:
            lost += _losses("burnt" if parts.kind == "burn" else "voted-out", before, after)
        after = before
    selected.reverse()
    played.reverse()
    return _Story(way, tuple(lost), tuple(selected), tuple(played))


def _losses(
    how: str, before: TorchPosition, after: TorchPosition, mover: str | None = None
) -> Iterator[_Lost]:
    for space in sorted(before.tiles.keys() - after.tiles.keys()):
        gone = [p for p, at in before.pyramids.items() if at == space and p != mover]
        gone += [] if mover is None else [mover]
        yield _Lost(how, space, before.tiles[space], tuple(gone))


def _selection(before: TorchPosition, space: str) -> _Selected:
    paid: dict[int, int] = {}
    for pyramid, at in before.pyramids.items():
        if at == space:
            owner = before.suits.index(pyramid[0])
            paid[owner] = paid.get(owner, 0) + int(POINTS[LETTERS.index(pyramid[1])])
    return _Selected(before.turn or 0, space, before.tiles[space], paid)


def _ghosts(position: TorchPosition, story: _Story) -> Iterator[Piece]:
    """What has just gone down, still to be seen under water."""
    for lost in story.lost:
        x, y = _at(lost.space)
        left = message("torch.thing.left", tile=_tile_name(lost.tile))
        yield _tile_piece(lost.tile, lost.space, "ghost", left, standing=False)
        places = _crowd(len(lost.pyramids))
        for pyramid, (dx, dy, size) in zip(lost.pyramids, places, strict=True):
            piece = _pyramid_piece(position, pyramid, (x + dx, y + dy, size), None)
            name = message("torch.thing.sunk-pyramid", letter=pyramid[1])
            yield replace(piece, look=f"ghost {piece.look}", name=name)


def _crowd(count: int) -> list[tuple[float, float, float]]:
    """Places for any number of small things on one space, in rows of three."""
    places = []
    for i in range(count):
        row, column = divmod(i, 3)
        across = min(count - 3 * row, 3)
        places.append((0.06 + 0.3 * (column - (across - 1) / 2), 0.26 - 0.3 * row, 0.3))
    return places


def _last_marks(story: _Story) -> Iterator[Mark]:
    for lost in story.lost:
        name = message(f"torch.mark.{lost.how}", tile=_tile_name(lost.tile))
        yield Mark(lost.how, (_at(lost.space),), space=lost.space, name=name)
    if len(story.way) > 1:
        yield Mark("last-move", tuple(_at(space) for space in story.way), space=story.way[-1])
    elif story.way:
        yield Mark("placed", (_at(story.way[0]),), space=story.way[0])
    for space in dict.fromkeys(chosen.space for chosen in story.selected):
        yield Mark("selected", (_at(space),), space=space)


def _gains(position: TorchPosition, story: _Story) -> Iterator[Label]:
    """Beside each score, what the selections of this round have paid so far."""
    for seat in range(position.seats):
        gain = sum(chosen.paid.get(seat, 0) for chosen in story.selected)
        if gain:
            x, y = _beside(seat, _GAIN_AT)
            yield Label(f"+{gain}", x, y, "gain")


# -- ballots ------------------------------------------------------------------------------------


def _stakes(position: TorchPosition) -> dict[str, int | None]:
    """The spaces of the tiles the present ballot is about, with the running total after the
    reveal."""
    worth, number = position.worth, position.number
    if position.phase.startswith("number") and worth:
        totals: dict[str, int | None] = {t: worth.get(t[1]) for t in position.tiles.values()}
        totals = {tile: total for tile, total in totals.items() if total}
    elif position.phase.startswith("suit"):
        totals = {
            f"{suit}{number}": worth.get(suit) for suit in SUITS if not worth or suit in worth
        }
    else:
        return {}
    return {at: totals[tile] for at, tile in position.tiles.items() if tile in totals}


def _candidates(position: TorchPosition) -> Iterator[Mark]:
    for space, total in _stakes(position).items():
        name = (
            message("torch.mark.tally", worth=total) if total else message("torch.mark.candidate")
        )
        yield Mark("candidate", (_at(space),), space=space, name=name)


def _tallies(position: TorchPosition) -> Iterator[Piece]:
    for space, total in _stakes(position).items():
        if total:
            x, y = _at(space)
            yield Piece(
                id=f"tally-{space}",
                symbol="torch/tally",
                x=x + 0.33,
                y=y - 0.33,
                look="tally flat",
                name=message("torch.thing.tally", worth=total),
                size=0.36,
                space=space,
                glyph=f"={total}",
            )


# -- the players' edges -------------------------------------------------------------------------


def _to_roll(position: TorchPosition) -> list[int]:
    return [x for x in range(position.seats) if position.state[s.ROLL + x] == s.NOT_YET]


class _Edge:
    """Lays one player's things along the edge."""

    def __init__(self, position: TorchPosition, seat: int):
        self.position, self.seat = position, seat
        self.suit = position.suits[seat]

    def piece(
        self,
        id_: str,
        symbol: str,
        look: str,
        along: float,
        size: float,
        name: Message,
        glyph: str = "",
        inwards: float = 0.0,
    ) -> Piece:
        x, y = _beside(self.seat, along, inwards)
        return Piece(
            id=id_,
            symbol=f"torch/{symbol}",
            x=x,
            y=y,
            look=f"{look} suit-{self.suit.lower()}",
            name=name,
            size=size,
            seat=self.seat,
            glyph=glyph,
        )

    def chip(self, id_: str, option: str, along: float, size: float, name: Message) -> Piece:
        """A coin that shows an option of a ballot."""
        suit = option in SUITS
        symbol = f"vote-{_EMBLEMS[option]}" if suit else "vote-number"
        return self.piece(id_, symbol, "vote", along, size, name, f"={option}")

    def person(self) -> Iterator[Piece]:
        """Pawn, points and torch."""
        deciding = self.seat in self.position.deciders or (
            self.position.phase == "roll" and self.seat == _to_roll(self.position)[0]
        )
        outcome = self.position.outcome
        won = outcome is not None and self.seat in outcome.winners
        look = "pawn deciding" if deciding else "pawn won" if won else "pawn"
        points = self.position.scores[self.seat]
        yield self.piece(
            f"pawn-{self.suit}", f"pawn-{_EMBLEMS[self.suit]}", look, _PAWN_AT, 0.54,
            _suit(self.suit),
        )  # fmt: skip
        yield self.piece(
            f"score-{self.suit}", "score", "score", _SCORE_AT, 0.46,
            message("torch.thing.points", n=points), str(points),
        )  # fmt: skip
        if self.position.torch == self.seat:
            name = message("torch.thing.torch")
            yield self.piece("torch", "torch", "torch", _TORCH_AT, 0.6, name)

    def coins(self, played: Sequence[tuple[int, int, str]]) -> Iterator[Piece]:
        """The coins that are left, and those played in this ballot with what they lie on."""
        for coin in self.position.coins[self.seat]:
            name = message(f"torch.thing.coin.{coin}")
            at = _COIN_AT[coin - 1]
            yield self.piece(f"coin-{self.suit}{coin}", f"coin-{coin}", "coin", at, 0.42, name)
        along = _PLAYED_AT
        for seat, coins, option in played:
            if seat != self.seat:
                continue
            for coin in (1, 2):
                if coins & coin:
                    name = message(f"torch.thing.played.{coin}", option=_option(option))
                    id_ = f"coin-{self.suit}{coin}"
                    yield self.piece(id_, f"coin-{coin}", "coin", along, 0.42, name)
                    along += 0.33
            name = message("torch.thing.option", option=_option(option))
            yield self.chip(f"on-{self.suit}{coins}", option, along, 0.32, name)
            along += 0.41

    def vote(self, viewer: int | None) -> Iterator[Piece]:
        """The voting coin: face down until all are revealed, but for its owner."""
        vote = self.position.votes[self.seat]
        if vote is None:
            return
        id_ = f"ballot-{self.suit}"
        if vote == "?":
            name = message("torch.thing.voted")
            yield self.piece(id_, "vote-hidden", "vote", _VOTE_AT, 0.46, name)
            return
        own = self.position.in_ballot and viewer == self.seat
        code = "torch.thing.own-vote" if own else "torch.thing.vote"
        yield self.chip(id_, vote, _VOTE_AT, 0.46, message(code, option=_option(vote)))

    def setup(self) -> Iterator[Piece]:
        """The die and the pyramids in hand."""
        if self.position.phase not in ("roll", "place"):
            return
        die = self.position.dice[self.seat]
        waiting = self.seat in _to_roll(self.position)
        if die is not None or waiting:
            name = (
                message("torch.thing.die.waiting")
                if die is None
                else message("torch.thing.die", die=die)
            )
            glyph = "" if die is None else str(die)
            yield self.piece(f"die-{self.suit}", "die", "die", _VOTE_AT, 0.44, name, glyph)
        for letter in self.position.hands[self.seat]:
            along = _HAND_AT + 0.25 * LETTERS.index(letter)
            place = (*_beside(self.seat, along), 0.26)
            piece = _pyramid_piece(self.position, f"{self.suit}{letter}", place, None)
            yield replace(piece, name=message("torch.thing.hand", letter=letter))

    def flags(self, selected: Sequence[_Selected]) -> Iterator[Piece]:
        """A flag on the tile this seat has selected, at the tile's side that faces the seat."""
        for chosen in selected:
            if chosen.seat == self.seat:
                x, y = _at(chosen.space)
                dx, dy = ((0.0, 0.4), (-0.4, 0.0), (0.0, -0.4), (0.4, 0.0))[self.seat]
                yield Piece(
                    id=f"flag-{self.suit}",
                    symbol=f"torch/flag-{_EMBLEMS[self.suit]}",
                    x=x + dx,
                    y=y + dy,
                    look=f"flag suit-{self.suit.lower()}",
                    name=self._paid(chosen),
                    size=0.34,
                    seat=self.seat,
                )

    def _paid(self, chosen: _Selected) -> Message:
        paid = {
            f"p{i}": message("torch.thing.paid", who=self.position.seat_name(seat), points=points)
            for i, (seat, points) in enumerate(sorted(chosen.paid.items()), 1)
        }
        return message(
            f"torch.thing.chose.{len(paid)}",
            tile=_tile_name(chosen.tile),
            space=chosen.space,
            **paid,
        )


def _players(position: TorchPosition, viewer: int | None, story: _Story) -> Iterator[Piece]:
    for seat in range(position.seats):
        edge = _Edge(position, seat)
        yield from edge.person()
        yield from edge.coins(story.played)
        yield from edge.vote(viewer)
        yield from edge.setup()
        yield from edge.flags(story.selected)


# -- controls -----------------------------------------------------------------------------------


def _controls(position: TorchPosition) -> tuple[Control, ...]:
    """The buttons of the present phase."""
    return tuple(_buttons(position))


def _choices(what: str, options: Sequence[str]) -> Iterator[Control]:
    for option in options:
        name = message(f"torch.control.{what}", option=_option(option))
        yield Control(f"{what}-{option}", name, _EMBLEMS.get(option, option))


def _buttons(position: TorchPosition) -> Iterator[Control]:
    phase, turn = position.phase, position.turn or 0
    if phase == "roll":
        yield from _choices("roll", NUMBERS)
    elif phase == "move":
        own = {p[1]: at for p, at in position.pyramids.items() if p[0] == position.suits[turn]}
        for letter, at in own.items():
            if list(own.values()).count(at) > 1:
                name = message("torch.control.pyramid", letter=letter)
                yield Control(f"pyramid-{letter}", name, "pyramid")
        yield Control(DONE, message("torch.control.done"), "done")
    elif position.in_ballot:
        yield from _choices("vote", NUMBERS if phase == "number" else SUITS)
    elif phase.endswith("-coins"):
        have = position.coins[turn]
        for coins in (*have, *((3,) if len(have) > 1 else ())):
            yield Control(f"coin-{coins}", message(f"torch.control.coin.{coins}"), f"coin-{coins}")
        yield from _choices("on", tuple(position.worth))
        yield Control("decline", message("torch.control.decline"), "decline")
    elif phase.endswith("-tie"):
        most = max(position.worth.values())
        tied = [option for option, worth in position.worth.items() if worth == most]
        yield from _choices("choose", tied)
    elif phase == "burn":
        yield Control("spare", message("torch.control.spare"), "decline")
    elif phase == "crown":
        best = max(position.scores)
        tied = [
            x for x, points in zip(position.suits, position.scores, strict=True) if points == best
        ]
        yield from _choices("crown", tied)
        yield Control("share", message("torch.control.share"), "share")
