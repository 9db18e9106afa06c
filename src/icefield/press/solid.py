"""Solid models for a 3D printer: shapes, checks of every model, and files.

Millimetres, z grows upwards, and a model stands on z = 0. Shapes come from `manifold3d`, whose
results are watertight by construction; `faults` checks that and the rest again from the triangles,
and no model with a fault is written.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np

from ..core.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manifold3d import CrossSection, Manifold

    from ..core.scene import Point

ROUND: Final = 72
"""How many sides a round thing has."""
STEEPEST: Final = 45.0
"""Degrees from the vertical that a face may hang over without a support."""
_FLAT: Final = 1e-4  # tolerance of equal heights
_SKIN: Final = 0.01  # practically no thickness


@dataclass(frozen=True)
class Model:
    """A model to print, and how many copies a game needs."""

    id: str
    name: Message
    count: int
    points: np.ndarray  # (n, 3)
    faces: np.ndarray  # (m, 3), counter-clockwise seen from outside

    @property
    def corners(self) -> np.ndarray:
        """The triangles as points: (m, 3, 3)."""
        found: np.ndarray = self.points[self.faces]
        return found

    @property
    def normals(self) -> np.ndarray:
        """The outward unit normals of the triangles."""
        a, b, c = (self.corners[:, i] for i in range(3))
        across = np.cross(b - a, c - a)
        found: np.ndarray = across / np.linalg.norm(across, axis=1, keepdims=True)
        return found

    @property
    def size(self) -> tuple[float, float, float]:
        x, y, z = self.points.max(axis=0) - self.points.min(axis=0)
        return float(x), float(y), float(z)

    @property
    def volume(self) -> float:
        """The volume in cubic millimetres."""
        a, b, c = (self.corners[:, i] for i in range(3))
        return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def model(id_: str, name: Message, count: int, body: Manifold) -> Model:
    """A shape as a model that stands on z = 0."""
    mesh = body.to_mesh()
    points = np.array(mesh.vert_properties[:, :3], dtype=np.float64)
    points[:, 2] -= points[:, 2].min()
    faces = np.array(mesh.tri_verts, dtype=np.int64)
    return Model(id_, name, count, *_joined(points, faces))


def _joined(points: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mesh with equal points merged and without triangles of no area."""
    rounded = np.round(points, 5) + 0.0
    unique, index = np.unique(rounded, axis=0, return_inverse=True)
    found = index.reshape(-1)[faces]
    a, b, c = found.T
    return unique, found[(a != b) & (b != c) & (c != a)]


def faults(model: Model) -> list[str]:
    """The faults that prevent printing, one word for each."""
    found = []
    edges = np.concatenate([model.faces[:, [i, (i + 1) % 3]] for i in range(3)])
    there = {(int(a), int(b)) for a, b in edges}
    if len(there) != len(edges) or any((b, a) not in there for a, b in there):
        found.append("open")
    if model.volume <= 0:
        found.append("inside-out")
    if abs(model.points[:, 2].min()) > _FLAT:
        found.append("floating")
    low = model.corners[:, :, 2].max(axis=1) < _FLAT
    down = model.normals[:, 2]
    if not (low & (down < -0.999)).any():
        found.append("no-base")
    if (~low & (down < -cos((90 - STEEPEST) * pi / 180) - 1e-3)).any():
        found.append("overhang")
    return found


# -- shapes -------------------------------------------------------------------------------------


def flat(points: Iterable[Point]) -> CrossSection:
    """The area inside a closed line of either orientation."""
    from manifold3d import CrossSection, FillRule

    return CrossSection([np.array(list(points), dtype=np.float64)], FillRule.NonZero)


def polygon(corners: int, radius: float, turn: float = 0.0) -> CrossSection:
    """A regular polygon; `turn` in degrees."""
    angles = [2 * pi * i / corners + turn * pi / 180 for i in range(corners)]
    return flat((radius * cos(a), radius * sin(a)) for a in angles)


def cushion(side: float, radius: float) -> CrossSection:
    """A square with round corners."""
    from manifold3d import CrossSection, JoinType

    inner = CrossSection.square((side - 2 * radius, side - 2 * radius), True)
    return inner.offset(radius, JoinType.Round, 2.0, ROUND)


def plate(area: CrossSection, height: float, chamfer: float = 0.0) -> Manifold:
    """An area extruded to a height; a chamfer bevels the upper edge of a convex one."""
    from manifold3d import JoinType, Manifold

    if not chamfer:
        return Manifold.extrude(area, height)
    body = Manifold.extrude(area, height - chamfer)
    small = area.offset(-chamfer, JoinType.Miter, 4.0)
    top = Manifold.extrude(small, _SKIN).translate((0, 0, height - _SKIN))
    rim = Manifold.extrude(area, _SKIN).translate((0, 0, height - chamfer - _SKIN))
    return body + Manifold.batch_hull([rim, top])


def turned(profile: Sequence[Point]) -> Manifold:
    """A profile of (radius, height) revolved around the z axis."""
    from manifold3d import Manifold

    return Manifold.revolve(flat(profile), ROUND)


# -- files --------------------------------------------------------------------------------------


def as_stl(model: Model) -> bytes:
    """A binary STL file."""
    _prove(model)
    record = np.zeros(
        len(model.faces),
        dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")],
    )
    record["normal"] = model.normals
    record["corners"] = model.corners
    head = f"Icefield {model.id}".encode("ascii", "replace").ljust(80, b" ")
    return head + struct.pack("<I", len(record)) + record.tobytes()


_TYPES: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" '
    'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
)
_RELATIONS: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
)
_CORE: Final = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_APART: Final = 5.0  # millimetres between two models


def as_3mf(models: Sequence[Model]) -> bytes:
    """A 3MF file with as many copies of each model as the game needs, side by side."""
    objects, items = [], []
    for number, each in enumerate(models, 1):
        _prove(each)
        points = "".join(
            f'<vertex x="{x:.5f}" y="{y:.5f}" z="{z:.5f}"/>' for x, y, z in each.points
        )
        faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in each.faces)
        objects.append(
            f'<object id="{number}" type="model" name={quoteattr(each.name.text())}><mesh>'
            f"<vertices>{points}</vertices><triangles>{faces}</triangles></mesh></object>"
        )
    for number, x, y in _laid_out(models):
        items.append(f'<item objectid="{number}" transform="1 0 0 0 1 0 0 0 1 {x:.3f} {y:.3f} 0"/>')
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<model unit="millimeter" xml:lang="en" xmlns="{_CORE}">'
        f"<resources>{''.join(objects)}</resources><build>{''.join(items)}</build></model>"
    )
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", text),
        ):
            entry = ZipInfo(name)  # with a fixed date: the same models are the same file
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)
    return out.getvalue()


def _laid_out(models: Sequence[Model]) -> list[tuple[int, float, float]]:
    """The number of the model and the offset of every copy."""
    widest = max(each.size[0] for each in models)
    across = max(widest, 180.0)
    found = []
    x = y = deep = 0.0
    for number, each in enumerate(models, 1):
        low = each.points.min(axis=0)
        for _ in range(each.count):
            if x and x + each.size[0] > across:
                x, y, deep = 0.0, y + deep + _APART, 0.0
            found.append((number, x - float(low[0]), y - float(low[1])))
            x += each.size[0] + _APART
            deep = max(deep, each.size[1])
    return found


def _prove(model: Model) -> None:
    wrong = faults(model)
    assert not wrong, f"{model.id}: {', '.join(wrong)}"
