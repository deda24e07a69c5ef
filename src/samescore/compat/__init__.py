"""The names, signatures and result objects of packages, backed by the native metrics.

``from samescore.compat import sacrebleu`` has the functions and classes of the newest modelled release, and
``compat("sacrebleu", "2.3.1")`` returns another release. Scores equal the package's to the last bit, unless the profile
of that release declares a tolerance. A name that is not offered raises `AttributeError`.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from importlib import import_module
from types import ModuleType

from samescore.base.errors import UnknownNameError, nearest
from samescore.compat.modules import in_place

#: The packages whose names are offered.
PACKAGES = ("evaluate", "jiwer", "nltk", "rouge_score", "sacrebleu", "seqeval", "sklearn", "torchmetrics")


def compat(package: str, release: str = "") -> ModuleType:
    """Return a package's module as of a release (empty: the newest one that is modelled).

    Raises `UnknownNameError` for a package that is not in `PACKAGES`, and for a release that is not modelled.

    >>> compat("sacrebleu", "2.3.1").corpus_bleu(["the cat sat on the mat"], [["the cat sat on a mat"]]).score
    53.7284965911771
    """
    if package not in PACKAGES:
        raise UnknownNameError(f"samescore.compat has no {package!r}", hint=nearest(package, PACKAGES))
    home = import_module(f"samescore.compat.{package}")
    made: ModuleType = home.of_release(release or home.NEWEST)
    return made


def replacing(package: str, release: str = "") -> AbstractContextManager[ModuleType]:
    """Return a context manager that makes ``import`` find the module of `compat` instead of the package.

    Raises the errors of `compat`.

    >>> with replacing("sacrebleu"):
    ...     import sacrebleu
    >>> sacrebleu.__version__
    '2.6.0'
    """
    return in_place(compat(package, release))
