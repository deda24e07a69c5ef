"""Each option of a command reaches the request, or the context in which the request is executed."""

from __future__ import annotations

import pkgutil
import shlex
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

import samescore.python
from samescore.cli.commands import commands
from samescore.implementations import asking, declaration, package_index
from samescore.metrics import jobs
from samescore.verbs.audit.request import PublishedNumber
from samescore.verbs.audit.request import Request as Audit
from samescore.verbs.compare.question import Wanted
from samescore.verbs.compare.request import Request as Compare
from samescore.verbs.compare.systems import SystemFiles
from samescore.verbs.fuzz import Request as Fuzz
from samescore.verbs.golden.edge_cases import Request as Edges
from samescore.verbs.golden.export import Request as Export
from samescore.verbs.golden.formatting import Request as Format
from samescore.verbs.golden.new_vector import Request as NewVector
from samescore.verbs.identify import Request as Identify
from samescore.verbs.inputs.files import Files
from samescore.verbs.judging.axioms import Request as Axioms
from samescore.verbs.judging.expect import Request as Expect
from samescore.verbs.judging.plan import Request as Run
from samescore.verbs.judging.smoke import Request as Smoke
from samescore.verbs.lookup.entries import Request as Show
from samescore.verbs.lookup.environments import Request as Environments
from samescore.verbs.lookup.listing import Request as List
from samescore.verbs.releases.drift import Request as Drift
from samescore.verbs.scoring.request import Request as Score
from samescore.verbs.scoring.tokens import Request as Tokens
from samescore.verbs.why.demo import Request as Demo
from samescore.verbs.why.diff import Request as Diff
from samescore.verbs.why.explain import Request as Explain
from samescore.verbs.why.symptom_search import Request as Why

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_HYP, _REF, _OTHER, _BASE, _FILE = map(Path, ("hyp", "ref", "other", "base", "file"))
_DRAWN = {"resamples": 7, "seed": 8}

#: Command lines with the request of each, and the function that receives it.
_REQUESTS: list[tuple[str, str, Any]] = [
    (
        "audit hyp -m BLEU --published 27.3 -r ref -r other --set case=lower --like nltk --signature s --baseline base "
        "--statistic bleu --thorough --rounding only -j 3",
        "audit.sources.source_of",
        Audit(
            number=PublishedNumber(
                "BLEU", "27.3", Files(_HYP, (_REF, _OTHER), _BASE, "bleu"), ("case=lower",), "nltk", "s"
            ),
            thorough=True,
            rounding_only=True,
            jobs=3,
        ),
    ),
    ("audit claims.toml hyp -r ref", "audit.sources.source_of", Audit(Path("claims.toml"), _HYP, (_REF,))),
    ("audit claims.toml", "audit.sources.source_of", Audit(Path("claims.toml"))),
    ("axioms native nltk -m bleu -m ter", "judging.axioms.execute", Axioms(("native", "nltk"), ("bleu", "ter"))),
    (
        "compare hyp base -r ref -m bleu -m ter --set case=lower --baseline base --test sign --interval bca --level 0.9 "
        "--correction bonferroni --alpha 0.01 --resamples 7 --seed 8 --like nltk --set-test a=1 --set-interval b=2 "
        "--memory 2",
        "compare.request.execute",
        Compare(
            SystemFiles((_HYP, _BASE), (_REF,), 2 * 2**30),
            ("bleu", "ter"),
            ("case=lower",),
            True,
            Wanted("nltk", "sign", "bca", _DRAWN, ("a=1",), ("b=2",)),
            "bonferroni",
            0.01,
            0.9,
            "base",
        ),
    ),
    (
        "compare hyp --seed 0",
        "compare.request.execute",
        Compare(SystemFiles((_HYP,)), ("bleu",), wanted=Wanted(drawn={"seed": 0})),
    ),
    (
        "compare hyp base --scores --lower-is-better",
        "compare.request.execute",
        Compare(SystemFiles((_HYP, _BASE)), ("mean",), higher_is_better=False),
    ),
    ("demo --files tour --html page.html", "why.demo.execute", Demo(Path("tour"))),
    ("demo", "why.demo.execute", Demo(None)),
    (
        "diff hyp -r ref -r other -m interval -i native -i nltk --set case=lower --baseline base --statistic bleu",
        "why.diff.execute",
        Diff(Files(_HYP, (_REF, _OTHER), _BASE, "bleu"), "interval", ("native", "nltk"), ("case=lower",)),
    ),
    ("diff hyp", "why.diff.execute", Diff(Files(_HYP), "bleu", (), ())),
    (
        "drift a b -m bleu -m ter -k empty --python 3.8",
        "releases.drift.execute",
        Drift(("a", "b"), ("bleu", "ter"), "empty", "3.8"),
    ),
    ("drift a", "releases.drift.execute", Drift(("a",))),
    (
        "expect native -m bleu -m ter --fresh 3 --seed 8",
        "judging.expect.execute",
        Expect("native", ("bleu", "ter"), 3, 8),
    ),
    ("expect native", "judging.expect.execute", Expect("native", (), 50, None)),
    (
        "explain native nltk hyp -r ref -r other -m interval -m p-value --set case=lower --baseline base --statistic bleu "
        "--reported 27.3",
        "why.explain.execute",
        Explain(
            Files(_HYP, (_REF, _OTHER), _BASE, "bleu"),
            "native",
            "nltk",
            ("interval", "p-value"),
            ("case=lower",),
            "27.3",
        ),
    ),
    ("explain native hyp", "why.explain.execute", Explain(Files(_HYP), "native")),
    (
        "fuzz native nltk -m bleu --set case=lower --seconds 5 --examples 7 --seed 8 --known --closest --tolerance 0.25 "
        "--resume file",
        "fuzz.execute",
        Fuzz("native", "nltk", "bleu", ("case=lower",), 7, 5.0, 8, True, True, 0.25, _FILE),
    ),
    ("fuzz nltk", "fuzz.execute", Fuzz("nltk")),
    ("golden adequacy -m bleu -m chrf++", "judging.adequacy.adequacy", ("bleu", "chrf")),
    ("golden edges -m bleu -m ter", "golden.edge_cases.execute", Edges(("bleu", "ter"))),
    ("golden export -m bleu -m ter", "golden.export.execute", Export(("bleu", "ter"))),
    ("golden fmt hyp --check", "golden.formatting.execute", Format((_HYP,), True)),
    ("golden fmt hyp", "golden.formatting.execute", Format((_HYP,), False)),
    (
        "golden new x hyp -r ref -m ter --set case=lower",
        "golden.new_vector.execute",
        NewVector("x", Files(_HYP, (_REF,)), "ter", ("case=lower",)),
    ),
    ("golden new x hyp", "golden.new_vector.execute", NewVector("x", Files(_HYP), "bleu", ())),
    ("identify nltk -m bleu", "identify.execute", Identify("nltk", "bleu")),
    ("list", "lookup.listing.execute", List("implementations", ())),
    ("list knobs bleu case", "lookup.listing.execute", List("knobs", ("bleu", "case"))),
    (
        "run native nltk -k empty -x --lf --expect file --all-answers --fresh 3 --seed 8 --python 3.8 --inputs hyp "
        "-m bleu -m ter --set case=lower",
        "judging.plan.plan",
        Run(
            ("native", "nltk"),
            ("bleu", "ter"),
            "empty",
            "3.8",
            3,
            8,
            (_FILE,),
            (_HYP,),
            ("case=lower",),
            True,
            True,
            True,
        ),
    ),
    ("run", "judging.plan.plan", Run(fresh=50)),
    (
        "score hyp base -r ref -r other -s file -m bleu -m ter --like nltk --set case=lower --baseline base --statistic bleu "
        "--signature s --stages --tags words --reading keep-carriage-returns --per-class --na-prob-file file "
        "--na-prob-thresh 0.5 --memory 2 --engine dask --scheduler address --segments folder --together --shard-lines 9 "
        "--recorded",
        "scoring.command.remarks",
        Score(
            (_HYP, _BASE),
            (_REF, _OTHER),
            ("bleu", "ter"),
            "nltk",
            ("case=lower",),
            "s",
            True,
            "words",
            "keep-carriage-returns",
            True,
            _FILE,
            0.5,
            2.0,
            "dask",
            "address",
            Path("folder"),
            True,
            9,
            _BASE,
            "bleu",
            _FILE,
            recorded=True,
        ),
    ),
    ("score hyp", "scoring.command.remarks", Score((_HYP,))),
    ("show bleu-empty", "lookup.entries.execute", Show("bleu-empty")),
    ("smoke native -m bleu --fresh 3 --seed 8", "judging.smoke.execute", Smoke("native", "bleu", 3, 8)),
    ("smoke native", "judging.smoke.execute", Smoke("native", "", 50, None)),
    (
        "tokens hyp -r ref -t text -m ter --like nltk --like c --set case=lower --signature s --line 3 --line 1 --most 4",
        "scoring.tokens.execute",
        Tokens((_HYP,), (_REF,), ("text",), "hypothesis", "ter", ("nltk", "c"), ("case=lower",), "s", (3, 1), 4),
    ),
    ("tokens hyp", "scoring.tokens.execute", Tokens((_HYP,), most=10)),
    ("tokens hyp --format jsonl", "scoring.tokens.execute", Tokens((_HYP,), most=0)),
    ("tokens hyp --format jsonl --most 4", "scoring.tokens.execute", Tokens((_HYP,), most=4)),
    ("why rouge is 0 --most 2", "why.symptom_search.execute", Why("rouge is 0", 2)),
    ("why rouge", "why.symptom_search.execute", Why("rouge", 5)),
    ("environments list", "lookup.environments.execute", Environments("list")),
    ("environments verify a b", "lookup.environments.execute", Environments("verify", ("a", "b"))),
    ("environments make a b --python 3.8", "lookup.environments.execute", Environments("make", ("a", "b"), "3.8")),
    ("environments remove a --all", "lookup.environments.execute", Environments("remove", ("a",), everything=True)),
    ("environments remove a", "lookup.environments.execute", Environments("remove", ("a",))),
]
#: Options about the output, and about what is done with the records.
_OUTPUT = {"--format", "--html", "--report", "--markdown", "--junit", "--badge", "--vectors", "--output", "--help"} | {
    *(
        "--resume",
        "--config",
        "--no-config",
        "--verbose",
        "--full-signature",
        "--no-report",
        "--profile-skeleton",
        "--open",
        "--guess",
    ),
    *("--against", "--tolerance", "--write-baseline", "--reason", "--test-set", "--language-pair"),
}
#: Options about the context in which a request is executed.
_CONTEXT = {"--index", "--timeout", "--budget", "--in-process", "--like", "--return-key", "--layout"} | {
    *("--number-pattern", "--jobs", "--set", "--engine", "--scheduler")
}


class _ReachedError(Exception):
    """The function that receives the request was called."""


@pytest.fixture
def command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run a command up to the function `receiver`, and return its first argument, or what `look` returns for it."""
    for path in (_HYP, _REF, _FILE):
        (tmp_path / path).write_text("a\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    for module in pkgutil.iter_modules(samescore.python.__path__):
        import_module(f"samescore.python.{module.name}")  # a module imported later would keep the function below

    def run(line: str, receiver: str, look: Callable[[Any], Any] = lambda request: request) -> Any:
        seen = []

        def receive(request: Any, *_: Any, **__: Any) -> Any:
            seen.append(look(request))
            raise _ReachedError

        monkeypatch.setattr(f"samescore.verbs.{receiver}", receive)
        with pytest.raises(_ReachedError):
            commands.main(shlex.split(line), prog_name="samescore", standalone_mode=False)
        return seen[0]

    return run


@pytest.mark.parametrize(("line", "receiver", "request_"), _REQUESTS, ids=[line[:40] for line, _, _ in _REQUESTS])
def test_a_command_line_is_a_request(line: str, receiver: str, request_: Any, command_line: Callable[..., Any]) -> None:
    assert command_line(line, receiver) == request_


def test_every_option_is_on_a_command_line_here() -> None:
    untested = {}
    for name, command in _leaves(commands, ""):
        words = {word for line, _, _ in _REQUESTS if line.startswith(name) for word in shlex.split(line)}
        options = [option for option in command.params if isinstance(option, click.Option)]
        untested[name] = [
            option.opts[-1]
            for option in options
            if not words & set(option.opts) and not {*_OUTPUT, *_CONTEXT} & set(option.opts)
        ]
    assert {name: options for name, options in untested.items() if options} == {}


def _leaves(group: click.Group, before: str) -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _leaves(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def _context(_: object) -> tuple[Any, ...]:
    ways, made = asking.current(), declaration.declared()
    return (
        (ways.timeout, ways.in_process, ways.budget and 69 < ways.budget.left() <= 70, package_index.asked_index()),
        (
            made.metric,
            made.like,
            made.return_key,
            made.layout,
            made.number_pattern,
            made.overrides,
            dict(made.settings),
        ),
        made.region and made.region("bleu"),
    )


@pytest.mark.parametrize(
    ("line", "receiver", "region"),
    [
        ("run py:m:f", "judging.plan.plan", {"case": "lower"}),
        ("run py:m:f --inputs hyp", "judging.plan.plan", None),
        ("smoke py:m:f", "judging.smoke.execute", {"case": "lower"}),
        ("expect py:m:f", "judging.expect.execute", {"case": "lower"}),
        ("identify py:m:f", "identify.execute", {"case": "lower"}),
        ("axioms py:m:f", "judging.axioms.execute", {"case": "lower"}),
        ("fuzz py:m:f", "fuzz.execute", None),
        ("diff hyp -i py:m:f", "why.diff.execute", None),
        ("explain py:m:f hyp", "why.explain.execute", None),
    ],
)
def test_options_are_the_context_of_a_request(
    line: str, receiver: str, region: object, command_line: Callable[..., Any]
) -> None:
    given = "--timeout 3 --budget 70 --in-process --index https://i.example/simple -m bleu --set case=lower"
    declared = "--like nltk --return-key f --layout flat"
    settings = {"case": "lower"}
    expected: Any = (
        (3.0, True, True, "https://i.example/simple"),
        ("bleu", "nltk", "f", "flat", "", True, settings),
        region,
    )
    assert command_line(f"{line} {given} {declared}", receiver, _context) == expected
    program = line.replace("py:m:f", "'cmd:p {hyp} {ref}'")
    expected = (None, False, None, ""), ("bleu", "", "", "", "=(.*)", False, {}), None
    assert command_line(f"{program} -m bleu --number-pattern '=(.*)'", receiver, _context) == expected


@pytest.mark.parametrize(
    ("line", "receiver"),
    [
        ("run native", "judging.plan.plan"),
        ("explain native hyp", "why.explain.execute"),
        ("diff hyp", "why.diff.execute"),
        ("compare hyp", "compare.request.execute"),
        ("score hyp", "scoring.command.remarks"),
    ],
)
def test_jobs_are_threads(line: str, receiver: str, command_line: Callable[..., Any]) -> None:
    assert command_line(line, receiver, lambda _: jobs.current()) == 1
    assert command_line(f"{line} -j 3", receiver, lambda _: jobs.current()) == 3


@pytest.mark.parametrize(
    ("line", "receiver"),
    [
        ("drift a --timeout 3 --budget 70 --in-process --index https://i.example", "releases.drift.execute"),
        ("environments make a --index https://i.example", "lookup.environments.execute"),
    ],
)
def test_commands_about_releases_have_an_index(line: str, receiver: str, command_line: Callable[..., Any]) -> None:
    assert command_line(line, receiver, lambda _: package_index.asked_index()) == "https://i.example"
