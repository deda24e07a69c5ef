"""Identities between metrics hold on generated inputs, and the path from one number to another is made of native scores."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, Labels, MetricError, SettingsError, Tagged, UnknownNameError
from samescore.data.corpus import Segment
from samescore.data.kinds import Data
from samescore.data.segmenters import SEGMENTERS
from samescore.generators.settings import random_value
from samescore.generators.texts import corpora
from samescore.metrics import metric
from samescore.metrics.aliases import meant
from samescore.metrics.evaluator import bare_outcome
from samescore.outcome import Score
from samescore.records import Crossing
from samescore.settings import Settings
from samescore.settings.scale import on_widest
from samescore.verbs.bridges.bridges import BRIDGES, Bridge, way
from samescore.verbs.bridges.crossing import BridgePath, cross
from samescore.verbs.explain import explain
from tests.command import call, records

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


_WER = {"tokenizer": "none", "references": "best", "empty_reference": "one", "no_segments": "raise", "scale": "100"}
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


_SUMMARIES = Corpus.from_segments(
    ["One cat sat.\nTwo dogs ran home.", "a b"], [["Two dogs ran.\nOne cat sat down."], ["a c"]]
)


def _values(of: Crossing) -> list[float | None]:
    return [of.start, *(step.outcome.value for step in of.steps)]


def test_rouge_l_and_rouge_lsum() -> None:
    of = cross("native:rouge_score", "native:rouge_score", ("rougeL", "rougeLsum"), _SUMMARIES)
    # 3 of 7 words in order in the first text, 6 of 7 with one line after the other; 1 of 2 in the second
    assert of.start == pytest.approx(100 * (3 / 7 + 1 / 2) / 2)
    assert [step.kind for step in of.steps] == ["identity", "input"]
    assert of.steps[0].outcome.value == of.start
    assert of.steps[1].outcome.value == pytest.approx(100 * (6 / 7 + 1 / 2) / 2)
    assert [bridge.residual for bridge in of.bridges] == [0.0]
    assert of.explained


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("ter", "wer"), ["ter-wer"]),
        (("cer", "ter"), ["wer-cer", "ter-wer"]),
        (("mer", "ter"), ["wer-mer", "ter-wer"]),
        (("accuracy", "balanced-accuracy"), ["accuracy-micro-recall", "balanced-accuracy-macro-recall"]),
        (("gleu", "rouge-n"), ["gleu-bleu", "rouge-n-bleu"]),
    ],
)
def test_the_shortest_way(names: tuple[str, str], expected: list[str]) -> None:
    assert [bridge.id for bridge in way(*names)] == expected


_TEXTS = Corpus.from_segments(
    ["the cat sat on the Mat", "yes yes yes yes", "so it is"], [["on the mat the cat sat"], ["yes"], ["it is so here"]]
)
_PREDICTED = Labels(list("abbac"), list("abaab"))


@pytest.mark.parametrize(
    ("names", "data"),
    [
        (("ter", "wer"), _TEXTS),
        (("wer", "ter"), _TEXTS),
        (("ter", "cer"), _TEXTS),
        (("cer", "mer"), _TEXTS),
        (("wil", "wip"), _TEXTS),
        (("bleu", "rouge1"), _TEXTS),
        (("gleu", "bleu"), _TEXTS),
        (("answer-f1", "rouge1"), _TEXTS),
        (("accuracy", "macro-F1"), _PREDICTED),
        (("balanced-accuracy", "accuracy"), _PREDICTED),
    ],
)
def test_a_path_leads_from_the_first_number_to_the_second(names: tuple[str, str], data: Data) -> None:
    of = cross("native", "native", names, data)
    values = _values(of)
    ends = []
    for name in names:
        chosen, implied = meant(name)
        outcome = bare_outcome(data, on_widest(chosen.settings.from_mapping(implied)))
        assert isinstance(outcome, Score)
        ends.append(outcome.value)
    assert [values[0], values[-1]] == ends
    assert of.gap == ends[1] - ends[0]
    assert None not in values
    crossed = [k for k, step in enumerate(of.steps, 1) if step.kind == "identity"]
    conditions = {bridge.condition for bridge in of.bridges}
    if conditions == {""}:
        assert all(values[k] == pytest.approx(values[k - 1], rel=1e-14) for k in crossed)


def test_partial_matches_and_entity_f1() -> None:
    tags = Tagged([["B-PER", "I-PER", "O", "B-LOC"]], [["B-PER", "O", "O", "I-LOC"]])
    of = cross("native:nervaluate", "native:seqeval", ("entity-match", "entity-f1"), tags, match="partial")
    # one of two is right, the other a half; then one is right
    assert (of.start, _values(of)[-1]) == (75.0, 50.0)
    assert [str(change) for step in of.steps for change in step.changes if change.knob == "match"] == [
        "match: partial -> strict"
    ]
    assert [bridge.residual for bridge in of.bridges] == [0.0]
    assert of.explained


@pytest.mark.parametrize("names", [("wer", "cer"), ("cer", "wer"), ("wer", "mer"), ("mer", "wer")])
def test_transforms_that_both_sides_have_are_no_step(names: tuple[str, str]) -> None:
    of = cross(
        "native", "native", names, _TEXTS, case="lower", transforms=("to-upper-case", "substitute-words:CAT=cat")
    )
    assert of.steps
    assert not {change.knob for step in of.steps for change in step.changes} & {"case", "transforms"}
    assert [bridge.residual for bridge in of.bridges] == [0.0]


def test_a_condition_that_does_not_hold_is_said() -> None:
    short = Corpus.from_segments(["a b"], [["a b c d"]])
    (bridge,) = cross("native", "native", ("gleu", "bleu"), short).bridges
    assert bridge.residual == 50.0  # 2 of 4 words, and 2 of 2
    assert bridge.condition


def test_a_side_that_gives_no_score() -> None:
    of = cross("native", "native", ("ter", "wer"), Corpus.from_segments([], []))
    assert of.gap is None
    assert [bridge.residual for bridge in of.bridges] == [None]
    assert "ter of native is no score" in of.sentence


def test_metrics_without_a_way_and_inputs_that_a_bridge_does_not_take() -> None:
    with pytest.raises(SettingsError, match="no identity between chrf and ter is known") as refusal:
        cross("native", "native", ("chrf", "ter"), _TEXTS)
    assert "wer - cer" in refusal.value.hint
    with pytest.raises(SettingsError, match="compared on text, but the corpus holds tokens"):
        cross("native", "native", ("ter", "wer"), Corpus.from_tokens([["a"]], [[["a"]]]))
    with pytest.raises(UnknownNameError, match="no metric 'rougeX'"):
        cross("native", "native", ("rougeX", "rougeL"), _TEXTS)


@pytest.mark.parametrize(
    ("first", "second", "knob"),
    [
        ("chrf", "chrf++", "word_order: 0 -> 2"),
        ("bleu", "BLEU-1", "max_order: 4 -> 1"),
        ("corpus BLEU", "sentence BLEU", "average: corpus -> sentences"),
        ("rouge1", "rouge2", "order: 1 -> 2"),
    ],
)
def test_two_names_of_one_metric_are_explained_by_their_knobs(first: str, second: str, knob: str) -> None:
    explanation = explain("native", "native", first, _TEXTS, second_metric=second)
    assert explanation.first.name == f"native ({first})"
    assert explanation.second.name == f"native ({second})"
    assert [str(change) for change in explanation.smallest or ()] == [knob]


def test_macro_and_micro_f1() -> None:
    explanation = explain("native:sklearn", "native:sklearn", "macro-F1", _PREDICTED, second_metric="micro-F1")
    assert [str(change) for change in explanation.smallest or ()] == ["average: macro -> micro"]
    assert explanation.explained


def test_two_metrics_are_not_one() -> None:
    with pytest.raises(SettingsError, match="wer and cer are two metrics"):
        explain("native", "native", "wer", _TEXTS, second_metric="cer")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "hyp").write_text("yes yes yes\nno [b] <i> \x1b[31m\n", encoding="utf-8")
    (tmp_path / "ref").write_text("yes\nno\n", encoding="utf-8")
    return tmp_path


def test_the_command(files: Path) -> None:
    command = ("explain", "native:jiwer", "hyp", "-r", "ref", "-m", "wer", "-m", "cer")
    done = call(*command, "--format", "jsonl", cwd=files)
    assert done.returncode == 0, done.stderr
    (record,) = records(done.stdout)
    assert (record["type"], record["first_metric"], record["second_metric"]) == ("crossing", "wer", "cer")
    table = call(*command, cwd=files).stdout
    assert "the input: every character is a word" in table
    assert "The bridge wer-cer holds exactly (residual 0)" in table
    shown = call(*command, "--format", "markdown", cwd=files).stdout
    assert "- The bridge wer-cer holds exactly" in shown
    (files / "saved.jsonl").write_text(done.stdout, encoding="utf-8")
    assert call("render", "saved.jsonl", cwd=files).stdout == table


def test_entry_points_name_their_metrics(files: Path) -> None:
    done = call(
        "explain",
        "native:rouge_score.rougeL",
        "native:rouge_score.rougeLsum",
        "hyp",
        "-r",
        "ref",
        "--format",
        "jsonl",
        cwd=files,
    )
    (record,) = records(done.stdout)
    assert [bridge["id"] for bridge in record["bridges"]] == ["rouge-l-rouge-lsum"]
    alone = call("explain", "native:jiwer.cer", "hyp", "-r", "ref", "--format", "jsonl", cwd=files)
    assert records(alone.stdout)[0]["metric"] == "cer"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-m", "wer", "-m", "cer", "-m", "mer"), "3 metrics are named"),
        (("-m", "wer", "-m", "cer", "--reported", "3"), "--reported looks for a number of one metric"),
        (("-m", "wer", "-m", "cer", "--set", "nothing=1"), "has no knob 'nothing'"),
        (("-m", "wer", "-m", "bleu"), "no identity between wer and bleu"),
    ],
)
def test_arguments_that_do_not_go_together(files: Path, arguments: tuple[str, ...], message: str) -> None:
    done = call("explain", "native", "hyp", "-r", "ref", *arguments, cwd=files)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_knob_is_set_on_the_sides_that_have_it(files: Path) -> None:
    done = call(
        *("explain", "native", "hyp", "-r", "ref", "-m", "wer", "-m", "cer"),
        *("--set", "whitespace=remove", "--set", "case=lower"),
        "--format",
        "jsonl",
        cwd=files,
    )
    (record,) = records(done.stdout)
    assert "case:lower" in record["first"]["signature"]
    assert "case:lower" in record["second"]["signature"]
    assert "whitespace:remove" in record["second"]["signature"]
