"""The weights of the estimate (`evaluate`), in thousandths of a logit per feature.

Made by `benchmarks/seals_weights.py` from the results of games: three columns for few, some and
many empty spaces (10, 25, 40 or more), interpolated between.
"""

from __future__ import annotations

import numpy as np

FEW, SOME, MANY = 10, 25, 40
SPACES = 52

# One row per entry of `evaluate.features`.
FITTED = (
    (4570, 4008, 2810),  # always
    (-224, -66, -16),  # ice next to seals less ice next to bears
    (438, 133, -15),  # ice where a seal is first
    (102, 7, -27),  # ice where a bear is first
    (1643, 3355, 0),  # ice that only bears reach
    (349, 120, -16),  # open ring of the seal with the narrowest
    (29, -34, 42),  # open rings
    (487, 117, -38),  # ways out that no bear watches
    (-58, 29, 39),  # ways out of the seal with the fewest
    (-804, -229, -345),  # a seal is attacked, bears to move
    (-455, -240, -189),  # a seal is attacked, seals to move
    (-3950, -940, -821),  # one seal is left
    (-98, 78, 21),  # moves until a bear is there
    (-446, -65, -23),  # where the bears can go
    (-424, -556, 66),  # the seals move
    (-253, -165, -12),  # empty spaces
    (-103, 42, 11),  # safe ice near the seals
)


def _rows() -> np.ndarray:
    """The weights for every number of empty spaces."""
    spaces = np.arange(SPACES + 1)
    columns = [np.interp(spaces, (FEW, SOME, MANY), weights) for weights in FITTED]
    return np.round(np.stack(columns, axis=1)).astype(np.int64)


WEIGHTS = _rows()
"""WEIGHTS[empty spaces, feature]."""
