"""The packages of the golden vectors: npm's and a plain archive."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tarfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from samescore.catalogue.vectors import vectors
from tools.vectors_package import build, npm_version

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The npm package, the plain archive, and the checksums."""
    return build(tmp_path_factory.mktemp("packages"))


def _files(path: Path) -> dict[str, bytes]:
    """The files of an archive, by their path below its only folder."""
    with tarfile.open(path) as archive:
        assert len({name.partition("/")[0] for name in archive.getnames()}) == 1
        return {member.name.partition("/")[2]: archive.extractfile(member).read() for member in archive}  # type: ignore[union-attr]


@pytest.mark.slow
def test_the_same_vectors_make_the_same_bytes(packages: list[Path], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert [path.read_bytes() for path in build(tmp_path)] == [path.read_bytes() for path in packages]


def test_nothing_in_an_archive_tells_who_made_it_and_when(packages: list[Path]) -> None:
    for path in packages[:2]:
        assert path.read_bytes()[4:8] == bytes(4), "the time of compression"
        with tarfile.open(path) as archive:
            members = archive.getmembers()
        assert [member.name for member in members] == sorted(member.name for member in members)
        assert {(member.mtime, member.uid, member.gid, member.uname, member.mode) for member in members} == {
            (499162500, 0, 0, "", 0o644)
        }


def test_checksums_are_those_of_the_files(packages: list[Path]) -> None:
    archives, sums = packages[:2], packages[2].read_text(encoding="ascii").splitlines()
    assert sorted(sums) == sorted(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in archives)


@pytest.mark.slow
def test_both_archives_hold_every_vector_once_and_as_the_schema_says(packages: list[Path]) -> None:
    npm, plain = map(_files, packages[:2])
    assert plain.items() <= npm.items()
    assert npm.keys() - plain.keys() == {"package.json", "index.js", "index.d.ts"}
    check = jsonschema.Draft202012Validator(json.loads(plain["schema.json"]))
    stored = {name: json.loads(content) for name, content in plain.items() if name.startswith("vectors/")}
    found = Counter(vector["id"] for chosen in stored.values() for vector in chosen)
    assert found == Counter(vectors().keys())
    for name, chosen in stored.items():
        check.validate(chosen)
        assert {f"vectors/{vector['metric']}.json" for vector in chosen} == {name}
        for vector in chosen:
            assert vector["settings"] == vectors()[vector["id"]].settings
            assert vector["expected"].get("value", "") == vectors()[vector["id"]].expected.value
    counts = json.loads(plain["index.json"])["metrics"]
    assert {f"vectors/{name}.json": count for name, count in counts.items()} == {
        name: len(chosen) for name, chosen in stored.items()
    }


def test_vectors_that_javascript_would_round_are_named(packages: list[Path]) -> None:
    plain = _files(packages[1])

    def rounded(vector: Any) -> bool:
        as_doubles = json.loads(json.dumps(vector["input"]), parse_int=lambda digits: int(float(digits)))
        return bool(as_doubles != vector["input"])

    every = [vector for name, text in plain.items() if name.startswith("vectors/") for vector in json.loads(text)]
    named = json.loads(plain["index.json"])["bigIntegers"]
    assert {vector["id"] for vector in every if rounded(vector)} <= set(named)
    assert set(named) == {
        "balanced-accuracy-huge",
        "hamming-huge",
        "kappa-huge",
        "mcc-huge",
        "mcc-huge-int64",
        "zero-one-huge",
    }


@pytest.fixture(scope="module")
def node(packages: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Runs a module of JavaScript where the npm package is installed, offline; what it prints."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        pytest.skip("node and npm are not installed")
    folder = tmp_path_factory.mktemp("project")
    install = ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--cache", str(folder / "cache")]
    subprocess.run([npm, *install, str(packages[0])], cwd=folder, check=True, capture_output=True, timeout=120)

    def run(script: str) -> str:
        (folder / "try.mjs").write_text(script, encoding="utf-8")
        done = subprocess.run([program, "try.mjs"], cwd=folder, capture_output=True, text=True, timeout=60)
        return done.stdout + done.stderr

    return run


def test_node_reads_a_vector_of_the_installed_package(node: Callable[[str], str]) -> None:
    printed = node(
        'import { createRequire } from "node:module";\n'
        'import { metrics, vector, vectors } from "samescore-vectors";\n'
        'const raw = createRequire(import.meta.url)("samescore-vectors/vectors/mcc.json");\n'
        "console.log(metrics.length, vectors('mcc').length === raw.length);\n"
        "console.log(vector('bleu-papineni-both-corpus').source.kind);\n"
        "console.log(metrics.reduce((sum, name) => sum + vectors(name).length, 0));\n"
    )
    assert printed.splitlines() == [
        f"{len({vector.metric for vector in vectors().values()})} true",
        vectors()["bleu-papineni-both-corpus"].source.kind,
        str(len(vectors())),
    ]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("vectors('blue')", 'unknown metric "blue"; metrics: bleu, '),
        ("vectors('../package')", 'unknown metric "../package"'),
        ("vectors('constructor')", 'unknown metric "constructor"'),
        ("vector('bleu-nothing')", 'unknown vector "bleu-nothing"'),
    ],
)
def test_unknown_names_are_errors(node: Callable[[str], str], call: str, message: str) -> None:
    script = f'import {{ vector, vectors }} from "samescore-vectors";\ntry {{ {call}; }} catch (e) {{ console.log(e.message); }}'
    assert node(script).startswith(message)


@pytest.mark.parametrize("version", ["1.2", "1.2.3.post1", "1.2.3+local", "1!1.2.3", "1.2.3rc1.dev0"])
def test_a_version_that_npm_cannot_say_is_refused(version: str) -> None:
    with pytest.raises(ValueError, match="no version for npm"):
        npm_version(version)


def test_versions_are_written_as_npm_writes_them() -> None:
    expected = {"1.2.3": "1.2.3", "0.1.0.dev0": "0.1.0-dev.0", "1.0.0a1": "1.0.0-alpha.1", "1.0.0rc2": "1.0.0-rc.2"}
    assert {version: npm_version(version) for version in expected} == expected
