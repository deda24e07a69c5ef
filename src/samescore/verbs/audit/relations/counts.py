"""Relations between counts of true and false positives and negatives, and scores computed from them.

Precision TP/(TP+FP), recall TP/(TP+FN), F1 2TP/(2TP+FP+FN), accuracy (TP+TN)/n and MCC grow with the counts of correct
predictions (TP, TN), and shrink with the counts of errors (FP, FN). For MCC = (TP TN - FP FN)/sqrt(D) with
D = (TP+FP)(TP+FN)(TN+FP)(TN+FN), the derivative in TP has the sign of TN TP(FP+FN) + 2 TN FP FN + FP FN(2TP+FP+FN), which
is not negative; the other three follow by exchanging the names of the classes. Kappa,
2(TP TN - FP FN)/((TP+FP)(FP+TN) + (TP+FN)(FN+TN)), is not monotone in the errors, so it is checked only if the counts are
exact. Rows of one test set have the same TP+FN and the same FP+TN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.arithmetic import ONE, ZERO, root
from samescore.verbs.audit.relations.kinds import Allowed, Missing, Relation
from samescore.verbs.audit.relations.shares import UNLESS_MEANS, UNLESS_MORE, UNLESS_OTHER_ITEMS, average_of
from samescore.verbs.audit.relations.sheet import Sheet

#: 0/0 is 0 or 1, depending on the authors' choice.
_UNDEFINED: list[Interval] = [(ZERO, ZERO), (ONE, ONE)]


def relations(sheet: Sheet) -> Iterator[Relation | Missing]:
    """Yield the relations of this module between the cells of a table."""
    for tp, name in enumerate(sheet.names):
        if name == "tp":
            four = {role: _only_column(sheet, role, tp) for role in ("tp", "fp", "fn", "tn")}
            for role, (needed, allowed) in _FOLLOW.items():
                columns = [four[count] for count in needed]
                if None not in columns:
                    yield from _score_relations(
                        sheet, role, tp, [column for column in columns if column is not None], allowed
                    )
            if four["fn"] is not None:
                yield from _same_items(sheet, tp, four["fn"], "rows of the same test set have the same TP+FN")
            if four["tn"] is not None and four["fp"] is not None:
                yield from _same_items(sheet, four["tn"], four["fp"], "rows of the same test set have the same FP+TN")


def _only_column(sheet: Sheet, name: str, like: int) -> int | None:
    columns = sheet.of(name, like=like)
    return columns[0] if len(columns) == 1 else None


def _score_relations(sheet: Sheet, role: str, tp: int, counts: list[int], allowed: Allowed) -> Iterator[Relation]:
    """Yield relations between the columns with `role` and the columns of the counts that determine it.

    The columns with `role` are of the class of the counts or, for scores that have no class, of all classes.
    """
    same = sheet.of(role, like=tp)
    if role in ("accuracy", "mcc", "kappa", "items"):
        same = list(dict.fromkeys([*same, *(sheet.of(role, like=tp, label="") if role != "items" else [])]))
    for column in same:
        average = average_of(sheet, column)
        if role in _OF_ONE_CLASS and average not in ("binary", "class", "micro", ""):
            continue
        unless = "" if average or role not in _OF_ONE_CLASS else UNLESS_MEANS
        if role in ("accuracy", "mcc", "kappa") and sheet.column(tp).label and not _has_two_classes(sheet, column):
            unless = UNLESS_MORE
        for places in sheet.rows(column, *counts):
            yield Relation(
                f"{role} of {', '.join(sheet.names[count].upper() for count in counts)}", places, allowed, unless
            )


_OF_ONE_CLASS = {"precision", "recall", "f1"}


def _has_two_classes(sheet: Sheet, column: int) -> bool:
    return sheet.knobs(column).get("classes") == 2


def _same_items(sheet: Sheet, one: int, other: int, name: str) -> Iterator[Relation]:
    rows = list(sheet.rows(one, other))
    for first, second in pairwise(rows):
        sets = {sheet.test_set(first[0]), sheet.test_set(second[0])}
        if len(sets) == 1:
            yield Relation(name, first + second, _same_sum, "" if sets != {""} else UNLESS_OTHER_ITEMS)


def _same_sum(values: Sequence[Interval]) -> Sequence[Interval]:
    _, (b, c), (d, e), (f, g) = values
    return [(d + f - c, e + g - b)]


def _share(right: Callable[[Sequence[Fraction]], Fraction], wrong: Callable[[Sequence[Fraction]], Fraction]) -> Allowed:
    """Return the rule for a score right / (right + wrong), given functions of the counts; 0/0 may be 0 or 1."""

    def allowed(values: Sequence[Interval]) -> Sequence[Interval]:
        low, high = [low for low, _ in values[1:]], [high for _, high in values[1:]]
        least, most = right(low), right(high)
        if not most and not wrong(high):
            return _UNDEFINED
        lowest = least / (least + wrong(high)) if least + wrong(high) else ZERO
        return [(lowest, most / (most + wrong(low)) if most + wrong(low) else ONE)]

    return allowed


def _mcc(values: Sequence[Interval]) -> Sequence[Interval]:
    tp, fp, fn, tn = values[1:]
    low = _mcc_at(tp[0], fp[1], fn[1], tn[0])[0]
    return [(low, _mcc_at(tp[1], fp[0], fn[0], tn[1])[1])]


def _mcc_at(tp: Fraction, fp: Fraction, fn: Fraction, tn: Fraction) -> Interval:
    below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    above = tp * tn - fp * fn
    if not below:
        return ZERO, ZERO
    square = above * above / below
    low, high = root((square, square), 2)
    return (low, high) if above >= 0 else (-high, -low)


def _kappa(values: Sequence[Interval]) -> Sequence[Interval] | None:
    if any(low != high for low, high in values[1:]):
        return None
    tp, fp, fn, tn = (low for low, _ in values[1:])
    below = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
    kappa = 2 * (tp * tn - fp * fn) / below if below else ZERO
    return [(kappa, kappa)] if below else None


def _sum(values: Sequence[Interval]) -> Sequence[Interval]:
    return [(sum((low for low, _ in values[1:]), ZERO), sum((high for _, high in values[1:]), ZERO))]


#: The scores that follow from counts: the needed counts, and the rule.
_FOLLOW: dict[str, tuple[tuple[str, ...], Allowed]] = {
    "precision": (("tp", "fp"), _share(lambda c: c[0], lambda c: c[1])),
    "recall": (("tp", "fn"), _share(lambda c: c[0], lambda c: c[1])),
    "f1": (("tp", "fp", "fn"), _share(lambda c: 2 * c[0], lambda c: c[1] + c[2])),
    "accuracy": (("tp", "fp", "fn", "tn"), _share(lambda c: c[0] + c[3], lambda c: c[1] + c[2])),
    "mcc": (("tp", "fp", "fn", "tn"), _mcc),
    "kappa": (("tp", "fp", "fn", "tn"), _kappa),
    "items": (("tp", "fp", "fn", "tn"), _sum),
}
