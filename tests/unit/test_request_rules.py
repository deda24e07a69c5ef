"""Which options of *score* and *compare* go together, and what stands for an option that is not given."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from samescore.base.errors import InputError, SettingsError, UnknownNameError
from samescore.metrics import metric as find_metric
from samescore.metrics import parse_signature
from samescore.verbs.compare.question import Wanted, implementation_for_metric, question
from samescore.verbs.compare.systems import SystemColumns, SystemFiles
from samescore.verbs.inputs import memory_limit
from samescore.verbs.inputs.columns import Columns
from samescore.verbs.inputs.files import Files
from samescore.verbs.scoring.request import Request

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_PATH = Path("file")


@pytest.mark.parametrize(
    ("option", "given", "needs_engine"),
    [
        ("--scheduler", {"scheduler": "address"}, True),
        ("--segments", {"segments": _PATH}, True),
        ("--together", {"together": True}, True),
        ("--shard-lines", {"shard_lines": 9}, True),
        ("--stages", {"stages": True}, False),
        ("--per-class", {"per_class": True}, False),
        ("--tags", {"tags": "words"}, False),
        ("--reading", {"reading": "all-line-separators"}, False),
        ("--na-prob-file", {"na_prob_file": _PATH}, False),
        ("--memory", {"memory": 2.0}, False),
        ("--baseline", {"baseline": _PATH}, False),
        ("--statistic", {"statistic": "bleu"}, False),
    ],
)
def test_an_option_needs_an_engine_or_excludes_one(option: str, given: dict[str, Any], needs_engine: bool) -> None:
    alone, with_engine = Request(**given), Request(engine="dask", **given)
    assert alone.options_of_engines() == ([option] if needs_engine else [])
    assert alone.options_without_engine() == ([] if needs_engine else [option])
    allowed, refused = (with_engine, alone) if needs_engine else (alone, with_engine)
    allowed.check_engine()
    problem = f"^{option} {'needs' if needs_engine else 'cannot be combined with'} --engine"
    with pytest.raises(SettingsError, match=problem) as caught:
        refused.check_engine()
    assert caught.value.hint == ("add --engine dask" if needs_engine else "remove it")


@pytest.mark.parametrize(
    ("given", "metrics"),
    [
        ({}, [("bleu", {})]),
        ({"metrics": ("ter", "bleu")}, [("ter", {}), ("bleu", {})]),
        ({"like": "sacrebleu.corpus_ter"}, [("ter", {})]),
        ({"like": "sacrebleu"}, [("bleu", {})]),
        ({"assignments": ("case=lower",)}, [("bleu", {"case": "lower"})]),
        ({"metrics": ("bleu",), "assignments": {"case": "lower"}}, [("bleu", {"case": "lower"})]),
        ({"metrics": ("f1", "mcc"), "tags": "words", "per_class": True}, [("f1", {}), ("mcc", {})]),
        ({"signature": "chrf|beta:3.0"}, None),
    ],
)
def test_the_metrics_of_a_request(given: dict[str, Any], metrics: list[tuple[str, dict[str, Any]]] | None) -> None:
    asked = Request(**given).asked_metrics()
    if metrics is None:
        settings = parse_signature("chrf|beta:3.0 (remark)")
        assert asked == [("chrf", settings.as_dict())]
        assert settings.as_dict()["beta"] == 3.0
    else:
        assert asked == metrics


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        *[
            ({"signature": "chrf|beta:3.0", **other}, "already states the metric")
            for other in ({"like": "nltk"}, {"assignments": ("case=lower",)}, {"metrics": ("chrf",)})
        ],
        ({"metrics": ("f1", "bleu"), "tags": "words"}, "^bleu is not a metric of labels"),
        ({"per_class": True}, "^bleu is not a metric of labels"),
        ({"na_prob_file": _PATH}, "apply only to --like squad-v2"),
        ({"na_prob_thresh": 0.5}, "apply only to --like squad-v2"),
        ({"assignments": ("beta=3",)}, "^bleu has no knob 'beta'"),
        ({"metrics": ("bleu", "chrf"), "assignments": {"beta": 3.0}}, "^bleu has no knob 'beta'"),
    ],
)
def test_options_that_do_not_go_together(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(SettingsError, match=problem):
        Request(**given).asked_metrics()


def test_the_hint_about_a_knob_of_other_metrics_names_them() -> None:
    with pytest.raises(SettingsError) as caught:
        Request(assignments=("word_order=2",)).asked_metrics()
    assert caught.value.hint == "bleu is the default metric; word_order is a knob of chrf"


@pytest.mark.parametrize(
    ("metric", "given", "problem"),
    [
        ("bleu", {"baseline": _PATH}, "bleu does not compare systems"),
        ("bleu", {"statistic": "ter"}, "bleu does not compare systems"),
        ("bleu", {"sources": _PATH}, "bleu does not read sources"),
        ("p-value", {"baseline": _PATH, "statistic": "ter"}, ""),
        ("sari", {"sources": _PATH}, ""),
    ],
)
def test_files_that_a_metric_does_not_read(metric: str, given: dict[str, Any], problem: str) -> None:
    files = Files(Path("hyp"), (Path("ref"),), **given)
    expected = {Path("hyp"), Path("ref")} | ({_PATH} if {"baseline", "sources"} & set(given) else set())
    assert set(files.paths) == expected
    if problem:
        with pytest.raises(InputError, match=f"^{problem}"):
            files.of(metric)
        return
    read = files.of(metric)
    assert (read.baseline, read.sources) == (given.get("baseline"), given.get("sources"))
    assert (read.statistic, read.tags, read.reading.value) == (given.get("statistic", ""), "all", "usual")
    whole = Files(Path("hyp"), tags="words", reading="keep-carriage-returns").of("mcc")
    assert (whole.tags, whole.reading.value) == ("words", "keep-carriage-returns")


@pytest.mark.parametrize(
    ("metric", "columns", "problem"),
    [
        ("bleu", Columns(["a"]), "^bleu needs references$"),
        ("bleu", Columns(["a"], ["b"], gold=["x"], scores=["y"]), "^bleu takes no gold, scores$"),
        ("bleu", Columns(references=["b"]), "^bleu needs hypotheses$"),
        ("mcc", Columns(["a"], ["b"]), "^mcc takes labels, and which side comes first differs"),
        ("mcc", Columns(gold=["a"]), "^mcc needs predicted$"),
        ("mcc", Columns(predicted=["a"], scores=[1.0]), "^mcc takes no scores$"),
        ("roc-auc", Columns(), "^roc-auc needs gold and scores$"),
    ],
)
def test_columns_that_a_metric_does_not_take(metric: str, columns: Columns, problem: str) -> None:
    with pytest.raises(InputError, match=problem.rstrip("$")) as caught:
        columns.read(metric)
    assert caught.value.message == problem.strip("^$") or not problem.endswith("$")
    assert "samescore.score(" in caught.value.hint or caught.value.hint.startswith("name both: gold=")


@pytest.mark.parametrize(
    ("wanted", "correction", "design"),
    [
        (Wanted(), "", ("holm", "randomization", 10_000, "percentile", 1000)),
        (Wanted(), "none", ("none", "randomization", 10_000, "percentile", 1000)),
        (Wanted(test="bootstrap"), "", ("holm", "bootstrap", 10_000, "percentile", 1000)),
        (Wanted(test="none"), "", ("holm", None, None, "percentile", 1000)),
        (Wanted(interval="none"), "", ("holm", "randomization", 10_000, None, None)),
        (Wanted(interval="bca"), "", ("holm", "randomization", 10_000, "bca", 1000)),
        (Wanted(drawn={"resamples": 7}), "", ("holm", "randomization", 7, "percentile", 7)),
        (
            Wanted(drawn={"resamples": 7}, test_knobs={"resamples": 8}, interval_knobs=("resamples=9",)),
            "",
            ("holm", "randomization", 8, "percentile", 9),
        ),
        (Wanted(like="sacrebleu"), "", ("none", "bootstrap", 1000, "percentile", 1000)),
        (Wanted(like="sacrebleu"), "holm", ("holm", "bootstrap", 1000, "percentile", 1000)),
        (Wanted(like="sacrebleu", test="none"), "", ("none", None, None, "percentile", 1000)),
    ],
)
def test_the_design_of_a_comparison(wanted: Wanted, correction: str, design: tuple[Any, ...]) -> None:
    made = question(wanted, correction=correction, alpha=0.01, level=0.9, baseline="base")
    test: Any = made.test
    interval: Any = made.interval
    assert (made.alpha, made.level, made.baseline, made.like) == (0.01, 0.9, "base", wanted.like)
    assert design == (
        made.correction,
        test and test.test,
        test and test.resamples,
        interval and interval.method,
        interval and interval.resamples,
    )
    if interval and not wanted.like:
        assert interval.confidence == 0.9
        assert question(Wanted(interval_knobs={"confidence": 0.8}), level=0.9).interval.confidence == 0.8  # type: ignore[union-attr]


def test_a_tool_without_tests_and_an_unknown_correction_are_errors() -> None:
    with pytest.raises(SettingsError, match=r"^jiwer has neither a test nor an interval"):
        question(Wanted(like="jiwer"))
    assert question(Wanted(like="jiwer", test="none")).test is None
    with pytest.raises(UnknownNameError, match="unknown correction: 'hom'") as caught:
        question(Wanted(), correction="hom")
    assert caught.value.hint == "did you mean holm?"


@pytest.mark.parametrize(
    ("like", "metric", "name"),
    [
        ("sacrebleu", "bleu", "sacrebleu"),
        ("sacrebleu.corpus_bleu", "bleu", "sacrebleu.corpus_bleu"),
        ("sacrebleu.paired_ar", "bleu", "sacrebleu"),
        ("sacrebleu==2.0.0.paired_ar", "bleu", "sacrebleu==2.0.0"),
        ("native:sacrebleu.corpus_bleu(lowercase=true)", "bleu", "sacrebleu.corpus_bleu(lowercase=true)"),
        ("sacrebleu.paired_ar", "p-value", "sacrebleu.paired_ar"),
        ("jiwer", "bleu", ""),
    ],
)
def test_a_tool_is_followed_for_the_metrics_that_it_has(like: str, metric: str, name: str) -> None:
    assert implementation_for_metric(like, metric) == name


def test_systems_are_named_after_their_files(tmp_path: Path) -> None:
    paths = [tmp_path / "a" / "hyp", tmp_path / "b" / "hyp", tmp_path / "other"]
    named = SystemFiles(paths).named()
    assert [(system.name, system.file) for system in named] == [
        *((str(path), str(path)) for path in paths[:2]),
        ("other", str(paths[2])),
    ]
    again = tmp_path / "a" / ".." / "other"
    for files, problem in (
        ([paths[2], paths[2]], f"{paths[2]} is given twice"),
        ([paths[2], again], f"{again} is given twice, first as {paths[2]}"),
    ):
        with pytest.raises(InputError) as caught:
            SystemFiles(files).named()
        assert caught.value.message == problem
    assert [system.name for system in SystemColumns({1: [], "b": []}).named()] == ["1", "b"]  # type: ignore[dict-item]


@pytest.mark.parametrize("extra", [{"references": ["a"]}, {"gold": ["a"]}])
def test_final_scores_have_no_references(extra: Mapping[str, Any]) -> None:
    with pytest.raises(SettingsError, match="scores are final"):
        SystemColumns({"s": [1.0]}, **extra).numbers()
    with pytest.raises(SettingsError, match="scores are final"):
        SystemFiles([_PATH], (_PATH,)).numbers()


@pytest.mark.parametrize(
    ("metrics", "columns", "problem"),
    [
        (["distinct", "bleu"], SystemColumns({"a": ["x"]}), "bleu needs references"),
        (["bleu", "accuracy"], SystemColumns({"a": ["x"]}, ["x"]), "accuracy takes labels"),
        (["accuracy", "bleu"], SystemColumns({"a": ["x"]}, gold=["x"]), "bleu takes no gold, predicted"),
    ],
)
def test_each_metric_reads_the_columns_itself(metrics: list[str], columns: SystemColumns, problem: str) -> None:
    for order in (metrics, metrics[::-1]):
        with pytest.raises(InputError, match=problem):
            columns.inputs({name: find_metric(name).settings() for name in order}, lambda _: None)
    read = columns.inputs({metrics[0]: find_metric(metrics[0]).settings()}, lambda _: None)
    assert [len(system) for system in read[metrics[0]]] == [1]


def test_the_smallest_known_amount_of_memory_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sysconf_names", {})
    monkeypatch.setattr("resource.getrlimit", lambda _: (-1, -1))
    files = [tmp_path / name for name in ("first", "second", "missing", "text")]
    for file, content in zip(files, ("4000\n", "8003\n", "", "max\n"), strict=True):
        if content:
            file.write_text(content, encoding="utf-8")
    for chosen, limit in ((files, 1000), (files[1:], 2000), (files[2:], 2**33)):
        monkeypatch.setattr(memory_limit, "_OF_CONTAINER", tuple(map(str, chosen)))
        assert memory_limit.default_memory_limit() == limit
    monkeypatch.setattr("resource.getrlimit", lambda _: (800, 900))
    assert memory_limit.default_memory_limit() == 200
