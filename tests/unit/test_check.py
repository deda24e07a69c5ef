"""Golden vectors in a user's test suite: `check_implementation`, the pytest plugin, expected failures."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from samescore import DataError, UnknownNameError, check_implementation, implementation, score
from samescore.catalogue import expectations
from samescore.catalogue.expectations import Expectations, as_toml, expected_failures, read_expectations
from samescore.catalogue.vectors import vector
from samescore.data.corpus import Corpus
from samescore.records import VectorVerdict
from samescore.verbs.judging.check import cases
from samescore.verbs.judging.run import run
from tests.command import PLAIN_PYTEST, call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "pytest"
_WORDS = {"tokenizer": "none", "smoothing": "none"}


def _right(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    return score("bleu", Corpus.from_segments(list(hypotheses), [list(r) for r in references]), **_WORDS).value


def _wrong(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    corpus = Corpus.from_segments(list(hypotheses), [list(r) for r in references])
    return score("bleu", corpus, average="sentences", **_WORDS).value


_wrong.samescore = {"metric": "bleu", "settings": _WORDS}  # type: ignore[attr-defined]  # how a function is described


def test_a_right_function_passes() -> None:
    report = check_implementation(_right, "bleu", settings=_WORDS, seed=1)
    assert sum(result.verdict is VectorVerdict.AGREE for result in report.results) > 50


@pytest.mark.slow
def test_a_wrong_one_is_told_its_mistake() -> None:
    with pytest.raises(AssertionError, match="failures match this mistake: sentence-mean: the mean of the s"):
        check_implementation(_wrong, "bleu", settings=_WORDS)


@pytest.mark.slow
def test_expected_failures_pass_stale_ones_fail_and_unknown_ids_are_named() -> None:
    with pytest.raises(AssertionError) as caught:
        check_implementation(_wrong, "bleu", settings=_WORDS)
    function = implementation("py:tests.unit.test_check:_wrong")
    failing = {r.vector: "known" for r in run(["py:tests.unit.test_check:_wrong"]).failures}
    assert function.label == "py:tests.unit.test_check:_wrong"
    assert len(failing) > 2
    report = check_implementation(_wrong, "bleu", settings=_WORDS, expected_divergences=failing)
    assert sum(result.verdict is VectorVerdict.EXPECTED for result in report.results) == len(failing)
    passing = next(r.vector for r in report.results if r.verdict is VectorVerdict.AGREE)
    with pytest.raises(AssertionError, match="is listed as failing"):
        check_implementation(_wrong, "bleu", settings=_WORDS, expected_divergences={**failing, passing: "no longer"})
    with pytest.raises(AssertionError, match="no vector 'bleu-nonsense'"):
        check_implementation(_wrong, "bleu", settings=_WORDS, expected_divergences={**failing, "bleu-nonsense": "?"})
    assert "sentence-mean" in str(caught.value)


def test_cases_can_be_parametrized() -> None:
    by_id = {case.id: case for case in cases(_wrong, "bleu", settings=_WORDS)}
    with pytest.raises(AssertionError, match="expected"):
        by_id["bleu-square"].check()
    assert by_id["bleu-no-segments"].check().verdict in (VectorVerdict.AGREE, VectorVerdict.DIVERGE)


def test_parameters_of_a_function_are_passed() -> None:
    def bleu(hypotheses: Sequence[str], references: Sequence[Sequence[str]], max_order: int) -> float:
        corpus = Corpus.from_segments(list(hypotheses), [list(r) for r in references])
        return score("bleu", corpus, max_order=max_order, **_WORDS).value

    report = check_implementation(bleu, "bleu", settings=_WORDS, free={"max_order": "any"}, seed=1)
    agreeing = [r.vector for r in report.results if r.verdict is VectorVerdict.AGREE and not report.fresh_case(r)]
    orders = {vector(name).settings["max_order"] for name in agreeing}
    assert {1, 2, 4} <= orders


@pytest.mark.slow
def test_profiles_describe_a_function_too() -> None:
    def bleu(hypotheses: Sequence[Sequence[str]], references: Sequence[Sequence[Sequence[str]]]) -> float:
        corpus = Corpus.from_tokens([list(h) for h in hypotheses], [[list(r) for r in refs] for refs in references])
        return score("bleu", corpus, like="nltk.sentence_bleu", tokenizer="given").value

    report = check_implementation(bleu, "bleu", like="nltk.sentence_bleu", unit="tokens", seed=1)
    assert any(result.verdict is VectorVerdict.AGREE for result in report.results)


@pytest.mark.parametrize(
    ("described", "message"),
    [
        ({"metric": "bleu", "settings": {"smoothing": "wild"}}, "smoothing='wild' is not allowed"),
        ({"metric": "bleu", "settings": {"smooth": "exp"}}, "no knob 'smooth'"),
        ({"metric": "bleu", "like": "nltk==1.0"}, "no entry point for bleu"),
        ({"metric": "bleu", "like": "nobody"}, "no profile of 'nobody'"),
        ({"metric": "bleu", "like": "nltk.corpus_chrf"}, "no entry point for bleu"),
        ({"metric": "bleu", "free": {"max_order": [0]}}, "max_order=0 is not allowed"),
    ],
)
def test_a_wrong_description_is_an_error(described: dict[str, object], message: str) -> None:
    metric = str(described.pop("metric"))
    with pytest.raises(DataError, match=message):
        check_implementation(_right, metric, **described)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("py:tests.unit.test_check", "does not name a function"),
        ("py:no.such.module:f", "No module named"),
        ("py:tests.unit.test_check:nothing", "has no attribute"),
        ("py:tests.unit.test_check:_right", "does not say which metric"),
    ],
)
def test_a_function_that_cannot_be_had(name: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        implementation(name)


def _pytest(*arguments: str, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *PLAIN_PYTEST, "-rx", *arguments],
        cwd=cwd, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


@pytest.mark.slow
def test_the_example_is_told_its_mistake_in_three_lines_of_pytest() -> None:
    shown = _pytest("test_my_bleu.py", cwd=_EXAMPLES)
    assert "failures match this mistake: sentence-mean" in shown
    assert "1 failed" in shown


@pytest.mark.slow
def test_the_plugin_makes_an_item_of_every_vector(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text((_EXAMPLES / "my_bleu.py").read_text(encoding="utf-8"), encoding="utf-8")
    described = ("--samescore-metric", "bleu", "--samescore-set", "tokenizer=none", "--samescore-set", "smoothing=none")
    named = ("--samescore-impl", "py:wrong:corpus_bleu", *described)
    shown = _pytest(*named, "--samescore-seed", "5", cwd=tmp_path)
    assert "failures match this mistake: sentence-mean" in shown
    failed = [line for line in shown.splitlines() if re.match(r"\s*(fresh-)?bleu-[a-z0-9-]+: ", line)]
    assert any("fresh-bleu-5-" in line for line in failed)
    names = sorted({line.split(":")[0].strip() for line in failed})
    listed = Expectations("py:wrong:corpus_bleu", dict.fromkeys(names, "averages sentences"))
    (tmp_path / "known.toml").write_text(as_toml(listed), encoding="utf-8")
    shown = _pytest(*named, "--samescore-expect", "known.toml", cwd=tmp_path)
    assert " failed" not in shown.splitlines()[-1], shown[-2000:]
    assert f"{len(names)} xfailed" in shown


@pytest.mark.slow
@pytest.mark.once
def test_all_processes_of_pytest_ask_the_same_fresh_inputs(tmp_path: Path) -> None:
    pytest.importorskip("xdist")
    (tmp_path / "mine.py").write_text("def wer(hypotheses, references):\n    return 0.5\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "2", "--samescore-fresh", "5"]
    named = ["--samescore-impl", "py:mine:wer", "--samescore-metric", "wer"]
    done = subprocess.run([*command, *named], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    (seed,) = set(re.findall(r"fresh-wer-([0-9]+)-[0-9]", done.stdout))
    assert f"5 fresh inputs per entry point, seed {seed}" in done.stdout
    assert f"5 of 5 fresh inputs answered (seed {seed}, 1 setting)" in done.stdout
    assert "py:mine:wer, wer: no known settings fit" in done.stdout


@pytest.mark.slow
def test_expectations_are_written_read_and_kept(tmp_path: Path) -> None:
    made = call("expect", "py:tests.unit.test_check:_wrong", "-o", str(tmp_path / "known.toml"), cwd=Path.cwd())
    assert made.returncode == 0
    listed = read_expectations(tmp_path / "known.toml")
    assert set(listed.expected.values()) == {"behaves like average:sentences; these settings reproduce every answer"}
    kept = call(
        "run",
        "py:tests.unit.test_check:_wrong",
        "--no-report",
        "--expect",
        str(tmp_path / "known.toml"),
        cwd=Path.cwd(),
    )
    assert kept.returncode == 0
    stale = Expectations(listed.implementation, {**listed.expected, "bleu-identical": "old"})
    (tmp_path / "stale.toml").write_text(as_toml(stale), encoding="utf-8")
    shown = call(
        "run",
        "py:tests.unit.test_check:_wrong",
        "--no-report",
        "--expect",
        str(tmp_path / "stale.toml"),
        "--format",
        "jsonl",
        cwd=Path.cwd(),
    )
    assert shown.returncode == 3
    assert [row["vector"] for row in records(shown.stdout) if row.get("verdict") == "stale"] == ["bleu-identical"]


def test_expectations_are_of_one_implementation(tmp_path: Path) -> None:
    path, other = tmp_path / "x.toml", tmp_path / "y.toml"
    for file in (path, other):
        file.write_text(as_toml(Expectations("sacrebleu", {"bleu-square": "known"})), encoding="utf-8")
    assert expected_failures([path], ["sacrebleu", "nltk"]) == {"sacrebleu": {"bleu-square": "known"}}
    assert expected_failures([], ["sacrebleu", "nltk"]) == {}
    with pytest.raises(DataError, match="which is not in this run"):
        expected_failures([path], ["nltk"])
    with pytest.raises(DataError, match="a second file lists failures of"):
        expected_failures([path, other], ["sacrebleu"])


def test_expectations_that_ship_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "conformance" / "expectations").mkdir(parents=True)
    monkeypatch.setattr(expectations, "data_folder", lambda name: tmp_path / name)
    text = as_toml(Expectations("nltk", {"bleu-square": "ships"}))
    (tmp_path / "conformance" / "expectations" / "nltk.toml").write_text(text, encoding="utf-8")
    assert expected_failures([], ["nltk"]) == {"nltk": {"bleu-square": "ships"}}
    own = tmp_path / "own.toml"
    own.write_text(as_toml(Expectations("nltk", {})), encoding="utf-8")
    assert expected_failures([own], ["nltk"]) == {"nltk": {}}, "the user's file takes its place"


def test_reasons_survive_toml(tmp_path: Path) -> None:
    hostile = Expectations('cmd:"x" \\', {"bleu-a": 'quotes " and \\ and \u0001 and \u007f and \u2028', "b": "ü"})
    (tmp_path / "x.toml").write_text(as_toml(hostile), encoding="utf-8")
    assert read_expectations(tmp_path / "x.toml") == hostile


@pytest.mark.parametrize("text", ["", "implementation = 3", 'implementation = "x"\n[expected]\na = " "', "\x00"])
def test_malformed_expectations(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"x\.toml"):
        read_expectations(tmp_path / "x.toml")


@pytest.mark.slow
def test_junit_and_markdown(tmp_path: Path) -> None:
    named = ("run", "py:tests.unit.test_check:_wrong", "-m", "bleu", "--no-report")
    done = call(
        *named,
        "--junit",
        str(tmp_path / "r.xml"),
        "--markdown",
        str(tmp_path / "r.md"),
        "--format",
        "jsonl",
        cwd=Path.cwd(),
    )
    assert done.returncode == 1
    suite = ElementTree.parse(tmp_path / "r.xml").getroot()[0]  # noqa: S314 - our own file
    rows = [row for row in records(done.stdout) if row["type"] == "result"]
    # What was asked again is a case as well.
    assert int(suite.get("tests", 0)) == len(suite.findall("testcase")) == len(rows) + 1
    assert (
        int(suite.get("failures", 0))
        == sum(row["verdict"] == "disagree" for row in rows)
        == len(suite.findall("*/failure"))
    )
    properties = {entry.get("name"): str(entry.get("value")) for entry in suite.iter("property")}
    assert properties["identified bleu"].startswith("behaves like average:sentences")
    assert "golden vectors inside its declared region answered" in properties["coverage of bleu"]
    shown = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert re.match(r"## samescore: [\d,]+ unexplained failures\n", shown)
    assert "| implementation | metric | agree |" in shown
    assert "failures match this mistake: sentence-mean" in shown


@pytest.mark.slow
def test_hostile_text_in_reports(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text(
        "def f(h, r):\n    raise ValueError('<script>|`x`|\\x00\\x1b[31m&amp; \\ud800')\n"
        "f.samescore = {'metric': 'wer'}\n", encoding="utf-8",
    )  # fmt: skip
    done = call(
        "run",
        "py:evil:f",
        "--no-report",
        "--junit",
        "r.xml",
        "--markdown",
        "r.md",
        cwd=tmp_path,
        PYTHONPATH=".",
    )
    assert done.returncode == 1, done.stderr
    ElementTree.parse(tmp_path / "r.xml")  # noqa: S314 - our own file
    assert "<script>" not in (tmp_path / "r.md").read_text(encoding="utf-8")
