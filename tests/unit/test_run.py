"""The verb run: verdicts, causes, first differences, exit codes. Wrong implementations must be caught."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from samescore import Corpus, SettingsError, UnknownNameError, run
from samescore.base.outcome import Crashed, Raised, Score, Unavailable, Unsupported
from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.vectors import select, vector
from samescore.implementations import implementation
from samescore.implementations.extras import extra_of
from samescore.implementations.package import _call as call_adapter
from samescore.records import Header, Participant, Result, RunReport, VectorVerdict, outcome
from samescore.report.terminal.absent import absent_lines
from samescore.report.terminal.run import run as shown_run
from samescore.verbs.judging.judge import judge
from samescore.verbs.judging.run import exit_code
from tests.miniatures import Faulty, altered, crash

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_NAMES = ("native:nltk", "native:sacrebleu")
ARTICLE = "bleu-article-002-arithmetic-mean"


def _verdicts(faulty: Faulty, metric: str) -> list[Result]:
    return [judge(faulty, vector) for vector in select([metric])]


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize(
    ("names", "metrics"),
    [
        # The model of nltk is asked all vectors in tests/cli/test_run_shown.py.
        (["native:sacrebleu", "native:rouge_score", "native:sklearn"], []),
        (["native:torchmetrics"], ["bleu", "rouge-l", "wer", "accuracy", "kappa", "average-precision", "pearson"]),
    ],
)
def test_the_models_of_peers_have_nothing_red(names: list[str], metrics: list[str]) -> None:
    """All of them: test_all_models_have_nothing_red."""
    report = run(names, metrics=metrics)
    assert not report.failures
    assert report.exit_code == 0
    assert {r.verdict for r in report.results} == {
        VectorVerdict.AGREE,
        VectorVerdict.DIVERGE,
        VectorVerdict.UNSUPPORTED,
    }


@pytest.mark.slow
def test_all_models_have_nothing_red() -> None:
    report = run([f"native:{name}" for name in profile_files()])
    assert not report.failures


def test_a_form_that_shows_in_32_bits_is_a_cause_where_nothing_else_departs() -> None:
    """5/15 is 1 - 10/15, but not in 32-bit floats: torchmetrics takes the second."""
    result = judge(implementation("native:torchmetrics"), vector("hamming-single"))
    assert result.verdict is VectorVerdict.DIVERGE
    assert [change.knob for change in result.causes] == ["form"]


@pytest.mark.once
@pytest.mark.parametrize(
    ("like", "metric"),
    [
        ("sacrebleu", "bleu"),
        pytest.param("sacrebleu", "chrf", marks=pytest.mark.slow),
        pytest.param("nltk", "bleu", marks=pytest.mark.slow),
        pytest.param("rouge_score", "rouge-l", marks=pytest.mark.slow),
    ],
)
def test_a_fault_in_the_ninth_digit_is_red(like: str, metric: str) -> None:
    results = _verdicts(Faulty(like, altered(lambda x: x * (1 + 1e-9))), metric)
    assert any(r.verdict is VectorVerdict.DISAGREE for r in results)
    for result in results:  # only a zero, which the fault cannot change, or no score at all gets away
        zero = result.outcome.value == 0
        assert result.verdict.red or zero or result.outcome.kind != "score", result.vector


def test_a_divergence_that_the_profile_does_not_reproduce_is_red() -> None:
    honest = [r for r in _verdicts(Faulty("nltk", lambda o: o), "bleu") if r.verdict is VectorVerdict.DIVERGE]
    assert honest
    assert all(r.causes for r in honest)
    for result in honest:
        # Two units in the last place: one can be lost when the scale is changed.
        moved = judge(
            Faulty("nltk", altered(lambda x: math.nextafter(math.nextafter(x, 2), 2) if x else 0.125)),
            vector(result.vector),
        )
        assert moved.verdict.red or moved.outcome.kind != "score", result.vector


def test_a_crash_is_an_error_where_a_score_is_expected() -> None:
    results = _verdicts(Faulty("sacrebleu", crash), "chrf")
    assert any(r.verdict is VectorVerdict.ERROR for r in results)
    for result in results:
        explained = result.causes or vector(result.vector).expected.outcome == "raised"  # its profile raises there too
        assert result.verdict in (VectorVerdict.ERROR, VectorVerdict.UNSUPPORTED) or explained, result.vector


def test_a_wrong_knob_is_caught_by_the_vectors() -> None:
    """Every knob of sacreBLEU's BLEU with a wrong value is red on some vector."""
    for knob, wrong in [
        ("strip", "none"),
        ("clipping", "unclipped"),
        ("denominator_floor", "one-per-segment"),
        ("reference_length", "shortest"),
        ("average", "sentences"),
        ("empty_order", "one"),
        ("zero_guard", "off"),
        ("brevity_penalty", "none"),
        ("ngram_key", "joined"),
        ("mean", "arithmetic"),
    ]:

        def mistaken(settings: object, knob: str = knob, wrong: str = wrong) -> object:
            return settings.replace(**{knob: wrong})  # type: ignore[attr-defined]  # settings of the metric

        faulty = Faulty("sacrebleu", lambda o: o, mistaken)  # type: ignore[arg-type]  # as above
        assert any(judge(faulty, case).verdict.red for case in select(["bleu"])), f"{knob}={wrong} goes unnoticed"


def test_the_first_diverging_stage_is_named() -> None:
    def miscounted(outcome: object) -> object:
        stages = dict(outcome.stages) if isinstance(outcome, Score) else {}
        stages["matches"] = [99, 0, 0, 0]
        return Score(1.0, stages)

    result = judge(Faulty("sacrebleu", miscounted), vector(ARTICLE))  # type: ignore[arg-type]  # a test double
    assert result.verdict is VectorVerdict.DISAGREE
    assert result.stage.startswith("matches: expected [")
    assert result.reproduce == f"samescore run faulty -k {ARTICLE}"


def _report(implementations: list[Participant], *results: Result) -> RunReport:
    return RunReport.of(Header("samescore-report/1", "0", {}, implementations), results)


def test_exit_codes() -> None:
    ok = judge(implementation("native"), vector(ARTICLE))
    red = judge(Faulty("sacrebleu", crash), vector("bleu-identical"))
    assert (ok.verdict, red.verdict) == (VectorVerdict.AGREE, VectorVerdict.ERROR)
    stale = replace(ok, verdict=VectorVerdict.STALE)
    listed = replace(red, verdict=VectorVerdict.EXPECTED)
    absent = replace(ok, implementation="x", verdict=VectorVerdict.UNAVAILABLE, outcome=outcome(Unavailable("gone")))
    unsupported = replace(ok, verdict=VectorVerdict.UNSUPPORTED, outcome=outcome(Unsupported("it cannot")))
    here, absent_participant = Participant("a", "1", "", ""), Participant("x", "", "gone", "")
    assert exit_code(_report([here], ok), named=True) == 0
    assert exit_code(_report([here], ok, listed), named=True) == 0
    assert exit_code(_report([here], ok, red), named=True) == 1
    assert exit_code(_report([here], ok, stale), named=True) == 3
    assert exit_code(_report([here], stale, red), named=True) == 1
    assert exit_code(_report([here, absent_participant], ok, absent), named=True) == 5
    assert exit_code(_report([here, absent_participant], ok, absent, red), named=True) == 1
    assert exit_code(_report([here, absent_participant], ok, absent), named=False) == 0
    assert exit_code(_report([absent_participant], absent), named=False) == 4
    assert exit_code(_report([here], unsupported), named=True) == 4
    assert exit_code(_report([here]), named=False) == 4


def test_the_footer_counts_every_verdict_and_says_the_exit_code() -> None:
    report = run(["native:nltk", "native:sacrebleu"], metrics=["mcc", "bleu"])
    assert report.footer is not None
    assert report.footer.results == len(report.results) == 2 * len(select(["bleu", "mcc"]))
    assert sum(report.footer.verdicts.values()) == len(report.results)
    assert report.metrics == ["bleu", "mcc"]
    for verdict in VectorVerdict:
        expected = sum(result.verdict is verdict for result in report.results)
        assert report.footer.verdicts.get(verdict.value, 0) == expected
        assert sum(report.count(name, metric)[verdict] for name in _NAMES for metric in report.metrics) == expected
    assert report.exit_code == report.footer.exit_code == 0


def test_results_of_unavailable_implementations_are_not_counted_as_progress() -> None:
    present, absent = run(["native:nltk"], metrics=["gleu"]), run(["native:nltk", "sacrebleu==0.0.1"], metrics=["gleu"])
    size = len(select(["gleu"]))
    assert (len(present.results), len(absent.results)) == (size, 2 * size)
    assert present.header.results == absent.header.results == size
    assert present.done == absent.done == size


def test_packages_that_are_not_installed_are_grouped_by_the_extra_that_installs_them() -> None:
    def shown(*, verbose: bool = False) -> list[str]:
        absent = [
            Participant(name, "", f"{name} is not installed: pip install {name}", "", extra=extra)
            for name, extra in [("a", "more"), ("b", ""), ("c", "more"), ("d", "more"), ("e", "torch"), ("f", "")]
        ]
        broken = Participant("x", "1", "it stopped", "")
        return [str(part) for part in absent_lines([*absent, broken], loud=False, verbose=verbose)]

    brief, one, others, stopped = shown()
    assert brief == "UNAVAILABLE: 3 packages of [more] are not installed: pip install 'samescore[more]'; -v names them"
    assert one == "UNAVAILABLE: e is not installed: pip install 'samescore[torch]'"
    assert others == "UNAVAILABLE, not installed (pip install NAME): b, f"
    assert stopped == "UNAVAILABLE x 1: it stopped"
    assert shown(verbose=True)[0].endswith("pip install 'samescore[more]': a, c, d")


def test_the_extra_of_a_package_is_one_of_the_project_file() -> None:
    text = Path(__file__).resolve().parents[2].joinpath("pyproject.toml").read_text(encoding="utf-8")
    declared = msgspec.toml.decode(text)["project"]["optional-dependencies"]
    for extra, requirements in declared.items():
        if extra.endswith("peers"):
            for requirement in requirements:
                name = re.split(r"[><=;\[ ]", requirement)[0]
                assert extra_of(name.replace("-", "_").upper()) == extra or "python_version" in requirement
    assert (extra_of("torchmetrics"), extra_of("rouge-rs")) == ("torch", "bench")
    assert extra_of("no-such-package") == extra_of("click") == ""


def test_a_report_that_was_interrupted_is_no_success() -> None:
    report = _report([Participant("a", "1", "", "")], judge(implementation("native"), vector(ARTICLE)))
    assert report.footer is None
    assert report.exit_code == 130


def test_a_version_that_is_not_installed_is_unavailable() -> None:
    report = run(["sacrebleu==0.0.1"], metrics=["bleu"], pattern="article-002")
    assert {r.verdict for r in report.results} == {VectorVerdict.UNAVAILABLE}
    assert report.exit_code == 5


def test_unknown_names_are_refused() -> None:
    for name in ("blue", "native:blue", "sacrebleu.corpus_blue", "a b", "native:nltk==1.0"):
        with pytest.raises(UnknownNameError):
            run([name])
    with pytest.raises(UnknownNameError):
        run(metrics=["blue"])


def test_results_arrive_as_they_are_made() -> None:
    seen: list[Result] = []
    report = run(["native"], metrics=["mcc"], on_result=seen.append)
    assert seen == report.results


def test_two_versions_are_kept_apart() -> None:
    report = run(["native:nltk==3.9", "native:nltk==3.10.4"], metrics=["chrf"])
    first, second = (sum(report.count(participant.name, "chrf").values()) for participant in report.implementations)
    assert first == second == len(select(["chrf"]))


def test_a_single_name_is_not_a_list_of_letters() -> None:
    with pytest.raises(UnknownNameError, match="not a list"):
        run("native")
    with pytest.raises(UnknownNameError, match="not a list"):
        run(metrics="mcc")


def test_an_alias_does_not_answer_for_another_order() -> None:
    corpus = Corpus.from_segments(["a b c"], [["a b d"]])
    entry_point = implementation("native:rouge_score.rouge2")
    assert entry_point.score("rouge2", corpus).kind == "score"
    assert entry_point.score("rouge1", corpus).kind == "unsupported"
    with pytest.raises(SettingsError):
        entry_point.score("rouge2", corpus, measure="f9")


def test_an_exception_of_a_package_is_an_outcome_except_an_interruption() -> None:
    def raising(problem: BaseException) -> Callable[[dict[str, Any]], dict[str, Any]]:
        def score(_request: dict[str, Any]) -> dict[str, Any]:
            raise problem

        return score

    class Panic(BaseException):
        pass

    assert call_adapter("sacrebleu", raising(Panic("in Rust")), {}) == Raised("Panic", "in Rust")
    assert call_adapter("sacrebleu", raising(GeneratorExit()), {}) == Raised("GeneratorExit")
    assert call_adapter("sacrebleu", raising(SystemExit("its end")), {}) == Crashed("SystemExit", "its end")
    with pytest.raises(KeyboardInterrupt):
        call_adapter("sacrebleu", raising(KeyboardInterrupt()), {})


@pytest.mark.parametrize(
    ("error", "verdict"), [(0.0, VectorVerdict.AGREE), (2**-24, VectorVerdict.AGREE), (2**-19, VectorVerdict.DISAGREE)]
)
def test_the_tolerance_of_a_profile_holds_for_the_vectors_that_it_can_take(
    error: float, verdict: VectorVerdict
) -> None:
    """PyTorch's logarithms are a unit off on some processors: up to 16 units of 2^-24 are in the profile of its BLEU."""
    faulty = Faulty("torchmetrics", altered(lambda x: x + error))
    assert judge(faulty, vector("bleu-torchtext-all-single")).verdict is verdict


def test_one_metric_without_answers_is_counted_in_the_singular() -> None:
    report = run(["native:rouge_score"], metrics=["gleu"])
    console = Console(file=io.StringIO(), width=100)
    console.print(shown_run(report, verbose=True))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert re.search(r"native:rouge_score +1 metric ", text), text
