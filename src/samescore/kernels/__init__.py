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
    from importlib.machinery import EXTENSION_SUFFIXES

    files = os.listdir(__path__[0])  # noqa: PTH208  # pathlib takes longer to import than the program to start
    return any(f"ngrams{suffix}" in files for suffix in EXTENSION_SUFFIXES)


@cache
def serving() -> bool:
    """Do kernels count, where they can? By default if they are compiled: uncompiled they are slower than plain code."""
    switch = os.environ.get(SWITCH, "")
    return switch != "plain" and (switch == "kernels" or compiled())
