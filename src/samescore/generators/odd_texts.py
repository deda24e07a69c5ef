"""Short texts with wide characters, and unusual or no spaces."""

from __future__ import annotations

TEXTS = ["a cat", " a\u00a0cat\n", "", "\u732b", "\U0001f469 \u00e9t\u00e9", "x" * 40, "one two  three\tfour"]
