"""Warnings about scores of 0/0, as scikit-learn and seqeval give them."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from functools import cache


class UndefinedMetricWarning(UserWarning):
    """A score is undefined for the input, and has been replaced."""


@cache
def _as_well_as(other: type[Warning]) -> type[Warning]:
    """Return a class that filters for either class catch."""
    return type(UndefinedMetricWarning.__name__, (UndefinedMetricWarning, other), {})


def warn_undefined(message: str) -> None:
    """Warn that a score is undefined; filters for scikit-learn's own class catch the warning, if that class is loaded."""
    loaded = getattr(sys.modules.get("sklearn.exceptions"), UndefinedMetricWarning.__name__, UndefinedMetricWarning)
    known = isinstance(loaded, type) and issubclass(loaded, UndefinedMetricWarning)
    warnings.warn(message, UndefinedMetricWarning if known else _as_well_as(loaded), stacklevel=4)


def warn_ill_defined(score: str, lacking: str, average: str | None, denominators: Iterable[float]) -> None:
    """Warn if a denominator of the scores called `score` is 0; `lacking` names the kind of label or sample that is missing.

    `score` includes the verb: ``Precision is``.
    """
    divisors = [*denominators]
    if all(divisors):
        return
    of, per = ("label", "sample") if average == "samples" else ("sample", "label")
    where = "due to" if len(divisors) == 1 else f"in {per}s with"
    warn_undefined(
        f"{score} ill-defined and being set to 0.0 {where} no {lacking} {of}s. "
        "Use `zero_division` parameter to control this behavior."
    )
