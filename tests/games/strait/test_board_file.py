"""Boards: the standard one against tables, custom ones, and every error of a file.

The tables are written here by hand; each error has its line and column.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import icefield
from icefield.core.errors import BadDrawing, BadNotation
from icefield.core.game import Move
from icefield.games import data_folder
from icefield.games.strait.board import Board, axial, edge_names
from icefield.games.strait.board_file import board_toml, load_board, pack_board, read_shipped
from icefield.play import Match, read_records, write_records
from icefield.testing.messages import check_message
from icefield.testing.sample import decide

STRAIT = icefield.game("strait")
DOCUMENT = Path(__file__).parents[3] / "docs" / "strait-boards.md"
BERING = read_shipped("bering")


def small() -> str:
    """The example of the document."""
    found = re.search(
        r"^```toml\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found is not None
    return found[1]


# -- the standard board, as in the rules ----------------------------------------------------------

STANDARD = load_board("bering")
CURRENTS = {  # I2: speed, and the hexes in order; for a fork both ways
    1: (1, ["(0,7)(0,6)(0,5)(0,4)(0,3)(0,2)(0,1)(0,0)"]),
    2: (2, ["(1,0)(1,1)(1,2)(1,3)(1,4)(1,5)(1,6)"]),
    3: (3, ["(2,6)(2,5)(2,4)(2,3)(2,2)(2,1)(2,0)(2,-1)"]),
    4: (
        3,
        [
            "(4,-2)(3,-1)(3,0)(3,1)(3,2)(3,3)(3,4)(3,5)",
            "(4,-2)(4,-1)(4,0)(3,1)(3,2)(3,3)(3,4)(3,5)",
        ],
    ),
    5: (
        2,
        [
            "(4,5)(4,4)(4,3)(4,2)(5,1)(5,0)(5,-1)(5,-2)",
            "(4,5)(5,4)(5,3)(5,2)(5,1)(5,0)(5,-1)(5,-2)",
        ],
    ),
    6: (3, ["(6,-3)(6,-2)(6,-1)(6,0)(6,1)(6,2)(6,3)(6,4)"]),
    7: (2, ["(7,3)(7,2)(7,1)(7,0)(7,-1)(7,-2)(7,-3)"]),
    8: (1, ["(8,-4)(8,-3)(8,-2)(8,-1)(8,0)(8,1)(8,2)(8,3)"]),
}
ALASKA = {  # I3
    "Shishmaref": ((8, -4), (8, -3)),
    "Nuluk": ((8, -3), (8, -2)),
    "Ikpek Lagoon": ((8, -2), (8, -1)),
    "Mitletukeruk": ((8, 0), (8, 1)),
    "Wales": ((8, 1), (8, 2)),
    "Tin City": ((8, 2), (8, 3)),
}
BESIDE = {  # I3
    frozenset(pair)
    for pair in (
        ("shishmaref", "nuluk"),
        ("nuluk", "ikpek"),
        ("mitletukeruk", "wales"),
        ("wales", "tincity"),
    )
}
SIBERIA = {  # I4
    "Uelen": ((0, 0), (0, 1)),
    "Naukan": ((0, 2), (0, 3)),
    "Chini": ((0, 4), (0, 5)),
    "Lavrentiya": ((0, 6), (0, 7)),
}


def ways(made: Board, index: int) -> set[str]:
    """All ways along a current."""
    current = made.currents[index]
    flow = dict(current.flow)

    def on(name: str) -> list[list[str]]:
        return [[name, *rest] for to in flow[name] for rest in ([[]] if to is None else on(to))]

    written = [[axial(name) for name in way] for way in on(current.entry)]
    return {"".join(f"({q},{r})" for q, r in way) for way in written}


def test_I1_the_sea_has_67_hexes_around_the_diomede_islands() -> None:
    wanted = {(q, row - q // 2) for q in range(9) for row in range(8 if q % 2 == 0 else 7)} - {
        (4, 1)
    }
    assert len(wanted) == 67
    assert {axial(name) for name in STANDARD.sea} == wanted
    assert axial(STANDARD.diomede) == (4, 1)
    assert (axial("a8"), axial("i1"), axial("e4")) == ((0, 7), (8, -4), (4, 1))
    assert STANDARD.reconstruction


def test_I2_the_currents_flow_as_the_rules_say() -> None:
    assert len(STANDARD.currents) == len(CURRENTS)
    for number, (speed, paths) in CURRENTS.items():
        assert STANDARD.currents[number - 1].speed == speed
        assert ways(STANDARD, number - 1) == set(paths)
    assert len({name for current in STANDARD.currents for name in current.hexes}) == 67


def touches(made: Board, name: str) -> tuple[tuple[tuple[int, int], str], ...]:
    (station,) = [x for x in (*made.alaska, *made.siberia) if x.name == name]
    return tuple((axial(hex_), edge_names(1 << edge)[0]) for hex_, edge in station.touches)


def test_I3_the_stations_of_alaska_touch_their_hexes_and_neighbours() -> None:
    assert [station.name for station in STANDARD.alaska] == list(ALASKA)
    for name, (first, second) in ALASKA.items():
        assert touches(STANDARD, name) == ((first, "SE"), (second, "NE"))
    pairs = {frozenset((x.id, other)) for x in STANDARD.alaska for other in x.neighbours}
    assert pairs == BESIDE


def test_I4_the_stations_of_siberia_touch_their_hexes() -> None:
    assert [station.name for station in STANDARD.siberia] == list(SIBERIA)
    for name, (first, second) in SIBERIA.items():
        assert touches(STANDARD, name) == ((first, "SW"), (second, "NW"))


def test_I5_there_are_24_tiles() -> None:
    found = {tile.mask: tile.count for tile in STANDARD.tiles}
    assert found == {3: 4, 5: 4, 9: 4, 7: 3, 11: 3, 13: 3, 21: 3}
    assert sum(found.values()) == 24


def test_I6_there_are_16_cards() -> None:
    found = {card.text: card.count for card in STANDARD.cards}
    floes = {"111": 1, "101": 1, "011": 1, "001": 2, "100": 2, "010": 2, "110": 3, "200": 1}
    assert found == {**floes, "020": 1, "D110": 2}
    assert sum(found.values()) == 16


def test_I7_the_supply_and_the_rucksacks() -> None:
    assert STANDARD.supply == (15, 15, 5)
    for seats in (2, 3, 4):
        position = STRAIT.start(seats)
        assert position.supply == (15 - seats, 15 - seats, 5)  # type: ignore[attr-defined]
        assert position.packs == ((1, 1),) * seats  # type: ignore[attr-defined]


# -- custom boards --------------------------------------------------------------------------------


def test_the_example_of_the_document_is_a_board() -> None:
    made = load_board(small())
    assert made.name == "A small strait"
    assert not made.reconstruction
    assert len(made.sea) == 38
    assert ways(made, 3) == {
        "(4,-2)(4,-1)(4,0)(4,1)(4,2)(4,3)(4,4)",
        "(4,-2)(3,-1)(3,0)(4,0)(4,1)(4,2)(4,3)(4,4)",
    }


def test_a_packed_board_is_the_same_board() -> None:
    made = load_board(small())
    assert made.packed.startswith("packed:")
    assert " " not in made.packed
    again = load_board(made.packed)
    assert again == made
    assert (again.tables == made.tables).all()
    assert load_board(board_toml(made.packed)) == made
    assert load_board(small().replace("\n[[", "\n# a comment\n\n[[")) == made


def test_the_standard_board_is_known_by_its_name_however_it_is_given() -> None:
    assert load_board(BERING).packed == "bering"
    assert board_toml("bering") == BERING
    assert pack_board(tomllib.loads(read_shipped("bering"))) == "bering"
    assert STRAIT.start(board=BERING) == STRAIT.start()
    assert "board=" not in str(STRAIT.start(board=BERING))


def test_boards_that_differ_are_different() -> None:
    other = load_board(small().replace("speed = 3", "speed = 2"))
    assert other != load_board(small())
    assert STRAIT.start(board=other.packed) != STRAIT.start(board=small())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_on_a_custom_board(seats: int) -> None:
    """Every position is read back, and the moves stay within the board."""
    rng = random.Random(seats)
    position = STRAIT.start(seats, board=small(), goal=2)
    for _ in range(600):
        assert STRAIT.read(str(position)) == position
        if position.turn is None:
            break
        position = position.play(decide(position, rng)[1])
    assert len(position.history) > 100


def test_a_position_on_a_custom_board_can_be_read_with_the_option() -> None:
    position = STRAIT.start(2, board=small())
    text = re.sub(r" board=\S+", "", str(position))
    assert STRAIT.read(text, board=small()) == position
    text = text.replace(" tiles=dealt", "")
    assert STRAIT.read(text, board=small(), tiles="dealt") == position
    assert STRAIT.read(text, board=small()) == STRAIT.start(2, board=small(), tiles="drawn")
    with pytest.raises(BadNotation) as caught:  # the standard board has other cards
        STRAIT.read(text)
    assert caught.value.rule == "I6"


def test_records_carry_the_board() -> None:
    rng = random.Random(1)
    match = Match(STRAIT, ("Ann", "Ben"), options={"board": small()}, games=1)
    for _ in range(120):
        move: Move = decide(match.position, rng)[1]
        match.submit(move)
    text = write_records(match.records())
    (record,) = read_records(text)
    assert write_records([record]) == text
    assert record.replay()[-1] == match.position


# -- what can be wrong ----------------------------------------------------------------------------


def change(old: str, new: str, count: int = 1) -> Callable[[], str]:
    def changed() -> str:
        text = small()
        assert old in text, f"the document has no {old}"
        return text.replace(old, new, count)

    return changed


def without(table: str, keep: int) -> Callable[[], str]:
    """Only so many tables of a name, and no neighbours."""

    def changed() -> str:
        head, *parts = re.split(r"^(?=\[)", small(), flags=re.MULTILINE)
        found = [p for p in parts if p.startswith(f"[[{table}]]")]
        text = head + "".join(p for p in parts if p not in found[keep:])
        return re.sub(r"^neighbours.*\n", "", text, flags=re.MULTILINE)

    return changed


def more(*lines: str) -> Callable[[], str]:
    return lambda: "\n".join([small().rstrip("\n"), "", *lines, ""])


TILES = "".join(
    f'[[tile]]\nedges = "{word}"\ncount = 1\n\n'
    for word in ("N", "N NE", "N SE", "N NE SE", "N NE S", "N SE S", "N NE SE S", "N NE SE SW")
)


def grid(columns: str, rows: int, last: int) -> str:
    """A board of straight currents."""
    lines = ['name = "A grid"', f"columns = {last}", f'diomede = "a{rows + 1}"']
    lines += [f"sea = {[f'{c}1-{c}{rows}' for c in columns]}".replace("'", '"')]
    lines += [f"entries = {[f'{c}1' for c in columns]}".replace("'", '"')]
    for c in columns:
        path = " ".join(f"{c}{row + 1}" for row in range(rows))
        lines += ["[[current]]", "speed = 1", f'path = "{path}"']
    for coast, edge, count in (("alaska", f"{columns[-1]}#:SE", 6), ("siberia", "a#:SW", 3)):
        for i in range(count):
            at = edge.replace("#", str(i + 1))
            lines += [f"[[{coast}]]", f'id = "{coast}{"abcdef"[i]}"', f'name = "{i}"']
            lines += [f'touches = ["{at}"]']
    lines += ["[[tile]]", 'edges = "N"', "count = 20", "[[card]]", "count = 5"]
    return "\n".join([*lines, "[supply]", "rope = 9", "fish = 9", "bears = 0", ""])


ERRORS: list[tuple[str, str | None, str, Callable[[], str]]] = [
    # code, rule, the marked place, the file
    ("toml", None, "A small", change('"A small strait"', "A small strait")),
    ("long", None, "", lambda: small() + "\n#" * 60_000),
    ("long-line", None, "", lambda: small() + "#" * 1200),
    ("long-name", None, "name = ", change("A small strait", "A very small strait " * 4)),
    ("long-name", None, "name = ", change("The Inlet", "A very long name" * 4)),
    ("unreadable-name", None, "name = ", change("A small strait", "\\u200b")),
    ("unreadable-name", None, "name = ", change("The Inlet", "e" + "\\u0301" * 9)),
    ("unknown-key", None, "colums", change("columns = 6", "columns = 6\ncolums = 6")),
    ("unknown-key", None, "sped", change("speed = 3", "sped = 3")),
    ("wrong-type", None, "columns", change("columns = 6", 'columns = "6"')),
    ("wrong-type", None, "columns", change("columns = 6", "columns = true")),
    ("wrong-type", None, "entries", change('entries = ["a7"', "entries = [7")),
    ("wrong-type", None, "speed", change("speed = 3", 'speed = "fast"')),
    ("wrong-type", None, "touches", change('touches = ["f1:NE"]', 'touches = "f1:NE"')),
    ("missing-key", None, "", change('diomede = "d3"\n', "")),
    ("missing-key", None, "[[current]]", change("speed = 1\n", "")),
    ("columns", "I1", "columns", change("columns = 6", "columns = 27")),
    ("hexes", "I1", "a7-a1", change('"a1-a7"', '"a7-a1"')),
    ("hexes", "I1", "d33", change('diomede = "d3"', 'diomede = "d333"')),
    ("column", "I1", "g1", change('"f1-f6"]', '"f1-f6", "g1"]')),
    ("hex-twice", "I1", "f6", change('"f1-f6"]', '"f1-f6", "f6"]')),
    ("hex-twice", "I2", "f6", change('"f6"]', '"f6", "f6"]')),
    ("land-in-sea", "I1", "land", change("diomede =", 'land = ["a1"]\ndiomede =')),
    ("diomede", "I1", "d4", change('diomede = "d3"', 'diomede = "d4"')),
    ("not-sea", "I2", "b8", change("b5 b6", "b5 b6 b8")),
    ("word", "I2", "B6", change("b5 b6", "b5 B6")),
    ("speed", "I2", "speed", change("speed = 3", "speed = 5")),
    ("fork", "I2", "path", change("( e2 | d1 d2 )", "( e2 | d1 d2")),
    ("fork", "I2", "path", change("( e2 | d1 d2 )", "( e2 | )")),
    ("fork", "I2", "path", change("( e2 | d1 d2 )", "( e2 )")),
    ("fork", "I2", "path", change("e1 ( e2", "( e1 e2")),
    ("fork", "I2", "path", change("d1 d2 )", "d1 ( d2 | d2 ) )")),
    ("two-currents", "I2", "a1", change("b5 b6", "b5 b6 a1")),
    ("not-neighbours", "I2", "b5", change("b4 b5", "b5")),
    ("empty-current", "I2", "path", change("f6 f5 f4 f3 f2 f1", "")),
    ("no-current", "I2", "sea", change("f2 f1", "f2")),
    ("entry", "I2", "f5", change('"f6"]', '"f5"]')),
    ("current-entry", "I2", "f6", change(', "f6"]', "]")),
    ("station-id", "I3", "id", change('"cape"', '"Cape"')),
    ("station-twice", "I3", "id", change('id = "inlet"', 'id = "cape"')),
    ("touch", "I3", "f1:E", change("f1:NE", "f1:E")),
    ("touch", "I3", "d3:NE", change("f1:NE", "d3:NE")),
    ("touch-sea", "I3", "f1:SW", change("f1:NE", "f1:SW")),
    ("touch-twice", "I3", "f2:NE", change('"f2:SE"', '"f2:NE"')),
    ("touch-twice", "I3", "f1:SE", change('["f1:NE"]', '["f1:NE", "f1:SE"]')),
    ("touches", "I3", "touches", change('["f1:NE"]', "[]")),
    ("neighbour", "I3", "north", change('["inlet"]', '["north"]')),
    ("neighbour", "I3", "cape", change('["inlet"]', '["cape"]')),
    ("one-sided", "I3", "cape", change('neighbours = ["inlet"]\n', "")),
    ("stations", "I3", "id", without("alaska", 5)),
    ("stations", "I3", "id", without("siberia", 2)),
    ("edge", "I5", "W", change("N SE SW", "N SE W")),
    ("edge", "I5", "N", change("N SE SW", "N N")),
    ("tile-twice", "I5", "edges", more("[[tile]]", 'edges = "NE SW"', "count = 1")),
    ("tile-total", "I5", "count", change("count = 8", "count = 1")),
    ("count", "I5", "count", change("count = 8", "count = 0")),
    ("count", "I6", "count", change("count = 3", "count = 100")),
    ("kinds", None, "count", lambda: small() + "\n" + TILES + TILES),
    ("card-bears", "I6", "bears", change("bears = 1", "bears = 3")),
    ("card-bears", "I6", "bears", change("diomede = true", "diomede = true\nbears = 3")),
    ("card-items", "I6", "rope", change("rope = 1", "rope = 10")),
    ("card-twice", "I6", "count", more("[[card]]", "rope = 1", "count = 1")),
    ("supply", "I7", "rope", change("rope = 12", "rope = 3")),
    ("supply", "I7", "bears", change("bears = 4", "bears = -1")),
    ("too-big", "I1", "sea", lambda: grid("abcdefghijkl", 10, 12)),
    ("no-room", "I9", "sea", lambda: grid("abcde", 6, 5)),
    ("no-way", "I4", "touches", lambda: grid("abcefg", 7, 7)),
    ("packed", None, "", lambda: load_board(small()).packed[:-9]),
    ("packed", None, "", lambda: "packed:WzFd"),
]


@pytest.mark.parametrize(
    ("code", "rule", "marked", "text"),
    ERRORS,
    ids=[f"{code}-{i}" for i, (code, *_) in enumerate(ERRORS)],
)
def test_a_wrong_file_is_refused_with_code_line_and_column(
    code: str, rule: str | None, marked: str, text: Callable[[], str]
) -> None:
    error = refused(text())
    assert (error.refusal.code, error.rule) == (f"bad-board-{code}", rule), str(error)
    check_message(error.sentence)
    line = text().splitlines()[error.line - 1]
    assert line[error.column - 1 :].startswith(marked), f"{error}: {line}"


def refused(text: str) -> BadDrawing:
    with pytest.raises(BadDrawing) as caught:
        STRAIT.start(board=text)
    return caught.value


def test_a_grid_is_a_board() -> None:
    assert load_board(grid("abcdef", 7, 6)).name == "A grid"


def test_every_error_in_the_catalogue_is_made_by_a_test() -> None:
    catalogue = data_folder("strait") / "locale" / "en" / "LC_MESSAGES" / "strait.po"
    known = re.findall(
        r'^msgid "strait\.board\.(\w+)"$', catalogue.read_text("utf-8"), re.MULTILINE
    )
    assert {name.replace("_", "-") for name in known} == {code for code, *_ in ERRORS}


def test_a_bad_board_in_a_position_is_bad_notation() -> None:
    with pytest.raises(BadNotation) as caught:
        STRAIT.read("seats=2 board=packed:xyz phase=start")
    assert caught.value.refusal.code == "bad-board-packed"
    assert caught.value.column == 15


@pytest.mark.parametrize("seed", range(60))
def test_damaged_files_are_boards_or_refused(seed: int) -> None:
    rng, text = random.Random(seed), list(small())
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        text[at : at + rng.randint(0, 6)] = rng.choice(
            ["", "a", "1", '"', "[", "]", "\n", "N", "-"]
        )
    found = attempt("".join(text))
    if isinstance(found, BadDrawing):
        check_message(found.sentence)
        assert 1 <= found.line <= "".join(text).count("\n") + 1
    else:
        assert load_board(found.packed) == found


def attempt(text: str) -> Board | BadDrawing:
    try:
        return load_board(text)
    except BadDrawing as error:
        return error
