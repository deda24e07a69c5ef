"""Results cached on an input are those of the settings: whatever was computed before, each score is what a new input gets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from samescore.base.errors import SettingsError
from samescore.base.outcome import Score
from samescore.catalogue.vectors import select
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data, from_plain
from samescore.generators.inputs import inputs_for
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import bare_outcome, native_outcome
from samescore.settings import Settings

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _flipped(settings: Settings) -> Iterator[Settings]:
    """Yield settings that differ in one knob, for every knob of which that is cheap."""
    for knob in settings.knobs():
        for value in knob.alternatives(getattr(settings, knob.name)):
            if value in ("resampled", "jackknife"):
                continue
            with suppress(SettingsError):
                yield settings.replace(**{knob.name: value})
                break


#: Settings under which a metric counts by another route, whose results are cached apart.
_ROUTES: dict[str, dict[str, object]] = {"bleu": {"ngram_key": "joined"}, "wer": {"tokenizer": "spaces"}}

#: Texts in which case, white space, punctuation, stems, repeated words and each reference make a difference.
_TEXTS = Corpus.from_segments(
    ["  The cat, the CAT sat on the mat.  It's Don't ", "a B a b c d e f g", "Running dogs run fast; x-y 3.5 &amp; z"],
    [
        ["the cat the cat sat on a mat.  it is don't", "", "THE Cat sat ."],
        ["a b a B c d E f", "b a", "a b c"],
        ["runs dog running Fast x y 3,5 & z", "dogs", ""],
    ],
)


def _inputs(name: str) -> Iterator[tuple[Data, Settings]]:
    """Yield texts, or the longest of some generated inputs, with default settings, and the input of a vector with its own."""
    few: dict[str, object] = {"resamples": 9} if "resamples" in metric(name).settings.declared_knobs else {}
    changes: list[dict[str, object]] = [few, {**few, **_ROUTES[name]}] if name in _ROUTES else [few]
    generated = [_TEXTS] if metric(name).takes[0] is Corpus else inputs_for(name, 5, seed=11)
    longest = max(generated, key=lambda data: len(str(data.plain())))
    for knobs in changes:
        yield longest, metric(name).settings.from_mapping(knobs)
    vector = next(vector for vector in select([name]) if vector.settings != metric(name).settings().as_dict())
    yield vector.data(), vector.complete_settings().replace(**few)


def _answer(data: Data, settings: Settings) -> str:
    try:
        outcome = native_outcome(data, settings)
        value = bare_outcome(data, settings)
    except SettingsError as problem:  # the settings do not fit the input
        return repr(problem)
    if not isinstance(outcome, Score):
        return repr((outcome, value))
    return repr((outcome.value, dict(outcome.stages), value))


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_a_score_does_not_depend_on_what_was_computed_before(name: str) -> None:
    for data, settings in _inputs(name):
        used = from_plain(data.plain())
        for changed in (settings, *_flipped(settings), settings):
            assert _answer(used, changed) == _answer(from_plain(data.plain()), changed), changed.signature
