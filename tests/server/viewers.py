"""Viewers of tables that are folded in memory."""

from __future__ import annotations

from icefield.server.views.viewer import Viewer

ANN, BEN, EVE = Viewer("ann-id"), Viewer("ben-id"), Viewer("eve-id")
