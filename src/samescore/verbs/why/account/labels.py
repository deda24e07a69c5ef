"""Rules about metrics of class labels: a single class, absent classes, integer overflow, chance agreement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from samescore.base.outcome import SAME_NUMBER, relative_gap
from samescore.verbs.why.account.evidence import Evidence, Rule, count_of, format_number, join_remedies, with_number

#: Maximum number of class names in a list.
_NAMES = 6
#: Distance of kappa below the observed agreement that deserves a remark.
_PARADOX = 0.3
_OVER_CLASSES = ("precision", "recall", "f1")
_CORRELATIONS = ("mcc", "kappa", "balanced-accuracy")


class _Classes:
    """The classes of an input, each with its numbers of gold labels, predicted labels and correct predictions."""

    def __init__(self, columns: Any, rows: Any) -> None:
        self.names = [str(name) for name in columns]
        self.support = dict(zip(self.names, map(sum, rows), strict=True))
        self.predicted = dict(zip(self.names, map(sum, zip(*rows, strict=True)), strict=True))
        self.right = {name: rows[k][k] for k, name in enumerate(self.names)}

    @property
    def items(self) -> int:
        return sum(self.support.values())


def _classes(evidence: Evidence) -> _Classes | None:
    """Return the classes of the evidence; None if the metric keeps no confusion matrix, or if it is empty."""
    kept = evidence.table.kept if evidence.table is not None else None
    if kept is None or not hasattr(kept, "table"):
        return None
    table = kept.table()
    return _Classes(table.columns, table.rows) if table.rows else None


def _present(counts: Mapping[str, int]) -> list[str]:
    return [name for name, number in counts.items() if number]


def _one_class(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on gold or predicted labels that are all of one class, or None."""
    classes = _classes(evidence)
    if classes is None:
        return None
    gold, predicted = _present(classes.support), _present(classes.predicted)
    sides = [
        f"{side} labels are all {names[0]!r}"
        for side, names in (("gold", gold), ("predicted", predicted))
        if len(names) == 1
    ]
    if not sides:
        return None
    name = evidence.metric.name
    if name == "mcc":
        effect = f"the coefficient is 0/0; zero_division={evidence.settings.zero_division} decides the score"  # type: ignore[attr-defined]
        remedy = "scikit-learn and others return 0, some packages nan or 1: state the convention, or report accuracy"
    elif name == "kappa" and len(sides) == 2:
        effect = f"chance agreement is already 1, so kappa is 0/0; zero_division={evidence.settings.zero_division} decides the score"  # type: ignore[attr-defined]
        remedy = "report the agreement itself (accuracy)"
    elif name == "kappa":
        effect = "the agreement equals chance agreement, so kappa is 0"
        remedy = "report the agreement itself (accuracy) beside it"
    else:
        effect = "the score says little about classes"
        remedy = "check that the labels are read correctly"
    return (
        f"the {' and the '.join(sides)}: {effect}",
        join_remedies((remedy, with_number("accuracy", evidence.other("accuracy")))),
    )


def _absent(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on classes that enter a mean, but are absent from the gold labels or the predictions, or None."""
    classes = _classes(evidence)
    if classes is None or getattr(evidence.settings, "average", "") not in ("macro", "weighted"):
        return None
    words, names = [], classes.names
    for what, counts in (("in gold", classes.support), ("predicted", classes.predicted)):
        absent = [name for name in names if not counts[name]]
        if absent:
            listing = ", ".join(map(repr, absent[:_NAMES])) + (" and others" if len(absent) > _NAMES else "")
            words.append(
                f"{count_of(len(absent), len(names), 'classes')} {'are' if len(absent) > 1 else 'is'} never {what} ({listing})"
            )
    if not words:
        return None
    zero = getattr(evidence.settings, "zero_division", "0")
    others = [evidence.with_set(zero_division=value) for value in ("0", "1", "nan")]
    return (
        f"{'; '.join(words)}: each enters the mean over {len(names)} classes, where zero_division={zero} replaces 0/0",
        join_remedies((*others, evidence.with_set(average="micro"))),
    )


def _overflow(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on products of counts that overflow 32 or 64 bits in some implementations, or None."""
    exact = evidence.under(integers="unbounded")
    if exact is None:
        return None
    settings_bits: str = evidence.settings.integers  # type: ignore[attr-defined]
    if settings_bits != "unbounded":
        if evidence.value is not None and relative_gap(evidence.value, exact) <= SAME_NUMBER:
            return None
        return (
            f"products of counts wrap around in {settings_bits}: the exact coefficient is {format_number(exact)}",
            "use a release that computes in floats or unbounded integers (--set integers=unbounded)",
        )
    wrong = [(bits, evidence.under(integers=bits)) for bits in ("int64", "int32")]
    moved = [(bits, value) for bits, value in wrong if value is not None and relative_gap(value, exact) > 1e-9]
    if not moved or evidence.value is None:
        return None
    return (
        "the products of counts are so large that they wrap around in "
        + " and ".join(f"{bits} (which would give {format_number(value)})" for bits, value in moved),
        "such an implementation returns a different number, 0, or one outside -1 to 1",
    )


def _chance(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on a kappa far below the observed agreement, as when nearly all items are in one class, or None."""
    classes = _classes(evidence)
    if classes is None or evidence.value is None:
        return None
    agreement = sum(classes.right.values()) / classes.items
    expected = sum(classes.support[name] * classes.predicted[name] for name in classes.names) / classes.items**2
    if (
        agreement - evidence.value < _PARADOX
        or len(_present(classes.support)) == 1
        or len(_present(classes.predicted)) == 1
    ):
        return None
    top = max(classes.names, key=lambda name: classes.support[name])
    return (
        f"the labels agree on {format_number(agreement)} of the items, but chance alone gives {format_number(expected)}: "
        f"{classes.support[top]} of {classes.items} gold labels are {top!r}",
        "also report the agreement and the class proportions",
    )


def _majority(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on an accuracy that always predicting one class would reach, or None."""
    classes = _classes(evidence)
    if classes is None or evidence.value is None:
        return None
    most = max(classes.support.values(), default=0)
    right = sum(classes.right.values())
    if len(classes.names) < 2 or right > most:
        return None
    top = max(classes.names, key=lambda name: classes.support[name])
    return (
        f"{right} of {classes.items} items are right; always predicting {top!r} would give {most}",
        join_remedies(
            (with_number("mcc", evidence.other("mcc")), with_number("macro F1", evidence.other("f1", average="macro")))
        ),
    )


def _positive(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on a positive class that does not occur, or on too many classes for ``average=binary``; else None."""
    classes = _classes(evidence)
    average = getattr(evidence.settings, "average", "")
    if classes is None or average not in ("binary", "class"):
        return None
    positive = str(evidence.settings.positive)  # type: ignore[attr-defined]
    if positive in classes.names and (average == "class" or len(classes.names) <= 2):
        return None
    names = ", ".join(map(repr, classes.names[:_NAMES]))
    return (
        f"average={average} scores the class {positive!r}, but the {len(classes.names)} classes are {names}",
        join_remedies(
            [evidence.with_set(average="class", positive=name) for name in classes.names[:2]]
            + [evidence.with_set(average=value) for value in ("macro", "micro")]
        ),
    )


LABEL_RULES = (
    Rule("positive-class", _positive, _OVER_CLASSES),
    Rule("one-class", _one_class, _CORRELATIONS),
    Rule("absent-classes", _absent, _OVER_CLASSES),
    Rule("overflow", _overflow, ("mcc",)),
    Rule("chance-agreement", _chance, ("kappa",)),
    Rule("majority-class", _majority, ("accuracy",)),
)
