"""ROUGE-S and ROUGE-SU, skip-bigrams (Lin, "ROUGE: a package ...", 2004, sections 4 and 4.1).

A skip-bigram is any pair of words in sentence order; with a skip distance d, with at most d words
between them. With SKIP2(X, Y) matches, P and R are over the number of skip-bigrams of each side
(equations 16 to 18), C(m, 2) without a distance. ROUGE-SU counts unigrams as well.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import partial
from typing import Any, ClassVar

from samescore.data.corpus import Corpus, Line
from samescore.metrics.base import Metric
from samescore.metrics.rouge.n_l import RougeSettings, tokens
from samescore.metrics.rouge.scores import evaluate
from samescore.settings import Choice, Integer, Stage, knob


@dataclasses.dataclass(frozen=True, slots=True)
class RougeSSettings(RougeSettings):
    """The knobs of ROUGE-S."""

    metric: ClassVar[str] = "rouge-s"

    skip: int = knob(
        Stage.STATISTICS, Integer(-1, 1_000_000), -1, "most words between the two of a skip-bigram; -1: any number"
    )


@dataclasses.dataclass(frozen=True, slots=True)
class RougeSUSettings(RougeSSettings):
    """The knobs of ROUGE-SU."""

    metric: ClassVar[str] = "rouge-su"

    unigrams: str = knob(
        Stage.STATISTICS,
        Choice(("all", "but-last")),
        "all",
        "count every word of a text, or, as ROUGE-1.5.5 does, every word but the last",
    )


def _skip_bigrams(words: list[str], skip: int) -> Counter[tuple[str, ...]]:
    """Every pair of words in order, at most `skip` words apart (-1: any number)."""
    reach = len(words) if skip < 0 else skip + 1
    return Counter((first, second) for i, first in enumerate(words) for second in words[i + 1 : i + 1 + reach])


def _count(hypothesis: Line, reference: Line, s: Any) -> list[int]:
    """Clipped matches, and how many units each text has."""
    counted = []
    for text in (hypothesis, reference):
        words = tokens(text, s)
        units = _skip_bigrams(words, s.skip)
        if isinstance(s, RougeSUSettings):
            units.update((word,) for word in (words if s.unigrams == "all" else words[:-1]))
        counted.append(units)
    h, r = counted
    return [sum((h & r).values()), sum(h.values()), sum(r.values())]


def _presets(name: str) -> tuple[tuple[str, tuple[tuple[str, object], ...]], ...]:
    distances = tuple((f"{form}{d}", (("skip", d),)) for d in range(10) for form in (name, f"rouge-{name[5:]}"))
    unlimited: tuple[tuple[str, tuple[tuple[str, object], ...]], ...] = ((name, ()), (f"rouge-{name[5:]}*", ()))
    return distances + unlimited


ROUGE_S = Metric(
    "rouge-s", "ROUGE-S", RougeSSettings, (Corpus,), partial(evaluate, _count, tokens), presets=_presets("rouges")
)
ROUGE_SU = Metric(
    "rouge-su", "ROUGE-SU", RougeSUSettings, (Corpus,), partial(evaluate, _count, tokens), presets=_presets("rougesu")
)
