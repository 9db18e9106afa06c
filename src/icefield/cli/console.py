"""The console of a command: the user's language, the two streams, and error lines.

Results go to standard output, everything else to standard error. An error is always one line,
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
    """The command line, or a command typed in line mode, cannot be parsed."""

    code = "usage"


class FileTrouble(IcefieldError):  # noqa: N818
    """A file that cannot be read or written."""

    code = "file"


def file_trouble(error: OSError, file: str = "") -> FileTrouble:
    """Return an OSError as a FileTrouble with the message of the operating system."""
    name = file or str(error.filename or "")
    reason = error.strerror or str(error) or type(error).__name__
    if not name:
        return FileTrouble(message("cli.system", reason=reason))
    return FileTrouble(message("cli.file", file=name, reason=reason))


def languages() -> tuple[str, ...]:
    """Return the languages that have a message catalogue."""
    return tuple(sorted(f.name for f in LOCALE_FOLDER.iterdir() if (f / "LC_MESSAGES").is_dir()))


def language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of `--lang`, else of the environment, else English.

    Reads the arguments before they are parsed, because the parser's own help needs the language;
    raises BadOption when `--lang` names an unknown one."""
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
    """The standard streams, and the language of the user."""

    language: str = ENGLISH

    def text(self, what: Message | str) -> str:
        """Return a message in the user's language; a string is returned unchanged."""
        return what.text(self.language) if isinstance(what, Message) else what

    def say(self, what: Message | str = "", end: str = "\n") -> None:
        """Write to standard output."""
        print(self.text(what), end=end, flush=end != "\n")

    def note(self, what: Message | str = "", end: str = "\n") -> None:
        """Write to standard error."""
        print(self.text(what), end=end, file=sys.stderr, flush=True)

    def refusal(self, error: IcefieldError) -> str:
        """Return an error's sentence with the number of the rule, in one line."""
        sentence = " ".join(self.text(error.sentence).split())
        return f"{sentence} ({error.rule})" if error.rule else sentence

    def complain(self, error: IcefieldError) -> None:
        """Print an error with its code to standard error."""
        self.note(f"{NAME}: {self.refusal(error)} [{error.refusal.code}]")

    @property
    def width(self) -> int:
        """Return the maximum width of a paragraph in characters."""
        return max(40, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns))

    @property
    def colour(self) -> bool:
        """Return whether to use colours: on a terminal, without NO_COLOR (no-color.org)."""
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def soften() -> None:
    """Make the standard streams replace characters they cannot encode, not raise.

    A stream that was closed before the program started becomes the null device."""
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
            # a byte order mark at the beginning is skipped
            reconfigure(encoding="utf-8-sig", errors="replace")


def hush() -> None:
    """Redirect closed standard output to the null device, so that flush cannot raise."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):  # standard output may be no file, as in tests
        pass
