"""Print and play: the contents of the pages, their sizes and completeness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

from icefield.core.message import message
from icefield.games import game
from icefield.games.strait.board_file import load_board
from icefield.games.strait.scene import layout
from icefield.press import parts
from icefield.press.book import book
from icefield.press.fonts import FILES, JAPANESE, LATIN, letters
from icefield.press.ink import box as view_box
from icefield.press.kits import kit_of
from icefield.press.kits.glide import FIELD as GLIDE_FIELD
from icefield.press.kits.seals import FIELD as SEALS_FIELD
from icefield.press.kits.strait import FIELD as STRAIT_FIELD
from icefield.press.kits.torch import TILE
from icefield.press.paper import MARGIN, PAPERS, RULER, Pages
from icefield.render.raster import image

from .printed_pdfs import KEYS, MADE, Box, kit, pdf, read, squeezed

every = pytest.mark.parametrize(("key", "paper", "language"), MADE)


def close(value: float, wanted: float, within: float = 0.3) -> bool:
    return abs(value - wanted) <= within


# -- counts ---------------------------------------------------------------------------------------

COUNTS = {  # from the rules: S2, G2, I5–I7, T1, T3
    "seals": {"seal": 2, "bear": 2, "disc": 50},
    "glide": {"floe": 24, "player": 4},
    "strait": {
        "floe": 24,
        "card": 16,
        "explorer": 12,
        "rope": 15,
        "fish": 15,
        "bear": 5,
        "pack": 4,
        "guide": 4,
    },
    "torch": {"tile": 24, "pyramid": 24, "coin": 24, "die": 4, "pawn": 4, "torch": 1},
}


@pytest.mark.parametrize("key", KEYS)
def test_a_kit_has_what_the_rules_ask_for(key: str) -> None:
    assert {part.id: part.count for part in kit(key).parts} == COUNTS[key]


def test_every_game_has_a_kit_and_an_unknown_one_has_none() -> None:
    assert all(kit_of(key, "en") is not None for key in KEYS)
    assert kit_of("nothing", "en") is None


def test_I5_floes_show_their_ridges_by_type_and_count() -> None:
    floes = next(part for part in kit("strait").parts if part.id == "floe").cells
    ridges = Counter(len(cell.art) - 1 for cell in floes)  # a drawing each, and the floe's own
    assert ridges == {2: 12, 3: 12}
    kinds = Counter(tuple(art.svg for art in cell.art) for cell in floes)
    assert sorted(kinds.values()) == [3, 3, 3, 3, 4, 4, 4]


def test_I6_cards_show_their_goods() -> None:
    cards = next(part for part in kit("strait").parts if part.id == "card")
    goods = Counter(len(cell.art) - 1 for cell in cards.cells)
    assert goods == {3: 1, 2: 2 + 3 + 2 + 2, 1: 6}
    assert cards.back is not None
    assert (cards.back.width, cards.back.height) == (cards.cells[0].width, cards.cells[0].height)


def test_T4_pyramids_grow_with_their_letter() -> None:
    pyramids = next(part for part in kit("torch").parts if part.id == "pyramid").cells
    widths = [cell.width for cell in pyramids[:6]]
    assert widths == sorted(set(widths))
    assert [cell.width for cell in pyramids] == widths * 4


# -- pages ----------------------------------------------------------------------------------------


@every
@pytest.mark.slow
def test_pages_have_the_size_of_the_paper(key: str, paper: str, language: str) -> None:
    width, height = PAPERS[paper]
    assert read(key, paper, language).sizes == {(round(width, 1), round(height, 1))}


@every
def test_nothing_is_written_outside_the_page(key: str, paper: str, language: str) -> None:
    width, height = PAPERS[paper]
    found = read(key, paper, language)
    for number in range(len(found.document)):
        for box in found.letters(number):
            if box.width > 0:
                assert box.left >= MARGIN - 0.5, (number, box)
                assert box.right <= width - MARGIN + 0.8, (number, box)
                assert 3 <= box.bottom <= box.top <= height - 3, (number, box)


@every
def test_nothing_to_cut_lies_outside_the_margins(key: str, paper: str, language: str) -> None:
    """The drawing without marks in the margin and boards that a window cuts off."""
    width, height = PAPERS[paper]
    found = read(key, paper, language)
    split = sum(message("press.board").text(language) + " – " in text for text in found.texts)
    for number in range(1 + (split or len(kit(key).boards)), len(found.document)):
        for box in found.shapes(number):
            assert MARGIN - 4 <= box.left <= box.right <= width - MARGIN + 4, (number, box)
            assert 5 <= box.bottom <= box.top <= height - 8, (number, box)


@every
def test_fonts_are_inside_the_file(key: str, paper: str, language: str) -> None:
    fonts = read(key, paper, language).fonts
    assert fonts
    assert all(fonts.values())
    assert any("CJK" in name for name in fonts) is (language == "ja")
    assert pdf(key, paper, language).count(b"/FontFile") >= len(fonts)


# -- structure ------------------------------------------------------------------------------------


@every
def test_document_has_tags_language_and_title(key: str, paper: str, language: str) -> None:
    content, document = pdf(key, paper, language), read(key, paper, language).document
    assert document.is_tagged()
    assert b"/StructTreeRoot" in content
    assert f"/Lang ({language})".encode() in content
    assert b"/DisplayDocTitle true" in content
    assert document.get_metadata_dict()["Title"] == game(key).title


@every
def test_every_picture_has_a_text_and_headings_are_tagged(
    key: str, paper: str, language: str
) -> None:
    found, chosen = read(key, paper, language), kit(key, language)
    elements = [found.elements(number) for number in range(len(found.document))]
    assert elements[0][0].kind == "H1"
    assert all(any(each.kind == "H2" for each in page) for page in elements)
    figures = [each for page in elements for each in page if each.kind == "Figure"]
    assert all(figure.alt for figure in figures)
    for part in chosen.parts:
        said = part.name.text(language)
        assert sum(figure.alt.startswith(said) for figure in figures) >= part.count, part.id
    for name, _ in chosen.starts:
        assert any(figure.alt.endswith(name.text(language)) for figure in figures)
    assert sum(each.kind == "H3" for page in elements for each in page) >= len(game(key).rules)


@every
def test_no_picture_lies_outside_the_structure(key: str, paper: str, language: str) -> None:
    found = read(key, paper, language)
    for number in range(len(found.document)):
        assert found.untagged(number) == 0, number


@every
def test_words_are_in_the_chosen_language(key: str, paper: str, language: str) -> None:
    found = read(key, paper, language)
    words, chosen = found.body, game(key)
    assert squeezed(message("press.score").text(language)) in found.words
    sentences = [message("press.how.scale"), message("press.contents"), chosen.promise]
    sentences += [part.name for part in kit(key, language).parts]
    sentences += [rule.title for rule in chosen.rules] + [rule.text for rule in chosen.rules]
    missing = [s.text(language) for s in sentences if squeezed(s.text(language)) not in words]
    assert missing == []
    assert squeezed(chosen.designers.text(language)) in words
    assert squeezed(chosen.title) in words


@every
def test_every_page_but_the_written_ones_has_a_ruler_of_50_mm(
    key: str, paper: str, language: str
) -> None:
    found = read(key, paper, language)
    ruled = 0
    for number, text in enumerate(found.texts):
        if "50 mm" in text and number:
            lines = [b for b in found.shapes(number) if b.bottom < 9 and b.height < 0.7]
            assert any(close(box.width, RULER, 0.6) for box in lines), number
            ruled += 1
    assert ruled >= len(kit(key).boards) + 1


def test_the_same_kit_is_the_same_file() -> None:
    assert book(game("glide"), kit("glide", "fr"), "letter", "fr") == pdf("glide", "letter", "fr")


# -- scale ----------------------------------------------------------------------------------------


def sized(boxes: list[Box], width: float, height: float, within: float = 0.9) -> int:
    return sum(close(b.width, width, within) and close(b.height, height, within) for b in boxes)


def test_S1_spaces_are_20_mm() -> None:
    assert sized(read("seals", "a4", "en").shapes(1), 8 * SEALS_FIELD, 8 * SEALS_FIELD) == 2


def test_G2_squares_are_22_mm_on_both_boards() -> None:
    found = read("glide", "letter", "fr")
    for number, side in ((1, 5), (2, 7)):
        assert sized(found.shapes(number), side * GLIDE_FIELD, side * GLIDE_FIELD) >= 1


def test_T1_tiles_are_cut_at_38_mm() -> None:
    assert sized(read("torch", "a4", "ja").shapes(1), TILE, TILE, 0.25) == 24


def test_tokens_are_cut_at_their_size() -> None:
    assert sized(read("seals", "a4", "en").shapes(2), 17, 17, 0.25) >= 50


def strait_pixels() -> tuple[Image.Image, Callable[[str, float], tuple[int, int]]]:
    """The printed map at 100 pixels a hex, and the pixel so far below a hex's middle."""
    unit = 100
    drawing = kit("strait").boards[0].svg
    left, top, across, _ = view_box(drawing)
    picture = image(drawing.replace("<svg ", f'<svg width="{across * unit}" ', 1))
    board = load_board("bering")

    def below(name: str, down: float) -> tuple[int, int]:
        x, y = layout.center(board, name)
        return round((x - left) * unit), round((y + down - top) * unit)

    return picture, below


def test_I2_the_printed_map_has_a_legend_of_its_speeds() -> None:
    picture, below = strait_pixels()
    for name, like in (("d1", "a1"), ("f1", "b2"), ("h1", "c1")):  # a corner of the key, a hex
        x, y = below(name, -0.75)
        assert picture.getpixel((x - 17, y - 13)) == picture.getpixel(below(like, 0.4)), name


def test_the_printed_map_has_plain_water_below_the_sea() -> None:
    """Stones and sheets of a screen's backdrop would look in, cropped by the window."""
    backdrop = ElementTree.fromstring(kit("strait").boards[0].svg)[0]
    assert [each.tag.rpartition("}")[2] for each in backdrop] == ["rect"]
    picture, below = strait_pixels()
    for name in ("b7", "d7", "f7", "h7"):
        x, y = below(name, 0.56)
        area = picture.crop((x - 26, y, x + 26, y + 50)).getcolors()
        assert area is not None
        assert len(area) == 1, name


def test_I1_a_board_larger_than_the_paper_is_split_and_overlaps() -> None:
    board = kit("strait").boards[0]
    hexes = 9 * 3**0.5 / 2  # columns from middle to middle, of a unit each
    assert board.width > hexes * STRAIT_FIELD > PAPERS["a4"][0]
    found = read("strait", "letter", "de")
    parts_ = [t for t in found.texts if "1 von 2" in t or "2 von 2" in t]
    assert len(parts_) == 2


@pytest.mark.parametrize(("paper", "language"), [("a4", "ja"), ("letter", "de")])
def test_a_card_and_its_back_lie_on_each_other(paper: str, language: str) -> None:
    """Turned over sideways, every back lies behind a face."""
    width = PAPERS[paper][0]
    found = read("strait", paper, language)
    cell = next(part for part in kit("strait").parts if part.id == "card").cells[0]
    faces, backs = (
        [b for b in found.shapes(n) if sized([b], cell.width, cell.height, 0.25)] for n in (4, 5)
    )
    assert len(faces) == len(backs) == 16
    there = {(round(b.left), round(b.bottom)) for b in faces}
    mirrored = {(round(width - b.right), round(b.bottom)) for b in backs}
    assert there == mirrored


# -- shapes ---------------------------------------------------------------------------------------


def test_a_folded_figure_shows_one_face_upside_down() -> None:
    cell = parts.stand(kit("glide").parts[0].cells[0].art[0], 10, 20)
    assert [art.turn for art in cell.art] == [180, 0]
    assert [y for (_, y), _ in cell.folds] == [5, 25, 45]
    assert cell.height == 2 * 20 + 2 * parts.FLAP


def test_a_pyramid_closes() -> None:
    """The first and last edge are equally long, and each base has the given length."""
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 175"/>'
    cell = parts.pyramid(face, 12, 21)
    tip, *rim = (cell.cuts[0][0], *cell.cuts[0][1:6])
    lengths = {round(((x - tip[0]) ** 2 + (y - tip[1]) ** 2) ** 0.5, 6) for x, y in rim}
    assert lengths == {round((21**2 + 6**2) ** 0.5, 6)}
    bases = [((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(rim)]
    assert bases == pytest.approx([12] * 4)


def test_a_die_has_opposite_faces_opposite() -> None:
    face = kit("glide").parts[0].cells[0].art[0]
    cell = parts.cube(tuple(parts.Art(face.svg, 0, 0, i + 1) for i in range(6)), 10)
    at = {int(art.width): (art.x, art.y) for art in cell.art}
    away = {a: (at[7 - a][0] - at[a][0], at[7 - a][1] - at[a][1]) for a in (1, 2, 3)}
    assert away == {1: (20, 0), 2: (20, 0), 3: (0, 20)}  # two further along the belt; lid and floor


# -- words ----------------------------------------------------------------------------------------


def test_lines_fit_and_lose_nothing() -> None:
    pages = Pages("a4", "ja", "x", "y")
    text = message("press.how.scale").text("ja") * 3
    lines = pages.broken(text, 60, 3)
    assert len(lines) > 3
    assert squeezed("".join(lines)) == squeezed(text)
    assert all(pages.measure(line, 3) <= 60 for line in lines)
    assert not any(line[0] in "、。」）" for line in lines)
    assert not any(line[-1] in "「（" for line in lines)


def test_latin_words_are_not_torn() -> None:
    pages = Pages("a4", "de", "x", "y")
    text = message("press.how.cut").text("de")
    assert " ".join(pages.broken(text, 40, 3)).split() == text.split()


@pytest.mark.parametrize("bold", [False, True])
def test_the_fonts_have_every_letter_of_what_is_printed(bold: bool) -> None:
    """If not, run scripts/press_fonts.py."""
    both = {**letters(JAPANESE, bold), **letters(LATIN, bold)}
    for key in KEYS:
        for language, known in (
            ("ja", both),
            ("de", letters(LATIN, bold)),
            ("fr", letters(LATIN, bold)),
        ):
            sentences = [part.name for part in kit(key).parts] + list(kit(key).notes)
            sentences += [game(key).promise, kit(key).scores.note]
            sentences += [words for r in game(key).rules for words in (r.title, r.text)]
            used = {letter for s in sentences for letter in s.text(language)} - {"\n"}
            assert sorted(c for c in used if ord(c) not in known) == [], (key, language)


def test_the_fonts_have_every_letter_of_the_catalogue_of_the_press() -> None:
    from babel.messages.pofile import read_po

    from icefield.core.message import LOCALE_FOLDER

    for language in ("en", "de", "fr", "ja"):
        with (LOCALE_FOLDER / language / "LC_MESSAGES" / "press.po").open("rb") as file:
            used = {c for entry in read_po(file) if entry.id for c in str(entry.string)}
        known = {*letters(LATIN, False), *letters(JAPANESE, False)}
        assert sorted(c for c in used if ord(c) not in known) == []


def test_fonts_come_with_their_licence_and_stay_small() -> None:
    folder = next(iter(FILES.values())).parent
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text(encoding="utf-8").upper()
    assert sum(file.stat().st_size for file in FILES.values()) < 600_000
