"""docs/kernels.md: the table leads from every metric to kernels that exist, are called there, and equal a plain function."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import samescore
from tests.documents import TOP

pytestmark = pytest.mark.once

_SRC = Path(samescore.__file__).parent
#: What kernels use themselves.
_HELPERS = {"numbered", "texts", "signals", "stand_in"}
_NAME = re.compile(r"`([\w.]+)`")


def _rows() -> list[tuple[str, list[str], str]]:
    """The rows of the table: the module that calls, its kernels, and the plain function or class."""
    lines = (TOP / "docs" / "kernels.md").read_text(encoding="utf-8").splitlines()
    cells = [line.strip("|").split("|") for line in lines if line.startswith("| ") and "`" in line]
    return [(_NAME.findall(row[1])[0], _NAME.findall(row[2]), _NAME.findall(row[3])[0]) for row in cells]


def _kernels_in(module: str) -> set[str]:
    """The kernels that a module of ours imports."""
    tree = ast.parse(_SRC.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "samescore.kernels":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("samescore.kernels."):
            found.add(str(node.module).removeprefix("samescore.kernels."))
    return found - _HELPERS - {"compiled", "kernels_enabled"}


def test_the_table_has_every_kernel_once_or_more() -> None:
    kernels = {path.stem for path in (_SRC / "kernels").glob("*.py")} - {"__init__"}
    assert {kernel for _, named, _ in _rows() for kernel in named} | _HELPERS == kernels


@pytest.mark.parametrize(("module", "named", "plain"), _rows(), ids=lambda value: str(value))
def test_a_row_is_true(module: str, named: list[str], plain: str) -> None:
    imported = _kernels_in(module)
    behind = {kernel for name in imported for kernel in _kernels_in(f"kernels.{name}")}
    assert imported <= {*named}, f"{module} calls {sorted(imported - {*named})}, which the row does not name"
    assert {*named} <= imported | behind, f"{module} does not call {sorted({*named} - imported - behind)}"
    home, _, name = plain.rpartition(".")
    assert hasattr(import_module(f"samescore.{home}"), name) or import_module(f"samescore.{plain}")
