"""Where a command talks: the reader's language, the two streams, and how trouble is told.

Results go to standard output, everything else to standard error. Trouble is always one line,
`icefield: sentence (rule) [code]`, and never a traceback.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..core.errors import BadOption, IcefieldError
from ..core.message import ENGLISH, LOCALE_FOLDER, Message, message

NAME: Final = "icefield"
_WIDEST: Final = 88  # a line of prose longer than this is hard to read


class BadUsage(IcefieldError):  # noqa: N818 (named like the errors of core)
    """The command line, or a command typed while playing, cannot be understood."""

    code = "usage"


class FileTrouble(IcefieldError):  # noqa: N818
    """A file that cannot be read or written."""

    code = "file"


def file_trouble(error: OSError, file: str = "") -> FileTrouble:
    """What the operating system says, as one of our errors."""
    name = file or str(error.filename or "")
    reason = error.strerror or str(error) or type(error).__name__
    if not name:
        return FileTrouble(message("cli.system", reason=reason))
    return FileTrouble(message("cli.file", file=name, reason=reason))


def languages() -> tuple[str, ...]:
    """The languages there are catalogues for."""
    return tuple(sorted(f.name for f in LOCALE_FOLDER.iterdir() if (f / "LC_MESSAGES").is_dir()))


def language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language to speak: `--lang`, else the environment's where we have it, else English.

    Looks at the arguments before they are parsed, because the parser's own help needs it; raises
    BadOption when `--lang` names a language there is none of."""
    for i, word in enumerate(arguments):
        if word == "--":
            break
        if word == "--lang" or word.startswith("--lang="):
            wanted = "".join(arguments[i + 1 : i + 2])
            if word != "--lang":
                wanted = word.removeprefix("--lang=")
            if wanted not in languages():
                known = ", ".join(languages())
                raise BadOption(message("cli.language", name=wanted[:20], known=known))
            return wanted
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            code = environment[variable].replace("-", "_").split("_")[0].split(".")[0]
            return code if code in languages() else ENGLISH
    return ENGLISH


@dataclass(frozen=True, slots=True)
class Console:
    """The streams as they are now, and the language of whoever reads them."""

    language: str = ENGLISH

    def text(self, what: Message | str) -> str:
        """A message in the reader's language; a string stays as it is."""
        return what.text(self.language) if isinstance(what, Message) else what

    def say(self, what: Message | str = "", end: str = "\n") -> None:
        """Write to standard output."""
        print(self.text(what), end=end, flush=end != "\n")

    def note(self, what: Message | str = "", end: str = "\n") -> None:
        """Write to standard error."""
        print(self.text(what), end=end, file=sys.stderr, flush=True)

    def refusal(self, error: IcefieldError) -> str:
        """An error's sentence with the number of the rule, in one line."""
        sentence = " ".join(self.text(error.sentence).split())
        return f"{sentence} ({error.rule})" if error.rule else sentence

    def complain(self, error: IcefieldError) -> None:
        """Tell an error on standard error, with its code."""
        self.note(f"{NAME}: {self.refusal(error)} [{error.refusal.code}]")

    @property
    def width(self) -> int:
        """How wide a paragraph may be."""
        return max(40, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns))

    @property
    def colour(self) -> bool:
        """Whether the reader wants colours: a terminal, and no NO_COLOR."""
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def soften() -> None:
    """A character that the terminal or a pipe cannot take is replaced instead of raising. A stream
    that was closed before we began is empty, or swallows what it gets."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 (to the end)
            setattr(sys, name, nowhere)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        reconfigure(errors="replace")
        if stream is sys.stdin and stream.encoding.lower() == "utf-8" and not stream.isatty():
            # without the mark that some programs begin with
            reconfigure(encoding="utf-8-sig", errors="replace")


def hush() -> None:
    """Nobody reads standard output any more: keep the interpreter quiet when it flushes."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):  # not a real stream
        pass
