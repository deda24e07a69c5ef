"""One input given as columns, or as a complete input object, to a Python function."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from samescore.base.errors import InputError, SettingsError
from samescore.data.corpus import Corpus
from samescore.data.kinds import KINDS, Data
from samescore.data.labels import Labels
from samescore.data.number_types import with_number_types
from samescore.data.reference_orientation import corpus_of
from samescore.data.rows import check_same_rows
from samescore.data.scored_labels import ScoredLabels
from samescore.data.sequences import Labelled, Numbers, References, Texts, labels, numbers
from samescore.data.sequences import texts as texts
from samescore.metrics import find
from samescore.metrics.base import AnyMetric

__all__ = ["Columns", "Data", "Labelled", "Numbers", "References", "Texts", "is_built"]

#: How to write the input of each kind, for hints.
_WRITTEN = {
    Corpus: "hypotheses, references",
    Labels: "gold=..., predicted=...",
    ScoredLabels: "gold=..., scores=...",
}


class Columns(msgspec.Struct, frozen=True):
    """One input's columns as arguments of a Python function, before the metric decides which of them it uses.

    `hypotheses` is a complete input object (`samescore.Corpus` and the like), or a column of texts, with `references`
    as read by `samescore.data.reference_orientation.corpus_of` (empty for a metric that needs none). Labels are `gold` with
    `predicted` or with `scores`, always by keyword, because packages disagree on their order.
    """

    hypotheses: object = None
    references: object = None
    gold: object = None
    predicted: object = None
    scores: object = None

    @property
    def paths(self) -> list[Path]:
        """Always empty, because no files are read."""
        return []

    def read(self, metric_name: str) -> Data:
        """Return the input of a metric.

        Raises `InputError` if the arguments are not what the metric needs, and `UnknownNameError` for an unknown
        metric.
        """
        chosen = find(metric_name)[0]
        given = msgspec.structs.asdict(self)
        columns = {name: column for name, column in given.items() if column is not None}
        if isinstance(self.hypotheses, KINDS):
            del columns["hypotheses"]
            if columns:
                message = (
                    f"{type(self.hypotheses).__name__} holds the whole input, but {', '.join(columns)} was also given"
                )
                raise InputError(message, hint="remove one of them")
            return self.hypotheses
        match chosen.takes[0]:
            case kind if kind is Corpus:
                needed = {"hypotheses", "references"} if chosen.needs_references else {"hypotheses"}
                _check_names(chosen, columns, needed)
                return _corpus(self.hypotheses, self.references)
            case kind if kind is Labels:
                _check_names(chosen, columns, {"gold", "predicted"})
                check_same_rows({"gold": self.gold, "predicted": self.predicted})
                return Labels(labels(self.gold, "gold"), labels(self.predicted, "predicted"))
            case kind if kind is ScoredLabels:
                _check_names(chosen, columns, {"gold", "scores"})
                check_same_rows({"gold": self.gold, "scores": self.scores})
                column, types = numbers(self.scores, "scores")
                return with_number_types(ScoredLabels(labels(self.gold, "gold"), column), types)
            case kind:
                hint = f"build the input with samescore.{kind.__name__}"
                raise SettingsError(f"{chosen.name} takes {kind.__name__}, not columns", hint=hint)


def _corpus(hypotheses: object, references: object) -> Corpus:
    if references is not None:
        return corpus_of(hypotheses, references)
    scored = texts(hypotheses, "hypotheses")
    return Corpus.from_segments(scored, [[] for _ in scored])


def call_for(metric_name: str) -> str:
    """Return how to call `samescore.score` with columns, or how to build the input of a metric that takes none."""
    name, kind = find(metric_name)[0].name, find(metric_name)[0].takes[0]
    written = _WRITTEN.get(kind, f"samescore.{kind.__name__}(...)")
    return f'samescore.score("{name}", {written})'


def _check_names(chosen: AnyMetric, columns: dict[str, Any], needed: set[str]) -> None:
    """Raise `InputError` unless the columns are those that the metric needs."""
    kind = chosen.takes[0]
    allowed = {*needed, "references"} if kind is Corpus else needed
    missing, other = needed - columns.keys(), columns.keys() - allowed
    if not missing and not other:
        return
    hint = f"write {call_for(chosen.name)}"
    if kind is not Corpus and "hypotheses" in other:
        problem = f"{chosen.name} takes labels, and which side comes first differs between packages"
        raise InputError(problem, hint=f"name both: {_WRITTEN[kind]}")
    if other:
        raise InputError(f"{chosen.name} takes no {', '.join(sorted(other))}", hint=hint)
    raise InputError(f"{chosen.name} needs {' and '.join(sorted(missing))}", hint=hint)


def is_built(argument: object) -> bool:
    """Return whether an argument is a complete input object, such as a `samescore.Corpus`, rather than a column."""
    return isinstance(argument, KINDS)
