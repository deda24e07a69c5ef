"""Relations of BLEU, its n-gram precisions, brevity penalty and lengths, as multi-bleu.perl and sacreBLEU print them.

BLEU is BP times the geometric mean of the precisions: its n-th power is BP^n p1...pn, a product of fractions, whose root
is rounded outwards. The n-th precision is the quotient of its counts. If orders that a short text lacks are left out
(effective order), their precisions are 0, and the mean is over the other orders. BP is 1 if the hypotheses are longer than
the references (c > r), and exp(1 - r/c) otherwise; it grows with c/r. The first precision is k/c, unless k = 0 is smoothed
to a number smaller than 1/c.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.arithmetic import ONE, ZERO, power_of_e, product_of, root
from samescore.verbs.audit.relations.kinds import Missing, Relation
from samescore.verbs.audit.relations.sheet import Printing, Sheet


def relations(sheet: Sheet) -> Iterator[Relation | Missing]:
    """Yield this module's relations between the cells of a table, with `Missing` for a relation that lacks a fact."""
    for column, name in enumerate(sheet.names):
        if name == "bleu":
            yield from _bleu_relations(sheet, column)
        elif name in ("bp", "ratio", "bleu-ngrams-1"):
            yield from _length_relations(sheet, column, name)
        elif name.startswith("bleu-precision-"):
            yield from _count_relations(sheet, column, name[-1])
            if name == "bleu-precision-1":
                yield from _first_precision_relations(sheet, column)


def _length_relations(sheet: Sheet, column: int, name: str) -> Iterator[Relation]:
    if name == "bleu-ngrams-1":
        for words in sheet.of("hyp_len", like=column):
            for places in sheet.rows(column, words):
                yield Relation("the number of unigrams is the number of words", places, lambda values: [values[1]])
        return
    relation, allowed = ("ratio of the lengths", _ratio)
    if name == "bp":
        relation, allowed = ("brevity penalty of the lengths", _penalty_of_lengths)
        for ratio in sheet.of("ratio", like=column):
            for places in sheet.rows(column, ratio):
                yield Relation("brevity penalty of the ratio of lengths", places, _penalty_of_ratio)
    for lengths in _lengths(sheet, column):
        for places in sheet.rows(column, *lengths):
            yield Relation(relation, places, allowed)


def _lengths(sheet: Sheet, column: int) -> Iterator[tuple[int, int]]:
    yield from zip(sheet.of("hyp_len", like=column), sheet.of("ref_len", like=column), strict=False)


def _bleu_relations(sheet: Sheet, column: int) -> Iterator[Relation | Missing]:
    precisions: list[int] = []
    while found := sheet.of(f"bleu-precision-{len(precisions) + 1}", like=column):
        precisions.append(found[0])
    penalties = sheet.of("bp", like=column)
    if precisions and not penalties:
        places = tuple(row[0] for row in sheet.rows(column, *precisions))
        yield Missing("BLEU of precisions and brevity penalty", places, "the brevity penalty")
    for penalty in penalties[:1]:
        if precisions:
            for places in sheet.rows(column, penalty, *precisions):
                yield Relation("BLEU of precisions and brevity penalty", places, _bleu)
        else:
            for places in sheet.rows(column, penalty):
                yield Relation("BLEU at most the brevity penalty", places, _at_most, equation=False)


def _bleu(values: Sequence[Interval]) -> Sequence[Interval]:
    _, penalty, *precisions = values
    unions = [_geometric(penalty, precisions)]
    while len(precisions) > 1 and not precisions[-1][0]:  # possibly an order that is too long for the text
        precisions = precisions[:-1]
        unions.append(_geometric(penalty, precisions))
    return unions


def _geometric(penalty: Interval, precisions: Sequence[Interval]) -> Interval:
    low, high = root(product_of(precisions), len(precisions))
    return low * penalty[0], high * penalty[1]


def _at_most(values: Sequence[Interval]) -> Sequence[Interval]:
    return [(ZERO, values[1][1])]


def _ratio(values: Sequence[Interval]) -> Sequence[Interval] | None:
    _, hypotheses, references = values
    return [(hypotheses[0] / references[1], hypotheses[1] / references[0])] if references[0] else None


def _penalty_of_lengths(values: Sequence[Interval]) -> Sequence[Interval] | None:
    penalty, hypotheses, references = values
    if not references[0]:
        return None
    return _penalty_of_ratio([penalty, (hypotheses[0] / references[1], hypotheses[1] / references[0])])


def _penalty_of_ratio(values: Sequence[Interval]) -> Sequence[Interval]:
    low, high = values[1]
    return [(_penalty(low)[0], _penalty(high)[1])]


def _penalty(ratio: Fraction) -> Interval:
    if ratio >= 1:
        return ONE, ONE
    exponent = 1 - 1 / ratio if ratio > 0 else None
    return (ZERO, ZERO) if exponent is None else power_of_e((exponent, exponent))


def _count_relations(sheet: Sheet, column: int, order: str) -> Iterator[Relation]:
    counts = zip(
        sheet.of(f"bleu-matches-{order}", like=column), sheet.of(f"bleu-ngrams-{order}", like=column), strict=False
    )
    for matches, ngrams in counts:
        for places in sheet.rows(column, matches, ngrams):
            yield Relation("n-gram precision of its counts", places, _precision)


def _precision(values: Sequence[Interval]) -> Sequence[Interval]:
    _, matches, ngrams = values
    if not ngrams[0]:
        return [(ZERO, ONE)] if ngrams[1] else [(ZERO, ZERO)]
    if not matches[1]:  # possibly smoothed
        return [(ZERO, 1 / ngrams[0])]
    return [(matches[0] / ngrams[1], matches[1] / ngrams[0])]


def _first_precision_relations(sheet: Sheet, column: int) -> Iterator[Relation | Missing]:
    for hypotheses in sheet.of("hyp_len", like=column)[:1]:
        for places in sheet.rows(column, hypotheses):
            low, high = Printing.ROUNDED.interval(sheet.digits(places[0]))
            words = sheet.value(places[1], Printing.ROUNDED, 1)
            if words and (high - low) / sheet.scales_of(places[0])[0] * words[1] < 1:
                yield Relation("integer number of words", places, _of_words)


def _of_words(values: Sequence[Interval]) -> Sequence[Interval] | None:
    (low, high), (words, most) = values
    if words != most or not words:
        return None
    first = math.ceil(low * words)
    nearest = [first] if first <= high * words else [first - 1, first]
    return [(ZERO, 1 / words), *((k / words, k / words) for k in nearest if 0 <= k <= words)]
