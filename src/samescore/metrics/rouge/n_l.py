"""ROUGE-N, ROUGE-L and ROUGE-Lsum (Lin, "ROUGE: a package for automatic evaluation of summaries", 2004).

Each counts matches m against h units of the hypothesis and r of the reference; R = m/r, P = m/h and
F = (1 + b^2) R P / (R + b^2 P). The units are n-grams (section 2), or tokens of a longest common
subsequence of the texts (3.1), or of the union over sentences, one a line (3.2).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from functools import partial
from string import ascii_lowercase, ascii_uppercase
from typing import Any, ClassVar

from samescore.data.corpus import Corpus, Line
from samescore.errors import MetricError, SettingsError
from samescore.metrics.base import Metric, tokenize
from samescore.metrics.rouge.scores import count_statistics, evaluate
from samescore.settings import Choice, Integer, Real, Settings, Stage, knob
from samescore.text.porter import porter_stem

_ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_EMPTY = "a text without tokens scores 0, or is an error"
_FULL_STOP = "cut it at every full stop: of white space alone, a sentence is one empty token"
_STEM_FROM = 4  # rouge-score and ROUGE-1.5.5 stem words of at least four letters


@dataclasses.dataclass(frozen=True, slots=True)
class RougeSettings(Settings):
    """The knobs that every ROUGE has. The defaults are rouge-score's."""

    case: str = knob(
        Stage.TEXT,
        Choice(("lower", "ascii", "keep")),
        "lower",
        "lower the case (str.lower, or A to Z only), or keep it",
    )
    length_limit: int = knob(
        Stage.TEXT, Integer(0, 1_000_000), 0, "cut each text, counted line by line, to this length; 0: never"
    )
    length_unit: str = knob(
        Stage.TEXT, Choice(("characters", "words")), "characters", "what length_limit counts: not the line breaks"
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("rouge", "rouge-nltk", "none", "spaces", "13a", "zh", "char", "given"), needs=(("given", "tokens"),)),
        "rouge",
        "how text becomes tokens; rouge keeps runs of a-z and 0-9 only, rouge-nltk also splits gonna and the like, "
        "none splits at white space, spaces at each space character, so that tokens may be empty",
    )
    stemmer: str = knob(
        Stage.TOKENS,
        Choice(("none", "porter-nltk", "porter-martin", "porter-original")),
        "none",
        "stemmer for tokens of four characters or more",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("best", "best-recall", "best-parts", "jackknife", "first", "pooled")),
        "best",
        "several references: the one with the best F1, or recall (first on ties); the best precision and the best recall, "
        "each of any reference; leaving out each in turn, the mean score against the others' best by recall; the first; "
        "or the sums of their counts",
    )
    no_segments: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "undefined")),
        "raise",
        "a corpus without segments is an error, or has no score",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("sentences", "resampled", "means", "corpus")),
        "sentences",
        "the mean of the segments' scores; that of 1000 resamplings, drawn as by ROUGE-1.5.5; F of "
        "the mean precision and recall; or one score from the summed counts",
    )
    measure: str = knob(Stage.COMBINATION, Choice(("f", "precision", "recall")), "f", "which number is the score")
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("beta", "alpha", "epsilon", "ratio")),
        "beta",
        "F of beta; P R / ((1 - alpha) P + alpha R); F of beta with 1e-8 added to its denominator; or F of the beta "
        "P / (R + 1e-12), with 1e-12 added to its denominator",
    )
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 1.0, "weight of recall relative to precision in F")
    alpha: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.5, "weight of recall in F of the form alpha")
    digits: str = knob(
        Stage.COMBINATION,
        Choice(("all", "5")),
        "all",
        "round each P and R, F of these, and resampled means to 5 decimals, or not",
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("float64", "float32")),
        "float64",
        "the numbers that scores are given in; float32 rounds each segment's P, R and F to 7 digits and adds them up "
        "as PyTorch does",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score of a perfect hypothesis")

    def check_together(self) -> None:
        if self.references == "jackknife" and self.average in ("means", "corpus"):
            raise SettingsError(
                f"references=jackknife gives each segment a mean score, without the counts of average={self.average}",
                hint="set average=sentences",
            )
        if self.tokenizer == "given" and self.length_limit:
            raise SettingsError(
                "length_limit cuts text, so that it cannot be used with tokens", hint="set length_limit=0"
            )


@dataclasses.dataclass(frozen=True, slots=True)
class RougeNSettings(RougeSettings):
    """The knobs of ROUGE-N."""

    metric: ClassVar[str] = "rouge-n"

    sentences: str = knob(
        Stage.TEXT, Choice(("whole", "full-stop")), "whole", f"read the text as it is, or {_FULL_STOP}"
    )
    order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "n of the n-grams")
    counting: str = knob(
        Stage.STATISTICS,
        Choice(("clipped", "distinct")),
        "clipped",
        "an n-gram counts as often as it occurs (matches: in both texts), or once",
    )
    totals: str = knob(
        Stage.STATISTICS,
        Choice(("counted", "length")),
        "counted",
        "n-grams of a text: as many as there are, or its length - n + 1 even where that is negative",
    )
    empty: str = knob(Stage.STATISTICS, Choice(("zero", "raise")), "zero", _EMPTY)

    def check_together(self) -> None:
        RougeSettings.check_together(self)
        if self.tokenizer == "given" and self.sentences != "whole":
            raise SettingsError(
                f"sentences={self.sentences} finds sentences in text, so that it cannot take tokens",
                hint="set sentences=whole, or give text",
            )


@dataclasses.dataclass(frozen=True, slots=True)
class RougeLSettings(RougeSettings):
    """The knobs of ROUGE-L."""

    metric: ClassVar[str] = "rouge-l"


@dataclasses.dataclass(frozen=True, slots=True)
class RougeLsumSettings(RougeSettings):
    """The knobs of ROUGE-Lsum."""

    metric: ClassVar[str] = "rouge-lsum"

    sentences: str = knob(
        Stage.TEXT, Choice(("line", "full-stop")), "line", f"each line that is not empty is a sentence; or {_FULL_STOP}"
    )
    lcs_tie: str = knob(
        Stage.STATISTICS,
        Choice(("reference", "hypothesis")),
        "reference",
        "of several longest subsequences: where both ways back are equally good, step back in this text",
    )

    union: str = knob(
        Stage.STATISTICS,
        Choice(("clipped", "distinct", "every")),
        "clipped",
        "matches of the subsequences: their tokens united by position, no token more often than in either text; their "
        "distinct tokens (and lengths count distinct tokens); or the sum of their lengths, for every pair of sentences",
    )
    empty: str = knob(Stage.STATISTICS, Choice(("zero", "raise")), "zero", _EMPTY)
    weight: float = knob(
        Stage.COMBINATION, Real(1.0, 100.0), 1.0, "take P and R to the power 1/weight, as if it were ROUGE-W"
    )

    def check_together(self) -> None:
        RougeSettings.check_together(self)
        if self.tokenizer == "given":
            raise SettingsError(
                "rouge-lsum splits text into lines, so it cannot take tokens", hint="give text, or use rouge-l"
            )


__all__ = [
    "ROUGE_L",
    "ROUGE_LSUM",
    "ROUGE_N",
    "RougeSettings",
    "count_statistics",
    "need_tokens",
    "sentences",
    "tokens",
]

Sentences = list[list[str]]


def tokens(line: Line, s: RougeSettings) -> list[str]:
    """One text's tokens, stemmed."""
    if getattr(s, "sentences", "whole") == "full-stop":
        return [token for sentence in sentences(line, s) for token in sentence]
    return _stemmed(tokenize(_prepared(line, s), s), s)


def sentences(line: Line, s: RougeSettings) -> Sentences:
    """The tokens of each non-empty line, or stretch between full stops, of a text."""
    if isinstance(line, tuple):
        raise SettingsError(f"{s.metric} reads text, but the corpus holds tokens", hint="use Corpus.from_segments")
    text = str(_prepared(line, s))
    if getattr(s, "sentences", "line") == "full-stop":
        return [_stemmed(tokenize(stretch, s) or [""], s) for stretch in text.split(".") if stretch]
    return [_stemmed(tokenize(sentence, s), s) for sentence in text.split("\n") if sentence]


def _stemmed(found: Sequence[str], s: RougeSettings) -> list[str]:
    if s.stemmer == "none":
        return list(found)
    mode: Any = s.stemmer.removeprefix("porter-")
    return [porter_stem(token, mode) if len(token) >= _STEM_FROM else token for token in found]


def _prepared(line: Line, s: RougeSettings) -> Line:
    """The beginning of a text, `length_limit` long, in stripped lines; with ``case=ascii``, A to Z lower-cased."""
    if isinstance(line, tuple):
        return tuple(token.translate(_ASCII_LOWER) for token in line) if s.case == "ascii" else line
    if s.length_limit:
        by_word = s.length_unit == "words"
        room, kept = s.length_limit, []
        for each in line.split("\n"):
            units: Sequence[str] = each.split() if by_word else each.strip()
            kept.append((" " if by_word else "").join(units[:room]))
            room -= len(units)
            if room <= 0:
                break
        line = "\n".join(kept)
    return line.translate(_ASCII_LOWER) if s.case == "ascii" else line


def need_tokens(found: Sequence[Any], s: Any) -> None:
    """Raise `MetricError` for a text without tokens, where the knob ``empty`` says so."""
    if not found and s.empty == "raise":
        raise MetricError("a text has no tokens", kind="ValueError")


def _count_n(hypothesis: Line, reference: Line, s: RougeNSettings) -> list[int]:
    texts = [tokens(text, s) for text in (hypothesis, reference)]
    for text in texts:
        need_tokens(text, s)
    h, r = (Counter(_ngrams(text, s.order)) for text in texts)
    if s.counting == "distinct":
        h, r = Counter(set(h)), Counter(set(r))
    matched = sum(min(count, h[gram]) for gram, count in r.items() if gram in h)
    if s.totals == "length" and s.counting == "clipped":
        return [matched, *(len(text) - s.order + 1 for text in texts)]
    return [matched, sum(h.values()), sum(r.values())]


def _ngrams(found: list[str], n: int) -> list[tuple[str, ...]]:
    return list(zip(*(found[i:] for i in range(n)), strict=False))


def _count_l(hypothesis: Line, reference: Line, s: RougeLSettings) -> list[int]:
    h, r = tokens(hypothesis, s), tokens(reference, s)
    return [lcs_length(r, h), len(h), len(r)]


def lcs_length(reference: Sequence[str], hypothesis: Sequence[str]) -> int:
    """Length of the longest common subsequence, keeping two rows of the table."""
    row = [0] * (len(hypothesis) + 1)
    for token in reference:
        above, row = row, [0]
        for j, other in enumerate(hypothesis):
            row.append(above[j] + 1 if token == other else max(above[j + 1], row[j]))
    return row[-1]


def _lcs_table(reference: Sequence[str], hypothesis: Sequence[str]) -> list[list[int]]:
    """``table[i][j]``: length of the longest common subsequence of the first i and first j tokens."""
    table = [[0] * (len(hypothesis) + 1)]
    for token in reference:
        above, row = table[-1], [0]
        for j, other in enumerate(hypothesis):
            row.append(above[j] + 1 if token == other else max(above[j + 1], row[j]))
        table.append(row)
    return table


def _lcs_positions(reference: Sequence[str], hypothesis: Sequence[str], tie: str) -> set[int]:
    """Positions in the reference of one longest common subsequence, read back from the end."""
    table = _lcs_table(reference, hypothesis)
    i, j = len(reference), len(hypothesis)
    positions = set()
    while i and j:
        if reference[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            positions.add(i)
        elif table[i][j - 1] > table[i - 1][j] or (tie == "hypothesis" and table[i][j - 1] == table[i - 1][j]):
            j -= 1
        else:
            i -= 1
    return positions


def _count_lsum(hypothesis: Line, reference: Line, s: RougeLsumSettings) -> list[int]:
    """Union LCS (section 3.2); by default, like ROUGE-1.5.5, no token counts more often than either text has it."""
    h, r = sentences(hypothesis, s), sentences(reference, s)
    for text in (h, r):
        need_tokens(text, s)
    lengths = [sum(map(len, h)), sum(map(len, r))]
    if s.union == "every":
        return [sum(_lcs_table(sentence, candidate)[-1][-1] for sentence in r for candidate in h), *lengths]
    marked = [set().union(*(_lcs_positions(sentence, candidate, s.lcs_tie) for candidate in h)) for sentence in r]
    if s.union == "distinct":
        found = {sentence[position] for sentence, union in zip(r, marked, strict=True) for position in union}
        return [len(found), *(len({token for sentence in text for token in sentence}) for text in (h, r))]
    left = Counter(token for sentence in h for token in sentence)
    hits = 0
    for sentence, union in zip(r, marked, strict=True):
        for position in sorted(union):
            if left[sentence[position]] > 0:
                hits += 1
                left[sentence[position]] -= 1
    return [hits, *lengths]


ROUGE_N = Metric(
    "rouge-n",
    "ROUGE-N",
    RougeNSettings,
    (Corpus,),
    partial(evaluate, _count_n, tokens),
    presets=tuple((f"{name}{n}", (("order", n),)) for n in range(1, 10) for name in ("rouge", "rouge-")),
)
ROUGE_L = Metric(
    "rouge-l", "ROUGE-L", RougeLSettings, (Corpus,), partial(evaluate, _count_l, tokens), presets=(("rougel", ()),)
)
ROUGE_LSUM = Metric(
    "rouge-lsum",
    "ROUGE-Lsum",
    RougeLsumSettings,
    (Corpus,),
    partial(evaluate, _count_lsum, sentences),
    presets=(("rougelsum", ()),),
)
