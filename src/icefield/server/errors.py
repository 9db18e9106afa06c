"""The problems of requests, in the same form as the errors of moves."""

from __future__ import annotations

from typing import ClassVar, Final

from ..core.errors import IcefieldError, TextError
from ..core.message import Message, message


class Problem(IcefieldError):  # noqa: N818
    """A problem of a request; `status` is the HTTP status of the response.

    A client may try again after `retry_s` seconds, where that is known.
    """

    status: ClassVar[int] = 400
    code = "bad-request"
    retry_s: int | None = None

    def __init__(self, name: str | None = None, **params: str | int):
        super().__init__(message(f"web.problem.{name or self.code}", **params))


class BadRequest(Problem):
    """A body or a parameter that is not of the documented form."""

    status = 422


class NoSuchTable(Problem):
    """A table that does not exist."""

    status = 404
    code = "no-such-table"


class NoSuchPly(Problem):
    """A ply of a game that has not been reached."""

    status = 404
    code = "no-such-ply"


class NoSuchReview(Problem):
    """A review that was never requested, or was dropped from memory."""

    status = 404
    code = "no-such-review"


class NoProof(Problem):
    """A game that is not solved."""

    status = 404
    code = "no-proof"


class NotSeated(Problem):
    """A move of a spectator."""

    status = 403
    code = "not-seated"


class WrongOrigin(Problem):
    """A request that another site made a browser send (CSRF)."""

    status = 403
    code = "wrong-origin"


class NotJson(Problem):
    """A write whose content type is not JSON."""

    status = 415
    code = "not-json"


class TooLarge(Problem):
    """A body beyond the limit."""

    status = 413
    code = "too-large"


class WrongCode(Problem):
    """A recovery code that does not exist."""

    status = 422
    code = "wrong-code"


class TooManyTries(Problem):
    """Too many wrong recovery codes from one address."""

    status = 429
    code = "too-many-tries"


class TooFast(Problem):
    """More requests from one address, or more costly ones, than the rate limit allows."""

    status = 429
    code = "too-fast"

    def __init__(self, n: int):
        super().__init__(n=n)
        self.retry_s = n


class OtherVersion(Problem):
    """A table that was played by rules this installation does not know."""

    status = 409
    code = "other-version"


class UnreadableTable(Problem):
    """A table whose log is damaged, or whose game is not installed."""

    status = 409
    code = "unreadable-table"


class Busy(Problem):
    """The database does not answer, or too much waits already."""

    status = 503
    code = "busy"

    def __init__(self, retry_s: int = 1):
        super().__init__()
        self.retry_s = retry_s


class ClientGone(Busy):
    """The client disconnected before its request began; it receives no response."""

    status = 499


class NoRoom(Problem):
    """The disk of the database is full."""

    status = 507
    code = "no-room"


class TooSlow(Problem):
    """A request whose body did not arrive in time."""

    status = 408
    code = "too-slow"


class Broken(Problem):
    """A bug of the server."""

    status = 500
    code = "internal"


_NAMES: Final = {404: "not-found", 405: "method", 400: "bad-request"}
"""Codes of problems that the framework finds before a route does, by HTTP status."""


class Refused(Problem):
    """A problem that the framework found: no such page, an unsupported method."""

    def __init__(self, status: int):
        self.http_status = status
        name = _NAMES.get(status, "bad-request")
        super().__init__(name)
        self.name = name

    def to_json(self, language: str = "en") -> dict[str, object]:
        return {**super().to_json(language), "error": self.name, "code": self.name}


_STATUS: Final = {
    "stale-move": 409,
    "not-your-decision": 409,
    "game-over": 409,
    "not-now": 409,
    "unknown-game": 404,
}
"""The HTTP status of the errors of core; all others are 422."""


def problem_json(error: IcefieldError, language: str) -> dict[str, object]:
    """The body of every error response.

    The place of an error in a text is in fields of its own and not in the sentence.
    """
    body = error.to_json(language)
    if isinstance(error, TextError):
        what = dict(error.sentence.params).get("what")
        body["sentence"] = what.text(language) if isinstance(what, Message) else body["sentence"]
    return body


def error_headers(error: IcefieldError) -> dict[str, str]:
    """The headers that tell a client when to try again."""
    retry_s = getattr(error, "retry_s", None)
    return {} if retry_s is None else {"retry-after": str(retry_s)}


def status_of(error: IcefieldError) -> int:
    """The HTTP status that fits an error."""
    if isinstance(error, Refused):
        return error.http_status
    if isinstance(error, Problem):
        return error.status
    return _STATUS.get(error.code, 422)
