"""Messages: ids and parameters become words late, in the reader's language."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from icefield.core import message as module
from icefield.core.message import Message, catalogue, message
from icefield.locale.catalogue import compiled

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
ENGLISH = HEAD + (
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    'msgid "demo.hello"\nmsgstr "Hello, {name}!"\n\n'
    'msgid "demo.seal"\nmsgstr "the seal"\n\n'
    'msgid "demo.only"\nmsgstr "only English"\n\n'
    'msgid "demo.holes"\nmsgid_plural "demo.holes.many"\n'
    'msgstr[0] "{n} hole"\nmsgstr[1] "{n} holes"\n'
)
GERMAN = HEAD + (
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    'msgid "demo.hello"\nmsgstr "Hallo, {name}!"\n\n'
    'msgid "demo.seal"\nmsgstr "die Robbe"\n'
)
JAPANESE = HEAD + (
    '"Language: ja\\n"\n'
    '"Plural-Forms: nplurals=1; plural=0;\\n"\n\n'
    'msgid "demo.holes"\nmsgid_plural "demo.holes.many"\nmsgstr[0] "穴{n}つ"\n'
)


@pytest.fixture(autouse=True)
def _demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A domain `demo` in three languages."""
    folder = tmp_path / "locale"
    shutil.copytree(module.LOCALE_FOLDER / "en", folder / "en")
    for language, text in (("en", ENGLISH), ("de", GERMAN), ("ja", JAPANESE)):
        po = folder / language / "LC_MESSAGES" / "demo.po"
        po.parent.mkdir(parents=True, exist_ok=True)
        po.write_text(text, encoding="utf-8")
    monkeypatch.setattr(module, "LOCALE_FOLDER", folder)
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


def test_a_message_speaks_english_by_default() -> None:
    assert str(message("demo.hello", name="Ann")) == "Hello, Ann!"
    assert message("demo.hello", name="Ann").text("en") == "Hello, Ann!"


def test_a_message_speaks_the_readers_language() -> None:
    assert message("demo.hello", name="Ann").text("de") == "Hallo, Ann!"


def test_a_parameter_that_is_a_message_is_translated_too() -> None:
    said = message("demo.hello", name=message("demo.seal"))
    assert said.text("en") == "Hello, the seal!"
    assert said.text("de") == "Hallo, die Robbe!"


def test_a_missing_translation_falls_back_to_english_entry_by_entry() -> None:
    assert message("demo.only").text("de") == "only English"
    assert message("demo.holes", n=2).text("de") == "2 holes"


def test_an_unknown_language_is_english() -> None:
    assert message("demo.seal").text("xx") == "the seal"
    assert message("demo.holes", n=1).text("xx") == "1 hole"


@pytest.mark.parametrize(("n", "words"), [(0, "0 holes"), (1, "1 hole"), (2, "2 holes")])
def test_a_number_n_selects_the_plural_form(n: int, words: str) -> None:
    assert str(message("demo.holes", n=n)) == words


def test_a_language_with_one_form_uses_it_for_every_number() -> None:
    assert [message("demo.holes", n=n).text("ja") for n in (0, 1, 5)] == ["穴0つ", "穴1つ", "穴5つ"]


def test_braces_in_a_parameter_are_left_alone() -> None:
    assert str(message("demo.hello", name="{n} {name}")) == "Hello, {n} {name}!"


def test_an_entry_that_does_not_exist_shows_its_id() -> None:
    assert str(message("demo.nothing")) == "demo.nothing"
    assert str(message("nowhere.at.all")) == "nowhere.at.all"


def test_a_parameter_that_was_forgotten_is_an_error() -> None:
    with pytest.raises(KeyError, match="name"):
        str(message("demo.hello"))


def test_messages_are_values_whatever_the_order_of_parameters() -> None:
    a, b = message("demo.x", one=1, two="2"), message("demo.x", two="2", one=1)
    assert a == b
    assert hash(a) == hash(b)
    assert a != message("demo.x", one=2, two="2")
    assert a != message("demo.y", one=1, two="2")
    with pytest.raises(AttributeError):
        a.id = "demo.z"  # type: ignore[misc]


def test_a_message_as_plain_data_keeps_inner_messages() -> None:
    said = message("demo.hello", name=Message("demo.seal"), n=3)
    assert said.to_json() == {
        "id": "demo.hello",
        "params": {"n": 3, "name": {"id": "demo.seal", "params": {}}},
    }


def test_an_edited_catalogue_counts_at_the_next_start(tmp_path: Path) -> None:
    po = tmp_path / "locale" / "de" / "LC_MESSAGES" / "demo.po"
    assert message("demo.seal").text("de") == "die Robbe"
    po.write_text(GERMAN.replace("die Robbe", "der Seehund"), encoding="utf-8")
    assert message("demo.seal").text("de") == "die Robbe"  # read once in a process
    catalogue.cache_clear()
    assert message("demo.seal").text("de") == "der Seehund"


def test_a_catalogue_that_a_build_has_compiled_is_read_instead(tmp_path: Path) -> None:
    po = tmp_path / "locale" / "de" / "LC_MESSAGES" / "demo.po"
    po.with_suffix(".mo").write_bytes(compiled(po))
    po.write_text("damaged", encoding="utf-8")
    assert message("demo.seal").text("de") == "die Robbe"
    assert message("demo.only").text("de") == "only English"
