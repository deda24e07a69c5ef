"""The house: who may import whom, how large a module may be, what a core import may load."""

from __future__ import annotations

import ast
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

import samescore
from conformance.matrix import rows
from samescore.implementations import ADAPTERS

_PACKAGE = Path(samescore.__file__).parent
_TOP = Path(__file__).resolve().parent.parent

# From the ground up; a module may import from its own floor and from those below it.
_FLOORS = [
    {"errors", "domains", "settings", "corpus", "labels", "likelihoods", "inputs", "readers", "outcome", "records"},
    {"text", "kernels"},
    {"metrics"},
    {"suite"},
    {"implementations"},
    {"causes", "mistakes"},
    {"divergences", "shapley", "answers"},
    {"scoring", "conform", "differ", "explain", "identify"},
    {"claims", "suspicions"},
    {"consistency"},
    {"audit"},
    {"auditing"},
    {"drift"},
    {"gate"},
    {"quality", "checking", "axioms", "adequacy", "lint", "edges"},
    {"pytest_plugin"},
    {"report"},
    {"cli"},
]
_MODULES = sorted(path for path in _PACKAGE.rglob("*.py") if "_data" not in path.parts)


def _floor(name: str) -> int:
    return next(height for height, names in enumerate(_FLOORS) if name in names)


def _imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            if node.module == "samescore":  # from samescore import differ
                found |= {f"samescore.{alias.name}" for alias in node.names if alias.name != "__version__"}
    return found


@pytest.mark.parametrize(
    "path", [p for p in _MODULES if p.parent != _PACKAGE or not p.stem.startswith("__")], ids=lambda p: p.stem
)
def test_imports_run_downwards(path: Path) -> None:
    own = path.relative_to(_PACKAGE).parts[0].removesuffix(".py")
    for name in _imports(path):
        if name.startswith("samescore."):
            assert _floor(name.split(".")[1]) <= _floor(own), f"{path.name} imports {name}, which is above it"


@pytest.mark.parametrize("path", _MODULES, ids=lambda p: p.stem)
def test_only_adapters_import_peers(path: Path) -> None:
    peers = {name.split(".")[0] for name in _imports(path)} & set(ADAPTERS)
    if path.stem.startswith("peer_"):
        assert not any(name.startswith("samescore") for name in _imports(path)), "an adapter runs on its own"
        assert peers <= {path.stem.removeprefix("peer_")}
    else:
        assert not peers


@pytest.mark.parametrize("path", _MODULES, ids=lambda p: p.stem)
def test_modules_fit_in_the_head(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_starting_up_loads_nothing_heavy() -> None:
    code = "import samescore, samescore.cli, sys; print(' '.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "rich", "regex", *ADAPTERS} & set(loaded)


def test_what_runs_beside_old_releases_is_parsed_by_the_oldest_grammar() -> None:
    folder = _PACKAGE / "implementations"
    for path in [*folder.glob("peer_*.py"), folder / "worker.py"]:
        ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 6))


def test_tox_knows_every_row_of_the_matrix() -> None:
    tox = ConfigParser(interpolation=None)
    tox.read(Path(__file__).parents[1] / "tox.ini", encoding="utf-8")
    labels = dict(line.split(" = ") for line in tox["tox"]["labels"].splitlines() if " = " in line)
    named = {name: set(labels[name].split(", ")) for name in ("matrix", "matrix-ci")}
    numbers = range(1, len(rows()) + 1)
    assert named["matrix"] == {f"matrix-{number}" for number in numbers}
    assert named["matrix-ci"] < named["matrix"]
    set_env = "".join(
        text for name, text in tox.items(next(s for s in tox.sections() if "matrix-{" in s)) if name == "set_env"
    )
    assert all(f"matrix-{number}: MATRIX_ROW = {number}\n" in set_env + "\n" for number in numbers)
