"""Known mistakes in METEOR."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from samescore.data.corpus import Corpus
from samescore.metrics.base import Row, Statistics
from samescore.metrics.meteor import MeteorSettings, align, meteor
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.texts import MEANS, READINGS, presentations
from samescore.metrics.words import words_of
from samescore.text.porter import porter_stem

_SHARED = (*READINGS, *MEANS, *presentations(highest=1))
#: The positions of a word in the hypothesis and in the reference.
_Pair = tuple[int, int]
_Align = Callable[[Sequence[str], Sequence[str]], list[_Pair]]
_Rows = Callable[[list[list[Row]], MeteorSettings], list[Row]]


def _best(candidates: list[list[Row]], settings: MeteorSettings) -> list[Row]:
    return [max(compared, key=lambda row: meteor(row, settings)) for compared in candidates]


def _alignment_mistake(
    name: str,
    meaning: str,
    *,
    pairs: _Align | None = None,
    chunks: Callable[[list[_Pair]], int] | None = None,
    choose: _Rows = _best,
) -> Mistake:
    """Return a mistake in the alignment (`pairs`), the number of chunks, or the selection of a reference (`choose`).

    `pairs` gets stems if the settings have a stemmer. The mistake does not apply to settings with synonyms.
    """

    def statistics(data: Corpus, settings: MeteorSettings) -> Statistics | None:
        if settings.synonyms != "none" or not all(data.reference_lines):
            return None
        mode = None if settings.stemmer == "none" else settings.stemmer.removeprefix("porter-")
        stem = partial(porter_stem, mode=mode) if mode else None

        def row(h: Sequence[str], r: Sequence[str]) -> Row:
            if pairs:
                made = pairs(*([stem(word) for word in words] if stem else words for words in (h, r)))
            else:
                made = align(list(h), list(r), stem)
            return len(made), (chunks or _chunks)(made), len(h), len(r)

        candidates = []
        for segment in data:
            hypothesis, references = words_of(data, segment, settings)
            candidates.append([row(hypothesis, reference) for reference in references])
        return Statistics(("matches", "chunks", "hypothesis", "reference"), choose(candidates, settings))

    return Mistake(name, meaning, "counts", statistics)


def _chunks(pairs: list[_Pair]) -> int:
    return len(pairs) - sum((i + 1, j + 1) == after for (i, j), after in pairwise(pairs))


def _chunks_of_side(side: int) -> Callable[[list[_Pair]], int]:
    """Return a function that counts runs of matched words that are adjacent on one side."""

    def count(pairs: list[_Pair]) -> int:
        places = sorted(pair[side] for pair in pairs)
        return len(places) - sum(a + 1 == b for a, b in pairwise(places))

    return count


def _unclipped(h: Sequence[str], r: Sequence[str]) -> list[_Pair]:
    """Return a pair for every hypothesis word that occurs in the reference, with its last position there.

    Several pairs may have the same position.
    """
    places = {word: j for j, word in enumerate(r)}
    return [(i, places[word]) for i, word in enumerate(h) if word in places]


def _unclipped_from_the_front(h: Sequence[str], r: Sequence[str]) -> list[_Pair]:
    places = {word: j for j, word in reversed(list(enumerate(r)))}
    return [(i, places[word]) for i, word in enumerate(h) if word in places]


def _distinct(h: Sequence[str], r: Sequence[str]) -> list[_Pair]:
    """Return a pair for each distinct common word: its last positions on both sides."""
    ours, theirs = ({word: k for k, word in enumerate(words)} for words in (h, r))
    return sorted((i, theirs[word]) for word, i in ours.items() if word in theirs)


def _from_the_front(h: Sequence[str], r: Sequence[str]) -> list[_Pair]:
    free, pairs = list(enumerate(r)), []
    for i, word in enumerate(h):
        found = next((place for place in free if place[1] == word), None)
        if found:
            free.remove(found)
            pairs.append((i, found[0]))
    return pairs


_ALIGNMENTS = (
    _alignment_mistake("unclipped", "a word of the reference may match several words", pairs=_unclipped),
    _alignment_mistake("unclipped-first", "several words may match the first equal one of the reference", pairs=_unclipped_from_the_front),
    _alignment_mistake("distinct-words", "each different word matches once", pairs=_distinct),
    _alignment_mistake("aligned-from-the-front", "words are aligned from the first ones on, with the first free one", pairs=_from_the_front),
    _alignment_mistake("chunks-of-hypothesis", "chunks are runs of matched words of the hypothesis alone", chunks=_chunks_of_side(0)),
    _alignment_mistake("chunks-of-reference", "chunks are runs of matched words of the reference alone", chunks=_chunks_of_side(1)),
    _alignment_mistake("words-for-chunks", "every matched word is a chunk", chunks=len),
    _alignment_mistake("worst-reference", "the reference with the lowest score counts",
              choose=lambda candidates, s: [min(compared, key=lambda row: meteor(row, s)) for compared in candidates]),
    _alignment_mistake("most-matches", "the reference with most matches counts",
              choose=lambda candidates, s: [max(compared, key=lambda row: row[0]) for compared in candidates]),
)  # fmt: skip


def _meteor(
    name: str,
    meaning: str,
    mean: Callable[[float, float, MeteorSettings], float] | None = None,
    penalty: Callable[[int, int, MeteorSettings], float] | None = None,
    score: Callable[[float, float], float] | None = None,
) -> Mistake:
    """Return a mistake in the mean of P and R, in the penalty, or in the score as their combination."""

    def right_mean(p: float, r: float, settings: MeteorSettings) -> float:
        below = settings.alpha * p + (1 - settings.alpha) * r
        return float(p * r / below) if below else 0.0

    def right_penalty(chunks: int, matches: int, settings: MeteorSettings) -> float:
        return float(settings.gamma * (chunks / matches) ** settings.beta)

    def formula(row: Row, settings: MeteorSettings) -> float:
        m, ch, h, r = row
        if not m:
            return 0.0
        f = (mean or right_mean)(m / h, m / r, settings)
        lost = (penalty or right_penalty)(ch, m, settings)
        return float(score(f, lost) if score else f * (1 - lost))

    return Mistake(name, meaning, "score", formula)


def _typed_meteor(wrong: Formula) -> Callable[[Row, MeteorSettings], float]:
    """Return a function that scores a row by a wrong formula from F, the counts, and the penalty's beta and gamma."""

    def formula(row: Row, settings: MeteorSettings) -> float:
        m, ch, h, r = row
        if not m:
            return 0.0
        f = (m / h) * (m / r) / (settings.alpha * (m / h) + (1 - settings.alpha) * (m / r))
        lengths = {"hypothesis": h, "reference": r, "chunks": ch, "matches": m}
        return wrong({"F": f, "beta": settings.beta, "gamma": settings.gamma, **lengths})

    return formula


def _typed_mean(wrong: Formula) -> Callable[[Row, MeteorSettings], float]:
    def mean(p: float, r: float, settings: MeteorSettings) -> float:
        return wrong({"precision": p, "recall": r, "alpha": settings.alpha})

    change: Callable[[Row, MeteorSettings], float] = _meteor("", "", mean=mean).change
    return change


def _exchanged(p: float, r: float, settings: MeteorSettings) -> float:
    below = settings.alpha * r + (1 - settings.alpha) * p
    return float(p * r / below) if below else 0.0


METEOR_MISTAKES: tuple[Mistake, ...] = (
    *_ALIGNMENTS,
    _meteor("alpha-for-precision", "alpha weighs precision instead of recall", mean=_exchanged),
    _meteor("arithmetic-f", "the weighted arithmetic mean of precision and recall",
            mean=lambda p, r, s: s.alpha * r + (1 - s.alpha) * p),
    _meteor("plain-f1", "F1 instead of the weighted mean of precision and recall", mean=lambda p, r, s: 2 * p * r / (p + r)),
    _meteor("precision-alone", "precision instead of the mean of precision and recall", mean=lambda p, r, s: p),
    _meteor("recall-alone", "recall instead of the mean of precision and recall", mean=lambda p, r, s: r),
    _meteor("product-of-both", "the product of precision and recall instead of their mean", mean=lambda p, r, s: p * r),
    _meteor("no-penalty", "there is no penalty for chunks", penalty=lambda ch, m, s: 0.0),
    _meteor("exponent-missing", "the fragmentation is not raised to the power beta", penalty=lambda ch, m, s: s.gamma * ch / m),
    _meteor("exponent-for-factor", "the fragmentation is multiplied by beta, not raised to its power",
            penalty=lambda ch, m, s: s.gamma * s.beta * ch / m),
    _meteor("gamma-inside-power", "gamma is raised to the power beta too", penalty=lambda ch, m, s: (s.gamma * ch / m) ** s.beta),
    _meteor("gamma-missing", "the penalty lacks its factor gamma", penalty=lambda ch, m, s: (ch / m) ** s.beta),
    _meteor("fragmentation-upside-down", "the fragmentation is matches / chunks",
            penalty=lambda ch, m, s: s.gamma * (m / ch) ** s.beta),
    _meteor("one-chunk-less", "the fragmentation is (chunks - 1) / matches",
            penalty=lambda ch, m, s: s.gamma * ((ch - 1) / m) ** s.beta),
    _meteor("fragmentation-between", "the fragmentation is (chunks - 1) / (matches - 1)",
            penalty=lambda ch, m, s: s.gamma * ((ch - 1) / (m - 1)) ** s.beta if m > 1 else 0.0),
    _meteor("one-chunk-more", "there is one chunk too many", penalty=lambda ch, m, s: s.gamma * ((ch + 1) / m) ** s.beta),
    _meteor("penalty-subtracted", "the penalty is subtracted from F", score=lambda f, lost: f - lost),
    _meteor("penalty-for-score", "F is multiplied by the penalty", score=lambda f, lost: f * lost),
    _meteor("penalty-added", "the penalty raises the score: F (1 + penalty)", score=lambda f, lost: f * (1 + lost)),
    Mistake("totals-exchanged", "precision divides by the reference and recall by the hypothesis", "row",
            lambda row, s: (row[0], row[1], row[3], row[2])),
    *wrong_formulas("METEOR", "F * (1 - gamma * (chunks / matches) ** beta)", "score", _typed_meteor,
                    "chunks matches hypothesis reference", "beta gamma"),
    *wrong_formulas("F", "precision * recall / (alpha * precision + (1 - alpha) * recall)", "score", _typed_mean,
                    "precision recall"),
    *_SHARED,
)  # fmt: skip
