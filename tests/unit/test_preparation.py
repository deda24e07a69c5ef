"""The stages of a line's preparation: the last one has the units that the metric compares."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from samescore.base.errors import MetricError, SettingsError
from samescore.data.corpus import Corpus, Line
from samescore.data.labels import Labels
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_settings
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.base import AnyMetric, ComparesTexts, tokens_of
from samescore.metrics.preparation import Units
from samescore.settings import Settings, Stage

_WITH_TEXTS = [name for name in METRIC_NAMES if isinstance(metric(name), ComparesTexts)]
_INPUTS, _DRAWS = 25, 8


def _metric_of_texts(name: str) -> ComparesTexts[Any, Any]:
    chosen = metric(name)
    assert isinstance(chosen, ComparesTexts)
    return chosen


def _prepared(
    chosen: ComparesTexts[Any, Any], line: Line, settings: Settings, *, reference: bool
) -> tuple[Units, list[tuple[str, Units]]]:
    seen: list[tuple[str, Units]] = []
    made = chosen.prepare(line, settings, lambda *stage: seen.append(stage), reference=reference)
    return made, seen


def _settings(chosen: AnyMetric, rng: random.Random) -> Settings:
    """Random settings up to the tokens, with every other knob at its default, and all references kept."""
    drawn = random_settings(chosen.settings, rng)
    values = {
        knob.name: getattr(drawn, knob.name)
        for knob in chosen.settings.knobs()
        if knob.stage in (Stage.TEXT, Stage.TOKENS) and not knob.needs_package(getattr(drawn, knob.name))
    }
    kept = {"empty_references": "keep"} if chosen.settings.has_knob("empty_references") else {}
    return chosen.settings.from_mapping({**values, **kept})


def _asked(name: str) -> Iterator[tuple[Any, Settings]]:
    rng = random.Random(name)
    for data in inputs_for(name, _INPUTS, seed=11):
        if isinstance(data, Corpus) and not data.tokenized:
            for _ in range(_DRAWS):
                yield data, _settings(metric(name), rng)


def test_metrics_of_texts_have_tokens_and_others_have_none() -> None:
    assert {"bleu", "chrf", "sari", "response-match"} < set(_WITH_TEXTS)
    assert not {"mcc", "perplexity", "p-value", "fleiss-kappa"} & set(_WITH_TEXTS)
    chosen = metric("mcc")
    assert tokens_of(chosen, Labels([1, 0], [1, 1]), chosen.settings()) == []


@pytest.mark.parametrize("name", [name for name in _WITH_TEXTS if Corpus in metric(name).takes])
def test_a_prepared_line_is_what_the_metric_compares(name: str) -> None:
    chosen, compared, knobs = _metric_of_texts(name), 0, set[str]()
    for data, settings in _asked(name):
        try:
            units = chosen.tokens(data, settings)
        except (MetricError, SettingsError):
            continue
        for segment, lines in zip(data, units, strict=True):
            hypothesis, *references = lines
            made, seen = _prepared(chosen, segment.hypothesis, settings, reference=False)
            assert _plain(made) == _plain(hypothesis), settings
            knobs |= {knob for knob, _ in seen}
            prepared = [_prepared(chosen, line, settings, reference=True)[0] for line in segment.references]
            if name == "distinct":
                continue
            if name == "bleu" and settings.as_dict()["sentences"] != "whole":
                prepared = [piece for pieces in prepared for piece in pieces]
            assert list(map(_plain, prepared)) == list(map(_plain, references)), settings
            compared += len(references)
    assert compared > 100 or name == "distinct"
    assert knobs


def _plain(units: Units) -> object:
    """Units as strings and lists."""
    if isinstance(units, str):
        return units
    return [_plain(unit) if isinstance(unit, Sequence) else unit for unit in units]


@pytest.mark.parametrize("name", _WITH_TEXTS)
def test_the_last_stage_has_the_units(name: str) -> None:
    """For chrF++ these are two: characters, and words."""
    chosen, rng = _metric_of_texts(name), random.Random(name)
    for _ in range(60):
        settings = _settings(chosen, rng)
        for line in ("  The Cat's 1,000.50\tdogs. Sat on a mat! ", "", "Ein\u00a0Würfel\nno. 2 . x"):
            for reference in (False, True):
                try:
                    made, seen = _prepared(chosen, line, settings, reference=reference)
                except MetricError:
                    continue
                last = seen[-1][1] if seen else line
                if name == "chrf":
                    last = [dict(seen)["whitespace"], *dict(seen).get("words", [])]
                elif name.startswith("rouge") and made != last:  # the sentences of a text make one list of tokens
                    last = [token for sentence in last for token in sentence]
                assert _plain(made) == _plain(last), settings
                for stage, _ in seen:
                    assert chosen.settings.has_knob(stage) or stage in _STEPS or settings.has_knob("transforms"), stage


#: The stages that are not named like a knob.
_STEPS = ("words", "characters", "ignored text removed")


def test_the_stages_of_a_line_are_in_order() -> None:
    settings = _metric_of_texts("bleu").settings().replace(case="lower", strip="right")
    _, seen = _prepared(_metric_of_texts("bleu"), "It costs 1,000.50. ", settings, reference=False)
    assert seen == [
        ("case", "it costs 1,000.50. "),
        ("strip", "it costs 1,000.50."),
        ("tokenizer", ["it", "costs", "1,000.50", "."]),
    ]
    settings = _metric_of_texts("wer").settings().replace(transforms="remove-punctuation,strip")
    assert _prepared(_metric_of_texts("wer"), " a, b ", settings, reference=True)[1] == [
        ("remove-punctuation", " a b "),
        ("strip", "a b"),
        ("tokenizer", ["a", "b"]),
    ]


def test_only_a_reference_is_normalized_twice_and_only_a_hypothesis_is_filtered() -> None:
    settings = _metric_of_texts("ter").settings().replace(tokenizer="tercom")
    stages = [
        [stage for stage, _ in _prepared(_metric_of_texts("ter"), "It's", settings, reference=reference)[1]]
        for reference in (False, True)
    ]
    assert stages == [["strip", "case", "tokenizer"], ["strip", "case", "tokenizer", "reference_passes"]]
    once, twice = (
        _prepared(_metric_of_texts("ter"), "Ann's, no?", settings, reference=side)[0] for side in (False, True)
    )
    assert (once, twice) == (["ann's", ",", "no", "?"], ["ann", "'s", ",", "no", "?"])
    settings = _metric_of_texts("exact-match").settings().replace(filter="flexible-extract", normalization="none")
    hypothesis, _ = _prepared(_metric_of_texts("exact-match"), "so 3, or 4", settings, reference=False)
    reference, _ = _prepared(_metric_of_texts("exact-match"), "so 3, or 4", settings, reference=True)
    assert (hypothesis, reference) == ("4", "so 3, or 4")
