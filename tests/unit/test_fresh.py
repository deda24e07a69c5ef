"""Fresh inputs: what has only seen the golden vectors is red, what is right is green, and every failure can be asked again."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from samescore import check_implementation, run
from samescore.base.outcome import Outcome, Raised, Score, Undefined
from samescore.catalogue.expectations import read_expectations
from samescore.catalogue.vectors import select
from samescore.cli.run import run as run_command
from samescore.data.corpus import Corpus
from samescore.data.kinds import from_plain
from samescore.generators.fresh import fresh_input
from samescore.generators.settings import drawn_settings
from samescore.generators.sizes import is_large
from samescore.implementations import Function, Profiled, described_function
from samescore.implementations.base import limits
from samescore.implementations.description import DescribedImplementation
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import RunReport, VectorVerdict, coverages, read
from samescore.settings import Knob
from samescore.verbs.judging.fresh import COUNT, Fresh, questions
from samescore.verbs.judging.smoke import smoke
from tests.command import call, records
from tests.oracle.arithmetic import OracleError
from tests.oracle.registry import ORACLES

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

Scorer = Callable[[list[str], list[list[str]]], float]


def _native_mer(hypotheses: list[str], references: list[list[str]]) -> float:
    outcome = native_outcome(Corpus.from_segments(hypotheses, references), metric("mer").settings())
    if isinstance(outcome, Score):
        return outcome.value
    raise ValueError(outcome.describe())


def _golden_table() -> dict[str, Outcome]:
    """The right answer to every golden input of MER, under the default settings."""
    table = {}
    for vector in select(["mer"]):
        data = vector.data()
        if isinstance(data, Corpus) and not data.tokenized:
            table[repr((data.hypotheses, data.references))] = native_outcome(data, metric("mer").settings())
    return table


def _only_golden(otherwise: Scorer) -> Scorer:
    """A MER that is right on the golden inputs."""
    table = _golden_table()

    def mer(hypotheses: list[str], references: list[list[str]]) -> float:
        known = table.get(repr((hypotheses, references)))
        if known is None:
            return otherwise(hypotheses, references)
        if isinstance(known, Score):
            return known.value
        raise ValueError(known.describe())

    return mer


def _function(scorer: Callable[..., Any], name: str = "py:mine:mer", **description: Any) -> Function:
    return described_function(scorer, name, "mer", description)


def test_a_table_of_the_vectors_is_red() -> None:
    table = _only_golden(lambda *_: 0.5)
    assert not check_implementation(table, "mer", fresh=0).failures, "nothing but fresh inputs finds it"
    for seed in range(3):
        with pytest.raises(AssertionError, match="of 50 fresh inputs fail; seed="):
            check_implementation(table, "mer", seed=seed)
    with pytest.raises(AssertionError, match=r"^0 of [0-9]+ vectors of mer fail"):
        check_implementation(table, "mer")
    assert not smoke(_function(table), Fresh.of()).passed
    assert smoke(_function(table), Fresh.of(0)).passed


def test_fresh_inputs_find_small_errors_that_vectors_miss() -> None:
    def on_four_references(hypotheses: list[str], references: list[list[str]]) -> float:
        wrong = any(len(lines) == 4 for lines in references)  # no vector has a segment with four references
        return _native_mer(hypotheses, references) * (1 + 1e-9 * wrong)

    assert not check_implementation(on_four_references, "mer", fresh=0).failures
    with pytest.raises(AssertionError, match="a fresh input, from seed 3"):
        check_implementation(on_four_references, "mer", seed=3)


@pytest.mark.parametrize("seed", range(4))
def test_a_right_function_is_green(seed: int) -> None:
    report = check_implementation(_native_mer, "mer", seed=seed)
    assert len(report.fresh) == COUNT
    assert [coverage.seed for coverage in coverages(report)] == [seed]


class _Right(DescribedImplementation):
    """Answers like the native metric, whatever it declares."""

    def __init__(self, name: str, **description: Any) -> None:
        def nothing() -> None:
            return None

        described = described_function(nothing, "mine", name, description)
        super().__init__("mine", described.file)

    def score_plain(self, _: Any, data: Any, settings: Any) -> Outcome:
        return native_outcome(data, settings)


class _Oracle(_Right):
    """Answers by the exact arithmetic that the golden vectors are derived with."""

    def score_plain(self, profile: Any, data: Any, settings: Any) -> Outcome:
        try:
            value = ORACLES[profile.metric](data.plain(), settings.as_dict())["value"]
        except (OracleError, ArithmeticError) as problem:
            return Raised(type(problem).__name__, str(problem))
        number = math.nan if value is None else float(value)
        return Score(number) if math.isfinite(number) else Undefined(str(number))


def _answered_by_the_oracle(knob: Knob) -> Any:
    """The values of a knob that the oracle takes: it knows the words of recorded captions only."""
    values = knob.domain.values if knob.name == "tokenizer" else ()
    return [v for v in values if not v.startswith("ptb-coco") and not knob.needs_package(v)] or "any"


@pytest.mark.once
@pytest.mark.parametrize("name", METRIC_NAMES)
def test_a_right_implementation_of_another_make_is_green_under_any_settings(name: str) -> None:
    # 32-bit floats, which PyTorch adds up in an order of its own.
    inexact = [
        knob for knob in metric(name).settings.knobs() if knob.name == "dtype" or (knob.name == "form" and knob.former)
    ]
    knobs = [knob for knob in metric(name).settings.knobs() if knob.matters and knob not in inexact]
    free = {knob.name: _answered_by_the_oracle(knob) for knob in knobs}
    for question in questions(_Oracle(name, free=free), Fresh(6, 3)):
        result = question.judge()
        assert result.verdict is VectorVerdict.AGREE, f"{result.why}\n{result.signature}\n{question.case.data.plain()}"


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_every_metric_has_fresh_inputs_that_tell_scores_apart(name: str) -> None:
    knobs = [knob for knob in metric(name).settings.knobs() if not knob.rounding]
    free = {knob.name: "any" for knob in knobs}
    regions = math.prod(len(knob.domain.values) if knob.domain.finite else math.inf for knob in knobs)
    right = _Right(name, free=free)
    asked = list(questions(right, Fresh(30, 5)))
    assert len(asked) == 30
    assert all(question.judge().verdict is VectorVerdict.AGREE for question in asked)
    expected = [question.case.expected for question in asked]
    assert sum(answer.outcome == "score" for answer in expected) > 20
    assert len({answer.value for answer in expected}) > 4, "no constant is right"
    assert len({question.case.settings for question in asked}) >= min(4, regions), "free knobs vary"


@pytest.mark.parametrize("name", ["bleu", "rouge-lsum", "ter", "exact-match", "mcc", "roc-auc", "perplexity"])
def test_fresh_inputs_are_of_their_seed_bounded_and_inside_the_region(name: str) -> None:
    right = _Right(name)

    def inputs(count: int, seed: int) -> list[Any]:
        return [question.case.data.plain() for question in questions(right, Fresh(count, seed))]

    assert inputs(10, 1) == inputs(20, 1)[:10], "the number of inputs changes none of them"
    others = inputs(20, 2)
    assert sum(plain in others for plain in inputs(20, 1)) < 5, "another seed, other inputs"
    assert max(len(str(plain)) for turn, plain in enumerate(inputs(50, 3)) if not is_large(turn)) < 20_000


@pytest.mark.parametrize(("unit", "most", "equal"), [("text", 1, False), ("tokens", 0, False), ("text", 3, True)])
def test_the_limits_of_a_profile_are_kept(unit: str, most: int, equal: bool) -> None:
    import random

    from msgspec.structs import replace

    described = _Right(
        "bleu", unit=unit, max_references=most, settings={"tokenizer": "given"} if unit == "tokens" else {}
    )
    (profile,) = described.profiles("bleu")
    profile = replace(profile, equal_references=equal)
    for number in range(100):
        rng = random.Random(number)
        settings = drawn_settings(profile, rng)
        data = fresh_input(profile, settings, rng)
        assert limits(profile, data) is None
        assert isinstance(data, Corpus)
        assert data.tokenized == (unit == "tokens")


def test_rounding_is_no_difference_and_the_ninth_digit_is_one() -> None:
    def kappa(gold: list[Any], predicted: list[Any]) -> float:
        n = len(gold)
        observed = sum(a == b for a, b in zip(gold, predicted, strict=True)) / n
        chance = sum(gold.count(label) / n * (predicted.count(label) / n) for label in {*gold, *predicted})
        return float("nan") if chance == 1 else (observed - chance) / (1 - chance)

    def slightly_wrong(gold: list[Any], predicted: list[Any]) -> float:
        return kappa(gold, predicted) * (1 + 1e-9)

    for scorer, failing in ((kappa, False), (slightly_wrong, True)):
        function = described_function(scorer, "py:mine:kappa", "kappa", {})
        verdicts = {question.judge().verdict for seed in range(5) for question in questions(function, Fresh(50, seed))}
        assert (VectorVerdict.DISAGREE in verdicts) == failing


def test_only_what_describes_itself_is_asked_fresh_inputs() -> None:
    report = run(["native", "native:sacrebleu"], metrics=["ter"])
    assert not report.fresh
    assert all(participant.seed is None for participant in report.implementations)


def test_entry_points_take_turns() -> None:
    class Two(_Right):
        def profiles(self, metric_name: str) -> list[Any]:
            from msgspec.structs import replace

            (first,) = super().profiles(metric_name)
            return [first, replace(first, entry_point="second")]

    asked = [question.question.profile.entry_point for question in questions(Two("mer"), Fresh(3, 1))]
    assert asked == ["mer", "second"] * 3


# On the command line: a module whose MER is wrong for more than two segments.

_MODULE = """
from samescore import Corpus, score

def mer(hypotheses, references):
    value = score("mer", Corpus.from_segments(hypotheses, references)).value
    return value + 0.25 * (len(hypotheses) == 5)

mer.samescore = {"metric": "mer"}
"""
_RIGHT = _MODULE.replace("0.25", "0")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(_MODULE, encoding="utf-8")
    return tmp_path


def _run(folder: Path, *options: str, name: str = "py:mine:mer") -> Any:
    return call("run", name, "-m", "mer", *options, cwd=folder, PYTHONPATH=str(folder))


def _fresh_failures(text: str) -> list[str]:
    rows = [row for row in records(text) if row["type"] == "result" and row["verdict"] == "disagree"]
    return [row["vector"] for row in rows if row["vector"].startswith("fresh-")]


def test_a_failure_is_asked_again_by_its_id(folder: Path) -> None:
    done = _run(folder, "--seed", "7", "--no-report", "--format", "jsonl")
    failing = _fresh_failures(done.stdout)
    assert done.returncode == 1
    assert failing
    (reproduce,) = [row["reproduce"] for row in records(done.stdout) if row.get("reproduce", "").endswith(failing[0])]
    assert reproduce == f"samescore run py:mine:mer -k {failing[0]}"
    again = call(*reproduce.split()[1:], "--no-report", "--format", "jsonl", cwd=folder, PYTHONPATH=str(folder))
    assert again.returncode == 1
    assert [row["vector"] for row in records(again.stdout) if row["type"] == "result"] == failing[:1]


def test_a_report_alone_reproduces_a_failure(folder: Path) -> None:
    _run(folder, "--seed", "7", "--report", "r.jsonl")
    saved = list(read(folder / "r.jsonl"))
    report = RunReport.of(saved[0], saved[1:])  # type: ignore[arg-type]  # the header comes first
    failing = next(result for result in report.failures if report.fresh_case(result))
    case = report.fresh_case(failing)
    assert case
    settings = metric(case.metric).settings.parse(case.signature)
    assert repr(getattr(native_outcome(from_plain(case.input), settings), "value", None)) == case.expected.value


def test_a_recording_replays_its_fresh_inputs(folder: Path) -> None:
    recorded = _run(folder, "--report", "r.jsonl", "--format", "jsonl")
    replayed = _run(folder, "--no-report", "--format", "jsonl", name="replay:r.jsonl")
    assert replayed.returncode == 1
    assert _fresh_failures(replayed.stdout) == _fresh_failures(recorded.stdout)
    fresh = [row for row in records(replayed.stdout) if row["type"] == "fresh-case"]
    assert len(fresh) == COUNT
    off = _run(folder, "--no-report", "--fresh", "0", name="replay:r.jsonl")
    assert off.returncode == 0


def test_a_gate_asks_the_inputs_of_its_baseline(folder: Path) -> None:
    _run(folder, "--seed", "7", "--report", "baseline.jsonl")
    same = _run(folder, "--seed", "8", "--no-report", "--against", "baseline.jsonl", "--format", "jsonl")
    assert same.returncode == 0, same.stdout
    assert {row["seed"] for row in records(same.stdout) if row["type"] == "fresh-case"} == {7}
    (folder / "mine.py").write_text(_RIGHT, encoding="utf-8")
    moved = _run(folder, "--no-report", "--against", "baseline.jsonl", "--format", "jsonl")
    assert moved.returncode == 1
    gates = [row for row in records(moved.stdout) if row["type"] == "vector-gate" and row["verdict"] == "moved"]
    assert gates
    assert all(row["vector"].startswith("fresh-mer-7-") for row in gates)


def test_a_drift_compares_fresh_inputs_of_one_seed_only(folder: Path) -> None:
    for seed in ("7", "8"):
        _run(folder, "--seed", seed, "--report", f"{seed}.jsonl")
    _run(folder, "--fresh", "0", "--report", "0.jsonl")
    for other, fresh in (("7.jsonl", COUNT), ("8.jsonl", 0), ("0.jsonl", 0)):
        done = call("drift", "7.jsonl", other, "--format", "jsonl", cwd=folder)
        (transition,) = [row for row in records(done.stdout) if row["type"] == "transition"]
        golden = sum(row["type"] == "case" for row in records((folder / "0.jsonl").read_text(encoding="utf-8")))
        assert fresh <= transition["compared"] <= golden + fresh
        assert (transition["one_sided"], transition["moved"], transition["skipped"]) == (0, 0, [])


def test_accepted_failures_are_asked_again_and_are_stale_when_they_pass(folder: Path) -> None:
    made = call("expect", "py:mine:mer", "-o", "known.toml", cwd=folder, PYTHONPATH=str(folder))
    assert made.returncode == 0
    listed = read_expectations(folder / "known.toml").expected
    assert listed
    assert all(identifier.startswith("fresh-mer-") for identifier in listed)
    again = call("expect", "py:mine:mer", "--fresh", "5", "--seed", "7", cwd=folder, PYTHONPATH=str(folder))
    assert re.findall(r"fresh-mer-\w+", again.stdout)
    assert all("-7-" in identifier for identifier in re.findall(r"fresh-mer-[\w-]+", again.stdout)), again.stdout
    kept = _run(folder, "--no-report", "--expect", "known.toml", "--format", "jsonl")
    assert kept.returncode == 0, kept.stdout
    assert sum(row.get("verdict") == "expected" for row in records(kept.stdout)) == len(listed)
    (folder / "mine.py").write_text(_RIGHT, encoding="utf-8")
    stale = _run(folder, "--no-report", "--expect", "known.toml", "--format", "jsonl")
    assert stale.returncode == 3
    assert sum(row.get("verdict") == "stale" for row in records(stale.stdout)) == len(listed)


def test_every_view_says_what_the_verdict_rests_on(folder: Path) -> None:
    (folder / "mine.py").write_text(_RIGHT, encoding="utf-8")
    rests = (
        r"(\d+) of \1 golden vectors inside its declared region answered \(\d+ lie outside\); "
        r"50 of 50 fresh inputs answered \(seed 9, 1 setting, up to 1,025 segments, [0-9,]+ words, \d+ references?\)"
    )
    files = ("--junit", "r.xml", "--markdown", "r.md")
    table = _run(folder, "--seed", "9", "-v", *files)
    assert table.returncode == 0
    shown = " ".join(table.stdout.split())
    assert re.search(rests, shown)
    assert "mer, fresh 50" in shown
    assert re.search(r"fresh \(seed 9\) 50 - - - all 50 ", shown)
    assert re.search(rests, (folder / "r.md").read_text(encoding="utf-8").replace("\\", ""))
    suite = ElementTree.parse(folder / "r.xml").getroot()[0]  # noqa: S314 - our own file
    properties = {entry.get("name"): entry.get("value") for entry in suite.iter("property")}
    assert properties["seed"] == "9"
    assert re.fullmatch(rests, str(properties["coverage of mer"]))
    off = _run(folder, "--fresh", "0")
    assert "no fresh inputs were run" in " ".join(off.stdout.split())


def test_the_input_of_a_failure_is_shown(folder: Path) -> None:
    files = ("--junit", "r.xml", "--markdown", "r.md")
    table = _run(folder, "--seed", "7", *files)
    assert re.search(r'fresh-mer-7-\d+: disagree input +{"segments": \[', " ".join(table.stdout.split()))
    failures = ElementTree.parse(folder / "r.xml").getroot().findall("*/testcase/failure")  # noqa: S314 - our own file
    assert any('input {"segments": [' in str(failure.text) for failure in failures)


def test_smoke_asks_fresh_inputs_too(folder: Path) -> None:
    done = call("smoke", "py:mine:mer", "--seed", "7", cwd=folder, PYTHONPATH=str(folder))
    assert done.returncode == 1
    assert "fresh inputs pass (seed 7)" in done.stdout
    assert "samescore run py:mine:mer -k fresh-mer-7-" in done.stdout
    off = call("smoke", "py:mine:mer", "--fresh", "0", cwd=folder, PYTHONPATH=str(folder))
    assert off.returncode == 0
    assert "no fresh inputs were run" in off.stdout


def test_a_vector_of_its_own_asks_nothing_fresh(folder: Path) -> None:
    done = _run(folder, "-k", "mer-boundary", "--no-report", "--format", "jsonl")
    assert not [row for row in records(done.stdout) if row["type"] == "fresh-case"]


def test_the_command_and_the_library_ask_as_many() -> None:
    (option,) = [option for option in run_command.params if option.name == "fresh"]
    assert option.default == COUNT


def test_seeds_are_random_unless_chosen() -> None:
    assert len({Fresh.of().seed for _ in range(20)}) > 1
    assert Fresh.of(seed=4).accepting(["fresh-mer-9-1"]).seed == 4
    assert Fresh.of().accepting(["mer-boundary", "fresh-mer-9-1"]).seed == 9
    assert Fresh.of(pattern="fresh-rouge-su-12-3").seed == 12


def test_an_entry_point_that_is_profiled_only_is_not_asked() -> None:
    from samescore.implementations import implementation

    packaged = implementation("native:nltk")
    assert isinstance(packaged, Profiled)
    assert not list(questions(packaged, Fresh.of()))
