"""The shape of the package: imports, sizes, mirroring, docstrings, catalogues."""

from __future__ import annotations

import ast
import gettext
import inspect
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import icefield
from icefield import games
from icefield.games import data_folder
from icefield.locale.catalogue import compiled, read

SOURCE = Path(icefield.__file__).parent
GAMES = SOURCE / "games"

# -- imports point one way only -------------------------------------------------------------------

STAGES = (
    ("core", "locale"),  # locale is catalogues and what reads them
    ("games",),
    ("search", "play", "render"),
    ("bots", "analysis", "lessons"),
    ("server", "cli", "tui", "env", "press"),
    ("__main__",),
    ("testing",),  # may look at everything; nothing of the product looks at it
)
STAGE = {room: i for i, rooms in enumerate(STAGES) for room in rooms}
ROOT_STAGE = STAGE["render"]  # icefield/__init__ gathers games and plugs in the drawers


@dataclass(frozen=True)
class Import:
    """One import inside the package; modules are the parts below `icefield`."""

    file: str
    line: int
    importer: tuple[str, ...]
    target: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports icefield.{'.'.join(self.target)}"


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def parts(path: Path) -> tuple[str, ...]:
    """The module's dotted name below `icefield`, as parts."""
    inside = path.relative_to(SOURCE).with_suffix("").parts
    return inside[:-1] if inside[-1] == "__init__" else inside


def imports_of(
    importer: tuple[str, ...], package: bool, code: ast.Module
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line and target of every import of our own modules, wherever it stands."""
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            for alias in node.names:
                words = tuple(alias.name.split("."))
                if words[0] == "icefield":
                    yield node.lineno, words[1:]
        elif isinstance(node, ast.ImportFrom):
            module = tuple(node.module.split(".")) if node.module else ()
            if node.level:
                base = importer if package else importer[:-1]
                base = base[: len(base) - node.level + 1]
            elif module[:1] == ("icefield",):
                base, module = (), module[1:]
            else:
                continue
            for alias in node.names:  # the name may be a module: as far as it matters, it is one
                yield node.lineno, _existing((*base, *module, alias.name))
        elif isinstance(node, ast.Call) and _called(node) == "import_module" and node.args:
            argument = node.args[0]
            if isinstance(argument, ast.Constant) and str(argument.value).startswith("icefield."):
                yield node.lineno, tuple(str(argument.value).split("."))[1:]


def _existing(module: tuple[str, ...]) -> tuple[str, ...]:
    """The longest beginning of it that is a module or a folder."""
    while module and not (
        (SOURCE.joinpath(*module)).is_dir() or SOURCE.joinpath(*module).with_suffix(".py").exists()
    ):
        module = module[:-1]
    return module


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def every_import() -> list[Import]:
    return [
        Import(str(path.relative_to(SOURCE)), line, parts(path), target)
        for path in modules()
        for line, target in imports_of(parts(path), path.name == "__init__.py", tree(path))
    ]


def against_the_arrow(found: Import) -> bool:
    if not found.importer:  # the package itself
        return False
    room = found.importer[0]
    stage = STAGE[found.target[0]] if found.target else ROOT_STAGE
    if room == "locale":
        return found.target[:1] != ("locale",)
    return stage > STAGE[room]


def test_every_room_of_the_package_has_its_place() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert rooms <= set(STAGE)
    assert {parts(path)[0] for path in modules() if parts(path)} <= set(STAGE)


@pytest.mark.slow
def test_imports_point_along_the_arrow() -> None:
    found = every_import()
    assert len(found) > 50
    assert [str(each) for each in found if against_the_arrow(each)] == []


def test_rooms_of_one_stage_do_not_need_each_other_both_ways() -> None:
    pairs = {
        (found.importer[0], found.target[0])
        for found in every_import()
        if found.importer and found.target
    }
    assert [(a, b) for a, b in sorted(pairs) if a < b and (b, a) in pairs] == []


@pytest.mark.slow
def test_games_never_import_each_other() -> None:
    strangers = [
        str(found)
        for found in every_import()
        if found.importer[:1] == ("games",)
        and len(found.importer) > 1
        and found.target[:1] == ("games",)
        and len(found.target) > 1  # the package itself is the registry, which finds their data
        and found.target[1:2] != found.importer[1:2]
    ]
    assert strangers == []


@pytest.mark.parametrize(
    ("importer", "code", "wrong"),
    [
        (("core", "x"), "from ..games import game", True),
        (("core", "x"), "import icefield", True),
        (("core", "x"), "from . import scene", False),
        (("games", "seals", "x"), "def f():\n    from ...render import svg", True),
        (("games", "seals", "x"), "from ...core.game import Move", False),
        (("search", "x"), "import icefield.bots.levels", True),
        (("search", "x"), "from ..analysis.perft import perft", True),
        (("render", "x"), "from .. import __version__", False),
        (("bots", "x"), "from icefield import server", True),
        (("bots", "x"), "from ..search import uct", False),
        (("cli", "x"), "from ..server import app", False),
        (("cli", "x"), "from ..testing import GameContract", True),
        (("play", "x"), "import_module('icefield.cli.main')", True),
        (("play", "x"), "import importlib\nimportlib.import_module('icefield.games')", False),
        (("locale", "x"), "from ..core.message import message", True),
    ],
)
def test_the_import_check_sees(importer: tuple[str, ...], code: str, wrong: bool) -> None:
    found = [
        Import("x", line, importer, target)
        for line, target in imports_of(importer, False, ast.parse(code))
    ]
    assert any(against_the_arrow(each) for each in found) is wrong


# -- no code asks which game it is -----------------------------------------------------------------

KEYS = {"seals", "glide", "strait", "torch", *icefield.keys()}
_ASKED = re.compile(
    rf"""[=!]==?\s*["'`](?:{"|".join(sorted(KEYS))})["'`]|["'`](?:{"|".join(sorted(KEYS))})["'`]\s*[=!]="""
)


def questions(code: ast.Module) -> list[int]:
    """Lines that compare something with a game's key, or choose by one."""
    found = []
    for node in ast.walk(code):
        sides: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            sides = [node.value]
        elif isinstance(node, ast.Dict):
            sides = [key for key in node.keys if key is not None]
        inner = [
            e
            for s in sides
            for e in (s.elts if isinstance(s, ast.Tuple | ast.List | ast.Set) else [s])
        ]
        named = any(isinstance(e, ast.Constant) and e.value in KEYS for e in inner)
        if named and isinstance(node, ast.expr | ast.pattern):
            found.append(node.lineno)
    return found


def test_nobody_outside_games_asks_which_game_it_is() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line}"
        for path in modules()
        if parts(path)[:1] != ("games",)
        for line in questions(tree(path))
    ]
    assert found == []


def test_no_template_or_script_asks_which_game_it_is() -> None:
    texts = [p for end in ("html", "js", "jinja", "j2") for p in SOURCE.rglob(f"*.{end}")]
    assert [str(p) for p in texts if _ASKED.search(p.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    ("code", "asks"),
    [
        ("if key == 'seals': pass", True),
        ("x = 'glide' != game.key", True),
        ("if key in ('seals', 'glide'): pass", True),
        ("match key:\n    case 'torch': pass", True),
        ("table = {'strait': 1}", True),
        ("start = game('seals').start()", False),
        ("if look == 'seals/bear': pass", False),
    ],
)
def test_the_question_check_sees(code: str, asks: bool) -> None:
    assert bool(questions(ast.parse(code))) is asks


def test_the_question_check_sees_scripts() -> None:
    assert _ASKED.search('if (game.key === "seals") {')
    assert _ASKED.search("{% if 'torch' == key %}")
    assert not _ASKED.search('start("seals")')


# -- size and names -------------------------------------------------------------------------------


def test_no_module_is_longer_than_600_lines() -> None:
    long = {str(p.relative_to(SOURCE)): len(p.read_text().splitlines()) for p in modules()}
    assert {name: lines for name, lines in long.items() if lines > 600} == {}


def test_there_is_no_drawer_for_everything() -> None:
    drawers = {"utils", "util", "helpers", "helper", "misc", "common"}
    assert [str(p) for p in SOURCE.rglob("*") if p.stem in drawers] == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [p for p in modules() if tree(p).body and not ast.get_docstring(tree(p))]
    assert silent == []


def test_all_data_of_a_game_lies_in_its_folder() -> None:
    """No other data file is named after a game or is in a folder of that name."""
    word = re.compile(rf"\b(?:{'|'.join(sorted(KEYS))})\b")
    outside = [
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*")
        if path.is_file()
        and path.suffix not in (".py", ".pyc")
        and GAMES not in path.parents
        and word.search(str(path.relative_to(SOURCE)).replace("_", "-"))
    ]
    assert outside == []
    tables = [p for p in SOURCE.rglob("*.toml") if GAMES not in p.parents]
    assert tables
    assert [str(p) for p in tables if KEYS & tomllib.loads(p.read_text("utf-8")).keys()] == []


def test_the_data_of_a_game_is_what_the_registry_says_it_is() -> None:
    """Every data file is in the list of `icefield.games`, or is the game's own."""
    known = set(re.findall(r"^    ([\w.]+)/? +\S", games.__doc__ or "", re.MULTILINE))
    assert {"levels.toml", "palette.toml", "symbols", "locale"} <= known
    for key in sorted(KEYS):
        own = {path.name for path in data_folder(key).iterdir()} - known
        code = "".join(path.read_text("utf-8") for path in (GAMES / key).rglob("*.py"))
        assert {name for name in own if f'"{name}"' not in code} == set(), key


# -- tests mirror the package ---------------------------------------------------------------------

TESTS = Path(__file__).parent
STATIC = SOURCE / "server" / "web" / "static"

MIRRORED_ELSEWHERE = {"benchmarks", "docs"}  # benchmarks/ and docs/ of the repository
NO_MIRROR = {
    "build": "the wheel",
    "contract": "the contract of all games",
    "architecture": "all imports and catalogues",
    "rule_numbers": "all tests of rules",
    "analysis/proof_values": "all of analysis where a game is proven",
    "fuzz/openapi": "every route",
    "fuzz/readers": "every reader of text",
    "fuzz/sockets": "live connections and raw bytes",
    "games/registry": "the registry in games/__init__",
    "games/tree": "the files of all games",
    "search/interpreted": "all searches without compiler",
    "search/repetition": "all searches and repeated positions",
    "server/cold_start": "a server on an empty cache",
    "server/example_bot": "examples/simple_bot.py",
    "server/layers": "the layers of the server",
    "server/move_path": "the modules a move passes",
    "server/vote_secrecy": "every way by which a vote might leak",
    "server/asgi/hostile_headers": "headers that no browser sends, through all of asgi",
    "server/service/long_logs": "what long logs cost, in storage, service and views",
}
PARTS_OF_NO_MODULE = {
    "server/faults": "docs/faults.md: processes are killed, disks fill, databases go away",
}
GAME_WIDE = {  # in the folder of a game: what goes through all its modules
    *("rules", "reference", "invariants", "bounces", "printed_figures", "stored_positions"),
    *("solved", "puzzles", "recorded_game", "mistakes_are_true"),
}
PAGE_WIDE = {"accessibility", "markup_injection", "move_path", "phone", "slow_line"}


def has_mirror(test: str) -> bool:
    """Whether a test has a module or package, such as `server/tables/consent`."""
    folder, _, name = test.rpartition("/")
    if test in NO_MIRROR or folder in PARTS_OF_NO_MODULE or folder in MIRRORED_ELSEWHERE:
        return True
    if folder == "browser":  # named after a page or a script that pages share
        pages = {path.name for path in STATIC.iterdir()} | {p.stem for p in STATIC.rglob("*.js")}
        return name in PAGE_WIDE | pages or name.partition("_")[0] in pages
    if folder == "web":
        return name == "scripts"
    if folder.startswith("games/") and name in GAME_WIDE:
        return True
    path = SOURCE / folder / name
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def test_every_test_module_mirrors_a_module() -> None:
    found = {
        path.relative_to(TESTS).with_name(path.stem.removeprefix("test_")).as_posix()
        for path in TESTS.rglob("test_*.py")
    }
    assert sorted(test for test in found if not has_mirror(test)) == []
    assert found >= set(NO_MIRROR), "exceptions for modules that are gone"
    scripts = {path.relative_to(TESTS / "web") for path in TESTS.rglob("*.test.js")}
    names = [path.with_name(path.name.replace(".test.js", ".js")) for path in sorted(scripts)]
    assert names
    assert [str(name) for name in names if not (STATIC / name).is_file()] == []


@pytest.mark.parametrize(
    ("test", "mirrored"),
    [
        ("server/tables/consent", True),
        ("server/views/models", True),  # a package
        ("server/consent", False),
        ("server/faults/killed", True),
        ("games/glide/kernel/rules", True),
        ("games/glide/kernel/apply_all", False),
        ("browser/table_strait", True),
        ("browser/worth", False),
        ("apply", False),
    ],
)
def test_has_mirror_finds_modules_and_exceptions(test: str, mirrored: bool) -> None:
    assert has_mirror(test) is mirrored


# -- docstrings and comments ----------------------------------------------------------------------

_FIRST_LINE = 80
_VAGUE = re.compile(
    r"\b(?:(?:some|any|every)(?:body|one)|nobody|who(?:ever|mever)|whatever)\b", re.IGNORECASE
)
_ROOT = Path(__file__).parents[1]
_FOLDERS = ("src", "tests", "scripts", "benchmarks", "examples")


def written() -> list[Path]:
    """All modules of the repository, tests and scripts included."""
    return sorted(path for folder in _FOLDERS for path in (_ROOT / folder).rglob("*.py"))


def docstrings(code: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of every docstring, those of attributes included."""
    for node in ast.walk(code):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, inspect.cleandoc(text)


def first_line_faults(code: ast.Module) -> list[int]:
    """Lines of docstrings whose first line is not one short sentence of its own."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = []
    for node in ast.walk(code):
        if isinstance(node, kinds) and (text := ast.get_docstring(node)):
            first, *rest = text.splitlines()
            ends = first.endswith((".", ":", "?", "!")) and not (rest and rest[0])
            if len(first) > _FIRST_LINE or not ends:
                found.append(node.body[0].lineno)
    return found


def vague_roles(text: str) -> list[int]:
    """Lines of docstrings and comments that name no role, such as player or caller."""
    if not _VAGUE.search(text):
        return []
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    said = [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    said += docstrings(ast.parse(text))
    return sorted(line for line, words in said if _VAGUE.search(words))


def test_a_docstring_begins_with_one_short_sentence() -> None:
    found = {str(p.relative_to(_ROOT)): first_line_faults(tree(p)) for p in written()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_docstrings_and_comments_name_roles() -> None:
    found = {str(p.relative_to(_ROOT)): vague_roles(p.read_text("utf-8")) for p in written()}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ('"""A board."""', []),
        ('"""A board.\n\nIt has corners."""', []),
        ('"""A board"""', [1]),
        ('"""A board.\nIt has corners."""', [1]),
        (f'"""{"a" * 80}."""', [1]),
        (f'def f():\n    """{"a" * 79}."""', []),
        ('class C:\n    def f(self):\n        """A sentence that\n        goes on."""', [3]),
    ],
)
def test_the_docstring_check_sees(code: str, faults: list[int]) -> None:
    assert first_line_faults(ast.parse(code)) == faults


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ("x = 1  # nobody asks", [1]),
        ('x = 1\n"""Whoever asks."""', [2]),
        ('nobody = "somebody"', []),
        ("x = 1  # the caller asks", []),
    ],
)
def test_the_role_check_sees(code: str, faults: list[int]) -> None:
    assert vague_roles(code) == faults


# -- catalogues -----------------------------------------------------------------------------------


def catalogues(language: str = "*") -> list[Path]:
    return sorted(SOURCE.rglob(f"locale/{language}/LC_MESSAGES/*.po"))


@cache
def entries(po: Path) -> Catalog:
    with po.open("rb") as file:
        return read_po(file)


def english() -> set[str]:
    return {_id(entry) for po in catalogues("en") for entry in entries(po) if entry.id}


def _id(entry: object) -> str:
    found = entry.id  # type: ignore[attr-defined]
    return found if isinstance(found, str) else str(found[0])


def _forms(entry: object) -> list[str]:
    found = entry.string  # type: ignore[attr-defined]
    return [found] if isinstance(found, str) else list(found)


def braces(entry: object) -> set[str]:
    return {name for form in _forms(entry) for name in re.findall(r"{(\w*)", form)}


def test_no_compiled_catalogue_lies_in_the_source() -> None:
    """It would be read in place of the `.po` beside it, however old it is."""
    assert [*SOURCE.rglob("*.mo")] == []


@pytest.mark.parametrize("po", catalogues(), ids=lambda po: "/".join(po.parts[-3::2]))
def test_every_entry_of_a_catalogue_is_read(po: Path) -> None:
    wanted = {_id(each) for each in entries(po) if each.id and any(_forms(each)) and not each.fuzzy}
    found = read(po)._catalog  # type: ignore[attr-defined]
    assert {k if isinstance(k, str) else k[0] for k in found if k} == wanted


@pytest.mark.parametrize("po", catalogues(), ids=lambda po: "/".join(po.parts[-3::2]))
def test_compiling_a_catalogue_again_gives_the_same_bytes(po: Path) -> None:
    assert compiled(po) == compiled(po)


def test_every_catalogue_exists_in_every_language() -> None:
    """Those of the games too, each in its own folder."""
    found: dict[str, set[str]] = {}
    for po in catalogues():
        found.setdefault(f"{po.parents[2].relative_to(SOURCE)}/{po.name}", set()).add(po.parts[-3])
    languages = set().union(*found.values())
    assert languages >= {"en", "de", "fr", "ja"}
    assert {name: languages - here for name, here in found.items() if here != languages} == {}


@pytest.mark.parametrize(
    "po",
    [p for p in catalogues() if any(not isinstance(e.id, str) for e in entries(p))],
    ids=lambda po: "/".join(po.parts[-3::2]),
)
def test_plural_rules_reach_the_compiled_catalogue(po: Path) -> None:
    written = re.search(r'"Plural-Forms: (.*?)\\n"', po.read_text(encoding="utf-8"))
    assert written, f"{po} has plurals but no Plural-Forms"
    found = read(po)
    rule = gettext.c2py(written[1].partition("plural=")[2].strip(" ;"))
    assert [found.plural(n) for n in range(200)] == [rule(n) for n in range(200)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("po", catalogues("en"), ids=lambda po: po.stem)
def test_english_is_complete_and_in_its_own_domain(po: Path) -> None:
    for entry in entries(po):
        if entry.id:
            assert _id(entry).partition(".")[0] == po.stem, f"{_id(entry)} stands in {po.name}"
            assert all(_forms(entry)), f"{_id(entry)} is empty"
            if not isinstance(entry.id, str):
                assert entry.id[1] == f"{entry.id[0]}.many"


@pytest.mark.parametrize(
    "po",
    [po for po in catalogues() if po.parts[-3] != "en"],
    ids=lambda po: "/".join(po.parts[-3::2]),
)
def test_translations_name_the_same_parameters(po: Path) -> None:
    english_po = po.parents[2] / "en" / "LC_MESSAGES" / po.name
    source = {_id(e): e for e in entries(english_po) if e.id}
    for entry in entries(po):
        if entry.id:
            assert _id(entry) in source, f"{_id(entry)} is not in English"
            if all(_forms(entry)):
                assert braces(entry) == braces(source[_id(entry)]), _id(entry)


# -- message ids in the sources -------------------------------------------------------------------


def _pattern(node: ast.expr) -> str | None:
    """A regular expression for the values of an expression; None when unknown."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(
            re.escape(str(v.value)) if isinstance(v, ast.Constant) else r".+" for v in node.values
        )
    return None


def _alternatives(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.IfExp):
        return [*_alternatives(node.body), *_alternatives(node.orelse)]
    return [node]


def said(code: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and pattern of every id given to `message(…)` or `Message(…)`."""
    for node in ast.walk(code):
        if isinstance(node, ast.Call) and _called(node) in ("message", "Message") and node.args:
            for each in _alternatives(node.args[0]):
                pattern = _pattern(each)
                if pattern is not None:
                    yield node.lineno, pattern


def test_every_message_in_the_sources_has_an_english_entry() -> None:
    known = english()
    found = [
        (f"{path.relative_to(SOURCE)}:{line}", pattern)
        for path in modules()
        for line, pattern in said(tree(path))
        if not pattern.startswith(".+")
    ]
    assert len(found) > 40
    missing = [
        f"{where}: {pattern}"
        for where, pattern in found
        if not any(re.fullmatch(pattern, id_) for id_ in known)
    ]
    assert missing == []


def test_no_english_entry_is_unused() -> None:
    exact: set[str] = set()
    patterns: set[str] = set()
    for path in modules():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                exact.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                pattern = _pattern(node) or ""
                if not pattern.startswith(".+"):
                    patterns.add(pattern)
            elif isinstance(node, ast.Call) and _called(node) == "translate":
                # a function for templates, which say the rest of the id
                patterns |= {f"{_pattern(each)}\\..+" for each in node.args[1:] if _pattern(each)}
        # f"{self.key}.promise" and the like: any game's
        patterns |= {
            r"\w+" + pattern.removeprefix(".+")
            for _, pattern in said(tree(path))
            if re.match(r"\.\+\\\.\w", pattern)
        }
    pages = [p for end in ("html", "js", "txt") for p in SOURCE.rglob(f"*.{end}")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    in_pages = set(re.findall(r"""["'`]([a-z_]+(?:\.[\w-]+)+)["'`]""", text))
    begun = tuple(re.findall(r"""["'`]([a-z_]+\.(?:[\w-]+\.)*)(?:["'`]|\$\{)""", text))
    unused = [
        id_
        for id_ in sorted(english() - exact - in_pages)
        if not (begun and id_.startswith(begun))
        and not any(re.fullmatch(pattern, id_) for pattern in patterns)
    ]
    assert unused == []


def test_the_message_check_sees() -> None:
    code = ast.parse(
        "message('a.b', x=1)\nmessage('c.d' if x else 'e.f')\nmessage(f'g.{x}.h')\nmessage(name)"
    )
    assert [pattern for _, pattern in said(code)] == [r"a\.b", r"c\.d", r"e\.f", r"g\..+\.h"]


def compiled_calls(path: Path) -> dict[str, set[str]]:
    """Which compiled functions of a module call which others of it."""
    functions = {
        node.name: node
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(d, ast.Name) and d.id == "compiled" for d in node.decorator_list)
    }
    return {
        name: {
            call.func.id
            for call in ast.walk(node)
            if isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id in functions
        }
        for name, node in functions.items()
    }


def test_no_compiled_function_leads_back_to_itself() -> None:
    """Numba's cache can crash on circles of inferred types, on the second run at that."""
    for path in modules():
        calls = compiled_calls(path)
        for name in calls:
            reached: set[str] = set()
            ahead = set(calls[name])
            while ahead:
                reached |= ahead
                ahead = set().union(*(calls[other] for other in ahead)) - reached
            assert name not in reached, f"{path}: {name} leads back to itself"
