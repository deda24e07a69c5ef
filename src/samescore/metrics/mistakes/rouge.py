"""Known mistakes in ROUGE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from samescore.data.corpus import Corpus
from samescore.metrics.base import Metric, Row, SettingsT
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.f_scores import WRONG_F, F, typed_f
from samescore.metrics.mistakes.ngrams import COMPARISONS, CUTS, Compare, Grams, clipped, grams
from samescore.metrics.mistakes.texts import MEANS, READINGS, presentations
from samescore.metrics.mistakes.variants import counting
from samescore.metrics.rouge.f_measure import precision_recall
from samescore.metrics.rouge.lcs import lcs_length
from samescore.metrics.rouge.lsum import ROUGE_LSUM
from samescore.metrics.rouge.n_l import ROUGE_L, ROUGE_N, RougeNSettings
from samescore.metrics.rouge.settings import RougeSettings

_Words = Sequence[str]
_Count = Callable[[_Words, _Words], list[int]]


def _with_f(wrong: F, root: Callable[..., float]) -> Callable[[Row, RougeSettings], float | None]:
    def formula(row: Row, settings: RougeSettings) -> float | None:
        if settings.measure != "f" or len(row) != 3:
            return None
        precision, recall = precision_recall(row, root(settings))
        return wrong(precision, recall, settings.beta) if precision and recall else 0.0

    return formula


def _no_root(settings: RougeSettings) -> float:
    return 1.0


def _formulas(root: Callable[..., float] = _no_root) -> tuple[Mistake, ...]:
    named = (
        Mistake(name, meaning, "score", _with_f(wrong, root))
        for name, (meaning, wrong) in WRONG_F.items()
        if name not in ("precision-alone", "recall-alone")  # these are values of a knob
    )
    return (*named, *typed_f(lambda wrong: _with_f(wrong, root)))


def _score_from_both(change: Callable[[Row], tuple[float, float]]) -> Callable[[Row, RougeSettings], float | None]:
    """Return a function that scores a row with the precision and recall that `change` computes.

    The function returns None for rows of several references.
    """

    def formula(row: Row, settings: RougeSettings) -> float | None:
        if len(row) != 3:
            return None
        p, r = change(row)
        if settings.measure != "f":
            return p if settings.measure == "precision" else r
        below = settings.beta**2 * p + r
        return (1 + settings.beta**2) * p * r / below if below else 0.0

    return formula


def _ratio(a: float, b: float) -> float:
    return a / b if b else 0.0


_DENOMINATORS = (
    Mistake("totals-exchanged", "precision divides by the reference and recall by the hypothesis", "score",
            _score_from_both(lambda row: (_ratio(row[0], row[2]), _ratio(row[0], row[1])))),
    Mistake("hypothesis-total-twice", "recall divides by the hypothesis' units too", "score",
            _score_from_both(lambda row: (_ratio(row[0], row[1]), _ratio(row[0], row[1])))),
    Mistake("reference-total-twice", "precision divides by the reference's units too", "score",
            _score_from_both(lambda row: (_ratio(row[0], row[2]), _ratio(row[0], row[2])))),
    Mistake("divided-by-the-longer", "matches are divided by the units of the longer text", "score",
            _score_from_both(lambda row: (_ratio(row[0], max(row[1:])), _ratio(row[0], max(row[1:]))))),
    Mistake("divided-by-the-shorter", "matches are divided by the units of the shorter text", "score",
            _score_from_both(lambda row: (_ratio(row[0], min(row[1:])), _ratio(row[0], min(row[1:]))))),
    Mistake("denominators-plus-one", "denominators are one too large", "score",
            _score_from_both(lambda row: (row[0] / (row[1] + 1), row[0] / (row[2] + 1)))),
    Mistake("all-add-one", "one is added to matches and totals", "score",
            _score_from_both(lambda row: ((row[0] + 1) / (row[1] + 1), (row[0] + 1) / (row[2] + 1)))),
    Mistake("f-without-factor-two", "the matches are divided by the units of both texts, without the factor 2", "score",
            lambda row, s: _ratio(row[0], row[1] + row[2]) if len(row) == 3 and s.measure == "f" else None),
)  # fmt: skip


def _of_ngrams(compare: Compare = clipped, cut: Grams = grams) -> Callable[..., list[int]]:
    def count(self: object, hypothesis: _Words, reference: _Words, settings: RougeNSettings) -> list[int]:
        texts = (Counter(map(tuple, cut(text, settings.order))) for text in (hypothesis, reference))
        h, r, matched = compare(*texts)
        return [matched, h, r]

    return count


_SHARED = (*READINGS, *MEANS, *presentations(highest=1))


def _lowest(self: object, candidates: list[list[int]], settings: RougeSettings) -> list[int]:
    return min(candidates, key=lambda row: _ratio(2 * row[0], row[1] + row[2]))


def _worst_reference(metric: Metric[Corpus, SettingsT]) -> Mistake:
    meaning = "the reference with the lowest F counts"
    wrong = counting("worst-reference", meaning, metric, _chosen=_lowest)
    return Mistake(
        "worst-reference",
        meaning,
        "counts",
        lambda data, s: wrong.change(data, s) if s.references in ("best", "best-recall", "first") else None,
    )


def _best_by(name: str, what: str, metric: Metric[Corpus, SettingsT], rank: Callable[[list[int]], float]) -> Mistake:
    meaning = f"the reference with the highest {what} counts, not that with the highest F"
    wrong = counting(name, meaning, metric, _chosen=lambda self, candidates, s: max(candidates, key=rank))
    return Mistake(
        name,
        meaning,
        "counts",
        lambda data, s: wrong.change(data, s) if s.references in ("best", "best-recall") else None,
    )


def _references(metric: Metric[Corpus, SettingsT]) -> tuple[Mistake, ...]:
    """Return mistakes in the selection of a reference."""
    return (
        _worst_reference(metric),
        _best_by("best-reference-by-precision", "precision", metric, lambda row: _ratio(row[0], row[1])),
        _best_by("best-reference-by-matches", "number of matches", metric, lambda row: row[0]),
    )


def _over_words(row: Row, settings: RougeNSettings) -> Row:
    """Return the row with totals in words instead of n-grams."""
    return (row[0], *(total + settings.order - 1 if total else 0 for total in row[1:])) if len(row) == 3 else row


ROUGE_N_MISTAKES: tuple[Mistake, ...] = (
    *_references(ROUGE_N),
    Mistake("divided-by-words", "matches are divided by the number of words, not of n-grams", "row",
            lambda row, s: _over_words(row, s) if s.order > 1 else None),
    *(counting(name, m, ROUGE_N, count=_of_ngrams(compare)) for name, m, compare in COMPARISONS if "total" not in name),
    *(counting(name, meaning, ROUGE_N, count=_of_ngrams(cut=cut)) for name, meaning, cut in CUTS),
    *_DENOMINATORS,
    *_formulas(),
    *_SHARED,
)  # fmt: skip


def _sets(h: _Words, r: _Words) -> list[int]:
    return [len(set(h) & set(r)), len(set(h)), len(set(r))]


def _set_matches(h: _Words, r: _Words) -> list[int]:
    return [len(set(h) & set(r)), len(h), len(r)]


def _bags(h: _Words, r: _Words) -> list[int]:
    return [sum((Counter(h) & Counter(r)).values()), len(h), len(r)]


def _run(h: _Words, r: _Words) -> list[int]:
    """Return the length of the longest common run of words, and the lengths of both texts."""
    longest, above = 0, [0] * (len(r) + 1)
    for word in h:
        row = [0]
        for j, other in enumerate(r):
            row.append(above[j] + 1 if word == other else 0)
        longest, above = max(longest, *row), row
    return [longest, len(h), len(r)]


def _from_one_side(*, above: bool) -> _Count:
    """Return a function that counts by a table with a mistake: if words differ, it uses one neighbour, not the larger.

    The neighbour is the cell above if `above`, else the cell on the left.
    """

    def count(h: _Words, r: _Words) -> list[int]:
        last = [0] * (len(r) + 1)
        for word in h:
            row = [0]
            for j, other in enumerate(r):
                row.append(last[j] + 1 if word == other else last[j + 1] if above else row[j])
            last = row
        return [last[-1], len(h), len(r)]

    return count


def _match_from(*, above: bool) -> _Count:
    """Return a function that counts by a table with a mistake: a match adds 1 to a cell other than the diagonal one.

    It is the cell above if `above`, else the cell on the left.
    """

    def count(h: _Words, r: _Words) -> list[int]:
        last = [0] * (len(r) + 1)
        for word in h:
            row = [0]
            for j, other in enumerate(r):
                row.append(((last[j + 1] if above else row[j]) + 1) if word == other else max(last[j + 1], row[j]))
            last = row
        return [last[-1], len(h), len(r)]

    return count


def _one_row(h: _Words, r: _Words) -> list[int]:
    """Return counts computed in a single row, where the diagonal cell has already been overwritten."""
    row = [0] * (len(r) + 1)
    for word in h:
        for j, other in enumerate(r):
            row[j + 1] = row[j] + 1 if word == other else max(row[j + 1], row[j])
    return [row[-1], len(h), len(r)]


def _without_first(h: _Words, r: _Words) -> list[int]:
    return [lcs_length(r[1:], h[1:]), len(h), len(r)]


def _without_last(h: _Words, r: _Words) -> list[int]:
    return [lcs_length(r[:-1], h[:-1]), len(h), len(r)]


def _unique(h: _Words, r: _Words) -> list[int]:
    h, r = list(dict.fromkeys(h)), list(dict.fromkeys(r))
    return [lcs_length(r, h), len(h), len(r)]


def _sorted(h: _Words, r: _Words) -> list[int]:
    return [lcs_length(sorted(r), sorted(h)), len(h), len(r)]


def _characters(h: _Words, r: _Words) -> list[int]:
    one, other = " ".join(h), " ".join(r)
    return [lcs_length(other, one), len(one), len(other)]


def _greedy(h: _Words, r: _Words) -> list[int]:
    """Return counts of a greedy subsequence: words found in the reference after the previously found one."""
    matched, start = 0, 0
    for word in h:
        if word in r[start:]:
            start += list(r[start:]).index(word) + 1
            matched += 1
    return [matched, len(h), len(r)]


def _aligned(h: _Words, r: _Words) -> list[int]:
    return [sum(a == b for a, b in zip(h, r, strict=False)), len(h), len(r)]


#: Substitutes for the longest common subsequence: for each, the name, the meaning, and the function.
_SUBSEQUENCES: tuple[tuple[str, str, _Count], ...] = (
    ("set-overlap", "distinct words in common instead of a longest common subsequence, and lengths of sets", _sets),
    ("set-matches", "distinct words in common instead of a longest common subsequence", _set_matches),
    ("bag-overlap", "words in common in any order instead of a longest common subsequence", _bags),
    ("longest-common-substring", "the longest common run of words instead of a subsequence", _run),
    (
        "left-cell-alone",
        "where words differ, the table of subsequences takes the left cell, not the larger of left and upper",
        _from_one_side(above=False),
    ),
    (
        "upper-cell-alone",
        "where words differ, the table of subsequences takes the upper cell, not the larger of left and upper",
        _from_one_side(above=True),
    ),
    (
        "first-word-missing",
        "the first words of both texts do not take part in the subsequence: off by one",
        _without_first,
    ),
    (
        "last-word-missing",
        "the last words of both texts do not take part in the subsequence: off by one",
        _without_last,
    ),
    (
        "match-added-to-the-cell-above",
        "a match adds 1 to the cell above instead of that on the diagonal",
        _match_from(above=True),
    ),
    (
        "match-added-to-the-left-cell",
        "a match adds 1 to the left cell instead of that on the diagonal",
        _match_from(above=False),
    ),
    ("diagonal-overwritten", "the table is one row, whose diagonal cell is already overwritten", _one_row),
    ("repeated-words-dropped", "repeated words are dropped before the longest common subsequence", _unique),
    ("sorted-words", "the words are sorted before the longest common subsequence", _sorted),
    ("characters-for-words", "the longest common subsequence of characters instead of words", _characters),
    ("greedy-subsequence", "the first common subsequence found, not the longest one", _greedy),
    ("same-positions", "equal words at the same positions instead of a longest common subsequence", _aligned),
)


def _words_of(text: Sequence[Any]) -> _Words:
    """Return the words of a text, joined over its sentences if it has sentences."""
    return text if not text or isinstance(text[0], str) else [word for sentence in text for word in sentence]


def _subsequences(metric: Metric[Corpus, SettingsT]) -> tuple[Mistake, ...]:
    def of(count: _Count) -> Callable[..., list[int]]:
        return lambda self, h, r, s: count(_words_of(h), _words_of(r))

    return tuple(counting(name, meaning, metric, count=of(count)) for name, meaning, count in _SUBSEQUENCES)


ROUGE_L_MISTAKES: tuple[Mistake, ...] = (
    *_subsequences(ROUGE_L),
    *_references(ROUGE_L),
    *_DENOMINATORS,
    *_formulas(),
    *_SHARED,
)

ROUGE_LSUM_MISTAKES: tuple[Mistake, ...] = (
    counting(
        "one-sentence",
        "the longest common subsequence of whole texts, as ROUGE-L, instead of sentences",
        ROUGE_LSUM,
        count=lambda self, h, r, s: [
            lcs_length(_words_of(r), _words_of(h)),
            len(_words_of(h)),
            len(_words_of(r)),
        ],
    ),
    *_subsequences(ROUGE_LSUM),
    *_DENOMINATORS,
    *_formulas(),
    *_SHARED,
)

ROUGE_W_MISTAKES: tuple[Mistake, ...] = (
    Mistake("root-missing", "the inverse of the weight function is not applied: no root is taken", "score",
            _score_from_both(lambda row: (_ratio(row[0], row[1]), _ratio(row[0], row[2])))),
    *_formulas(lambda s: float(s.weight)),
    *_SHARED,
)  # fmt: skip
