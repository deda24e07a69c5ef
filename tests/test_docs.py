"""Examples in docstrings and in the documentation run and print what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import runpy
from pathlib import Path

import pytest

import samescore
from samescore.metrics import METRIC_NAMES
from samescore.suite.vectors import vectors

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


def test_the_table_of_metrics_is_up_to_date() -> None:
    made = runpy.run_path(str(_TOP / "docs" / "make_metrics.py"))["page"]()
    assert (_TOP / "docs" / "metrics.md").read_text(encoding="utf-8") == made, "run python docs/make_metrics.py"


def test_the_readme_counts_right() -> None:
    readme = (_TOP / "README.md").read_text(encoding="utf-8")
    assert f"{len(vectors()):,} cases" in readme
    assert f"{len(METRIC_NAMES)} metrics" in readme
