"""Examples in docstrings and in the documentation run and print what they say."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
import runpy
import shlex
import shutil
from pathlib import Path

import pytest

import samescore
from conformance.peers import need
from samescore.base.documents import from_toml
from samescore.catalogue.divergences import divergences
from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.vectors import vectors
from samescore.implementations import installed_package, package
from samescore.metrics import METRIC_NAMES
from tests.command import call
from tests.documents import PAGES, REASONS, TOP, Block, blocks, commands, follow
from tools import make_options, make_tools

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_MODULES = [
    module.name
    for module in pkgutil.walk_packages(samescore.__path__, "samescore.")
    if "._data" not in module.name and ".adapters." not in module.name
]
_PACKAGE = Path(samescore.__file__).parent
_BLOCKS = [block for page in PAGES for block in blocks(page)]
#: Pages whose commands have a test of their own.
_ELSEWHERE = {"docs/fuzz.md", "docs/gate.md", "docs/options.md"}
#: The other pages with commands.
_FOLLOWED = sorted({block.page for block in _BLOCKS if block.language == "console" and block.run} - _ELSEWHERE)
#: Pages whose commands take more than three seconds. The first page that a user sees is always followed.
_SLOW = {
    *(f"docs/guide-{name}.md" for name in ("metric", "package", "review")),
    *(
        f"docs/{name}.md"
        for name in ("audit", "audit-intervals", "case-rouge", "model-outputs", "my-number-differs", "protocol")
    ),
    *(f"docs/{name}.md" for name in ("rankings", "run", "tables")),
}
#: Pages that are followed on the oldest and the newest interpreter; the others on the oldest one, or wherever slow tests run.
_FIRST = {"docs/tour.md"}
#: The packages, modules and programs that the commands of a page need.
_PACKAGES = {
    "README.md": ("sacrebleu", "nltk", "rouge_score", "sklearn"),
    "docs/run.md": ("sacrebleu", "nltk", "rouge_score", "sklearn"),
    "docs/guide-package.md": ("sacrebleu",),
}
_PROGRAMS = {"docs/guide-metric.md": "node"}


def _marks(page: str) -> list[pytest.MarkDecorator]:
    marks = [pytest.mark.slow] if page in _SLOW else []
    return marks if page in _FIRST else [*marks, pytest.mark.once]


def _has_examples(name: str) -> bool:
    """Return whether a module's source has the prompt of an example; doctest takes 20 ms to find that it has none."""
    path = _PACKAGE.joinpath(*name.split(".")[1:])
    source = path / "__init__.py" if path.is_dir() else path.with_name(f"{path.name}.py")
    return source.exists() and ">>> " in source.read_text(encoding="utf-8")


@pytest.mark.once
@pytest.mark.parametrize("name", [name for name in ("samescore", *_MODULES) if _has_examples(name)])
def test_docstring_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert result.failed == 0


@pytest.mark.once
def test_every_module_can_be_imported() -> None:
    for name in _MODULES:
        importlib.import_module(name)


@pytest.mark.parametrize("page", PAGES)
def test_python_examples_in_the_documentation(page: str) -> None:
    result = doctest.testfile(str(TOP / page), module_relative=False)
    assert result.failed == 0


@pytest.mark.parametrize("page", [pytest.param(page, marks=_marks(page)) for page in _FOLLOWED])
def test_the_commands_of_a_page_print_what_it_shows(page: str, tmp_path: Path) -> None:
    for name in _PACKAGES.get(page, ()):
        need(installed_package(name))
        version = package.installed_version(profile_files()[name].distribution)
        if f"{name} {version}" not in (TOP / page).read_text(encoding="utf-8"):
            pytest.skip(f"{name} is here in version {version}, which the page does not show")
    for program in ("bash", _PROGRAMS.get(page, "bash")):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    follow(page, tmp_path)


@pytest.mark.once
@pytest.mark.parametrize("block", _BLOCKS, ids=str)
def test_every_block_is_run_or_says_why_not(block: Block) -> None:
    if not block.run:
        assert block.comment
        assert block.comment[1] in REASONS
    elif block.comment and block.comment[0] == "from":
        assert block.text.strip() in (TOP / block.comment[1]).read_text(encoding="utf-8")
    elif block.language == "python":
        assert ">>> " in block.text, "nothing runs it: make it a doctest, or an excerpt of a file"
    elif block.language == "json":
        for document in block.text.strip().replace("\n{", "\0{").split("\0"):
            json.loads(document)
    elif block.language == "toml":
        from_toml(block.text)
    elif block.language == "yaml":
        yaml = pytest.importorskip("yaml")
        assert yaml.safe_load(block.text)
    else:
        assert block.language in ("console", "text"), "nothing runs it"
        assert block.page in {*_FOLLOWED, *_ELSEWHERE}


def test_every_reason_is_that_of_some_block() -> None:
    assert {block.comment[1] for block in _BLOCKS if block.comment and not block.run} == set(REASONS)


def test_the_table_of_metrics_is_up_to_date() -> None:
    made = runpy.run_path(str(TOP / "tools" / "make_metrics.py"))["page"]()
    assert (TOP / "docs" / "metrics.md").read_text(encoding="utf-8") == made, "run python -m tools.make_metrics"


def test_the_table_of_tools_is_up_to_date() -> None:
    made = make_tools.page()
    assert (TOP / "docs" / "tools.md").read_text(encoding="utf-8") == made, "run python -m tools.make_tools"


@pytest.mark.once
def test_the_page_of_options_shows_every_help() -> None:
    page = (TOP / "docs" / "options.md").read_text(encoding="utf-8")
    assert page == make_options.page(), "run python -m tools.make_options, and read the difference"


def test_the_table_of_reported_cases_is_up_to_date() -> None:
    made = runpy.run_path(str(TOP / "tools" / "make_reported.py"))["page"]()
    assert (TOP / "docs" / "reported.md").read_text(encoding="utf-8") == made, "run python -m tools.make_reported"


def test_the_readme_counts_right() -> None:
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    for count in (
        f"{len(vectors()):,} cases",
        f"{len(METRIC_NAMES)} metrics",
        f"a catalogue of {len(divergences())} entries",
    ):
        assert count in readme, f"there are {count} now: correct the README"


def test_the_page_on_explain_names_every_rule_for_one_number() -> None:
    from samescore.verbs.why.account.rules import RULES

    page = (TOP / "docs" / "explain.md").read_text(encoding="utf-8").partition("## Rules for unusual scores")[2]
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`([a-z-]+)`", row)]
    assert sorted(named) == sorted(rule.id for rule in RULES)


def test_the_page_of_python_names_has_every_public_name_once() -> None:
    page = (TOP / "docs" / "api.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\.\. auto\w+:: (\w+)$", page, re.MULTILINE)
    aliases = re.findall(r"`(\w+)` is an alias", page)
    assert sorted(documented + aliases) == sorted(samescore.__all__)


def test_the_page_on_explain_names_every_bridge() -> None:
    from samescore.verbs.why.bridges.bridges import BRIDGES

    page = (TOP / "docs" / "explain.md").read_text(encoding="utf-8").partition("| bridge |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"`([a-z0-9-]+)`", page)) == sorted(bridge.id for bridge in BRIDGES)


@pytest.mark.slow
def test_the_page_on_fuzz_shows_what_it_finds(tmp_path: Path) -> None:
    """Only the causes: which inputs are found depends on the version of Hypothesis; what they show does not."""
    pytest.importorskip("hypothesis")
    printed = [block for block in blocks("docs/fuzz.md") if block.language == "text"]
    compared = 0
    for console in (block for block in blocks("docs/fuzz.md") if block.language == "console"):
        for command in commands(console):
            arguments = shlex.split(command.text)
            if arguments[:2] == ["samescore", "fuzz"]:
                done = call(*arguments[1:], cwd=tmp_path, PYTHONPATH=str(TOP / "examples" / "pytest"))
                assert done.returncode == console.exit_code, done.stderr
                found, named = (
                    set(re.findall(r"^\d+\. (.+)$", text, re.MULTILINE))
                    for text in (done.stdout, printed[compared].text)
                )
                assert len(named) >= 2
                assert named <= found
                compared += 1
    assert compared == len(printed)
