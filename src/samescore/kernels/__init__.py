"""Counting loops in pure Python mode of Cython: compiled where a C compiler is, else plain Python with equal results.

Kernels take and return texts and flat arrays of numbers; they import nothing else of this package. The plain functions of
`samescore.metrics` specify what they count, and tests hold both equal.
"""

from __future__ import annotations

import os
from functools import cache

#: The environment variable that chooses the route: ``plain`` leaves kernels out, ``kernels`` uses them uncompiled, too.
SWITCH = "SAMESCORE_KERNELS"


@cache
def compiled() -> bool:
    """Are the kernels compiled?"""
    from samescore.kernels import ngrams

    return bool(ngrams.COMPILED)


@cache
def serving() -> bool:
    """Do kernels count, where they can? By default if they are compiled: uncompiled they are slower than plain code."""
    switch = os.environ.get(SWITCH, "")
    return switch != "plain" and (switch == "kernels" or compiled())
