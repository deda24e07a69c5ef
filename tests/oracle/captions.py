"""The recorded results of pycocoevalcap's tokenizer, a Java program, for certain captions."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

_RECORDED = Path(__file__).parent.parent / "data" / "ptb-captions.jsonl"


@cache
def _captions() -> dict[str, str]:
    rows = map(json.loads, _RECORDED.read_text(encoding="utf-8").split("\n")[1:-1])
    return {row["text"]: row["caption"] for row in rows}


def tokenized(text: str) -> str:
    """Return the tokenized caption recorded for a text. Raises `KeyError` for any other text."""
    if text not in _captions():
        raise RuntimeError(
            f"the oracle takes words from {_RECORDED.name}: python -m tools.ptb_captions --add, for {text!r}"
        )
    return _captions()[text]
