"""The input of a metric from the arguments of a function: data that are built already, or columns."""

from __future__ import annotations

from typing import Any

from samescore.base.errors import InputError, SettingsError
from samescore.data.corpus import Corpus
from samescore.data.kinds import KINDS, Data
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.layouts import corpus_of
from samescore.data.number_types import with_number_types
from samescore.data.rows import check_same_rows
from samescore.data.sequences import labels, numbers, texts
from samescore.metrics import find
from samescore.metrics.base import AnyMetric

#: How the input of each kind is written.
_WRITTEN = {
    Corpus: "hypotheses, references",
    Labels: "gold=..., predicted=...",
    ScoredLabels: "gold=..., scores=...",
}


def data_of(
    metric: str,
    hypotheses: object = None,
    references: object = None,
    gold: object = None,
    predicted: object = None,
    scores: object = None,
) -> Data:
    """The input of a metric.

    `hypotheses` are data that are built already (`samescore.Corpus` and the like), or a column of texts, with
    `references` as `samescore.data.sequences.corpus_of` reads them (none for a metric that needs none). Labels are
    `gold` with `predicted` or with `scores`: always by name, since packages disagree on their order. Raises `InputError`
    for anything else than the metric takes, and `UnknownNameError` for an unknown metric.
    """
    chosen = find(metric)[0]
    by_name = {"references": references, "gold": gold, "predicted": predicted, "scores": scores}
    columns = {name: column for name, column in by_name.items() if column is not None}
    if isinstance(hypotheses, KINDS):
        if columns:
            message = f"{type(hypotheses).__name__} holds the whole input, but {', '.join(columns)} was given besides"
            raise InputError(message, hint="leave out one of them")
        return hypotheses
    if hypotheses is not None:
        columns = {"hypotheses": hypotheses, **columns}
    match chosen.takes[0]:
        case kind if kind is Corpus:
            _check_names(chosen, columns, {"hypotheses", "references"} if chosen.needs_references else {"hypotheses"})
            return _corpus(hypotheses, references)
        case kind if kind is Labels:
            _check_names(chosen, columns, {"gold", "predicted"})
            check_same_rows({"gold": gold, "predicted": predicted})
            return Labels(labels(gold, "gold"), labels(predicted, "predicted"))
        case kind if kind is ScoredLabels:
            _check_names(chosen, columns, {"gold", "scores"})
            check_same_rows({"gold": gold, "scores": scores})
            column, types = numbers(scores, "scores")
            return with_number_types(ScoredLabels(labels(gold, "gold"), column), types)
        case kind:
            hint = f"build the input with samescore.{kind.__name__}"
            raise SettingsError(f"{chosen.name} takes {kind.__name__}, no columns", hint=hint)


def _corpus(hypotheses: object, references: object) -> Corpus:
    if references is not None:
        return corpus_of(hypotheses, references)
    scored = texts(hypotheses, "hypotheses")
    return Corpus.from_segments(scored, [[] for _ in scored])


def _check_names(chosen: AnyMetric, columns: dict[str, Any], needed: set[str]) -> None:
    """Raise `InputError` unless the columns are those that the metric needs."""
    kind = chosen.takes[0]
    allowed = {*needed, "references"} if kind is Corpus else needed
    missing, other = needed - columns.keys(), columns.keys() - allowed
    if not missing and not other:
        return
    hint = f'write samescore.score("{chosen.name}", {_WRITTEN[kind]})'
    if kind is not Corpus and "hypotheses" in other:
        problem = f"{chosen.name} takes labels, and which side comes first differs between packages"
        raise InputError(problem, hint=f"name both: {_WRITTEN[kind]}")
    if other:
        raise InputError(f"{chosen.name} takes no {', '.join(sorted(other))}", hint=hint)
    raise InputError(f"{chosen.name} needs {' and '.join(sorted(missing))}", hint=hint)
