"""Counting loops in Cython's pure Python mode: compiled if possible, else run as plain Python, with the same results.

Kernels take and return strings and flat arrays of numbers, and import nothing else from this package. The plain
functions of `samescore.metrics` are the specification: tests require kernels to return the same numbers.
"""

from __future__ import annotations

import os
from functools import cache

#: The environment variable that selects the route: ``plain`` disables kernels, ``kernels`` uses them even if not
#: compiled.
SWITCH = "SAMESCORE_KERNELS"


@cache
def compiled() -> bool:
    """Return whether the kernels are compiled."""
    from importlib.machinery import EXTENSION_SUFFIXES

    files = os.listdir(__path__[0])  # noqa: PTH208  # pathlib takes longer to import than the program to start
    return any(f"ngrams{suffix}" in files for suffix in EXTENSION_SUFFIXES)


@cache
def kernels_enabled() -> bool:
    """Return whether to count with kernels.

    They are used by default only if they are compiled, because uncompiled kernels are slower than plain code. The
    environment variable `SWITCH` overrides this.
    """
    switch = os.environ.get(SWITCH, "")
    return switch != "plain" and (switch == "kernels" or compiled())
