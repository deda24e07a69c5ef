"""The input of a metric from the arguments of a function: data that are built already, or columns."""

from __future__ import annotations

from samescore.data.kinds import KINDS, Data
from samescore.data.sequences import Labelled, Numbers, References, Texts
from samescore.verbs.inputs.columns import Columns

__all__ = ["Columns", "Data", "Labelled", "Numbers", "References", "Texts", "data_of", "is_built"]


def data_of(
    metric: str,
    hypotheses: object = None,
    references: object = None,
    gold: object = None,
    predicted: object = None,
    scores: object = None,
) -> Data:
    """The input of a metric; the arguments and the errors are those of `Columns`."""
    return Columns(hypotheses, references, gold, predicted, scores).read(metric)


def is_built(argument: object) -> bool:
    """Are these data that are built already, such as a `samescore.Corpus`, rather than a column?"""
    return isinstance(argument, KINDS)
