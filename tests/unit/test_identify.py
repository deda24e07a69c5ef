"""The verb identify: what an implementation computes, from its answers alone."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import Any

import pytest

from samescore import SettingsError, UnknownNameError, score
from samescore.base.outcome import Score, same_outcome
from samescore.catalogue.vectors import select
from samescore.data.kinds import from_plain
from samescore.generators.settings import random_value
from samescore.implementations import described_function, native_model
from samescore.metrics import metric, parse_signature
from samescore.metrics.evaluator import native_outcome
from samescore.records import Identification
from samescore.report.html.page import page
from samescore.settings import Settings
from samescore.verbs.identify import identify
from samescore.verbs.identify.answers import golden_inputs
from samescore.verbs.identify.skeleton import skeleton
from tests.command import call, records
from tests.miniatures.metrics import weighted_kappa
from tests.reports import markdown_of, text_of

markdown = markdown_of("identification")
identification = text_of("identification")

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _hidden(settings: Settings, **described: Any) -> Any:
    """A function that computes a metric under settings that it does not describe."""

    def scorer(hypotheses: list[Any], references: list[list[Any]]) -> float | None:
        segments = [{"hypothesis": h, "references": r} for h, r in zip(hypotheses, references, strict=True)]
        outcome = native_outcome(from_plain({"segments": segments}), settings)
        if outcome.kind == "raised":
            raise RuntimeError("no")
        return outcome.value if isinstance(outcome, Score) else None

    return described_function(scorer, "py:somebody:score", settings.metric, described)


def _names(identified: Identification, name: str) -> bool:
    """Return whether an entry point is among the known ones with the same answers."""
    return any(label.startswith((f"{name} (", f"{name}(")) for label in identified.like)


@pytest.mark.parametrize(
    "name",
    ["sacrebleu.corpus_bleu", "nltk.sentence_bleu", "rouge_score.rougeL", "torchmetrics.chrf_score", "jiwer.wer"],
)
def test_a_wrapped_and_renamed_function_is_identified(name: str) -> None:
    profile = native_model(name).profiles(native_model(name).metric_name)[0]
    limit = {"max_references": profile.max_references} if profile.max_references else {}
    identified = identify(_hidden(profile.settings(), **limit), profile.metric)
    assert identified.found
    assert _names(identified, name)


def _drawn(kind: type[Settings], rng: random.Random) -> Settings:
    """The defaults with random values for two knobs."""
    choices = [knob for knob in kind.knobs() if getattr(knob.domain, "values", ()) and not knob.rounding]
    for _ in range(100):
        with contextlib.suppress(SettingsError):  # knobs that contradict each other
            values = {knob: random_value(rng, knob) for knob in rng.sample(choices, 2)}
            if not any(knob.needs_tokens(value) for knob, value in values.items()):  # it is asked texts
                return kind.from_mapping({knob.name: value for knob, value in values.items()})
    raise AssertionError("no two knobs go together")


@pytest.mark.parametrize(
    "name", [*(pytest.param(name, marks=pytest.mark.slow) for name in ("bleu", "chrf", "rouge-n")), "wer"]
)
@pytest.mark.slow
def test_settings_that_nobody_has_are_found_from_a_few_knobs_away(name: str) -> None:
    rng, kind = random.Random(7), metric(name).settings
    inputs = [v.data() for v in select([name]) if "tokenized" not in v.input]
    for _ in range(3):
        hidden = _drawn(kind, rng)
        identified = identify(_hidden(hidden), name)
        assert identified.found, hidden.short_signature
        settings = parse_signature(identified.signature)
        wrong = [
            data
            for data in inputs
            if not same_outcome(native_outcome(data, hidden), native_outcome(data, settings), max_ulps=8)
        ]
        assert not wrong, (hidden.short_signature, identified.short_signature, identified.undetermined)


def test_identify_reports_an_unreproducible_function() -> None:
    identified = identify(described_function(lambda *_: 42.0, "py:a:b", "gleu", {}), "gleu")
    assert not identified.found
    assert identified.like == []
    assert len(identified.departures) > identified.answers / 2
    assert identified.departures[0].answered.value == 42.0


def test_identify_finds_nothing_for_a_function_that_always_raises() -> None:
    def boom(*_: object) -> float:
        raise RuntimeError("no")

    identified = identify(described_function(boom, "py:a:boom", "bleu", {}), "bleu")
    assert not identified.found
    shown = identification(identified).splitlines()
    assert shown[0].endswith("it fails on most golden inputs")
    profile = native_model("sacrebleu").profiles("bleu")[0]
    count, first = len(golden_inputs("bleu", profile)), next(iter(golden_inputs("bleu", profile)))
    assert shown[1] == f"it fails on {count} inputs, the first is {first}: raised RuntimeError: no"


def test_huge_counts_are_not_spelled_out_for_a_function() -> None:
    def accuracy(gold: list[str], predicted: list[str]) -> float:
        assert len(gold) < 10**7
        return sum(map(str.__eq__, gold, predicted)) / len(gold) if gold else 0.0

    identified = identify(described_function(accuracy, "py:a:accuracy", "accuracy", {}), "accuracy")
    assert "accuracy-edge-huge" not in [departure.vector for departure in identified.departures]


@pytest.mark.slow
def test_lower_casing_is_noticed_without_smoothing() -> None:
    hidden = metric("bleu").settings.from_mapping({"case": "lower", "tokenizer": "none", "smoothing": "none"})
    identified = identify(_hidden(hidden), "bleu")
    assert identified.found
    assert parse_signature(identified.signature).as_dict()["case"] == "lower"


@pytest.mark.slow
def test_inputs_that_it_does_not_take_are_set_aside() -> None:
    def one_reference(hypotheses: list[str], references: list[list[str]]) -> float:
        if any(len(lines) > 1 for lines in references):
            raise TypeError("one reference only")
        segments = [{"hypothesis": h, "references": r} for h, r in zip(hypotheses, references, strict=True)]
        return score("chrf", from_plain({"segments": segments})).value

    identified = identify(described_function(one_reference, "py:a:b", "chrf", {}), "chrf")
    assert identified.found
    assert identified.refused


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from samescore import Corpus, score\n"
        "def bleu(hyps, refs):\n"
        "    return score('bleu', Corpus.from_segments(hyps, refs), smoothing='floor', tokenizer='none').value\n",
        encoding="utf-8",
    )
    done = call("identify", "py:mine:bleu", "-m", "bleu", "--format", "jsonl", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    (record,) = records(done.stdout)
    assert record["found"]
    assert "smoothing:floor" in record["short_signature"]
    assert "tokenizer:none" in record["short_signature"]
    (tmp_path / "found.jsonl").write_text(done.stdout, encoding="utf-8")
    shown = call("render", "found.jsonl", cwd=tmp_path)
    assert "unlike any known implementation, with these settings" in shown.stdout
    several = call("identify", "native:nltk", cwd=tmp_path)
    assert several.returncode == 2
    assert "choose a metric with -m" in several.stderr
    assert "has no settings to identify" in call("identify", "native", cwd=tmp_path).stderr
    with pytest.raises(UnknownNameError, match="has no entry point for ter"):
        identify(native_model("nltk"), "ter")


def test_a_knob_that_no_answer_depends_on_is_not_shown_as_found() -> None:
    signature = "bleu|tokenizer:none|no_references:minus-one"
    identified = Identification(
        "py:mine:bleu", "bleu", False, signature, signature, [], 4, [], {"no_references": ["raise"]}, [], nontrivial=4
    )
    shown = identification(identified)
    assert "  bleu|tokenizer:none (the rest at its default)" in shown
    assert "no answer depends on no_references" in shown
    for whole in (page([identified], {}), markdown(identified)):
        text = whole.partition("All settings")[0]
        assert "minus-one" not in text
        assert "no answer depends on it: could also be raise" in text


def test_a_knob_of_which_some_other_value_fits_is_shown_with_it() -> None:
    signature = "bleu|tokenizer:none|smoothing:floor|no_references:minus-one"
    left = {"no_references": ["raise"], "smoothing": ["nltk-1", "add-k"]}
    identified = Identification(
        "py:mine:bleu", "bleu", True, signature, signature, [], 4, [], left, [], nontrivial=4, explained=4,
        partly_determined=["smoothing"],
    )  # fmt: skip
    shown, html = identification(identified), page([identified], {})
    assert "  bleu|tokenizer:none|smoothing:floor (the rest at its default)" in shown
    assert "no answer depends on no_references\n" in shown
    assert "smoothing could also be nltk-1, add-k, with the same answers\n" in shown
    assert "<dd>could also be nltk-1, add-k</dd>" in html
    assert "<dd>no answer depends on it: could also be raise</dd>" in html
    lines = skeleton(identified).splitlines()
    assert 'smoothing = "floor"  # could also be nltk-1, add-k' in lines
    assert 'no_references = "minus-one"  # no answer depends on it: could also be raise' in lines


def test_weighted_kappa_with_its_classes_out_of_order_is_a_mistake() -> None:
    right = identify(described_function(weighted_kappa(), "py:somebody:kappa", "kappa", {}), "kappa")
    ignoring = (
        "kappa|weights:ignored|weight_summation:numpy|weighting:linear"  # a function of two lists takes no weights
    )
    assert (right.found, right.short_signature) == (True, ignoring)
    faulty = described_function(weighted_kappa("first appearance"), "py:somebody:kappa", "kappa", {})
    wrong = identify(faulty, "kappa")
    assert [mistake.name for mistake in wrong.mistakes] == ["classes-in-order-of-appearance"]
