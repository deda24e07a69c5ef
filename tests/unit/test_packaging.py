"""Both distributions have the data of golden/ and conformance/; only the source distribution has the rest of the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from samescore import __version__

_TOP = Path(__file__).resolve().parents[2]


def _files(*suffixes: str) -> set[str]:
    folders = [_TOP / "golden", _TOP / "conformance"]
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes)
    return {path.relative_to(_TOP).as_posix() for path in files}


def _sources(folder: str) -> set[str]:
    """The files of a folder, below it, but for what Python and compilers leave there."""
    made = (".pyc", ".so", ".pyd")
    files = (path for path in (_TOP / folder).rglob("*") if path.is_file() and path.suffix not in made)
    return {path.relative_to(_TOP / folder).as_posix() for path in files if "cache" not in path.parent.name}


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


@pytest.mark.once
@pytest.mark.slow
def test_the_wheel_holds_all_data_and_no_tests(distributions: Path) -> None:
    with zipfile.ZipFile(next(distributions.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    data = {name.removeprefix("samescore/_data/") for name in names if name.startswith("samescore/_data/")}
    of_the_suite = {"conformance/unnoticed.toml"}  # what only tests read
    json_forms = {name for name in data if name.endswith(".toml.json")}
    assert {name.removesuffix(".json") for name in json_forms} < data
    assert len(json_forms) > 100
    assert data - json_forms == _files(".json", ".toml") - of_the_suite | {"golden/README.md"}
    packages = {name.partition("/")[0] for name in names}
    assert {name for name in packages if not name.endswith(".dist-info")} == {"samescore"}
    assert "samescore/py.typed" in names
    assert _sources("src") <= names
    assert not {name for name in names if "tests/" in name or name.endswith((".c", ".so", ".pyd"))}


@pytest.mark.slow
def test_the_wheel_says_what_it_is(distributions: Path) -> None:
    with zipfile.ZipFile(next(distributions.glob("*.whl"))) as wheel:
        inside = {name.partition("/")[2]: name for name in wheel.namelist() if ".dist-info/" in name}
        about = message_from_bytes(wheel.read(inside["METADATA"]))
        points = wheel.read(inside["entry_points.txt"]).decode()
    licences = {f"licenses/{name}" for name in ("LICENSE", "src/samescore/text/resources/spellings/LICENSE")}
    assert inside.keys() == {"METADATA", "RECORD", "WHEEL", "entry_points.txt", *licences}
    assert (about["Name"], about["Version"]) == ("samescore", __version__)
    assert about["License-Expression"] == "Apache-2.0 AND MIT"
    labels = [address.partition(", ")[0] for address in about.get_all("Project-URL", [])]
    assert labels == ["Homepage", "Documentation", "Source", "Issues", "Changelog"]
    assert "samescore = samescore.cli:main" in points
    assert "samescore = samescore.pytest_plugin" in points


@pytest.mark.slow
def test_every_licence_in_the_package_is_declared(distributions: Path) -> None:
    """A licence beside data that others have written is one of the package's licence files."""
    there = {path.relative_to(_TOP).as_posix() for path in (_TOP / "src").rglob("LICENSE*")}
    with zipfile.ZipFile(next(distributions.glob("*.whl"))) as wheel:
        declared = {name.partition(".dist-info/licenses/")[2] for name in wheel.namelist() if "/licenses/" in name}
    assert declared == {"LICENSE", *there}
    assert len(there) == 1, "state the licence of the new one in pyproject.toml, too"


@pytest.mark.slow
def test_the_source_distribution_holds_all_data_and_the_tests(distributions: Path) -> None:
    with tarfile.open(next(distributions.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert _files(".json", ".toml", ".py", ".md") <= names
    for folder in ("src", "tests", "tools", "benchmarks", "docs", "examples", ".github"):
        assert {f"{folder}/{name}" for name in _sources(folder)} <= names
    assert {path.name for path in _TOP.iterdir() if path.suffix in (".md", ".toml", ".ini", ".cff", ".py")} <= names
    assert not {name for name in names if name.endswith((".so", ".pyd", ".pyc"))}
