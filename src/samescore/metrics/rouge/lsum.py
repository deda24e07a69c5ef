"""ROUGE-Lsum (Lin, "ROUGE: a package for automatic evaluation of summaries", 2004, section 3.2).

Matches are the tokens in the union of longest common subsequences of a sentence of the reference with each sentence of
the hypothesis. By default, a sentence is a line.
"""

from __future__ import annotations

from array import array
from collections import Counter
from typing import ClassVar

import msgspec

from samescore.base.errors import MetricError, SettingsError
from samescore.data.corpus import Line
from samescore.kernels import sentence_unions, subsequences
from samescore.kernels.rouge_rows import distinct_totals, ngram_totals, triples
from samescore.metrics.preparation import Seen, unseen
from samescore.metrics.rouge.lcs import lcs_length, lcs_positions
from samescore.metrics.rouge.numbering import RougeText
from samescore.metrics.rouge.scores import Rouge
from samescore.metrics.rouge.settings import FULL_STOP, RougeSettings
from samescore.metrics.rouge.units import Sentences, need_tokens, sentences
from samescore.metrics.rows import Rows
from samescore.settings import Choice, Real, Stage, knob


class RougeLsumSettings(RougeSettings):
    """The knobs of ROUGE-Lsum."""

    metric: ClassVar[str] = "rouge-lsum"

    sentences: str = knob(
        Stage.TEXT,
        Choice(("line", "full-stop", "full-stop-words", "spaced-full-stop", "punkt"), needs=(("punkt", "package"),)),
        "line",
        f"Sentence splitting. line: each non-empty line is a sentence; {FULL_STOP}; full-stop-words: the same, but "
        "without that empty token; spaced-full-stop: split after each full stop that follows a space; punkt: NLTK's "
        "sent_tokenize for English (needs NLTK's data punkt_tab)",
    )
    lcs_tie: str = knob(
        Stage.STATISTICS,
        Choice(("reference", "hypothesis")),
        "reference",
        "Which longest common subsequence is used if there are several. reference: on ties, backtracking steps "
        "back in the reference; hypothesis: it steps back in the hypothesis",
    )

    union: str = knob(
        Stage.STATISTICS,
        Choice(("clipped", "distinct", "every")),
        "clipped",
        "How matches of several sentences are counted. clipped: tokens in the union of the subsequences, each "
        "clipped to its count in either text; distinct: distinct tokens of that union (text lengths also count "
        "distinct tokens); every: total length of the subsequences of every sentence pair",
    )
    empty_text: str = knob(
        Stage.STATISTICS,
        Choice(("zero", "raise", "raise-blank")),
        "zero",
        "Texts without sentences. zero: score 0; raise: an error; raise-blank: an error, also if the sentences "
        "have no tokens",
        former=("empty",),
    )
    weight: float = knob(
        Stage.COMBINATION,
        Real(1.0, 100.0),
        1.0,
        "Exponent w: precision and recall are raised to the power 1/w, as in ROUGE-W",
    )

    def check_together(self) -> None:
        RougeSettings.check_together(self)
        if self.tokenizer == "given":
            raise SettingsError(
                "rouge-lsum splits text into lines, so it cannot take tokens", hint="pass text, or use rouge-l"
            )


class RougeLsum(Rouge[RougeLsumSettings, Sentences]):
    """ROUGE-Lsum: the tokens in unions of longest common subsequences (section 3.2).

    By default, as in ROUGE-1.5.5, no token counts more often than it occurs in either text.
    """

    name = "rouge-lsum"
    title = "ROUGE-Lsum"
    settings = RougeLsumSettings
    facts = msgspec.structs.replace(
        Rouge.facts,
        beyond={"union": ("every",)},
        plausible={**Rouge.facts.plausible, "sentences": ("line", "full-stop")},
    )

    def units(self, line: Line, settings: RougeLsumSettings, seen: Seen = unseen) -> Sentences:
        return sentences(line, settings, seen)

    def root(self, settings: RougeLsumSettings) -> float:
        return settings.weight

    def count(self, hypothesis: Sentences, reference: Sentences, settings: RougeLsumSettings) -> list[int]:
        h, r = hypothesis, reference
        for text in (h, r):
            need_tokens(text, settings)
            if settings.empty_text == "raise-blank" and not any(text):
                raise MetricError("a text has no tokens", kind="ValueError")
        lengths = [sum(map(len, h)), sum(map(len, r))]
        if settings.union == "every":
            return [sum(lcs_length(sentence, candidate) for sentence in r for candidate in h), *lengths]
        marked = [
            set().union(*(lcs_positions(sentence, candidate, settings.lcs_tie) for candidate in h)) for sentence in r
        ]
        if settings.union == "distinct":
            matched = {sentence[position] for sentence, union in zip(r, marked, strict=True) for position in union}
            return [len(matched), *(len({token for sentence in text for token in sentence}) for text in (h, r))]
        left = Counter(token for sentence in h for token in sentence)
        hits = 0
        for sentence, union in zip(r, marked, strict=True):
            for position in sorted(union):
                if left[sentence[position]] > 0:
                    hits += 1
                    left[sentence[position]] -= 1
        return [hits, *lengths]

    def by_sentence(self, settings: RougeLsumSettings) -> bool:
        return True

    def pairs(self, text: RougeText, settings: RougeLsumSettings) -> Rows | None:
        words, sentences, starts = text.tokens, text.sentences, text.starts
        if settings.empty_text == "raise" and text.has_lines_without_sentences:
            return None
        if settings.empty_text == "raise-blank" and text.has_empty_lines:
            return None
        matched: array[int] | None
        if settings.union == "every":
            matched = subsequences.total_lengths(words, sentences, starts)
        else:
            matched = sentence_unions.union_matches(
                words, sentences, starts, settings.lcs_tie, settings.union == "distinct"
            )
        totals = distinct_totals(words) if settings.union == "distinct" else ngram_totals(words, 1, False)
        return None if matched is None else Rows(3, triples(words, matched, totals))


ROUGE_LSUM = RougeLsum()
