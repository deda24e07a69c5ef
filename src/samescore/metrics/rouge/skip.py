"""ROUGE-S and ROUGE-SU, skip-bigrams (Lin, "ROUGE: a package ...", 2004, sections 4 and 4.1).

A skip-bigram is any pair of words in sentence order; with a skip distance d, with at most d words
between them. With SKIP2(X, Y) matches, P and R are over the number of skip-bigrams of each side
(equations 16 to 18), C(m, 2) without a distance. ROUGE-SU counts unigrams as well.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any, ClassVar

from samescore.data.corpus import Line
from samescore.metrics.rouge.scores import Rouge
from samescore.metrics.rouge.settings import RougeSettings
from samescore.metrics.rouge.units import tokens
from samescore.settings import Choice, Integer, Settings, Stage, knob


@dataclasses.dataclass(frozen=True, slots=True)
class RougeSSettings(RougeSettings):
    """The knobs of ROUGE-S."""

    metric: ClassVar[str] = "rouge-s"

    skip: int = knob(
        Stage.STATISTICS,
        Integer(-1, 1_000_000),
        -1,
        "most words between the two words of a skip-bigram; -1: any number",
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


def _presets(name: str) -> tuple[tuple[str, tuple[tuple[str, object], ...]], ...]:
    distances = tuple((f"{form}{d}", (("skip", d),)) for d in range(10) for form in (name, f"rouge-{name[5:]}"))
    unlimited: tuple[tuple[str, tuple[tuple[str, object], ...]], ...] = ((name, ()), (f"rouge-{name[5:]}*", ()))
    return distances + unlimited


class RougeS(Rouge):
    """ROUGE-S: skip-bigrams in common."""

    name = "rouge-s"
    title = "ROUGE-S"
    settings: type[Settings] = RougeSSettings
    presets = _presets("rouges")

    def units(self, line: Line, s: Any) -> list[str]:
        return tokens(line, s)

    def count(self, hypothesis: list[str], reference: list[str], s: Any) -> list[int]:
        """Clipped matches, and the number of units of each text."""
        h, r = self._units_in(hypothesis, s), self._units_in(reference, s)
        return [sum((h & r).values()), sum(h.values()), sum(r.values())]

    def _units_in(self, words: list[str], s: Any) -> Counter[tuple[str, ...]]:
        return _skip_bigrams(words, s.skip)


class RougeSU(RougeS):
    """ROUGE-SU: skip-bigrams and unigrams in common."""

    name = "rouge-su"
    title = "ROUGE-SU"
    settings = RougeSUSettings
    presets = _presets("rougesu")

    def _units_in(self, words: list[str], s: Any) -> Counter[tuple[str, ...]]:
        units = super()._units_in(words, s)
        units.update((word,) for word in (words if s.unigrams == "all" else words[:-1]))
        return units


ROUGE_S, ROUGE_SU = RougeS(), RougeSU()
