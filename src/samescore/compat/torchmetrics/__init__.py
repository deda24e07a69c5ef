"""The text functions of torchmetrics backed by the native metrics, without PyTorch.

``from samescore.compat.torchmetrics.functional import text`` has the functions of the newest modelled release. A result
is a `Scalar`: a Python float with the exact value of the package's 32-bit float.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from samescore.compat.modules import module
from samescore.compat.native import modelled
from samescore.compat.torchmetrics import functional
from samescore.compat.torchmetrics.functions import NAMES, NEWEST, Functions

__all__ = ["NEWEST", "functional", "of_release"]


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module as of a release, with its submodules.

    Raises `UnknownNameError` for a release that is not modelled.
    """
    functions = Functions(modelled("torchmetrics", release, "bleu", "bleu_score", "1.0.0"))
    names = {name: getattr(functions, name) for name in NAMES}
    text = module("torchmetrics.functional.text", **names)
    return module(
        "torchmetrics",
        __version__=release,
        functional=module("torchmetrics.functional", text=text),
    )
