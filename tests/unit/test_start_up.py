"""What starting loads: a module that a command does not use costs every call of it some milliseconds."""

from __future__ import annotations

import ast
import gc
import importlib
import os
import pkgutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import samescore
from samescore import records
from samescore.cli import commands as commands_module
from samescore.cli import main
from samescore.cli.plain import plain_request
from samescore.cli.score import score as score_command
from samescore.implementations import package_names
from samescore.verbs.scoring.request import Request
from tests.command import call, call_program

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

#: What no command that only scores needs.
_HEAVY = {
    "asyncio",
    "email",
    "fractions",
    "hashlib",
    "importlib.metadata",
    "logging",
    "multiprocessing",
    "numpy",
    "packaging",
    "random",
    "regex",
    "rich",
    "socket",
    "subprocess",
    "tempfile",
    "unittest",
    *package_names(),
}
#: The rooms of the house that it does not need, either.
_ROOMS = {"samescore.catalogue", "samescore.generators", "samescore.implementations", "samescore.report.formats"}


def _loaded(tmp_path: Path, *arguments: str) -> set[str]:
    """The modules that a process has imported when the command ends."""
    code = "import sys; from samescore.cli import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout
    return set(done.stderr.split())


@cache
def _with_msgspec() -> set[str]:
    """The modules that msgspec loads, which are more on older interpreters."""
    command = [sys.executable, "-c", "import msgspec, sys; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_the_version_needs_next_to_nothing(tmp_path: Path) -> None:
    loaded = _loaded(tmp_path, "--version")
    assert not {"click", "dataclasses", "inspect", "msgspec", "pathlib", *_HEAVY} & loaded
    ours = {name for name in loaded if name.startswith("samescore")}
    assert {name for name in ours if not name.startswith("samescore.kernels")} <= {
        "samescore",
        "samescore.base",
        "samescore.base.version",
        "samescore.cli",
        "samescore.cli.screen",
        "samescore.base.errors",
        "samescore.kernels",
        "samescore.base.on_demand",
        "samescore.report",
        "samescore.report.plain",
    }


@pytest.mark.parametrize("metric", ["bleu", "chrf++", "rouge2", "rougeL", "ter", "wer"])
def test_scoring_loads_one_family_of_metrics(metric: str, tmp_path: Path) -> None:
    for name in ("hyp", "ref"):
        (tmp_path / name).write_text("the cat sat on the mat\n", encoding="utf-8")
    loaded = _loaded(tmp_path, "score", "hyp", "-r", "ref", "-m", metric)
    assert not ({"click", "difflib", *_HEAVY} - _with_msgspec()) & loaded
    assert not _ROOMS & loaded
    families = {name.split(".")[2] for name in loaded if name.startswith("samescore.metrics.")}
    families &= {
        "bleu",
        "chrf",
        "rouge",
        "edits",
        "labels",
        "qa",
        "likelihood",
        "gleu",
        "nist",
        "ribes",
        "meteor",
        "cider",
    }
    assert len(families) == 1


def test_the_score_of_a_corpus_loads_no_other_kind_of_input_and_no_rare_tokenizer(tmp_path: Path) -> None:
    for name in ("hyp", "ref"):
        (tmp_path / name).write_text("the cat sat on the mat\n", encoding="utf-8")
    loaded = _loaded(tmp_path, "score", "hyp", "-r", "ref", "-m", "bleu", "-m", "ter")
    assert "samescore.data.corpus" in loaded
    kinds = {"samescore.data.labels", "samescore.data.comparison", "samescore.data.rewrites", "samescore.data.arrow"}
    assert not kinds & loaded
    assert not {f"samescore.text.{name}" for name in ("ptb_words", "treebank_js", "moses_perl", "punkt")} & loaded


def test_a_comparison_of_models_loads_their_profiles_alone(tmp_path: Path) -> None:
    """No other profile is parsed, so that no metric of another one is loaded."""
    for name in ("hyp", "ref"):
        (tmp_path / name).write_text("the cat sat on the mat\n", encoding="utf-8")
    loaded = _loaded(tmp_path, "diff", "hyp", "-r", "ref", "-m", "bleu", "-i", "native:sacrebleu", "-i", "native:nltk")
    assert "samescore.metrics.bleu.combine" in loaded
    assert (
        not {"samescore.metrics.labels.brier", "samescore.metrics.meteor15.alignment", "samescore.text.whisper"}
        & loaded
    )
    followed = _loaded(tmp_path, "compare", "hyp", "ref", "-r", "ref", "--resamples", "10")
    assert not {name for name in followed if name.startswith("samescore.implementations")}


def test_the_score_of_a_corpus_loads_nothing_for_scores_of_segments(tmp_path: Path) -> None:
    for name in ("hyp", "ref"):
        (tmp_path / name).write_text("the cat sat on the mat\n" * 20, encoding="utf-8")
    loaded = _loaded(tmp_path, "score", "hyp", "-r", "ref")
    assert not {"samescore.metrics.bleu.segments", "samescore.kernels.bleu_scores"} & loaded


def test_a_run_for_programs_loads_no_tables_and_no_gate(tmp_path: Path) -> None:
    loaded = _loaded(tmp_path, "run", "native", "-k", "bleu-papineni-the-clipped", "--no-report", "--format", "jsonl")
    assert (
        not {"rich", "samescore.report.terminal", "samescore.verbs.releases.gate", "samescore.verbs.releases.drift"}
        & loaded
    )


def test_the_pytest_plugin_loads_nothing_of_ours_until_it_is_asked(tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text("def test_other(): pass\n", encoding="utf-8")
    code = "import sys, pytest; code = pytest.main(['-q', '-p', 'samescore.pytest_plugin'])\n"
    code += "print('loaded', *sys.modules); sys.exit(code)"
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, env=alone)
    loaded = {name for name in done.stdout.split("loaded", 1)[1].split() if name.startswith("samescore")}
    base = {"samescore.base", "samescore.base.version", "samescore.base.on_demand"}
    assert loaded == {"samescore", *base, "samescore.pytest_plugin"}


@pytest.mark.parametrize("package", [samescore, records], ids=lambda package: package.__name__)
def test_names_on_demand_are_those_that_type_checkers_see(package: ModuleType) -> None:
    assert package.__file__ is not None
    seen: dict[str, str] = {}
    for node in ast.walk(ast.parse(Path(package.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            seen |= {name.name: str(i.module) for i in node.body if isinstance(i, ast.ImportFrom) for name in i.names}
    homes = {name: f"{package.__name__}.{module}" for module, names in package._HOMES.items() for name in names}
    assert seen == homes
    assert sorted(homes) == sorted(package.__all__)
    assert not homes.keys() & {module.name for module in pkgutil.iter_modules(package.__path__)}
    for name, module in homes.items():
        assert getattr(package, name) is getattr(importlib.import_module(module), name)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        package.nothing  # noqa: B018  # reading it is the test


#: The words after ``score``, and whether they are read without click.
_LINES: tuple[tuple[str, bool], ...] = (
    ("hyp -r ref", True),
    ("-r ref hyp", True),
    ("hyp other -r ref --reference second -m bleu --metric chrf++ --set tokenizer=none --set case=lower", True),
    ("hyp -r ref --like nltk.sentence_bleu", True),
    ("a.tsv --format jsonl", True),
    ("", False),
    ("-r ref", False),
    ("hyp -r", False),
    ("hyp -r -m bleu", False),
    ("hyp -rref", False),
    ("hyp --reference=ref", False),
    ("hyp -r ref -- other", False),
    ("-", False),
    ("hyp -r ref --format xml", False),
    ("hyp -r ref --like nltk --like sacrebleu", False),
    ("hyp -r ref --stages", False),
    ("hyp -r ref --tags words", False),
    ("hyp -r ref --me bleu", False),
    ("--help", False),
)


@pytest.mark.parametrize(("line", "plain"), _LINES)
def test_a_plain_line_is_read_as_the_parser_of_the_command_reads_it(line: str, plain: bool) -> None:
    words = line.split()
    read = plain_request(words)
    assert (read is not None) == plain
    if read is not None:
        options = score_command.make_context("score", list(words)).params
        form, jobs = options.pop("form"), options.pop("jobs")
        assert options.pop("full_signature") is False
        assert read == (Request(**options), form)
        assert jobs == 1


def test_the_parser_knows_the_names_of_commands_that_it_has_not_loaded(tmp_path: Path) -> None:
    code = "import sys; from samescore.cli import main\ntry: main()\nfinally: print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, "scor"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "unknown command 'scor'; did you mean score?" in done.stderr
    assert "samescore.cli.score" not in done.stdout.split()
    listed = {path.stem for path in Path(commands_module.__file__).parent.glob("*.py")}
    assert set(commands_module._MODULES.values()) <= listed
    for name, command in commands_module.commands.commands.items():
        assert command.name == name


def test_help_and_completion_list_all_commands(tmp_path: Path) -> None:
    names = set(commands_module.commands.commands)
    shown = call("--help", cwd=tmp_path).stdout.split("\n\nAsk:\n", 1)[1]
    assert {line.split()[0] for line in shown.splitlines() if line.startswith("  ") and line[2] != " "} == names
    words = {"_SAMESCORE_COMPLETE": "bash_complete", "COMP_WORDS": "samescore s", "COMP_CWORD": "1"}
    completed = call_program(cwd=tmp_path, **words).stdout.split()
    assert completed == [f"plain,{name}" for name in sorted(names) if name.startswith("s")]


def test_a_command_leaves_the_search_for_cycles_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    before = gc.get_threshold()
    with pytest.raises(SystemExit):
        main(["list", "metrics"])
    assert capsys.readouterr().out
    assert gc.get_threshold() == before
