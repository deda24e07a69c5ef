"""Edge cases of texts, recognised from their JSON form."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from typing import Any

from samescore.catalogue.wrong_items import Plain
from samescore.generators.generator import HasEdge

#: Spaces outside ASCII, and characters that only some programs treat as spaces.
_EXOTIC = re.compile("[\x1c-\x1f\x85\xa0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]")
#: Scripts without spaces between words: Thai, Lao, Khmer, Japanese, Chinese.
UNSEGMENTED = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


def _tokens(line: Any) -> list[str]:
    return line.split() if isinstance(line, str) else list(line)


def _text(line: Any) -> str:
    return line if isinstance(line, str) else " ".join(line)


def _pairs(plain: Plain) -> list[tuple[list[str], list[list[str]]]]:
    return [(_tokens(s["hypothesis"]), [_tokens(r) for r in s["references"]]) for s in plain["segments"]]


def _texts(plain: Plain) -> list[str]:
    return [_text(line) for s in plain["segments"] for line in (s["hypothesis"], *s["references"])]


def _any_pair(holds: Callable[[list[str], list[list[str]]], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(holds(h, refs) for h, refs in _pairs(plain))


def _any_text(holds: Callable[[str], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(map(holds, _texts(plain)))


def _has_length_tie(hypothesis: list[str], references: list[list[str]]) -> bool:
    """Return whether two references, one shorter and one longer, are equally close to the hypothesis in length."""
    lengths = {len(reference) for reference in references}
    return any(2 * len(hypothesis) - length in lengths for length in lengths if length != len(hypothesis))


def _has_no_overlap(hypothesis: list[str], references: list[list[str]]) -> bool:
    return bool(hypothesis) and any(references) and not any(set(hypothesis) & set(r) for r in references)


#: Edge cases of texts; each function says whether an input has it.
TEXT_EDGES: dict[str, HasEdge] = {
    "no-segments": lambda plain: not plain["segments"],
    "empty-hypothesis": _any_pair(lambda h, refs: not h and any(refs)),
    "empty-reference": _any_pair(lambda h, refs: bool(h) and any(not r for r in refs)),
    "both-empty": _any_pair(lambda h, refs: not h and bool(refs) and not any(refs)),
    "one-token": _any_pair(lambda h, _: len(h) == 1),
    "shorter-than-order": _any_pair(lambda h, _: 1 < len(h) < 4),
    "duplicates": _any_pair(lambda h, _: any(count > 1 for count in Counter(h).values())),
    "length-tie": _any_pair(_has_length_tie),
    "zero-overlap": _any_pair(_has_no_overlap),
    "unsegmented-script": _any_text(lambda text: bool(UNSEGMENTED.search(text))),
    "combining-characters": _any_text(lambda text: any(map(unicodedata.combining, text))),
    "exotic-spaces": _any_text(lambda text: bool(_EXOTIC.search(text))),
}
