"""Known mistakes in chrF."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import reduce
from operator import add, or_

from samescore.data.corpus import Corpus, Line
from samescore.metrics.base import Row, Statistics
from samescore.metrics.chrf.combine import matched_score, score
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.chrf.statistics import columns, tokenizer_for
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.f_scores import WRONG_F, F, typed_f
from samescore.metrics.mistakes.ngrams import COMPARISONS, CUTS, Compare, Grams, clipped, grams
from samescore.metrics.mistakes.texts import MEANS, READINGS, of_lines, presentations
from samescore.metrics.words import counted_references
from samescore.settings import Stage


def _counting_mistake(
    name: str,
    meaning: str,
    *,
    compare: Compare = clipped,
    grams: Grams = grams,
    spaces: bool = False,
    plain_words: bool = False,
    choose: Callable[..., Row] = max,
    rank: Callable[[Row, ChrfSettings], float] | None = None,
    pool: Callable[[Counter[Hashable], Counter[Hashable]], Counter[Hashable]] | None = None,
) -> Mistake:
    """Return a mistake in counting: in the n-grams of a text (`grams`), or in h, r and m of two texts (`compare`).

    With `spaces`, n-grams are built before white space is removed; with `plain_words`, punctuation is not split off
    words. `choose` selects a reference by its `rank`, and `pool` merges the n-grams of all references.
    """

    def candidates(data: Corpus, settings: ChrfSettings) -> list[list[Row]] | None:
        """Return for each segment a row for each of its references; None if a segment has no references."""
        units, known = tokenizer_for(data, settings), {}

        def counters(line: Line) -> list[Counter[Hashable]]:
            if line not in known:
                text, *words = units(line)
                words = _lowercase(str(line), settings).split() if plain_words else words
                by_characters = [
                    Counter(grams(text, n)) for n in range(settings.min_char_order, settings.char_order + 1)
                ]
                by_words = [Counter(map(tuple, grams(words, n))) for n in range(1, settings.word_order + 1)]
                known[line] = [*by_characters, *by_words]
            return known[line]

        made = []
        for segment in data:
            hypothesis, references = counters(segment.hypothesis), counted_references(segment, settings)
            compared = [counters(reference) for reference in references]
            if pool:
                compared = [[reduce(pool, order) for order in zip(*compared, strict=True)]] if compared else []
            elif settings.references == "first":
                compared = compared[:1]
            made.append([_row(hypothesis, reference, settings, compare) for reference in compared])
        return made if all(made) else None

    def statistics(data: Corpus, settings: ChrfSettings) -> Statistics | None:
        if data.tokenized:
            return None
        counting = settings.up_to(Stage.STATISTICS)
        counting = counting.replace(whitespace="keep") if spaces else counting
        made = data.remembered(("wrong chrf", name, counting), lambda: candidates(data, counting), lambda _: 1000)
        return (
            None
            if made is None
            else Statistics(
                columns(settings), [choose(r, key=lambda row: (rank or _rank)(row, settings)) for r in made]
            )
        )

    return Mistake(name, meaning, "counts", statistics)


def _row(
    hypothesis: list[Counter[Hashable]], reference: list[Counter[Hashable]], settings: ChrfSettings, compare: Compare
) -> Row:
    row: list[int] = []
    for h, r in zip(hypothesis, reference, strict=True):
        of_h, of_r, matched = compare(h, r)
        if not of_r and settings.empty_reference_order == "drop-hypothesis":
            of_h = 0
        row += [of_h, of_r, matched]
    return tuple(row)


def _lowercase(text: str, settings: ChrfSettings) -> str:
    return text.lower() if settings.case == "lower" else text


def _rank(row: Row, settings: ChrfSettings) -> float:
    """Return the number by which the best reference is selected."""
    return matched_score(row, settings) if settings.references.startswith("above") else score(row, settings)


def _within_words(text: Sequence[Hashable], n: int) -> list[Hashable]:
    return [gram for gram in grams(text, n) if not any(str(unit).isspace() for unit in gram)]


_COUNTS = (
    *(_counting_mistake(name, meaning, compare=compare) for name, meaning, compare in COMPARISONS),
    *(_counting_mistake(name, meaning, grams=cut) for name, meaning, cut in CUTS if name != "one-order-more"),
    _counting_mistake("ngrams-within-words", "n-grams do not reach across white space", grams=_within_words, spaces=True),
    _counting_mistake("worst-reference", "the reference with the lowest score counts", choose=min),
    _counting_mistake("best-reference-by-recall", "the reference with the highest mean recall counts, not that with the highest F",
              rank=lambda row, s: _mean_share(row, 1)),
    _counting_mistake("best-reference-by-precision", "the reference with the highest mean precision counts, not that with the highest F",
              rank=lambda row, s: _mean_share(row, 0)),
    _counting_mistake("best-reference-by-matches", "the reference with most matches counts, not that with the highest F",
              rank=lambda row, s: sum(row[2::3])),
    _counting_mistake("references-pooled", "the n-grams of all references are counted together", pool=add),
    _counting_mistake("references-united", "of each n-gram, the most occurrences in a reference count, as in BLEU", pool=or_),
    _counting_mistake("punctuation-stays-on-words", "punctuation marks are not split off words", plain_words=True),
)  # fmt: skip


def _mean_share(row: Row, side: int) -> float:
    """Return the mean share of one side's n-grams that match, over the orders in which it has any; 0 if it has none."""
    shares = [matched / total for total, matched in zip(row[side::3], row[2::3], strict=True) if total]
    return sum(shares) / len(shares) if shares else 0.0


def _parts(row: Row, settings: ChrfSettings) -> list[tuple[float, float]]:
    """Return P and R of each order that counts."""
    epsilon = 1e-16 if settings.empty_order.startswith("epsilon") else 0.0
    made = []
    for h, r, m in zip(row[0::3], row[1::3], row[2::3], strict=True):
        if settings.empty_order == "effective" and not (h and r):
            continue
        made.append((m / h if h else epsilon, m / r if r else epsilon))
    return made


def _with_f(wrong: F) -> Callable[[Row, ChrfSettings], float]:
    def formula(row: Row, settings: ChrfSettings) -> float:
        parts = _parts(row, settings)
        if not parts:
            return 0.0
        if settings.order_mean == "f-score":
            return sum(wrong(p, r, settings.beta) for p, r in parts) / len(parts)
        return wrong(sum(p for p, _ in parts) / len(parts), sum(r for _, r in parts) / len(parts), settings.beta)

    return formula


def _f(p: float, r: float, beta: float) -> float:
    below = beta**2 * p + r
    return (1 + beta**2) * p * r / below if below else 0.0


def _over_orders(
    divide_by: Callable[[int], float], keep: slice = slice(None)
) -> Callable[[Row, ChrfSettings], float | None]:
    """Return a function that scores a row from sums over the orders `keep`, divided by `divide_by(number of orders)`.

    The function returns None if no order is left or the divisor is not positive.
    """

    def formula(row: Row, settings: ChrfSettings) -> float | None:
        parts = _parts(row, settings)
        many = divide_by(len(parts))
        kept = parts[keep]
        if not parts or not kept or many <= 0:
            return None
        if settings.order_mean == "f-score":
            return sum(_f(p, r, settings.beta) for p, r in kept) / many
        return _f(sum(p for p, _ in kept) / many, sum(r for _, r in kept) / many, settings.beta)

    return formula


def _highest_order(row: Row, settings: ChrfSettings) -> float | None:
    parts = _parts(row, settings)
    return _f(*parts[-1], settings.beta) if parts else 0.0


def _geometric_mean_of_orders(row: Row, settings: ChrfSettings) -> float:
    parts = _parts(row, settings)
    return float(math.prod(_f(p, r, settings.beta) for p, r in parts) ** (1 / len(parts))) if parts else 0.0


def _geometric_parts(row: Row, settings: ChrfSettings) -> float | None:
    """Return F of the geometric means of P and of R over the orders; None if F is averaged over orders."""
    parts = _parts(row, settings)
    if settings.order_mean == "f-score" or not parts:
        return None
    precision, recall = (math.prod(values) ** (1 / len(parts)) for values in zip(*parts, strict=True))
    return _f(precision, recall, settings.beta)


def _kinds(row: Row, settings: ChrfSettings) -> list[list[tuple[float, float]]]:
    """Return P and R of the character orders, and P and R of the word orders; empty if there are no word orders."""
    split = 3 * (settings.char_order - settings.min_char_order + 1)
    return (
        [parts for parts in (_parts(row[:split], settings), _parts(row[split:], settings)) if parts]
        if settings.word_order
        else []
    )


def _kinds_apart(row: Row, settings: ChrfSettings) -> float | None:
    """Return the score from the mean of two means: over the character orders, and over the word orders.

    Returns None if there are no word orders.
    """
    if not (kinds := _kinds(row, settings)):
        return None
    if settings.order_mean == "f-score":
        return sum(sum(_f(p, r, settings.beta) for p, r in parts) / len(parts) for parts in kinds) / len(kinds)
    means = [[sum(values) / len(values) for values in zip(*parts, strict=True)] for parts in kinds]
    precision, recall = (sum(values) / len(kinds) for values in zip(*means, strict=True))
    return _f(precision, recall, settings.beta)


def _scores_of_kinds(row: Row, settings: ChrfSettings) -> float | None:
    """Return the mean of the score of the characters and the score of the words.

    Returns None if there are no word orders, or if F is averaged over orders.
    """
    kinds = _kinds(row, settings)
    if not kinds or settings.order_mean == "f-score":
        return None
    means = [[sum(values) / len(values) for values in zip(*parts, strict=True)] for parts in kinds]
    return sum(_f(p, r, settings.beta) for p, r in means) / len(means)


def _over_character_orders(row: Row, settings: ChrfSettings) -> float | None:
    many = settings.char_order - settings.min_char_order + 1
    return _over_orders(lambda n: many)(row, settings) if settings.word_order else None


_FORMULAS = (
    *(Mistake(name, meaning, "score", _with_f(wrong)) for name, (meaning, wrong) in WRONG_F.items()),
    *typed_f(_with_f),
    Mistake("orders-not-averaged", "the orders are added up and not divided", "score", _over_orders(lambda n: 1)),
    Mistake("orders-over-one-too-many", "the sum over orders is divided by one too many", "score",
            _over_orders(lambda n: n + 1)),
    Mistake("orders-over-one-too-few", "the sum over orders is divided by one too few", "score",
            _over_orders(lambda n: n - 1)),
    Mistake("last-order-missing", "the highest order is not added up, but divided by", "score",
            _over_orders(lambda n: n, slice(None, -1))),
    Mistake("first-order-missing", "the lowest order is not added up, but divided by", "score",
            _over_orders(lambda n: n, slice(1, None))),
    Mistake("highest-order-alone", "only the highest order counts", "score", _highest_order),
    Mistake("geometric-mean-of-orders", "the geometric mean over the orders instead of the arithmetic one", "score",
            _geometric_mean_of_orders),
    Mistake("geometric-parts", "the geometric means of P and of R over the orders instead of the arithmetic ones", "score",
            _geometric_parts),
    Mistake("characters-and-words-averaged-apart", "P and R are averaged over the orders of characters, over those of words, "
            "and then over both", "score", _kinds_apart),
    Mistake("scores-of-characters-and-words-averaged", "the scores of characters and of words are averaged", "score",
            _scores_of_kinds),
    Mistake("divided-by-character-orders", "sums over all orders are divided by the number of orders of characters", "score",
            _over_character_orders),
)  # fmt: skip


def _without_first(character: str) -> Callable[[str], str]:
    return lambda text: text.replace(character, "", 1)


def _without_first_space(text: str) -> str:
    place = next((i for i, character in enumerate(text) if character.isspace()), None)
    return text if place is None else text[:place] + text[place + 1 :]


def _white_space_kept(name: str, meaning: str, change: Callable[[str], str]) -> Mistake:
    """Return a mistake in the removal of white space: the texts are changed, and the remaining white space counts."""
    reading = of_lines(name, meaning, change, change)

    def statistics(data: Corpus, settings: ChrfSettings) -> Statistics | None:
        from samescore.metrics.chrf import CHRF

        changed = data.remembered(("misread", name), lambda: reading.change(data), lambda _: 1000)
        return CHRF.counted(changed or data, settings.replace(whitespace="keep"))

    return Mistake(name, meaning, "counts", statistics)


_SPACES = (
    _white_space_kept("first-space-removed", "only the first space is removed", _without_first(" ")),
    _white_space_kept("first-white-space-removed", "only the first white space is removed", _without_first_space),
    _white_space_kept("white-space-stripped", "white space is removed at the ends only", str.strip),
    _white_space_kept("spaces-collapsed", "runs of white space become one space", lambda text: " ".join(text.split())),
)


def _settings(name: str, meaning: str, change: Callable[[ChrfSettings], ChrfSettings | None]) -> Mistake:
    return Mistake(name, meaning, "settings", change)


_ORDERS = (
    _settings(
        "unigrams-missing",
        "n-grams begin with order 2",
        lambda s: s.replace(min_char_order=2) if s.min_char_order == 1 and s.char_order > 1 else None,
    ),
)

MISTAKES: tuple[Mistake, ...] = (
    *_COUNTS,
    *_SPACES,
    *_FORMULAS,
    *_ORDERS,
    *READINGS,
    *MEANS,
    *presentations(highest=1),
)
