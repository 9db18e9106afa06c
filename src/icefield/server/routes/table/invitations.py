"""QR codes of the links that invite to a table."""

from __future__ import annotations

import io
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Query, Request, Response

from ...errors import BadRequest
from ..json_router import QueuedRouter

router = QueuedRouter(include_in_schema=False)

_MAX_LINK: Final = 300
_BORDER: Final = 3
"""Modules of white around the code."""


@router.get("/pictures/qr")
def qr_code(request: Request, link: Annotated[str, Query(max_length=_MAX_LINK)]) -> Response:
    """The QR code of a link to a table of this server, as SVG."""
    import segno  # only this picture needs it

    url = urlsplit(link)
    own = url.netloc.lower() == request.headers.get("host", "").lower() != ""
    if url.scheme not in ("http", "https") or not own or not url.path.startswith("/tables/"):
        raise BadRequest("field", field="link")
    out = io.BytesIO()
    segno.make_qr(link, error="m").save(
        out, kind="svg", border=_BORDER, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return Response(out.getvalue(), media_type="image/svg+xml")
