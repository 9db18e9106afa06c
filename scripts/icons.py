"""Makes the icons of an installed site from `icon.svg`.

A maskable icon is cut to the shape that a system likes, so the ice keeps to the middle and the
background goes to the edges.
"""

from __future__ import annotations

from pathlib import Path

import resvg_py

STATIC = Path(__file__).resolve().parents[1] / "src" / "icefield" / "server" / "static"
SIZES = (180, 192, 512)
BACKGROUND = "#17505f"  # that of icon.svg


def main() -> None:
    """Draw all of them."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    for size in SIZES:
        drawn = resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size)
        (STATIC / f"icon-{size}.png").write_bytes(bytes(drawn))
    wider = drawing.replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
    drawn = resvg_py.svg_to_bytes(svg_string=wider, width=512, height=512, background=BACKGROUND)
    (STATIC / "maskable-512.png").write_bytes(bytes(drawn))


if __name__ == "__main__":
    main()
