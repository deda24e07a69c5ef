"""Relations of precision, recall and F, and with them of accuracy and the Matthews correlation coefficient (MCC).

**F.** F = (1+b²)PR/(b²P+R) grows with P and with R, so over a box of P and R it lies between its values at two corners.
A mean of F over classes or sentences is at most the F of the mean P and the mean R, because F is concave in (P, R)
(Jensen's inequality, with any weights). It is at least P+R-1: F is 0 at (0,0), (0,1), (1,0) and 1 at (1,1), a concave
function is nowhere below the plane through its values at the corners, and max(0, p+r-1) is convex. A mean of P or R may
skip classes for which it is 0/0. These have F = 0, and skipping them raises the mean, so both bounds stay true.

**MCC** of two classes is sqrt(PRSN) - sqrt((1-P)(1-R)(1-S)(1-N)) with specificity S and negative predictive value N. These
lie between 0 and 1, so MCC lies between -sqrt((1-P)(1-R)) and sqrt(PR). This also holds for averages over the two classes:
MCC² = (P1+P2-1)(R1+R2-1), where P1+P2-1 is at most the lesser of P1 and P2, and at least the greater minus 1; the same is
true of R.

**Accuracy** of two classes: TN is not negative, so accuracy is at least TP/(TP+FP+FN) = PR/(P+R-PR).

**Prevalence.** With the share q of positive items, TP = Rq, FN = (1-R)q and FP = Rq(1-P)/P, so 1 - accuracy = FN + FP =
q(P+R-2PR)/P. Rows of one test set share q, so accuracy, P and R of one row restrict those of another. q =
(1-A)P/(P+R-2PR) is monotone in each of A, P and R (its derivative in P has the sign of R, and its derivative in R the sign
of 2P-1), and so is A for a given q.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.arithmetic import ONE, ZERO, at_corners, f_measure, root
from samescore.verbs.audit.relations.kinds import Allowed, CellFormula, CellPlace, Missing, Relation
from samescore.verbs.audit.relations.sheet import Sheet

#: Averages for which F is the F of the printed precision and recall, and averages that are means over classes.
OF_SUMS, OF_MEANS = {"binary", "class", "micro"}, {"macro", "weighted", "samples"}
_AVERAGE = re.compile(r"(macro|micro|weighted|samples)(?:[ -](?:avg\.?|average|averaged))?")
#: scikit-learn's name for the weighted average before 0.20.
FORMERLY_WEIGHTED = "avg / total"
#: Maximum number of following rows that a row is compared with.
_COMPARED = 8
#: ROUGE-1.5.5 rounds the precision, recall and F of every segment to five decimals.
_FIVE_DECIMALS = Fraction(1, 10**5)

UNLESS_MEANS = "precision, recall and F1 are means over classes"
UNLESS_MORE = "there are more than two classes"
_UNLESS_MORE_OR_MEANS = f"{UNLESS_MORE}, or precision and recall are means over classes"
_UNLESS_WEIGHED = "F weights precision and recall differently"
UNLESS_OTHER_ITEMS = "the rows are of different test sets"


def relations(sheet: Sheet) -> Iterator[Relation | Missing]:
    """Yield this module's relations between the cells of a table, with `Missing` for a relation that lacks a fact."""
    for column, name in enumerate(sheet.names):
        if name == "f1":
            yield from _f1_relations(sheet, column)
        elif name.startswith("rouge-"):
            yield from _rouge_relations(sheet, column)
        elif name == "mcc":
            for beside in _pairs(sheet, column):
                unless = "" if two_classes(sheet, column, *beside) else UNLESS_MORE
                for places in sheet.rows(column, *beside):
                    yield Relation(
                        "MCC within the bounds of precision and recall",
                        places,
                        _mcc,
                        unless,
                        equation=False,
                        of_means=True,
                    )
        elif name == "accuracy" and not sheet.column(column).label:
            yield from _accuracy_relations(sheet, column)


def average_of(sheet: Sheet, column: int) -> str:
    """Return how a column's classification score is averaged: ``class`` for a single class, empty if unknown."""
    return "class" if sheet.column(column).label else str(sheet.knobs(column).get("average", ""))


def average_named(row: str) -> str:
    """Return the kind of average that a row's name denotes, such as ``macro`` for ``macro avg``; empty if none."""
    if row.strip().lower() == FORMERLY_WEIGHTED:
        return "weighted"
    match = _AVERAGE.fullmatch(row.rpartition(" / ")[2].strip().lower())
    return match[1] if match else ""


def two_classes(sheet: Sheet, *columns: int) -> bool:
    """Return whether there are known to be two classes.

    This is known if a column states it, or if the scores of all columns but the first are binary.
    """
    classes = any(sheet.knobs(column).get("classes") == 2 for column in columns)
    return classes or all(sheet.knobs(column).get("average") == "binary" for column in columns[1:])


def _partner(sheet: Sheet, name: str, column: int) -> int | None:
    """Return the only column called `name` with the same average as `column`.

    If no column has the same average, return the only column of this name such that its average, or the average of
    `column`, is not stated. Return None if there is not exactly one.
    """
    average = average_of(sheet, column)
    same = sheet.of(name, like=column)
    exact = [other for other in same if average_of(sheet, other) == average]
    loose = [other for other in same if not (average and average_of(sheet, other))]
    chosen = exact or loose
    return chosen[0] if len(chosen) == 1 else None


def _pairs(sheet: Sheet, column: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of a precision and a recall column with the same class or average, on the test set of `column`.

    Pairs that are known to be about a number of classes other than two are skipped.
    """
    test_set = sheet.column(column).test_set
    for precision, name in enumerate(sheet.names):
        if name == "precision" and sheet.column(precision).test_set == test_set:
            recall = _partner(sheet, "recall", precision)
            if recall is None:
                continue
            if all(sheet.knobs(k).get("classes", 2) == 2 for k in (column, precision, recall)):
                yield precision, recall


def _f1_relations(sheet: Sheet, column: int) -> Iterator[Relation | Missing]:
    precision, recall = _partner(sheet, "precision", column), _partner(sheet, "recall", column)
    if precision is None or recall is None:
        return
    squared = _squared_beta(sheet.knobs(column).get("beta", 1))
    if not squared:
        return
    stated = average_of(sheet, column) or average_of(sheet, precision)
    for places in sheet.rows(column, precision, recall):
        average = stated or average_named(sheet.table.rows[places[0].row].name)
        if average not in OF_SUMS or any(map(sheet.is_mean_of_runs, places)):
            name = "mean F1 within the bounds of mean precision and recall"
            yield Relation(name, places, _mean_f(squared), equation=False, of_means=True, usual=_harmonic(squared))
        if average not in OF_MEANS:
            unless = "" if average else UNLESS_MEANS
            yield Relation("F1 of precision and recall", places, _f(squared), unless, usual=_harmonic(squared))


def _harmonic(squared: Fraction) -> CellFormula:
    """Return the formula of F for the printed precision and recall; `squared` is the square of beta."""
    name = "the harmonic mean of precision and recall" if squared == 1 else "F of precision and recall"
    return CellFormula(name, lambda others: f_measure(others[0], others[1], squared))


def _squared_beta(beta: object) -> Fraction | None:
    """Return the square of a stated beta; None if it is not a finite number above 0."""
    known = isinstance(beta, (int, float)) and 0 < beta < math.inf
    return Fraction(str(beta)) ** 2 if known else None


def _rouge_relations(sheet: Sheet, column: int) -> Iterator[Relation | Missing]:
    """Yield the relations between a column of ROUGE F-scores and the columns of their precision and recall."""
    knobs = dict(sheet.knobs(column))
    if knobs.pop("measure", "f") != "f":
        return
    beside = []
    for measure in ("precision", "recall"):
        for other in sheet.of(sheet.names[column], like=column):
            if dict(sheet.knobs(other)) == {**knobs, "measure": measure}:
                beside.append(other)
                break
    if len(beside) < 2:
        return
    for places in sheet.rows(column, *beside):
        yield from _rouge_relations_of_row(places, knobs)


def _rouge_relations_of_row(places: tuple[CellPlace, ...], knobs: dict[str, Any]) -> Iterator[Relation | Missing]:
    name = "mean F within the bounds of mean precision and recall"
    if knobs.get("average") == "resampled" or knobs.get("f_form") == "ratio":
        yield Missing(name, places, "means over segments, with the same weight of recall")
        return
    squared = _squared_weight(knobs)
    if knobs.get("average") in ("corpus", "means"):
        rule, unless = (_f(ONE), _UNLESS_WEIGHED) if squared is None else (_f(squared), "")
        yield Relation("F of precision and recall", places, _widened(rule), unless)
    else:
        bounds = _mean_of_any_f if squared is None else _mean_f(squared)
        yield Relation(name, places, _widened(bounds), equation=False, of_means=True)
        if squared is None:
            alike = f"{name}, weighed alike"
            yield Relation(alike, places, _widened(_mean_f(ONE)), _UNLESS_WEIGHED, equation=False, of_means=True)


def _squared_weight(knobs: dict[str, Any]) -> Fraction | None:
    """Return the square of ROUGE's beta that the settings state or imply; None if it is unknown.

    PR/((1-a)P+aR) is F with b² = (1-a)/a.
    """
    if knobs.get("f_form") == "alpha":
        alpha = knobs.get("alpha", 0.5)
        known = isinstance(alpha, (int, float)) and 0 < alpha <= 1
        return (1 - Fraction(str(alpha))) / Fraction(str(alpha)) if known else None
    if "beta" in knobs:
        return _squared_beta(knobs["beta"])
    return ONE if "order" in knobs else None  # all programs weight ROUGE-N alike, but not ROUGE-L


def _f(squared: Fraction) -> Allowed:
    def allowed(values: Sequence[Interval]) -> Sequence[Interval]:
        _, p, r = values
        return [(f_measure(p[0], r[0], squared), f_measure(p[1], r[1], squared))]

    return allowed


def _mean_f(squared: Fraction) -> Allowed:
    def allowed(values: Sequence[Interval]) -> Sequence[Interval]:
        _, p, r = values
        return [(max(ZERO, p[0] + r[0] - 1), f_measure(p[1], r[1], squared))]

    return allowed


def _mean_of_any_f(values: Sequence[Interval]) -> Sequence[Interval]:
    """Return the possible range of a mean of F for any weight of recall.

    F of the means is at most the greater of mean precision and mean recall.
    """
    _, p, r = values
    return [(max(ZERO, p[0] + r[0] - 1), max(p[1], r[1]))]


def _widened(inner: Allowed) -> Allowed:
    def allowed(values: Sequence[Interval]) -> Sequence[Interval] | None:
        wide = [(max(low - _FIVE_DECIMALS, ZERO), min(high + _FIVE_DECIMALS, ONE)) for low, high in values]
        bounds = inner(wide)
        return bounds and [(max(low - _FIVE_DECIMALS, ZERO), high + _FIVE_DECIMALS) for low, high in bounds]

    return allowed


def _mcc(values: Sequence[Interval]) -> Sequence[Interval]:
    _, p, r = values
    below = (1 - p[0]) * (1 - r[0])
    above = p[1] * r[1]
    return [(-root((below, below), 2)[1], root((above, above), 2)[1])]


def _accuracy_relations(sheet: Sheet, column: int) -> Iterator[Relation | Missing]:
    for precision, recall in _pairs(sheet, column):
        if average_of(sheet, precision) in (OF_MEANS | {"micro"}):
            continue
        of_one = average_of(sheet, precision) and two_classes(sheet, column, precision, recall)
        unless = "" if of_one else _UNLESS_MORE_OR_MEANS
        rows = list(sheet.rows(column, precision, recall))
        for places in rows:
            yield Relation(
                "accuracy at least the minimum for its precision and recall", places, _floor, unless, equation=False
            )
        for first, second in combinations(range(len(rows)), 2):
            if second - first > _COMPARED:
                continue
            sets = {sheet.test_set(rows[first][0]), sheet.test_set(rows[second][0])}
            if len(sets) == 1:
                why = [unless, "" if sets != {""} else UNLESS_OTHER_ITEMS]
                name = "accuracy, precision and recall imply the same share of positive items"
                yield Relation(name, rows[first] + rows[second], _prevalence, ", or ".join(filter(None, why)))


def _floor(values: Sequence[Interval]) -> Sequence[Interval]:
    _, (p, _), (r, _) = values
    return [(p * r / (p + r - p * r) if p or r else ZERO, ONE)]


def _prevalence(values: Sequence[Interval]) -> Sequence[Interval] | None:
    """Return the possible range of the first row's accuracy, from the share of positive items in the second row.

    Return None if the second row does not determine this share.
    """
    _, p, r, *other = values
    share = positive_share(other)
    if share is None or not p[0]:
        return None
    low, high = at_corners(lambda p, r, q: 1 - q * (p + r - 2 * p * r) / p, (p, r, share))
    return [(low, high)]


def positive_share(values: Sequence[Interval]) -> Interval | None:
    """Return the share of positive items, from the intervals of accuracy, precision and recall.

    Return None if they do not determine it.
    """
    accuracy, p, r = values
    if any(not a + b - 2 * a * b for a in p for b in r):
        return None
    low, high = at_corners(lambda accuracy, p, r: (1 - accuracy) * p / (p + r - 2 * p * r), (accuracy, p, r))
    return max(low, ZERO), min(high, ONE)
