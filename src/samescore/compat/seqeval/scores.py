"""Precision, recall, F and reports of entities, for both of seqeval's modules of metrics."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from samescore.compat.native import Model, with_native_errors
from samescore.compat.undefined import warn_ill_defined
from samescore.data.tagged import Tagged
from samescore.verbs.scoring.report_table import ReportTable

#: Sentences of tags.
Tags = list[list[str]]

_AVERAGES = (None, "micro", "macro", "weighted")
_FIELDS = ("precision", "recall", "f1-score", "support")
#: Precision, recall, F and support: four arrays, or four numbers.
Scores = tuple[Any, Any, Any, Any]


def check_consistent_length(y_true: Tags, y_pred: Tags) -> None:
    """Raise `TypeError` for anything but non-empty lists of lists, and `ValueError` if their lengths differ."""
    if {*map(type, y_true), *map(type, y_pred)} != {list}:
        raise TypeError("Found input variables without list of list.")
    lengths = [[*map(len, side)] for side in (y_true, y_pred)]
    if lengths[0] != lengths[1]:
        raise ValueError(f"Found input variables with inconsistent numbers of samples:\n{lengths[0]}\n{lengths[1]}")


class EntityScores:
    """Scores of predicted entities against gold entities under a scheme, for any average.

    `zero` is seqeval's argument ``zero_division``. The tags are checked when the first scores are computed, which
    raises `TypeError` and `ValueError` as `check_consistent_length` does, and `IndexError` for an empty tag.
    """

    def __init__(self, model: Model, gold: Tags, predicted: Tags, *, scheme: str, suffix: bool, zero: Any) -> None:
        self._gold, self._predicted, self._model, self._zero = gold, predicted, model, zero
        self._entry_point = "f1_score" if scheme == "lenient" else "f1_score_strict"
        self._arguments = {"zero_division": zero if zero in ("warn", 0) else 1, "suffix": bool(suffix)}
        self._knobs = {} if scheme == "lenient" else {"scheme": scheme}

    @cached_property
    def _data(self) -> Tagged:
        check_consistent_length(self._gold, self._predicted)
        if any(not tag for side in (self._gold, self._predicted) for tags in side for tag in tags):
            raise IndexError("a tag is empty")
        return with_native_errors(lambda: Tagged(self._gold, self._predicted))

    @cached_property
    def counts(self) -> dict[str, Sequence[int]]:
        """The counts (tp, predicted, support) by entity type."""
        counts: dict[str, Sequence[int]] = self._score("f1", "micro").trace.stages["entities"]
        return counts

    def _score(self, measure: str, average: str | None) -> Any:
        arguments = {**self._arguments, "average": average or "micro"}
        return self._model.score("entity-f1", self._entry_point, self._data, arguments, measure=measure, **self._knobs)

    def scores(self, average: str | None, beta: float, warn_for: Collection[str]) -> Scores:
        """Return precision, recall, F and support. With an infinite `beta`, F is recall.

        Raises `ValueError` for an unknown average and a negative `beta`, and `NotImplementedError` for `beta` other
        than 1 and infinity.
        """
        if beta < 0:
            raise ValueError("beta should be >=0 in the F-beta score")
        if average not in _AVERAGES:
            raise ValueError(f"average has to be one of {_AVERAGES}")
        if beta != 1 and not math.isinf(beta):
            raise NotImplementedError(f"samescore models beta=1 and beta=inf of seqeval, not beta={beta}")
        self._warn(self.counts, average, warn_for)
        precision, recall = (self._measured(measure, average) for measure in ("precision", "recall"))
        f = recall if math.isinf(beta) else self._measured("f1", average)
        return precision, recall, f, self._support(average)

    def _measured(self, measure: str, average: str | None) -> Any:
        scored = self._score(measure, average)
        if average is None:
            return np.array([*scored.trace.stages["per_type"].values()], dtype=np.float64)
        if average == "macro" and not self.counts:
            return np.average(np.empty(0))  # nan, with NumPy's own warnings
        if average == "weighted" and not any(support for *_, support in self.counts.values()):
            return float(scored.value)
        return np.float64(scored.value)

    def _support(self, average: str | None) -> Any:
        supports = [support for *_, support in self.counts.values()]
        if average is None:
            return np.array(supports, dtype=np.int64 if supports else np.int32)
        return np.int64(sum(supports)) if supports or average == "micro" else 0

    def _warn(self, counts: dict[str, Sequence[int]], average: str | None, warn_for: Collection[str]) -> None:
        if self._zero != "warn":
            return
        predicted, support = ([of_type[side] for of_type in counts.values()] for side in (1, 2))
        if average == "micro":
            predicted, support = [sum(predicted)], [sum(support)]
        for score, lacking, sums in (("precision", "predicted", predicted), ("recall", "true", support)):
            if score in warn_for:
                which = f"{score.title()} and F-score are" if "f-score" in warn_for else f"{score.title()} is"
                warn_ill_defined(which, lacking, average, sums)
        if tuple(warn_for) == ("f-score",):
            either = [of_one + of_other for of_one, of_other in zip(predicted, support, strict=True)]
            warn_ill_defined("F-score is", "true nor predicted", average, either)

    def report(self, digits: int, *, output_dict: bool) -> Any:
        """Return the scores of each type and averages, as text or with `output_dict` as dictionaries.

        As text, raises `ValueError` if there are no entities.
        """
        warn_for = ("precision", "recall", "f-score")
        rows = [*zip(self.counts, *self.scores(None, 1, warn_for), strict=True)]
        averages = [
            (f"{average} avg", *self.scores(average, 1, warn_for)) for average in ("micro", "macro", "weighted")
        ]
        if output_dict:
            return {name: dict(zip(_FIELDS, numbers, strict=True)) for name, *numbers in (*rows, *averages)}
        if not rows:
            raise ValueError("the input has no entities, so there is nothing to report")
        table = with_native_errors(lambda: ReportTable.of(self.counts, digits))
        lines = [table.line(name, numbers, support) for name, *numbers, support in rows]
        lines += ["", *(table.line(name, numbers, support) for name, *numbers, support in averages)]
        return "\n".join([*table.head(), *lines]) + "\n"
