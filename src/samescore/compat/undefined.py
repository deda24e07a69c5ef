"""Issue scikit-learn's and seqeval's warnings about scores of 0/0."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from functools import cache


class UndefinedMetricWarning(UserWarning):
    """A score is undefined for the input, and has been replaced."""


@cache
def _as_well_as(other: type[Warning]) -> type[Warning]:
    """Return a subclass of `UndefinedMetricWarning` and of `other`; warning filters for either class match it."""
    return type(UndefinedMetricWarning.__name__, (UndefinedMetricWarning, other), {})


def warn_undefined(message: str) -> None:
    """Warn that a score is undefined; if scikit-learn is loaded, filters for its warning class match, too."""
    loaded = getattr(sys.modules.get("sklearn.exceptions"), UndefinedMetricWarning.__name__, UndefinedMetricWarning)
    known = isinstance(loaded, type) and issubclass(loaded, UndefinedMetricWarning)
    warnings.warn(message, UndefinedMetricWarning if known else _as_well_as(loaded), stacklevel=4)


def warn_ill_defined(score: str, lacking: str, average: str | None, denominators: Iterable[float]) -> None:
    """Warn if any of the `denominators` is 0, which makes the score 0/0.

    `score` is the beginning of the message (``Precision is``), and `lacking` says which labels or samples are missing
    (``predicted``).
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
