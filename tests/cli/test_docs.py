"""Examples in docstrings and in the documentation run and print what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import runpy
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import samescore
from conformance.peers import need
from samescore.catalogue.divergences import divergences
from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.vectors import vectors
from samescore.implementations import installed_package, package
from samescore.metrics import METRIC_NAMES
from tests.command import call

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_TOP = Path(__file__).resolve().parents[2]
_MODULES = [
    module.name
    for module in pkgutil.walk_packages(samescore.__path__, "samescore.")
    if "._data" not in module.name and ".adapters." not in module.name
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
    made = runpy.run_path(str(_TOP / "tools" / "make_metrics.py"))["page"]()
    assert (_TOP / "docs" / "metrics.md").read_text(encoding="utf-8") == made, "run python -m tools.make_metrics"


def test_the_table_of_reported_cases_is_up_to_date() -> None:
    made = runpy.run_path(str(_TOP / "tools" / "make_reported.py"))["page"]()
    assert (_TOP / "docs" / "reported.md").read_text(encoding="utf-8") == made, "run python -m tools.make_reported"


def test_the_readme_counts_right() -> None:
    readme = (_TOP / "README.md").read_text(encoding="utf-8")
    for count in (
        f"{len(vectors()):,} cases",
        f"{len(METRIC_NAMES)} metrics",
        f"a catalogue of {len(divergences())} entries",
    ):
        assert count in readme, f"there are {count} now: correct the README"


def _shown(*start: str) -> list[str]:
    """The outputs in the README that begin with one of these words."""
    readme = (_TOP / "README.md").read_text(encoding="utf-8")
    return [text for text in re.findall(r"```text\n(.*?)```", readme, re.DOTALL) if text.startswith(start)]


@pytest.fixture
def other_versions(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The packages of the README that are here in another version. Those that it does not show are taken for absent."""
    (run,) = _shown("sacrebleu 2")
    versions = dict(line.split() for line in run.partition("...\n")[0].splitlines())
    documented = {profile_files()[name].distribution for name in versions}
    for name in versions:
        need(installed_package(name))
    installed_version = package.installed_version
    monkeypatch.setattr(
        package, "installed_version", lambda name: installed_version(name) if name in documented else ""
    )
    return {
        name for name, version in versions.items() if installed_version(profile_files()[name].distribution) != version
    }


def test_the_readme_shows_what_run_prints(tmp_path: Path, other_versions: set[str]) -> None:
    """Rows of a package that is here in another version are left out."""
    done = call("run", "--format", "table", "--no-report", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    compared, row_of = [], ""
    (run,) = _shown("sacrebleu 2")
    for line in run.splitlines():
        row_of = row_of if line.startswith(" ") else line.partition(" ")[0]
        if row_of not in other_versions:
            compared.append(line)
    assert any(line.startswith("native") for line in compared)
    _assert_shown("\n".join(compared), done.stdout.splitlines())


def _the_readmes_texts(folder: Path) -> None:
    (folder / "hyp.txt").write_text("The cat sat on the mat.\nIt costs 1,000.50 euros.\nno\n", encoding="utf-8")
    (folder / "ref.txt").write_text("The cat sat on a mat.\nIt costs 1,000.50 euro .\nno\n", encoding="utf-8")


def test_the_readme_shows_what_diff_prints(tmp_path: Path, other_versions: set[str]) -> None:
    _the_readmes_texts(tmp_path)
    printed = call("diff", "hyp.txt", "-r", "ref.txt", "--format", "table", cwd=tmp_path).stdout.splitlines()
    shown = _shown("bleu: each", "implementation  ")
    assert len(shown) == 2
    if sys.version_info < (3, 12):
        shown = [text.replace("42.20560694962298", "42.20560694962296") for text in shown]  # as the README says
    if not other_versions & {"sacrebleu", "nltk"}:
        for text in shown:
            _assert_shown(text, printed)


def test_the_readme_shows_what_audit_prints(tmp_path: Path) -> None:
    _the_readmes_texts(tmp_path)
    readme = (_TOP / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## What produced this published number?")[2].partition("\n## ")[0]
    assert _follow(section, tmp_path) == 1


def test_the_guide_for_reviews_shows_what_audit_prints(tmp_path: Path) -> None:
    pytest.importorskip("pylatexenc")
    assert _follow((_TOP / "docs" / "guide-review.md").read_text(encoding="utf-8"), tmp_path) == 4


@pytest.mark.slow
def test_the_page_on_fuzz_shows_what_it_finds(tmp_path: Path) -> None:
    page = (_TOP / "docs" / "fuzz.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n\$ samescore (.*?)\n```\n\n```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 2
    for command, shown in blocks:
        done = call(
            *shlex.split(command), "--format", "table", cwd=tmp_path, PYTHONPATH=str(_TOP / "examples" / "pytest")
        )
        assert done.returncode == 1, done.stderr
        found, named = (set(re.findall(r"^\d+\. (.+)$", text, re.MULTILINE)) for text in (done.stdout, shown))
        assert len(named) >= 2
        assert named <= found, "which inputs are found depends on the version of Hypothesis; what they show does not"


def test_the_page_on_explain_shows_what_it_prints(tmp_path: Path) -> None:
    page = (_TOP / "docs" / "explain.md").read_text(encoding="utf-8")
    assert _follow(page, tmp_path) == page.count("```text")


def test_the_page_on_explain_names_every_rule_for_one_number() -> None:
    from samescore.verbs.alone.rules import RULES

    page = (_TOP / "docs" / "explain.md").read_text(encoding="utf-8").partition("## What counts as unusual")[2]
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`([a-z-]+)`", row)]
    assert sorted(named) == sorted(rule.id for rule in RULES)


def test_the_page_on_explain_names_every_bridge() -> None:
    from samescore.verbs.bridges.bridges import BRIDGES

    page = (_TOP / "docs" / "explain.md").read_text(encoding="utf-8").partition("| bridge |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"`([a-z0-9-]+)`", page)) == sorted(bridge.id for bridge in BRIDGES)


def _follow(page: str, folder: Path) -> int:
    """Do what the console blocks of a page say, and return how many of its outputs were compared.

    Files are written as they are shown. What the commands of a block print is in the ``text`` block after it.
    """
    compared, printed, code = 0, "", 0
    for kind, indented in re.findall(r"^ *```(console|text)\n(.*?)^ *```$", page, re.DOTALL | re.MULTILINE):
        text = textwrap.dedent(indented)
        if kind == "text":
            _assert_shown(text, printed.splitlines())
            compared, printed = compared + 1, ""
            continue
        for command, below in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            if file := re.fullmatch(r"cat > ([\w.]+) <<'EOF'", command):
                (folder / file[1]).write_text(below.removesuffix("EOF\n"), encoding="utf-8")
            elif command == "echo $?":
                assert int(below) == code
            elif command.startswith("samescore "):
                done = call(*shlex.split(command)[1:], "--format", "table", cwd=folder)
                printed, code = printed + done.stdout, done.returncode
                assert done.returncode in (0, 1, 6), done.stderr
    return compared


def test_the_readme_shows_what_pytest_prints() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "examples/pytest"]
    (shown,) = _shown("E   ")
    printed = subprocess.run(command, cwd=_TOP, capture_output=True, text=True, check=False).stdout
    _assert_shown(shown, printed.splitlines())


def test_the_readme_shows_what_identify_prints(tmp_path: Path) -> None:
    named = ("identify", "py:my_bleu:corpus_bleu", "-m", "bleu", "--format", "table")
    (shown,) = _shown("py:my_bleu")
    printed = call(*named, cwd=tmp_path, PYTHONPATH=str(_TOP / "examples" / "pytest")).stdout
    _assert_shown(shown, printed.splitlines())


def _assert_shown(shown: str, printed: list[str]) -> None:
    """Every line of `shown` is printed, in order; what a line of three dots stands for is left out."""
    assert shown.strip()
    rest = iter([line.rstrip() for line in printed])
    for line in shown.splitlines():
        if line not in ("", "..."):
            now = [
                other
                for other in printed
                if re.sub(r"[\d.]+", "", other).split() == re.sub(r"[\d.]+", "", line).split()
            ]
            assert line.rstrip() in rest, f"the page shows {line!r}, which is not printed there: now it is {now}"


def test_the_readme_shows_what_drift_prints(tmp_path: Path) -> None:
    example = re.search(r"\$ samescore (drift .*)\n((?:.*\n)*?)```", (_TOP / "README.md").read_text(encoding="utf-8"))
    assert example
    printed = call(*example[1].split(), "--format", "table", cwd=tmp_path)
    assert printed.returncode == 0
    _assert_shown(example[2], printed.stdout.splitlines())
