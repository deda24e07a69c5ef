"""The options of a request to score: those that need an engine or exclude each other, and the metrics that they ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, Labels, SettingsError, score
from samescore.base.line_reading import LineReading
from samescore.verbs.scoring.request import Request

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_PATH = Path("x")


def test_the_files_of_a_metric() -> None:
    files = Request((), (Path("r"),), baseline=Path("b"), statistic="bleu").files("p-value", _PATH)
    assert (files.scored, files.references, files.baseline, files.statistic) == (_PATH, (Path("r"),), Path("b"), "bleu")
    files = Request((), (Path("r"),), sources=Path("s")).files("sari", _PATH)
    assert (files.scored, files.references, files.sources) == (_PATH, (Path("r"),), Path("s"))
    files = Request((), (Path("r"),), tags="bad", reading="all-line-separators").files("mcc", _PATH)
    assert (files.tags, files.reading) == ("bad", LineReading("all-line-separators"))


@pytest.mark.parametrize(
    ("field", "value", "option"),
    [
        ("scheduler", "tcp://x", "--scheduler"),
        ("segments", _PATH, "--segments"),
        ("together", True, "--together"),
        ("shard_lines", 7, "--shard-lines"),
    ],
)
def test_options_that_need_an_engine(field: str, value: Any, option: str) -> None:
    request = Request((_PATH,), **{field: value})
    assert request.options_of_engines() == [option]
    with pytest.raises(SettingsError) as raised:
        request.check_engine()
    assert (raised.value.message, raised.value.hint) == (f"{option} needs --engine", "add --engine dask")
    Request((_PATH,), engine="dask", **{field: value}).check_engine()


@pytest.mark.parametrize(
    ("field", "value", "option"),
    [
        ("stages", True, "--stages"),
        ("per_class", True, "--per-class"),
        ("tags", "bad", "--tags"),
        ("reading", "all-line-separators", "--reading"),
        ("na_prob_file", _PATH, "--na-prob-file"),
        ("memory", 7, "--memory"),
        ("baseline", _PATH, "--baseline"),
        ("statistic", "bleu", "--statistic"),
    ],
)
def test_options_without_an_engine(field: str, value: Any, option: str) -> None:
    request = Request((_PATH,), engine="dask", **{field: value})
    assert request.options_without_engine() == [option]
    with pytest.raises(SettingsError) as raised:
        request.check_engine()
    assert (raised.value.message, raised.value.hint) == (f"{option} cannot be combined with --engine", "remove it")
    Request((_PATH,), **{field: value}).check_engine()


@pytest.mark.parametrize(
    ("fields", "asked"),
    [
        ({}, [("bleu", {})]),
        ({"like": "jiwer.wer"}, [("wer", {})]),
        ({"like": "nltk.corpus_chrf"}, [("chrf", {})]),
        ({"metrics": ("ter", "bleu")}, [("ter", {}), ("bleu", {})]),
        ({"metrics": ("ter",), "assignments": ("case=keep",)}, [("ter", {"case": "keep"})]),
        ({"assignments": ("smoothing=none",)}, [("bleu", {"smoothing": "none"})]),
        ({"like": "jiwer.wer", "assignments": ("case=lower",)}, [("wer", {"case": "lower"})]),
        ({"metrics": ("wer",), "assignments": {"case": "lower"}}, [("wer", {"case": "lower"})]),
        ({"metrics": ("mcc",), "per_class": True}, [("mcc", {})]),
        ({"metrics": ("mcc",), "tags": "bad"}, [("mcc", {})]),
    ],
)
def test_the_metrics_that_are_asked_for(fields: dict[str, Any], asked: list[tuple[str, dict[str, Any]]]) -> None:
    assert Request((_PATH,), **fields).asked_metrics() == asked


def test_a_signature_states_the_metric_and_all_its_settings() -> None:
    signature = score("bleu", Corpus.from_segments(["a"], [["a"]]), smoothing="none").signature
    ((metric, settings),) = Request((_PATH,), signature=signature).asked_metrics()
    assert (metric, settings["smoothing"], settings["tokenizer"]) == ("bleu", "none", "13a")
    for fields in ({"like": "nltk"}, {"metrics": ("bleu",)}, {"assignments": ("smoothing=exp",)}):
        with pytest.raises(SettingsError) as raised:
            Request((_PATH,), signature=signature, **fields).asked_metrics()
        assert raised.value.message == "--signature already states the metric and all its settings"
        assert raised.value.hint == "remove -m, --like and --set"


@pytest.mark.parametrize(
    ("fields", "message", "hint"),
    [
        ({"na_prob_file": _PATH}, "--na-prob-file and --na-prob-thresh apply only to --like squad-v2", "remove them, or remove -m"),
        ({"na_prob_thresh": 0.5}, "--na-prob-file and --na-prob-thresh apply only to --like squad-v2", "remove them, or remove -m"),
        ({"tags": "bad"}, "bleu is not a metric of labels", "--tags and --per-class apply to f1, mcc and similar metrics; --tags also to --like openkiwi"),
        ({"metrics": ("mcc", "ter"), "per_class": True}, "ter is not a metric of labels", "--tags and --per-class apply to f1, mcc and similar metrics; --tags also to --like openkiwi"),
    ],
)  # fmt: skip
def test_options_of_other_metrics(fields: dict[str, Any], message: str, hint: str) -> None:
    with pytest.raises(SettingsError) as raised:
        Request((_PATH,), **fields).asked_metrics()
    assert (raised.value.message, raised.value.hint) == (message, hint)


def test_a_knob_of_other_metrics_does_not_fit_the_default_metric() -> None:
    with pytest.raises(SettingsError, match="bleu has no knob 'word_order'") as raised:
        Request((_PATH,), assignments=("smoothing=exp", "word_order=2")).asked_metrics()
    assert raised.value.hint == "bleu is the default metric; word_order is a knob of chrf"
    with pytest.raises(SettingsError) as named:
        Request((_PATH,), ("r",), ("bleu",), assignments=("word_order=2",)).asked_metrics()  # type: ignore[arg-type]
    assert "is the default metric" not in named.value.hint


def test_an_input_of_another_kind_is_refused() -> None:
    with pytest.raises(SettingsError, match="bleu takes Corpus, not Labels") as raised:
        score("bleu", Labels(("a",), ("a",)))
    assert raised.value.hint == "build the input with samescore.Corpus"
