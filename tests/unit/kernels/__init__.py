"""Tests of the kernels, compiled if they are available, and uncompiled."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import samescore.kernels

#: Kernels that other kernels call.
_CALLED = ("signals", "ter_candidates")
_FOLDER = Path(samescore.kernels.__file__).parent


@cache
def uncompiled(name: str) -> ModuleType:
    """Return a kernel module that is loaded from its source, as without a compiler and Cython."""
    spec = importlib.util.spec_from_file_location(f"uncompiled_{name}", _FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "cython", None)
        patch.setitem(sys.modules, "cython.cimports", None)
        if name not in _CALLED:
            for called in _CALLED:
                patch.setitem(sys.modules, f"samescore.kernels.{called}", uncompiled(called))
        spec.loader.exec_module(module)
    assert not module.COMPILED
    return module
