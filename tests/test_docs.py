"""Examples in docstrings and in the documentation run and print what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import samescore

_TOP = Path(__file__).resolve().parent.parent
_MODULES = [
    module.name
    for module in pkgutil.walk_packages(samescore.__path__, "samescore.")
    if "._data" not in module.name and "peer_" not in module.name
]


@pytest.mark.parametrize("name", ["samescore", *_MODULES])
def test_docstring_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


@pytest.mark.parametrize("path", sorted([_TOP / "README.md", *(_TOP / "docs").glob("*.md")]), ids=lambda p: p.name)
def test_python_examples_in_the_documentation(path: Path) -> None:
    result = doctest.testfile(str(path), module_relative=False)
    assert result.failed == 0
