"""Both distributions have the data of golden/ and conformance/; only the source distribution has the tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

_TOP = Path(__file__).resolve().parents[2]


def _files(*suffixes: str) -> set[str]:
    folders = [_TOP / "golden", _TOP / "conformance"]
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes)
    return {path.relative_to(_TOP).as_posix() for path in files}


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(_TOP)],
        check=True,
        capture_output=True,
        env={**os.environ, "SAMESCORE_COMPILE": "0"},
    )
    return folder


def test_the_wheel_holds_all_data_and_no_tests(distributions: Path) -> None:
    with zipfile.ZipFile(next(distributions.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    data = {name.removeprefix("samescore/_data/") for name in names if name.startswith("samescore/_data/")}
    assert data == _files(".json", ".toml") | {"golden/README.md"}
    packages = {name.partition("/")[0] for name in names}
    assert {name for name in packages if not name.endswith(".dist-info")} == {"samescore"}
    assert "samescore/py.typed" in names


def test_the_source_distribution_holds_all_data_and_the_tests(distributions: Path) -> None:
    with tarfile.open(next(distributions.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert _files(".json", ".toml", ".py", ".md") <= names
    assert {"tests/unit/test_packaging.py", "tox.ini", "README.md", "LICENSE", "pyproject.toml"} <= names
