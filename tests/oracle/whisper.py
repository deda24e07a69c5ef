"""What Whisper's normalizers make of the texts of the golden vectors: recorded from the originals, not computed."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

RECORD = Path(__file__).parents[1] / "data" / "normalizers.jsonl"


@cache
def recorded() -> dict[str, dict[str, str]]:
    """For each text, what each normalizer makes of it."""
    _, *lines = map(json.loads, RECORD.read_text(encoding="utf-8").splitlines())
    return {line.pop("text"): line for line in lines}


def normalized(text: str, name: str) -> str:
    """What a normalizer makes of a text that was recorded; `KeyError` for another text."""
    return recorded()[text][name]
