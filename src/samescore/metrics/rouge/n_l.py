"""ROUGE-N and ROUGE-L (Lin, "ROUGE: a package for automatic evaluation of summaries", 2004, sections 2 and 3.1).

Both count m matches, h units of the hypothesis and r units of the reference. For ROUGE-N the units are n-grams. For
ROUGE-L they are tokens, and the tokens in a longest common subsequence match.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import msgspec

from samescore.base.errors import MetricError, SettingsError
from samescore.data.corpus import Line
from samescore.kernels import ngram_units, ngrams, skip_bigrams, subsequences, unigrams
from samescore.kernels.rouge_rows import distinct_totals, ngram_totals, triples
from samescore.metrics.base import broken_axioms
from samescore.metrics.preparation import Seen, unseen
from samescore.metrics.rouge.lcs import lcs_length
from samescore.metrics.rouge.numbering import RougeText
from samescore.metrics.rouge.scores import Rouge
from samescore.metrics.rouge.settings import EMPTY, FULL_STOP, RougeSettings
from samescore.metrics.rouge.units import need_tokens, tokens
from samescore.metrics.rows import Rows
from samescore.settings import Choice, Integer, Stage, knob


def _sentences_knob() -> str:
    return knob(
        Stage.TEXT,
        Choice(("whole", "full-stop", "chinese")),
        "whole",
        f"Sentence splitting. whole: use the text as one unit; {FULL_STOP}; chinese: split at line ends and after the "
        "punctuation that rouge-chinese splits at, otherwise as full-stop",
    )


def _empty_text_knob() -> str:
    return knob(Stage.STATISTICS, Choice(("zero", "raise")), "zero", EMPTY, former=("empty",))


def _need_text_for_sentences(settings: RougeNSettings | RougeLSettings) -> None:
    """Raise `SettingsError` if the caller gives tokens but the settings split text into sentences."""
    if settings.tokenizer == "given" and settings.sentences != "whole":
        raise SettingsError(
            f"sentences={settings.sentences} splits text, so it cannot be used with tokens",
            hint="set sentences=whole, or pass text",
        )


class RougeNSettings(RougeSettings):
    """The knobs of ROUGE-N."""

    metric: ClassVar[str] = "rouge-n"

    sentences: str = _sentences_knob()
    order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "Order n of the n-grams")
    counting: str = knob(
        Stage.STATISTICS,
        Choice(("clipped", "distinct", "distinct-matches")),
        "clipped",
        "How repeated n-grams are counted. clipped: count every occurrence, and clip matches; distinct: count "
        "each distinct n-gram once; distinct-matches: count distinct n-grams for matches, but every occurrence "
        "for the denominators",
    )
    totals: str = knob(
        Stage.STATISTICS,
        Choice(("counted", "length")),
        "counted",
        "Number of n-grams in a text. counted: the n-grams that exist (0 for a text that is too short); length: "
        "number of tokens - n + 1, even if that is negative",
    )
    ngram_key: str = knob(
        Stage.STATISTICS,
        Choice(("tuple", "joined")),
        "tuple",
        "How n-grams are compared. tuple: as token sequences; joined: as tokens concatenated without a "
        "separator, so different n-grams can collide",
    )
    empty_text: str = knob(
        Stage.STATISTICS,
        Choice(("zero", "raise", "raise-short-reference")),
        "zero",
        f"{EMPTY}; raise-short-reference: an error, also for a reference with too few tokens for an n-gram",
        former=("empty",),
    )

    def check_together(self) -> None:
        RougeSettings.check_together(self)
        _need_text_for_sentences(self)


class RougeLSettings(RougeSettings):
    """The knobs of ROUGE-L."""

    metric: ClassVar[str] = "rouge-l"

    sentences: str = _sentences_knob()
    empty_text: str = _empty_text_knob()

    def check_together(self) -> None:
        RougeSettings.check_together(self)
        _need_text_for_sentences(self)


class RougeN(Rouge[RougeNSettings, list[str]]):
    """ROUGE-N: common n-grams."""

    name = "rouge-n"
    title = "ROUGE-N"
    counts_ngrams = True
    settings = RougeNSettings
    facts = msgspec.structs.replace(Rouge.facts, growth=1)

    def units(self, line: Line, settings: RougeNSettings, seen: Seen = unseen) -> list[str]:
        return tokens(line, settings, seen)

    def count(self, hypothesis: list[str], reference: list[str], settings: RougeNSettings) -> list[int]:
        texts = hypothesis, reference
        for text in texts:
            need_tokens(text, settings)
        h, r = (Counter(_ngrams(text, settings)) for text in texts)
        if settings.empty_text == "raise-short-reference" and not r:
            raise MetricError("a reference is too short for an n-gram", kind="TypeError")
        if settings.counting == "distinct":
            h, r = Counter(set(h)), Counter(set(r))
        matched = sum(min(count, h[gram]) for gram, count in r.items() if gram in h)
        if settings.counting == "distinct-matches":
            matched = len(h.keys() & r.keys())
        if settings.totals == "length" and settings.counting != "distinct":
            return [matched, *(len(text) - settings.order + 1 for text in texts)]
        return [matched, sum(h.values()), sum(r.values())]

    def covers(self, settings: RougeNSettings) -> bool:
        return settings.ngram_key == "tuple" and settings.empty_text != "raise-short-reference"

    def pairs(self, text: RougeText, settings: RougeNSettings) -> Rows | None:
        words, n = text.tokens, settings.order
        if settings.empty_text == "raise" and text.has_empty_lines:
            return None
        if settings.counting == "distinct":
            units = ngram_units.ngrams(words, n)
            return Rows(3, triples(units, unigrams.matches(units, False, True), distinct_totals(units)))
        if settings.counting == "distinct-matches":
            matched = unigrams.matches(ngram_units.ngrams(words, n), False, True)
        elif n == 1:
            matched = unigrams.matches(words, False, False)
        else:
            matched = skip_bigrams.matches(words, 0) if n == 2 else ngrams.matches(words, n, n, False, True)
        return Rows(3, triples(words, matched, ngram_totals(words, n, settings.totals == "length")))


def _ngrams(words: list[str], settings: RougeNSettings) -> list[Any]:
    if settings.order == 1:
        return words
    ngrams = zip(*(words[i:] for i in range(settings.order)), strict=False)
    return ["".join(ngram) for ngram in ngrams] if settings.ngram_key == "joined" else list(ngrams)


class RougeL(Rouge[RougeLSettings, list[str]]):
    """ROUGE-L: the tokens of a longest common subsequence."""

    name = "rouge-l"
    title = "ROUGE-L"
    settings = RougeLSettings
    facts = msgspec.structs.replace(
        Rouge.facts,
        breaks=(
            *Rouge.facts.breaks,
            *broken_axioms(
                ("segment order", "duplication"), "sums of 24 bits are rounded in another place", dtype="float32"
            ),
        ),
    )

    def units(self, line: Line, settings: RougeLSettings, seen: Seen = unseen) -> list[str]:
        return tokens(line, settings, seen)

    def count(self, hypothesis: list[str], reference: list[str], settings: RougeLSettings) -> list[int]:
        for text in (hypothesis, reference):
            need_tokens(text, settings)
        return [lcs_length(reference, hypothesis), len(hypothesis), len(reference)]

    def pairs(self, text: RougeText, settings: RougeLSettings) -> Rows | None:
        words = text.tokens
        if settings.empty_text == "raise" and text.has_empty_lines:
            return None
        return Rows(3, triples(words, subsequences.lengths(words), ngram_totals(words, 1, False)))


ROUGE_N, ROUGE_L = RougeN(), RougeL()
