"""The folders in ``examples/adoption/``: what is in them is current, and their tests work on the installed packages."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from conformance.peers import need
from samescore.catalogue.vectors import vectors
from samescore.data.corpus import Corpus
from samescore.implementations import installed_package
from tests.command import PLAIN_PYTEST
from tools.adoption import CALLS, FOLDER, build, tolerance

pytestmark = pytest.mark.once

_PACKAGES = pytest.mark.parametrize("package", CALLS)
_REFRESH = "run python -m tools.adoption"
#: The largest score of packages whose scores are no fractions.
_SCALES = {"sacrebleu": 100}


def _lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "vectors.jsonl").read_text(encoding="utf-8").splitlines()]


def _reasons(folder: Path) -> dict[str, str]:
    reasons: dict[str, str] = json.loads((folder / "expectations.json").read_text(encoding="utf-8"))
    return reasons


def test_every_folder_belongs_to_a_package() -> None:
    assert {path.name for path in FOLDER.iterdir()} == CALLS.keys()


@_PACKAGES
def test_data_files_are_current(package: str) -> None:
    for name, content in build(package).items():
        assert (FOLDER / package / name).read_text(encoding="ascii") == content, _REFRESH


@_PACKAGES
def test_values_are_those_of_the_golden_vectors(package: str) -> None:
    for line in _lines(FOLDER / package):
        golden = vectors()[line["id"].removeprefix(line["call"] + "-")]
        scale = str(golden.complete_settings().as_dict().get("scale", 1))
        value = Fraction(golden.expected.value) * _SCALES.get(package, 1) / Fraction(scale)
        assert line["expected"] == float(value), line["id"]


@pytest.mark.parametrize("package", sorted(CALLS.keys() - {"nltk"}))  # which takes tokens
def test_texts_are_those_of_the_golden_vectors(package: str) -> None:
    for line in _lines(FOLDER / package):
        data = vectors()[line["id"].removeprefix(line["call"] + "-")].data()
        assert isinstance(data, Corpus)
        assert line["hypotheses"] == [segment.hypothesis for segment in data]
        for texts, segment in zip(line["references"], data, strict=True):
            assert texts in (list(segment.references), segment.references[0] if segment.references else None)


@_PACKAGES
def test_every_function_has_vectors_and_every_failure_a_reason(package: str) -> None:
    lines, reasons = _lines(FOLDER / package), _reasons(FOLDER / package)
    identifiers = {line["id"] for line in lines}
    assert len(identifiers) == len(lines)
    assert {line["call"] for line in lines} == set(CALLS[package])
    assert reasons.keys() <= identifiers
    assert all(len(reason) > 20 for reason in reasons.values())


@_PACKAGES
def test_a_folder_is_small_and_needs_pytest_and_its_package_alone(package: str) -> None:
    files = {path.name: path for path in (FOLDER / package).iterdir() if path.is_file()}
    test = f"test_{package}_vectors.py"
    assert files.keys() == {"README.md", "vectors.jsonl", "expectations.json", test}
    assert all(path.stat().st_size <= 100_000 for path in files.values())
    assert len(files["README.md"].read_text(encoding="utf-8").splitlines()) <= 10
    source = files[test].read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 30
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported - set(sys.stdlib_module_names) == {"pytest", package}


@_PACKAGES
def test_the_tolerance_is_the_one_of_the_export(package: str) -> None:
    source = (FOLDER / package / f"test_{package}_vectors.py").read_text(encoding="utf-8")
    written = re.search(r"^TOLERANCE = 8 \* 2\.0\*\*-(\d+)  #", source, re.MULTILINE)
    assert written is not None
    assert 8 * 2.0 ** -int(written[1]) == tolerance(package)


def _run(folder: Path) -> tuple[int, dict[str, int], set[str]]:
    """The exit code of pytest in a folder, without the plugin; how many tests had each outcome; the ids that failed."""
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", *PLAIN_PYTEST, "-rf", "-p", "no:samescore"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    summary = done.stdout.splitlines()[-1]
    counts = {outcome: int(count) for count, outcome in re.findall(r"(\d+) (passed|failed|xfailed|error)", summary)}
    return done.returncode, counts, set(re.findall(r"^FAILED \S+::(\S+)", done.stdout, re.MULTILINE))


@pytest.fixture
def copied(package: str, tmp_path: Path) -> Path:
    """A copy of a package's folder; the test is skipped if the package is not installed."""
    need(installed_package(package))
    return Path(shutil.copytree(FOLDER / package, tmp_path / "golden"))


@pytest.mark.slow
@_PACKAGES
def test_the_installed_package_passes_but_for_the_expected_failures(package: str, copied: Path) -> None:
    expected = len(_reasons(copied))
    passing = len(_lines(copied)) - expected + 1  # and the test of the expectations
    assert _run(copied) == (0, {"passed": passing, "xfailed": expected}, set()), package


@pytest.mark.slow
@_PACKAGES
def test_wrong_values_and_stale_expectations_fail(package: str, copied: Path) -> None:
    lines, reasons = _lines(copied), _reasons(copied)
    wrong, stale = [line for line in lines if line["id"] not in reasons and line["expected"] > 0][:2]
    wrong["expected"] *= 1 + 4 * tolerance(package)
    removed = next(iter(reasons))
    changed = {**reasons, stale["id"]: "it passes", "no-such-vector": "it is not there"}
    del changed[removed]
    (copied / "vectors.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (copied / "expectations.json").write_text(json.dumps(changed), encoding="utf-8")
    code, counts, failed = _run(copied)
    assert (code, counts["failed"]) == (1, 4)
    assert failed == {
        *(f"test_score[{identifier}]" for identifier in (wrong["id"], stale["id"], removed)),
        "test_every_expected_failure_is_a_vector",
    }


@pytest.mark.parametrize(
    ("package", "function", "vector"),
    [
        ("sacrebleu", "corpus_ter", "ter-kana"),
        ("nltk", "corpus_bleu", "bleu-nltk-identical-corpus"),
        ("torchmetrics", "translation_edit_rate", "ter-torch-empty-hypothesis"),
    ],
)
def test_no_vector_expects_the_score_of_a_defect(package: str, function: str, vector: str) -> None:
    assert vector in vectors()
    assert f"{function}-{vector}" not in {line["id"] for line in _lines(FOLDER / package)}
