"""`samescore.scorer` gives what `samescore.score` gives for each text as an input of its own."""

from __future__ import annotations

import math
import random
from functools import partial
from typing import Any

import pytest

import samescore
from samescore import Corpus
from samescore.base.errors import InputError, MetricError, SettingsError, UnknownNameError
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_value
from samescore.metrics import METRIC_NAMES, metric
from samescore.verbs.scoring.score import score
from samescore.verbs.scoring.scorer import Scorer

#: The metrics that compare texts with references.
pytestmark = pytest.mark.usefixtures("both_routes")

_NAMES = [name for name in METRIC_NAMES if Corpus in metric(name).takes and metric(name).needs_references]
#: Entry points of packages, with settings other than the defaults.
_LIKE = (
    *(("bleu", like) for like in ("sacrebleu.sentence_bleu", "nltk.sentence_bleu", "torchmetrics.bleu_score")),
    *(("chrf", like) for like in ("sacrebleu.sentence_chrf", "nltk.sentence_chrf")),
    *(("rouge-l", "rouge_score.rougeL"), ("wer", "jiwer.wer"), ("ter", "sacrebleu.sentence_ter")),
)


def _result(compute: Any) -> object:
    """The score as hexadecimal text, or the class and the message of the error."""
    try:
        return float(compute()).hex()
    except (MetricError, InputError) as problem:
        return type(problem), str(problem)


def _any_result(compute: Any) -> object:
    """As `_result`, also for settings that do not suit the text."""
    try:
        return _result(compute)
    except SettingsError as problem:
        return type(problem), str(problem)


def _score_of_verb(name: str, corpus: Corpus, knobs: dict[str, Any]) -> float:
    """The score by the verb, which takes ROUGE's knob ``references`` by name."""
    return score(name, corpus, **knobs).value


def _value(name: str, corpus: Corpus, options: dict[str, Any]) -> float:
    return samescore.score(name, corpus, **options).value


def _texts(name: str, number: int) -> list[tuple[str, list[str]]]:
    """Hypotheses with their references, from generated inputs for a metric."""
    corpora = (data for data in inputs_for(name, number, seed=11) if isinstance(data, Corpus))
    texts = [corpus for corpus in corpora if not corpus.tokenized]
    return [(str(s.hypothesis), [str(line) for line in s.references]) for corpus in texts for s in corpus]


def _compare(name: str, texts: list[tuple[str, list[str]]], **options: Any) -> int:
    prepared, scored = samescore.scorer(name, **options), 0
    for hypothesis, references in texts:
        corpus = Corpus.from_segments([hypothesis], [references])
        expected = _result(partial(_value, name, corpus, options))
        assert _result(partial(prepared, hypothesis, references)) == expected, (hypothesis, references)
        scored += isinstance(expected, str)
    return scored


@pytest.mark.parametrize("name", _NAMES)
def test_a_call_equals_the_score_of_one_segment(name: str) -> None:
    assert _compare(name, _texts(name, 40)[:120]) > 10


@pytest.mark.parametrize(("name", "like"), _LIKE, ids=str)
def test_a_call_follows_an_implementation(name: str, like: str) -> None:
    assert _compare(name, _texts(name, 40)[:80], like=like) > 10


def test_a_call_follows_knobs() -> None:
    assert _compare("bleu", _texts("bleu", 30)[:80], smoothing="floor", average="sentences", scale="1") > 10
    assert _compare("wer", _texts("wer", 30)[:80], average="sentences", mean_summation="exact", case="lower") > 10


#: Texts that metrics treat specially.
_TEXTS = (
    "",
    " ",
    "a",
    "a b c d e",
    'The cat, sat. On 3.5 "mats" &amp; <b>',
    "日本 語",
    "İ x\u00a0y",
    "a. b. c",
    "x" * 300,
    "#### 12",
)


@pytest.mark.once
@pytest.mark.parametrize("name", _NAMES)
def test_a_call_equals_the_score_of_one_segment_under_any_settings(name: str) -> None:
    rng, compared = random.Random(f"any settings of {name}"), 0
    knobs = [knob for knob in metric(name).settings.knobs() if knob.name not in ("ignore_patterns", "transforms")]
    for _ in range(60):
        try:
            settings = metric(name).settings(**{k.name: random_value(rng, k) for k in knobs if rng.random() < 0.25})
        except SettingsError:
            continue
        chosen: dict[str, Any] = settings.as_dict()
        prepared = Scorer(name, **chosen)
        for _ in range(5):
            hypothesis = rng.choice(_TEXTS)
            references = [rng.choice(_TEXTS) for _ in range(rng.choice((0, 1, 1, 2, 3)))]
            corpus = Corpus.from_segments([hypothesis], [references])
            expected = _any_result(partial(_score_of_verb, name, corpus, chosen))
            assert _any_result(partial(prepared, hypothesis, references)) == expected, (settings.signature, corpus)
            compared += isinstance(expected, str)
    assert compared > 20


def test_several_texts_are_scored_one_by_one() -> None:
    prepared = samescore.scorer("chrf")
    texts = [("a b c", ["a b d"]), ("x", ["x", "y"]), ("", ["z"])]
    expected = [prepared(hypothesis, references) for hypothesis, references in texts]
    assert prepared([text for text, _ in texts], [references for _, references in texts]) == expected
    assert prepared(("a b c",), ["a b d"]) == [prepared("a b c", "a b d")]
    assert prepared([], []) == []


def test_references_may_be_a_tuple() -> None:
    prepared = samescore.scorer("chrf")
    assert prepared("a b", ("c d", "a b")) == 100.0
    assert prepared("a b", ("c d",)) == 0.0
    assert prepared(["a b", "a b"], (("c d", "a b"), ("c d",))) == [100.0, 0.0]


def test_the_settings_are_those_of_every_score() -> None:
    prepared = samescore.scorer("chrf++", like="sacrebleu.sentence_chrf")
    assert prepared.signature == samescore.score("chrf++", ["a b"], ["a b"], like="sacrebleu.sentence_chrf").signature
    assert prepared.settings.as_dict()["word_order"] == 2
    assert repr(prepared).startswith("<Scorer chrf|")


class _Text(str):
    """A string of a class of its own, which may define equality and hash in its own way."""

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = str.__hash__


def test_strings_of_other_classes_are_taken_as_their_text() -> None:
    assert samescore.scorer("wer")(_Text("a b"), _Text("a b")) == 0.0


def test_what_cannot_be_scored_is_an_error() -> None:
    prepared = samescore.scorer("bleu", like="nltk.corpus_bleu")
    with pytest.raises(InputError, match=r"references\[0\]\[0\] is 1 \(int\), not a string"):
        prepared("a", [1])  # type: ignore[list-item]
    wrong: Any = None
    for hypothesis, references, name in (
        ("a", wrong, "references"),
        (["a"], wrong, "references"),
        (wrong, "a", "hypothesis"),
    ):
        with pytest.raises(InputError, match=f"{name} is a NoneType, not a string or a list"):
            prepared(hypothesis, references)
    with pytest.raises(InputError, match=r"references is 5 \(int\), not a string or a list"):
        prepared(["a"], [5])  # type: ignore[list-item]
    with pytest.raises(InputError, match="there are 2 texts, but 1 references"):
        prepared(["a", "b"], ["a"])
    with pytest.raises(InputError, match="there are 2 texts, but one string"):
        prepared(["a", "b"], "ab")
    with pytest.raises(MetricError):
        samescore.scorer("bleu")("a", [])
    with pytest.raises(SettingsError, match="distinct does not score a text against references"):
        samescore.scorer("distinct")
    with pytest.raises(SettingsError, match="mcc does not score a text against references"):
        samescore.scorer("mcc")
    with pytest.raises(SettingsError):
        samescore.scorer("bleu", smoothing="none-such")
    with pytest.raises(UnknownNameError):
        samescore.scorer("blue")
    with pytest.raises(InputError, match="takes at most 1 reference"):
        samescore.scorer("wer", like="jiwer.wer")("a", ["a", "b"])
    assert math.isnan(samescore.scorer("ter", empty_reference="ieee")("", ""))
