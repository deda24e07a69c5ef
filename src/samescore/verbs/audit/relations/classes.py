"""Relations between scores of classes and scores of all classes together.

A macro average is the mean of the classes' scores, and a weighted average their mean weighted by support. Any average,
and the score of the summed counts (micro: (sum of a)/(sum of b) is the mean of a/b weighted by b), lies between the least
and the greatest score of a class. A reported macro F1 may be the F1 of the mean precision and recall instead (Opitz and
Burst 2019). It is at most the mean of (P+R)/2, and for a class with F1 f, (P+R)/2 is at most (1 + f/(2-f))/2, reached at
P = 1. With one label for every item, accuracy is the recall weighted by support, and the micro average of precision,
recall and F1; balanced accuracy is the mean recall of the classes that occur. F1-mult is the product of the classes' F1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.arithmetic import ZERO, average, mean, product_of
from samescore.verbs.audit.relations.kinds import Allowed, Missing, Relation
from samescore.verbs.audit.relations.shares import average_of
from samescore.verbs.audit.relations.sheet import ANYTHING, Sheet

_UNLESS_MORE_CLASSES = "some classes are missing"
_UNLESS_ABSENT = "a class does not occur in the gold labels"
_UNLESS_SEVERAL = "items may have several labels, or some classes are missing"


def relations(sheet: Sheet) -> Iterator[Relation | Missing]:
    """Yield this module's relations between the cells of a table, with `Missing` for a relation that lacks a fact."""
    for column, name in enumerate(sheet.names):
        if sheet.column(column).label:
            continue
        if name in ("precision", "recall", "f1"):
            yield from _average_relations(sheet, column, name)
            yield from _accuracy_relations(sheet, column, name, average_of(sheet, column))
        elif name == "accuracy":
            yield from _recall_relations(sheet, column, "accuracy is the weighted recall", weighted=True)
        elif name == "balanced-accuracy" and not sheet.knobs(column).get("adjusted"):
            yield from _recall_relations(sheet, column, "balanced accuracy is the mean recall", weighted=False)
        elif name == "items":
            yield from _item_relations(sheet, column)
        elif name == "f1-mult":
            yield from _product_relations(sheet, column)


def _classes(sheet: Sheet, name: str, column: int) -> list[int]:
    """Return the columns with a score (called `name`) of each class, on the test set of `column`."""
    test_set = sheet.column(column).test_set
    labelled = [k for k, other in enumerate(sheet.names) if other == name and sheet.column(k).label]
    columns = {sheet.column(k).label: k for k in labelled if sheet.column(k).test_set == test_set}
    return list(columns.values())


def _hidden_classes_excuse(sheet: Sheet, column: int, classes: list[int]) -> str:
    """Return the excuse that some classes are not shown; empty if all classes are known to be shown."""
    known = [sheet.knobs(k).get("classes") for k in (column, *classes)]
    return "" if len(classes) in known else _UNLESS_MORE_CLASSES


def _may_be_complete(sheet: Sheet, column: int, classes: list[int]) -> bool:
    known = [sheet.knobs(k).get("classes") for k in (column, *classes)]
    return all(many in (None, len(classes)) for many in known)


def _average_relations(sheet: Sheet, column: int, name: str) -> Iterator[Relation | Missing]:
    classes = _classes(sheet, name, column)
    if len(classes) < 2:
        return
    how = average_of(sheet, column)
    places = list(sheet.rows(column, *classes))
    if not _may_be_complete(sheet, column, classes):
        yield Missing(f"{name} of all classes", tuple(row[0] for row in places), "the other classes")
        return
    unless = _hidden_classes_excuse(sheet, column, classes)
    support = [next(iter(sheet.of("items", like=k)), None) for k in classes]
    known = [k for k in support if k is not None]
    if how == "macro":
        rule: Allowed = _mean
    elif how == "weighted" and len(known) == len(classes):
        rule, places = _weighted, list(sheet.rows(column, *classes, *known))
    elif how or name != "f1":
        rule = _between
    else:
        rule = _between_or_f_of_means
    for row in places:
        what = {"macro": "the mean", "weighted": "the weighted mean"}.get(how, "an average")
        yield Relation(
            f"{what} of the classes' {name}", row, rule, unless, equation=rule in (_mean, _weighted), of_means=True
        )


def _recall_relations(sheet: Sheet, column: int, name: str, *, weighted: bool) -> Iterator[Relation]:
    classes = _classes(sheet, "recall", column)
    if len(classes) < 2 or not _may_be_complete(sheet, column, classes):
        return
    known = [found[0] for found in (sheet.of("items", like=k) for k in classes) if found]
    exact = len(known) == len(classes) or not weighted
    rule = (_weighted if exact else _between) if weighted else _mean
    for places in sheet.rows(column, *classes, *(known if weighted and exact else ())):
        yield Relation(
            name, places, rule, _hidden_classes_excuse(sheet, column, classes), equation=exact, of_means=True
        )


def _accuracy_relations(sheet: Sheet, column: int, name: str, how: str) -> Iterator[Relation]:
    """Yield the relations that an average (`how`) of a score equals accuracy or balanced accuracy."""
    if how == "micro" or (name, how) == ("recall", "weighted"):
        for other in sheet.of("accuracy", like=column):
            known = sheet.knobs(column).get("classes") or sheet.knobs(other).get("classes")
            for places in sheet.rows(column, other):
                yield Relation(
                    f"accuracy is {how} {name}", places, _same, "" if known else _UNLESS_SEVERAL, of_means=True
                )
    elif (name, how) == ("recall", "macro"):
        for other in sheet.of("balanced-accuracy", like=column):
            if not sheet.knobs(other).get("adjusted"):
                for places in sheet.rows(other, column):
                    yield Relation("balanced accuracy is macro recall", places, _same, _UNLESS_ABSENT, of_means=True)


def _item_relations(sheet: Sheet, column: int) -> Iterator[Relation]:
    classes = _classes(sheet, "items", column)
    known = [k for k, name in enumerate(sheet.names) if name in ("precision", "recall", "f1") and sheet.column(k).label]
    if sheet.knobs(column).get("classes", len(classes)) in (None, "more"):
        for places in sheet.rows(column, *classes):
            yield Relation("items of some classes", places, _at_least_sum, equation=False)
    if len(classes) > 1 and _may_be_complete(sheet, column, classes):
        unless = (
            "" if any(sheet.knobs(k).get("classes") == len(classes) for k in (*classes, *known)) else _UNLESS_SEVERAL
        )
        for places in sheet.rows(column, *classes):
            yield Relation("items of all classes", places, _sum, unless)


def _product_relations(sheet: Sheet, column: int) -> Iterator[Relation]:
    classes = _classes(sheet, "f1", column)
    if len(classes) > 1:
        for places in sheet.rows(column, *classes):
            yield Relation("F1-mult is at most the product of F1", places, _at_most_product, equation=False)
            yield Relation(
                "F1-mult is the product of F1", places, _product, _hidden_classes_excuse(sheet, column, classes)
            )


def _same(values: Sequence[Interval]) -> Sequence[Interval]:
    return [values[1]]


def _mean(values: Sequence[Interval]) -> Sequence[Interval]:
    return [mean(values[1:])]


def _sum(values: Sequence[Interval]) -> Sequence[Interval]:
    return [(sum((low for low, _ in values[1:]), ZERO), sum((high for _, high in values[1:]), ZERO))]


def _at_least_sum(values: Sequence[Interval]) -> Sequence[Interval]:
    return [(sum((low for low, _ in values[1:]), ZERO), ANYTHING[1])]


def _between(values: Sequence[Interval]) -> Sequence[Interval]:
    return [(min(low for low, _ in values[1:]), max(high for _, high in values[1:]))]


def _between_or_f_of_means(values: Sequence[Interval]) -> Sequence[Interval]:
    ((low, high),) = _between(values)
    return [(low, max(high, mean([(f, (1 + f / (2 - f)) / 2) for _, f in values[1:]])[1]))]


def _weighted(values: Sequence[Interval]) -> Sequence[Interval] | None:
    """Return the range of the mean of scores weighted by numbers of items, which follow the scores in `values`.

    If the numbers of items are not exact, it is the range between the least and the greatest score.
    """
    half = (len(values) - 1) // 2
    scores, items = values[1 : 1 + half], values[1 + half :]
    if any(low != high for low, high in items) or not any(low for low, _ in items):
        return _between([values[0], *scores])
    return [average(scores, [low for low, _ in items])]


def _product(values: Sequence[Interval]) -> Sequence[Interval]:
    return [product_of(values[1:])]


def _at_most_product(values: Sequence[Interval]) -> Sequence[Interval]:
    low, high = product_of(values[1:])
    return [(low - low, high)]
