"""ROUGE-S and ROUGE-SU, skip-bigrams (Lin, "ROUGE: a package ...", 2004, sections 4 and 4.1).

A skip-bigram is any pair of words in sentence order, with at most d words between them if there is a skip distance d.
With SKIP2(X, Y) matches, P and R are relative to the number of skip-bigrams of each text (equations 16 to 18), which is
C(m, 2) for m words if the distance is unlimited. ROUGE-SU also counts unigrams.
"""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import chain
from operator import add
from typing import ClassVar, TypeVar

import msgspec

from samescore.data.corpus import Line
from samescore.kernels import skip_bigrams, unigrams
from samescore.kernels.rouge_rows import ngram_totals, triples
from samescore.metrics.preparation import Seen, unseen
from samescore.metrics.rouge.numbering import RougeText
from samescore.metrics.rouge.scores import Rouge
from samescore.metrics.rouge.settings import EMPTY, RougeSettings
from samescore.metrics.rouge.units import need_tokens, tokens
from samescore.metrics.rows import Rows
from samescore.settings import Choice, Integer, Stage, knob


class RougeSSettings(RougeSettings):
    """The knobs of ROUGE-S."""

    metric: ClassVar[str] = "rouge-s"

    skip: int = knob(
        Stage.STATISTICS,
        Integer(-1, 1_000_000),
        -1,
        "Maximum number of words between the two words of a skip-bigram; -1: no limit",
    )
    empty_text: str = knob(Stage.STATISTICS, Choice(("zero", "raise")), "zero", EMPTY, former=("empty",))


class RougeSUSettings(RougeSSettings):
    """The knobs of ROUGE-SU."""

    metric: ClassVar[str] = "rouge-su"

    unigrams: str = knob(
        Stage.STATISTICS,
        Choice(("all", "but-last")),
        "all",
        "Unigrams that are counted. all: every word; but-last: every word except the last, as in ROUGE-1.5.5",
    )


SkipT = TypeVar("SkipT", bound=RougeSSettings)


def _reach(words: list[str], skip: int) -> int:
    """Return the maximum number of following words with which a word forms a skip-bigram."""
    return len(words) if skip < 0 else skip + 1


def _number(words: list[str], skip: int) -> int:
    """Return the number of skip-bigrams of a text."""
    reach = _reach(words, skip)
    return sum(min(reach, following) for following in range(len(words)))


def _common_skip_bigrams(hypothesis: list[str], reference: list[str], skip: int) -> int:
    """Return the number of common skip-bigrams, each clipped to the lower of its counts in the two texts.

    Skip-bigrams are counted for one first word at a time, so memory is proportional to the texts.
    """
    places = _places(hypothesis)
    matches = 0
    for word, places_in_reference in _places(reference).items():
        if word in places:
            wanted = _followers(reference, places_in_reference, skip)
            followers = _followers(hypothesis, places[word], skip)
            matches += sum(min(number, wanted[second]) for second, number in followers.items() if second in wanted)
    return matches


def _places(words: list[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for i, word in enumerate(words):
        places.setdefault(word, []).append(i)
    return places


def _followers(words: list[str], places: list[int], skip: int) -> Counter[str]:
    """Return how often each word is the second of a skip-bigram whose first word is at one of these positions."""
    reach = _reach(words, skip)
    return Counter(chain.from_iterable(words[i + 1 : i + 1 + reach] for i in places))


class SkipBigrams(Rouge[SkipT, list[str]]):
    """The base of ROUGE-S and ROUGE-SU, which counts skip-bigrams."""

    facts = msgspec.structs.replace(Rouge.facts, plausible={**Rouge.facts.plausible, "skip": (-1, 4, 9)})

    def units(self, line: Line, settings: SkipT, seen: Seen = unseen) -> list[str]:
        return tokens(line, settings, seen)

    def count(self, hypothesis: list[str], reference: list[str], settings: SkipT) -> list[int]:
        """Return the clipped matches, and the number of skip-bigrams of each text.

        Raises `MetricError` for a text without tokens if ``empty_text`` is raise.
        """
        for text in (hypothesis, reference):
            need_tokens(text, settings)
        return [
            _common_skip_bigrams(hypothesis, reference, settings.skip),
            *(_number(words, settings.skip) for words in (hypothesis, reference)),
        ]

    def pairs(self, text: RougeText, settings: SkipT) -> Rows | None:
        if settings.empty_text == "raise" and text.has_empty_lines:
            return None
        matched, totals = (
            skip_bigrams.matches(text.tokens, settings.skip),
            skip_bigrams.totals(text.tokens, settings.skip),
        )
        return Rows(3, triples(text.tokens, matched, totals))


class RougeS(SkipBigrams[RougeSSettings]):
    """ROUGE-S: common skip-bigrams."""

    name = "rouge-s"
    title = "ROUGE-S"
    settings = RougeSSettings


class RougeSU(SkipBigrams[RougeSUSettings]):
    """ROUGE-SU: common skip-bigrams and unigrams."""

    name = "rouge-su"
    title = "ROUGE-SU"
    settings = RougeSUSettings

    def count(self, hypothesis: list[str], reference: list[str], settings: RougeSUSettings) -> list[int]:
        """Return the clipped matches, and the number of skip-bigrams and unigrams of each text.

        Raises the errors of ROUGE-S.
        """
        h, r = (words if settings.unigrams == "all" else words[:-1] for words in (hypothesis, reference))
        words = [sum((Counter(h) & Counter(r)).values()), len(h), len(r)]
        return [a + b for a, b in zip(super().count(hypothesis, reference, settings), words, strict=True)]

    def pairs(self, text: RougeText, settings: RougeSUSettings) -> Rows | None:
        pairs = super().pairs(text, settings)
        if pairs is None:
            return None
        words, but_last = text.tokens, settings.unigrams == "but-last"
        in_common = triples(words, unigrams.matches(words, but_last, False), ngram_totals(words, 1 + but_last, False))
        return Rows(3, array("q", map(add, pairs.cells, in_common)))


ROUGE_S, ROUGE_SU = RougeS(), RougeSU()
