"""The releases of rouge-score."""

from __future__ import annotations

#: The newest release that is modelled.
NEWEST = "0.1.2"
