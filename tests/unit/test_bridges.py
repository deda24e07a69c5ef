"""The identities behind the bridges between metrics hold on generated inputs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from samescore import Corpus, Labels, MetricError, SettingsError, Tagged
from samescore.base.outcome import Score
from samescore.data.corpus import Segment
from samescore.data.kinds import Data
from samescore.generators.settings import random_value
from samescore.generators.texts import corpora
from samescore.metrics import metric
from samescore.metrics.evaluator import bare_outcome
from samescore.settings import Settings
from samescore.settings.scale import on_widest
from samescore.text.resources.segmenters import SEGMENTERS
from samescore.verbs.why.bridges.bridges import BRIDGES, Bridge
from samescore.verbs.why.bridges.crossing import BridgePath

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: How many generated inputs each identity is held to.
INPUTS = 250


def _value(name: str, data: Data, **knobs: object) -> float | None:
    """The native score under exactly these settings; None if there is none."""
    outcome = bare_outcome(data, metric(name).settings.from_mapping(knobs))
    return outcome.value if isinstance(outcome, Score) else None


def _labels() -> Iterator[Labels]:
    rng = random.Random("labels")
    for _ in range(INPUTS):
        number, gold, predicted = rng.randint(1, 12), "abc"[: rng.randint(1, 3)], "abc"[: rng.randint(1, 3)]
        yield Labels([rng.choice(gold) for _ in range(number)], [rng.choice(predicted) for _ in range(number)])


def _tags() -> Iterator[Tagged]:
    rng = random.Random("tags")
    tags = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-X-LOC")
    for _ in range(INPUTS):
        gold = [[rng.choice(tags) for _ in range(rng.randint(0, 8))] for _ in range(rng.randint(1, 4))]
        yield Tagged(gold, [[tag if rng.random() < 0.7 else rng.choice(tags) for tag in row] for row in gold])


def _first_references(corpus: Corpus) -> Corpus:
    return Corpus(tuple(Segment(segment.hypothesis, segment.references[:1]) for segment in corpus))


def _flat(corpus: Corpus) -> Corpus:
    """Each text on one line."""
    return Corpus.from_segments(
        [str(line).replace("\n", " ") for line in corpus.hypotheses],
        [[str(line).replace("\n", " ") for line in group] for group in corpus.references],
    )


def _characters(corpus: Corpus) -> Corpus:
    return Corpus.from_tokens(
        [list(str(line).strip()) for line in corpus.hypotheses],
        [[list(str(line).strip()) for line in group] for group in corpus.references],
    )


def _unigram_bleu(corpus: Corpus) -> float | None:
    plain = {"mean": "arithmetic", "brevity_penalty": "none", "smoothing": "none", "tokenizer": "none"}
    return _value("bleu", _first_references(corpus), max_order=1, log_unit="fraction", **plain)


_WER = {"tokenizer": "none", "references": "best", "empty_reference": "one", "empty_input": "raise", "scale": "100"}
_TER = {"max_shift_size": 0, "beam_width": 10**6, "case": "keep", "reference_length": "closest"}
_PRECISION = {"measure": "precision", "average": "corpus", "references": "first", "tokenizer": "none", "case": "keep"}

#: Both sides of each identity, with settings written out here.
_IDENTITIES: dict[str, tuple[Callable[[Any], float | None], Callable[[Any], float | None]]] = {
    "rouge-l-rouge-lsum": (lambda c: _value("rouge-l", c), lambda c: _value("rouge-lsum", _flat(c))),
    "wer-cer": (lambda c: _value("wer", _characters(c), tokenizer="given"), lambda c: _value("cer", c)),
    "ter-wer": (lambda c: _value("ter", c, **_TER), lambda c: _value("wer", c, **_WER)),
    "ter-wer of sentences": (
        lambda c: _value("ter", c, average="sentences", **_TER),
        lambda c: _value("wer", c, average="sentences", **_WER),
    ),
    "rouge-n-bleu": (lambda c: _value("rouge-n", c, order=1, scale="100", **_PRECISION), _unigram_bleu),
    "answer-f1-rouge-n": (
        lambda c: _value("answer-f1", c, normalization="lower"),
        lambda c: _value("rouge-n", c, order=1, tokenizer="none", mean_summation="left-to-right"),
    ),
    "accuracy-micro-f1": (lambda d: _value("accuracy", d), lambda d: _value("f1", d, average="micro")),
    "accuracy-micro-precision": (lambda d: _value("accuracy", d), lambda d: _value("precision", d, average="micro")),
    "accuracy-micro-recall": (lambda d: _value("accuracy", d), lambda d: _value("recall", d, average="micro")),
    "balanced-accuracy-macro-recall": (
        lambda d: _value("balanced-accuracy", d),
        lambda d: _value("recall", d, average="macro", zero_division="nan"),
    ),
    "entity-match-entity-f1": (lambda d: _value("entity-match", d), lambda d: _value("entity-f1", d)),
    "entity-match-entity-f1 of overlaps": (
        lambda d: _value("entity-match", d, min_overlap=60.0, candidates="first", measure="recall"),
        lambda d: _value("entity-f1", d, measure="recall"),
    ),
}


def _inputs(name: str) -> Iterator[Data]:
    if "entity" in name:
        yield from _tags()
    else:
        yield from _labels() if "accuracy" in name else corpora(INPUTS, seed=17)


@pytest.mark.parametrize("name", _IDENTITIES)
def test_an_identity_holds_on_every_generated_input(name: str) -> None:
    first, second = _IDENTITIES[name]
    pairs = [(first(data), second(data)) for data in _inputs(name)]
    assert all(left == right for left, right in pairs)
    assert len({left for left, _ in pairs}) > 20


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (lambda c: _value("rouge-l", c), lambda c: _value("rouge-lsum", c)),
        (lambda c: _value("wer", c, tokenizer="none"), lambda c: _value("cer", c)),
        (lambda c: _value("ter", c, **{**_TER, "max_shift_size": 10}), lambda c: _value("wer", c, **_WER)),
        (lambda c: _value("rouge-n", c, order=2, scale="100", **_PRECISION), _unigram_bleu),
    ],
)
def test_the_inputs_tell_the_metrics_apart_where_there_is_no_identity(
    first: Callable[[Corpus], float | None], second: Callable[[Corpus], float | None]
) -> None:
    assert any(first(corpus) != second(corpus) for corpus in corpora(INPUTS, seed=17))


@pytest.mark.parametrize(
    "knobs", [{"match": "exact"}, {"match": "partial"}, {"match": "type"}, {"candidates": "every"}], ids=str
)
def test_the_tags_tell_entity_f1_from_other_matches(knobs: dict[str, str]) -> None:
    assert any(_value("entity-match", tags, **knobs) != _value("entity-f1", tags) for tags in _tags())


def test_gleu_of_words_is_a_precision_where_no_hypothesis_is_shorter_than_its_reference() -> None:
    held = apart = 0
    for corpus in corpora(3 * INPUTS, seed=17):
        single = _first_references(corpus)
        gleu, bleu = _value("gleu", single, max_order=1, scale="100"), _unigram_bleu(single)
        lengths = [(len(str(s.hypothesis).split()), len(str(s.references[0]).split())) for s in single if s.references]
        if all(hypothesis >= reference for hypothesis, reference in lengths):
            assert gleu == bleu
            held += gleu not in (None, 0.0, 100.0)
        else:
            apart += gleu != bleu
    assert held > 10
    assert apart > 10


@pytest.mark.parametrize("name", ["mer", "wil", "wip"])
def test_relatives_of_wer_are_made_of_its_counts(name: str) -> None:
    """By the formulas of Morris, Maier and Green (2004), in exact fractions, where the alignment is the same."""
    formulas: dict[str, Callable[[int, int, int, int], Fraction]] = {
        "mer": lambda h, s, d, i: Fraction(s + d + i, h + s + d + i),
        "wil": lambda h, s, d, i: 1 - Fraction(h, h + s + d) * Fraction(h, h + s + i),
        "wip": lambda h, s, d, i: Fraction(h, h + s + d) * Fraction(h, h + s + i),
    }
    wer, relative = metric("wer"), metric(name)
    settings, its = wer.settings(), relative.settings(alignment="most-hits")
    compared = 0
    for corpus in corpora(INPUTS, seed=17):
        try:
            counts = [sum(column) for column in zip(*wer.counted(corpus, wer.counting(settings)).rows, strict=True)]
        except MetricError:
            continue
        if len(counts) == 4 and sum(counts[:3]) and counts[0] + counts[1] + counts[3]:
            value = _value(name, corpus, alignment="most-hits")
            assert value == pytest.approx(float(formulas[name](*counts)), rel=1e-15, abs=1e-15)
            compared += 1
    assert its.metric == name
    assert compared > 100


def _random_settings(rng: random.Random, kind: type[Settings]) -> Settings:
    """Settings with up to four random knobs, for text."""
    while True:
        knobs = rng.sample(list(kind.knobs()), min(4, len(list(kind.knobs()))))
        values = {knob.name: random_value(rng, knob) for knob in knobs}
        if values.get("tokenizer") in ("given", *SEGMENTERS) or values.get("stemmer") == "rouge155":
            continue
        try:
            return on_widest(kind.from_mapping(values))
        except SettingsError:
            continue


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("bridge", [b for b in BRIDGES if b.id != "gleu-bleu"], ids=lambda bridge: bridge.id)
def test_a_bridge_holds_between_any_settings_of_its_metrics(bridge: Bridge, turned: bool) -> None:
    """What the ends need is pinned, so that it does not matter what else the two sides have set."""
    rng = random.Random(bridge.id)
    first, second = (bridge.second, bridge.first) if turned else (bridge.first, bridge.second)
    checked = 0
    for data in _inputs(bridge.id):
        ends = (_random_settings(rng, metric(end.metric).settings) for end in (first, second))
        residual = BridgePath(bridge, data, *ends).residual
        if residual is not None:
            assert residual == pytest.approx(0, abs=1e-12 if bridge.id == "answer-f1-rouge-n" else 0)
            checked += 1
    assert checked > INPUTS / 2


def test_every_bridge_is_tested_as_an_identity_of_its_own() -> None:
    formulas = {f"wer-{name}" for name in ("mer", "wil", "wip")}
    tested = {name.partition(" ")[0] for name in _IDENTITIES} | formulas | {"gleu-bleu"}
    assert tested == {bridge.id for bridge in BRIDGES}
