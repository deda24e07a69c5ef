"""New releases: which are newer than the profiles know, what is written of one that moves a score, and once only."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from samescore.base.errors import SamescoreError
from tests.command import call
from tools import nightly

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TOP = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Recordings of the models of NLTK 3.10.3 and 3.10.4 on RIBES, as if they were of the releases."""
    folder = tmp_path_factory.mktemp("recordings")
    for version in ("3.10.3", "3.10.4"):
        arguments = ("run", f"native:nltk=={version}", "-m", "ribes", "-m", "gleu", "--all-answers", "--report")
        assert call(*arguments, f"model-{version}.jsonl", cwd=folder).returncode == 0
        _renamed(folder / f"model-{version}.jsonl", folder / f"nltk-{version}.jsonl", f"nltk=={version}")
    return folder


def _renamed(source: Path, target: Path, name: str, *, wrong: str = "") -> None:
    """A recording under another name; the answer to the vector `wrong` is 0.125."""
    lines = []
    for line in source.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["type"] == "header":
            record["implementations"] = [
                {**record["implementations"][0], "name": name, "version": name.partition("==")[2]}
            ]
        if "implementation" in record:
            record["implementation"] = name
        if wrong and record.get("vector") == wrong:
            record["outcome"] = {"kind": "score", "value": 0.125, "hex": (0.125).hex()}
        lines.append(json.dumps(record) + "\n")
    target.write_text("".join(lines), encoding="utf-8")


def test_a_release_that_moves_a_score_is_an_issue_with_cause_witness_and_command(
    recordings: Path, tmp_path: Path
) -> None:
    line = nightly.report(recordings / "nltk-3.10.3.jsonl", recordings / "nltk-3.10.4.jsonl", tmp_path)
    assert line.startswith("nltk 3.10.4: ")
    text = (tmp_path / "issues" / "nltk-3.10.4.md").read_text(encoding="utf-8")
    title, empty, *_ = text.splitlines()
    assert (title, empty) == ("nltk 3.10.4 moves scores", "")
    assert "concordance: runs → all-pairs" in text
    assert "`ribes-" in text
    assert "$ samescore drift nltk==3.10.3 nltk==3.10.4 -m ribes\n" in text
    assert "unexplained**" not in text
    assert "No profile covers" not in text


def test_nothing_is_written_where_nothing_moved(recordings: Path, tmp_path: Path) -> None:
    same = recordings / "nltk-3.10.4.jsonl"
    assert " 0 of " in nightly.report(same, same, tmp_path)
    assert not (tmp_path / "issues").exists()


def test_a_move_that_nothing_explains_comes_first_and_says_so(recordings: Path, tmp_path: Path) -> None:
    _renamed(recordings / "model-3.10.4.jsonl", tmp_path / "new.jsonl", "nltk==99.1", wrong="gleu-case-lower")
    nightly.report(recordings / "nltk-3.10.3.jsonl", tmp_path / "new.jsonl", tmp_path)
    text = (tmp_path / "issues" / "nltk-99.1.md").read_text(encoding="utf-8")
    assert text.startswith("nltk 99.1 moves scores\n")
    assert "No profile covers 99.1" in text
    rows = [line for line in text.splitlines() if line.startswith("| ") and "gleu-case-lower" in line]
    assert "**unexplained**" in rows[0]
    assert "| 0.125 |" in rows[0]
    first = next(line for line in text.splitlines() if line.startswith("| ") and "moved" not in line)
    assert "gleu" in first


def test_foreign_text_stays_in_its_cell(recordings: Path, tmp_path: Path) -> None:
    lines = []
    for line in (recordings / "nltk-3.10.4.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record.get("vector") == "gleu-case-lower":
            record["outcome"] = {"kind": "raised", "error": "E", "message": "a | b\n# <img src=x> @everyone\u202e"}
        lines.append(json.dumps(record) + "\n")
    (tmp_path / "new.jsonl").write_text("".join(lines), encoding="utf-8")
    nightly.report(recordings / "nltk-3.10.3.jsonl", tmp_path / "new.jsonl", tmp_path)
    text = (tmp_path / "issues" / "nltk-3.10.4.md").read_text(encoding="utf-8")
    (row, *_) = [line for line in text.splitlines() if "gleu-case-lower" in line and line.startswith("| ")]
    assert row.replace("\\|", "").count("|") == 7
    assert "\n# <" not in text
    assert "<img" not in text.replace("\\<", "")
    assert "\u202e" not in text


def test_two_recordings_in_one_file_are_refused(recordings: Path, tmp_path: Path) -> None:
    both = "".join(
        (recordings / f"nltk-{version}.jsonl").read_text(encoding="utf-8") for version in ("3.10.3", "3.10.4")
    )
    (tmp_path / "both.jsonl").write_text(both, encoding="utf-8")
    with pytest.raises(SamescoreError, match="2 recordings"):
        nightly.report(tmp_path / "both.jsonl", recordings / "nltk-3.10.4.jsonl", tmp_path)


_GH = """#!{python}
import json, os, pathlib, sys
store = pathlib.Path(os.environ["STORE"])
issues = json.loads(store.read_text()) if store.exists() else []
arguments = sys.argv[1:]
option = lambda name: arguments[arguments.index(name) + 1]
if arguments[:2] == ["label", "create"]:
    sys.exit(1)  # as when it exists
if arguments[:2] == ["issue", "list"]:
    assert option("--state") == "all" and option("--label") == "new-release"
    print(next((issue["number"] for issue in issues if issue["title"] == os.environ["TITLE"]), ""))
elif arguments[:2] == ["issue", "edit"]:
    issues[int(arguments[2]) - 1]["body"] = open(option("--body-file")).read()
elif arguments[:2] == ["issue", "create"]:
    body = open(option("--body-file")).read()
    issues.append({{"number": len(issues) + 1, "title": option("--title"), "body": body, "label": option("--label")}})
else:
    sys.exit("unknown: " + " ".join(arguments))
store.write_text(json.dumps(issues))
"""


def test_the_second_night_updates_the_issue(tmp_path: Path) -> None:
    """The script of the workflow, with a `gh` that keeps issues in a file."""
    yaml = pytest.importorskip("yaml", reason="pyyaml is not installed: pip install pyyaml")
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    workflow = yaml.safe_load((_TOP / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8"))
    (script,) = [step["run"] for step in workflow["jobs"]["issues"]["steps"] if "run" in step]
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "gh"
    program.write_text(_GH.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "texts").mkdir()
    store = tmp_path / "issues.json"
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"

    def night(*texts: tuple[str, str]) -> list[dict[str, str]]:
        for title, body in texts:
            (tmp_path / "texts" / f"{title.split()[0]}.md").write_text(f"{title}\n\n{body}\n", encoding="utf-8")
        environment = {**os.environ, "PATH": path, "STORE": str(store)}
        subprocess.run([bash, "-e", "-c", script], check=True, cwd=tmp_path, env=environment)
        issues: list[dict[str, str]] = json.loads(store.read_text(encoding="utf-8"))
        return issues

    (issue,) = night(("nltk 4.0 moves scores", "$(touch hit) `touch hit` 46 moved"))
    assert issue["title"] == "nltk 4.0 moves scores"
    assert issue["body"] == "$(touch hit) `touch hit` 46 moved\n"
    assert issue["label"] == "new-release"
    (again,) = night(("nltk 4.0 moves scores", "47 moved"))
    assert again["body"] == "47 moved\n"
    assert [issue["title"] for issue in night(("jiwer 5 moves scores", "1 moved"))] == [
        "nltk 4.0 moves scores",
        "jiwer 5 moves scores",
    ]
    assert not (tmp_path / "hit").exists()


def _wheel(folder: Path, version: str) -> None:
    """A package without content, so that an index has two releases."""
    info = f"samescore_nothing-{version}.dist-info"
    with zipfile.ZipFile(folder / f"samescore_nothing-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: samescore-nothing\nVersion: {version}\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")


def test_the_newest_release_is_asked_of_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uv", reason="uv is not installed: pip install samescore[isolate]")
    for version in ("1.9", "1.10", "1.11rc1"):
        _wheel(tmp_path, version)
    monkeypatch.setenv("UV_NO_INDEX", "1")
    monkeypatch.setenv("UV_FIND_LINKS", str(tmp_path))
    assert nightly.newest("samescore-nothing") == "1.10"
    with pytest.raises(SamescoreError, match="the newest release of samescore-none"):
        nightly.newest("samescore-none")


def test_only_a_newer_release_is_installed(
    recordings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the index has is told to `check`; the recordings of releases are there already."""
    monkeypatch.setattr(nightly, "newest", {"nltk": "3.10.4", "sacrebleu": "2.6.0"}.__getitem__)
    assert nightly.check(["nltk", "sacrebleu"], tmp_path) == 0
    assert capsys.readouterr().out.count("is the newest release, and known") == 2
    _renamed(recordings / "model-3.10.4.jsonl", tmp_path / "nltk-99.1.jsonl", "nltk==99.1", wrong="gleu-case-lower")
    _renamed(recordings / "model-3.10.4.jsonl", tmp_path / "nltk-3.10.4.jsonl", "nltk==3.10.4")
    monkeypatch.setattr(nightly, "newest", {"nltk": "99.1"}.__getitem__)
    assert nightly.check(["nltk"], tmp_path) == 0
    assert "answers moved since 3.10.4" in capsys.readouterr().out
    assert (tmp_path / "issues" / "nltk-99.1.md").exists()


@pytest.mark.parametrize(
    "answer",
    [
        SamescoreError("the index does not answer"),
        subprocess.TimeoutExpired("uv", 300),
        "not a version",
    ],
)
def test_a_release_that_cannot_be_asked_is_told_and_the_others_are_asked(
    answer: Exception | str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def newest(distribution: str) -> str:
        if distribution == "nltk":
            if isinstance(answer, str):
                return answer
            raise answer
        return "2.6.0"

    monkeypatch.setattr(nightly, "newest", newest)
    assert nightly.check(["nltk", "sacrebleu"], tmp_path) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith("nltk: ")
    assert "sacrebleu: 2.6.0" in shown.out
