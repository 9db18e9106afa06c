"""Reads the Portable Piecepack Notation that `ppn` writes: plays the game again.

Nothing is trusted: every word becomes a decision that the rules check, and tiles that are removed
must be those that the decisions before them sank, chose or burnt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from ....core.errors import BadNotation, IcefieldError, TextError
from ....core.message import Message, message
from ..board import FILES, LETTERS
from ..game import TORCH_GAME
from ..position import TorchPosition
from .ppn import GAME_TYPE, RANKS, VOTERS, ppn_tile, roller

_TOKENS: Final = re.compile(r"\s+|(?P<comment>\{[^{}]*\}(?=\s|$))|(?P<cut>;)|(?P<word>[^\s;{}]+)")
_LABEL: Final = re.compile(r"(?P<name>[A-Za-z0-9_.]*?)\.+")
_COMMENT: Final = re.compile(
    r"(?P<move>decline|spare|share|choose:[0-5SMCA]|bar:[SMCA]|crown:[SMCA]|score:[a-e][1-5])"
    r"(?: - .*)?"
)
_POINT: Final = r"(?P<at>[a-z][0-9]{1,2}|\([0-9]{1,2}(?:\.[0-9])?,[0-9]{1,2}(?:\.[0-9])?\))"
_SUIT, _RANK, _TILE = r"(?P<suit>[SMCA])", r"(?P<rank>[na2345])", r"(?P<tile>[SMCA][na2345])"
_STEPS: Final = {"U": (0, 1), "R": (1, 0), "D": (0, -1), "L": (-1, 0)}
_OPTIONS: Final = {
    "Suits": "suits",
    "ReturnMoves": "return_moves",
    "QuietRounds": "quiet_rounds",
}
_LONGEST: Final = 40


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    offset: int


def from_ppn(text: str) -> TorchPosition:
    """The last position of the game in the text, with its whole history.

    Raises BadNotation with line and column.
    """
    fields, body = _read_header(text)
    position, set_up = _first_position(text, fields)
    reader = _Reader(text, position, set_up)
    for token in _iterate_tokens(text, body):
        reader.take(token)
    return reader.finish(fields.get("Result"))


def _error(
    source: str, offset: int, what: str, rule: str | None = None, **params: str | int | Message
) -> BadNotation:
    return BadNotation(
        message(f"torch.ppn.{what}", **params),
        line=source.count("\n", 0, offset) + 1,
        column=offset - source.rfind("\n", 0, offset),
        rule=rule,
        detail=f"bad-ppn-{what}",
    )


def _sentence_of(error: IcefieldError) -> Message:
    """The message of an error without its place: the place in the file is given."""
    return error.what if isinstance(error, TextError) else error.sentence


# -- the header ---------------------------------------------------------------------------------


def _read_header(text: str) -> tuple[dict[str, _Word], int]:
    """The fields between `---` and `...`, and where the movetext begins."""
    fields: dict[str, _Word] = {}
    offset = 0
    for i, line in enumerate(text.splitlines(keepends=True)):
        if i == 0 and not line.startswith("---"):
            raise _error(text, 0, "header")
        if line.startswith("..."):
            return fields, offset + len(line)
        name, colon, value = line.partition(":")
        if i and line.strip():
            if not colon or not re.fullmatch(r"[A-Za-z]+", name) or name in fields:
                raise _error(text, offset, "field", text=line.strip()[:_LONGEST])
            start = offset + len(line) - len(value) + len(value) - len(value.lstrip(" \t"))
            fields[name] = _Word(value.strip(), min(start, offset + len(line.rstrip("\r\n"))))
        offset += len(line)
    raise _error(text, len(text), "header")


def _first_position(text: str, fields: dict[str, _Word]) -> tuple[TorchPosition, bool]:
    """The first position, and whether the header gives it (else the usual start)."""
    kind = fields.get("GameType", _Word("", 0))
    if kind.text != GAME_TYPE:
        raise _error(text, kind.offset, "game", text=kind.text[:_LONGEST])
    options: dict[str, Any] = {
        option: fields[name].text for name, option in _OPTIONS.items() if name in fields
    }
    start = fields.get("Start")
    seats = fields.get("Seats", _Word("4", kind.offset))
    culprit = start or fields.get("Suits") or kind
    try:
        if start is not None:
            position = TORCH_GAME.read(start.text.strip('"'))
        else:
            if not re.fullmatch("[0-9]{1,2}", seats.text):
                raise _error(text, seats.offset, "value", name="Seats", text=seats.text[:_LONGEST])
            began = TORCH_GAME.start(int(seats.text), **options)
            assert isinstance(began, TorchPosition)
            position = began
    except IcefieldError as error:
        if isinstance(error, BadNotation) and error.refusal.code.startswith("bad-ppn"):
            raise
        raise _error(text, culprit.offset, "start", error.rule, why=_sentence_of(error)) from error
    return position, start is not None


def _iterate_tokens(text: str, offset: int) -> Iterator[re.Match[str]]:
    while offset < len(text):
        found = _TOKENS.match(text, offset)
        if found is None:
            raise _error(text, offset, "word", text=text[offset])
        if found.lastgroup is not None:
            yield found
        offset = found.end()


# -- the movetext -------------------------------------------------------------------------------


class _Reader:
    """The game so far, and what is not complete yet.

    A pyramid move that may get a second hop, coins that may be two, and tiles that have left the
    game but are not yet removed in the text.
    """

    def __init__(self, text: str, position: TorchPosition, set_up: bool):
        self._text = text
        self._position = position
        self._set_up = set_up  # the pieces of a SetUp. need no reading, the header has them
        self._label = ""
        self._walk: tuple[str, _Word] | None = None
        self._coins: tuple[int, int, str, _Word] | None = None  # seat, coins, option
        self._leaving: dict[str, int] = {}  # tile -> how many pieces leave with it

    def take(self, token: re.Match[str]) -> None:
        word = _Word(token[0], token.start())
        if token["cut"]:
            self._flush_coins()
        elif token["comment"]:
            self._read_comment(word)
        else:
            self._take_word(word)

    def finish(self, result: _Word | None) -> TorchPosition:
        """The position at the end of the text, which must be complete."""
        self._flush()
        end = _Word("", len(self._text))
        self._check_removed(end)
        scores = " ".join(str(score) for score in self._position.scores)
        if result is not None and (self._position.outcome is None or result.text != scores):
            raise self._error(result, "result", text=result.text[:_LONGEST], true=scores)
        return self._position

    def _error(
        self, word: _Word, what: str, rule: str | None = None, **params: str | int | Message
    ) -> BadNotation:
        return _error(self._text, word.offset, what, rule, **params)

    def _unknown_word(self, word: _Word) -> BadNotation:
        return self._error(word, "word", text=word.text[:_LONGEST])

    # -- decisions ------------------------------------------------------------------------------

    def _play(self, move: str, word: _Word, seat: int | None = None) -> None:
        before = self._position
        try:
            after = before.play(move, seat)
        except IcefieldError as error:
            raise self._error(
                word, "move", error.rule, text=word.text[:_LONGEST], why=_sentence_of(error)
            ) from error
        assert isinstance(after, TorchPosition)
        standing = list(before.pyramids.values())
        if not move.startswith("burn:") and ">" not in move:
            for space in before.tiles.keys() - after.tiles.keys():  # the walker sinks with it
                lost = 1 + standing.count(space) + ("-" in move)
                self._leaving[before.tiles[space]] = lost
        self._position = after

    def _flush(self) -> None:
        """Play the moves that were not complete."""
        self._flush_walk()
        self._flush_coins()

    def _flush_walk(self) -> None:
        if self._walk is not None:
            (move, word), self._walk = self._walk, None
            self._play(move, word)

    def _flush_coins(self) -> None:
        if self._coins is not None:
            (seat, coins, option, word), self._coins = self._coins, None
            self._decline(word, until=seat)
            self._play(f"add{coins}:{option}", word, seat)

    def _decline(self, word: _Word, until: int | None = None) -> None:
        """Play that the seats asked for coins before `until` (None: all) have declined."""
        while self._position.phase.endswith("-coins") and self._position.turn != until:
            self._play("decline", word)

    def _check_removed(self, word: _Word) -> None:
        if self._leaving:
            tile, count = next(iter(self._leaving.items()))
            raise self._error(word, "leaves", tile=tile, count=count)

    def _read_comment(self, word: _Word) -> None:
        found = _COMMENT.fullmatch(" ".join(word.text[1:-1].split()))
        if found is None:
            return
        self._flush()
        if found["move"] != "decline":
            self._decline(word)
            self._check_removed(word)
        self._play(found["move"], word)

    def _take_word(self, word: _Word) -> None:
        label = _LABEL.fullmatch(word.text)
        if label is not None:
            self._flush_coins()
            if label["name"]:
                self._flush()
                self._decline(word)
                self._check_removed(word)
                self._begin_part(label["name"], word)
            return
        if not self._label:
            raise self._unknown_word(word)
        if self._label in ("PlacePawns", "RemoveCorners", "SetUp"):
            if not re.fullmatch(r"\*\?[SMCA][na2345]|[a-zA-Z0-9]{2,3}@" + _POINT, word.text):
                raise self._unknown_word(word)
            return
        for form, read in _WORDS:
            found = form.fullmatch(word.text)
            if found is not None:
                if read is not _Reader._read_hop:
                    self._flush_walk()
                if read is not _Reader._read_coin:
                    self._flush_coins()
                    self._decline(word)
                if read is not _Reader._read_removal and read is not _Reader._read_clear:
                    self._check_removed(word)
                read(self, found, word)
                return
        raise self._unknown_word(word)

    def _begin_part(self, label: str, word: _Word) -> None:
        """Begin a part of the text, which must be the one that the game has come to."""
        phase = self._position.phase
        now = {"roll": "RollDice", "place": "PlacePyramids"}.get(
            phase, f"Round{self._position.round}"
        )
        laid = ("SetUp",) if self._set_up else ("PlacePawns", "RemoveCorners")
        if label != now and not (label in laid and not self._position.history):
            raise self._error(word, "label", text=label[:_LONGEST], now=now)
        self._label = label

    # -- words ----------------------------------------------------------------------------------

    def _find_seat(self, suit: str, word: _Word) -> int:
        if suit not in self._position.suits:
            raise self._error(word, "suit", "T3", suit=suit)
        return self._position.suits.index(suit)

    def _check_mover(self, suit: str, word: _Word) -> str:
        """The suit of a pyramid, whose player must be the one that decides."""
        seat = self._find_seat(suit, word)
        if self._position.turn != seat:
            raise self._error(word, "turn", text=word.text[:_LONGEST], suit=suit)
        return suit

    def _read_die(self, found: re.Match[str], word: _Word) -> None:
        """A die is rolled, or turned to vote for a number."""
        seat, number = self._find_seat(found["suit"], word), RANKS.index(found["rank"])
        if self._position.phase == "roll":
            if seat != roller(self._position):
                raise self._error(word, "turn", text=word.text[:_LONGEST], suit=found["suit"])
            self._play(f"roll:{number}", word)
        else:
            self._play(f"vote:{number}", word, seat)

    def _read_place(self, found: re.Match[str], word: _Word) -> None:
        self._check_mover(found["suit"], word)
        letter = LETTERS[RANKS.index(found["rank"])]
        self._play(f"{letter}@{self._read_space(found['at'], word)}", word)

    def _read_step(self, found: re.Match[str], word: _Word) -> None:
        suit, letter = self._check_mover(found["suit"], word), LETTERS[RANKS.index(found["rank"])]
        start = self._position.pyramids.get(suit + letter)
        if start is None:
            raise self._error(word, "missing", text=word.text[:_LONGEST])
        self._walk = f"{letter}{start}-{self._read_space(found['at'], word)}", word

    def _read_hop(self, found: re.Match[str], word: _Word) -> None:
        if self._walk is None:
            raise self._unknown_word(word)
        self._walk = f"{self._walk[0]}-{self._read_space(found['at'], word)}", self._walk[1]

    def _read_slide(self, found: re.Match[str], word: _Word) -> None:
        start = self._find_tile(found["tile"], word)
        dx, dy = _STEPS[found["way"]]
        column, row = FILES.index(start[0]) + dx, int(start[1]) + dy
        pieces = 1 + list(self._position.pyramids.values()).count(start)
        if column not in range(5) or row not in range(1, 6):
            raise self._error(word, "outside", "T12", text=word.text[:_LONGEST])
        if int(found["count"]) != pieces:
            raise self._error(word, "count", tile=found["tile"], count=pieces)
        self._play(f"{start}>{FILES[column]}{row}", word)

    def _read_ballot(self, found: re.Match[str], word: _Word) -> None:
        seat = VOTERS.index(found["voter"])
        self._play(f"vote:{found['suit']}", word, seat)

    def _read_coin(self, found: re.Match[str], word: _Word) -> None:
        seat, coin = self._find_seat(found["suit"], word), RANKS.index(found["rank"])
        x, y = _point(found["at"])
        edge = 0 if y == 11 else 1 if x == 11 else 2 if y == 0 else 3 if x == 0 else 4
        option = self._position.votes[edge] if edge < self._position.seats else None
        if option is None:
            raise self._error(word, "edge", "T15", text=word.text[:_LONGEST])
        if self._coins is not None:
            with_seat, coins, on, first = self._coins
            if (with_seat, on) != (seat, option) or coins == coin:
                raise self._unknown_word(word)
            self._coins = seat, coins | coin, option, first
        else:
            self._coins = seat, coin, option, word

    def _read_clear(self, found: re.Match[str], word: _Word) -> None:
        """The coins of a ballot are taken away: nothing to play."""
        del found, word

    def _read_removal(self, found: re.Match[str], word: _Word) -> None:
        tile, count = found["tile"], int(found["count"] or 1)
        ours = tile[0] + str(RANKS.index(tile[1]))
        if ours in self._leaving:
            if self._leaving[ours] != count:
                raise self._error(word, "count", tile=tile, count=self._leaving[ours])
            del self._leaving[ours]
            return
        self._check_removed(word)
        if count != 1:
            raise self._error(word, "count", tile=tile, count=1)
        self._play(f"burn:{self._find_tile(tile, word)}", word)

    def _find_tile(self, tile: str, word: _Word) -> str:
        for space, found in self._position.tiles.items():
            if ppn_tile(found) == tile:
                return space
        raise self._error(word, "missing", text=word.text[:_LONGEST])

    def _read_space(self, at: str, word: _Word) -> str:
        x, y = _point(at)
        column, row = int((x - 0.5) // 2), int((y - 0.5) // 2)
        if column not in range(5) or row not in range(5):
            raise self._error(word, "outside", "T1", text=word.text[:_LONGEST])
        return f"{FILES[column]}{row + 1}"


def _point(at: str) -> tuple[float, float]:
    if at[0] == "(":
        x, _, y = at[1:-1].partition(",")
        return float(x), float(y)
    return ord(at[0]) - ord("a") + 1, int(at[1:])


_Read = Callable[[_Reader, re.Match[str], _Word], None]
_WORDS: Final[tuple[tuple[re.Pattern[str], _Read], ...]] = tuple(
    (re.compile(form), read)
    for form, read in (
        (rf"d{_SUIT}{_RANK}@{_POINT}", _Reader._read_die),
        (rf"\?d{_SUIT}~{_RANK}", _Reader._read_die),
        (rf"x{_SUIT}{_RANK}@{_POINT}", _Reader._read_place),
        (rf"\?x{_SUIT}{_RANK}-{_POINT}", _Reader._read_step),
        (rf"-{_POINT}", _Reader._read_hop),
        (rf"(?P<count>[2-9])\?{_TILE}-2(?P<way>[URDL])", _Reader._read_slide),
        (rf"c(?P<voter>[543n]){_SUIT}@{_POINT}", _Reader._read_ballot),
        (rf"\?c(?P<voter>[543n])~{_SUIT}", _Reader._read_ballot),
        (rf"c{_SUIT}(?P<rank>[a2])f@{_POINT}", _Reader._read_coin),
        (r"\*/cf", _Reader._read_clear),
        (rf"\*(?P<count>[2-9]?)\?{_TILE}", _Reader._read_removal),
    )
)
