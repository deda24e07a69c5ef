"""scikit-learn's metrics of labels backed by the native ones: ``from samescore.compat import sklearn``.

Needs NumPy, whose numbers and arrays the functions take and return. Only functions of ``sklearn.metrics`` are offered,
and the classes ``UndefinedMetricWarning`` and ``InvalidParameterError`` in scikit-learn's modules for them.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from samescore.compat.modules import module
from samescore.compat.native import before, modelled
from samescore.compat.sklearn.base import NEWEST, Functions
from samescore.compat.sklearn.parameters import InvalidParameterError
from samescore.compat.sklearn.probabilities import (
    ProbabilityFunctions,
    ProbabilityFunctionsOf15,
    ProbabilityFunctionsOf17,
)
from samescore.compat.sklearn.ranking import RankingFunctions
from samescore.compat.sklearn.report import ReportFunctions
from samescore.compat.sklearn.single import KappaFunctions, OlderKappaFunctions
from samescore.compat.undefined import UndefinedMetricWarning

__all__ = ["NEWEST", "exceptions", "metrics", "of_release"]

_OLDEST = "1.5.0"


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module as of a release, with its submodules.

    Raises `UnknownNameError` for a release that is not modelled.
    """
    model = modelled("sklearn", release, "f1", "f1_score", _OLDEST)
    kappa = OlderKappaFunctions if before(release, "1.9") else KappaFunctions
    probabilities: type[Functions] = ProbabilityFunctions
    if before(release, "1.9"):
        probabilities = ProbabilityFunctionsOf15 if before(release, "1.7") else ProbabilityFunctionsOf17
    names = {
        name: getattr(functions, name)
        for functions in (ReportFunctions(model), kappa(model), RankingFunctions(model), probabilities(model))
        for name in dir(functions)
        if not name.startswith("_")
    }
    return module(
        "sklearn",
        __version__=release,
        metrics=module("sklearn.metrics", **names),
        exceptions=module(
            "sklearn.exceptions",
            UndefinedMetricWarning=UndefinedMetricWarning,
        ),
        utils=module(
            "sklearn.utils",
            _param_validation=module("sklearn.utils._param_validation", InvalidParameterError=InvalidParameterError),
        ),
    )


_NAMES = of_release(NEWEST)
metrics, exceptions = _NAMES.metrics, _NAMES.exceptions
__version__ = NEWEST
