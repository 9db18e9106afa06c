"""Positions of seals as texts."""

from __future__ import annotations

START = "4/s4b/8/8/8/8/s4b/4 s -"


LATE = "ooo1/ooo2o/ooooo1o1/ooooooo1/1o1ooooo/o1s2obo/o2ooo/2oo s -"


OVER = "3o/o2soo/1o2ob1o/1o1ooooo/1o1ooooo/2obooso/o1oooo/1ooo b -"
