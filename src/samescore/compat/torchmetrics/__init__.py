"""Functions of torchmetrics backed by the native metrics, without PyTorch.

``from samescore.compat.torchmetrics.functional import text`` has the functions of texts of the newest modelled release,
and `classification`, in the release 1.9.0 only, functions of labels. A result is a `Scalar`: a Python float with the exact value of the package's 32-bit float.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from samescore.compat.modules import module
from samescore.compat.native import modelled
from samescore.compat.torchmetrics import functional
from samescore.compat.torchmetrics.functions import NAMES, NEWEST, Functions
from samescore.compat.torchmetrics.multilabel import NAMES as NAMES_OF_LABELS
from samescore.compat.torchmetrics.multilabel import Multilabel

__all__ = ["NEWEST", "functional", "of_release"]


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module as of a release, with its submodules.

    Raises `UnknownNameError` for a release that is not modelled.
    """
    model = modelled("torchmetrics", release, "bleu", "bleu_score", "1.0.0")
    functions = Functions(model)
    names = {name: getattr(functions, name) for name in NAMES}
    parts = {"text": module("torchmetrics.functional.text", **names)}
    if release == NEWEST:
        of_labels = Multilabel(model)
        names = {name: getattr(of_labels, name) for name in NAMES_OF_LABELS}
        parts["classification"] = module("torchmetrics.functional.classification", **names)
    return module("torchmetrics", __version__=release, functional=module("torchmetrics.functional", **parts))
