"""The results of Whisper's normalizers for the texts of the golden vectors, recorded from the originals."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

RECORD = Path(__file__).parents[1] / "data" / "normalizers.jsonl"


@cache
def recorded() -> dict[str, dict[str, str]]:
    """Return the recorded result of each normalizer, by text and normalizer."""
    _, *lines = map(json.loads, RECORD.read_text(encoding="utf-8").splitlines())
    return {line.pop("text"): line for line in lines}


def normalized(text: str, name: str) -> str:
    """Return the recorded result of a normalizer for a text. Raises `KeyError` if the text was not recorded."""
    return recorded()[text][name]
