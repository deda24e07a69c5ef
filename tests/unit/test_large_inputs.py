"""Large and odd fresh inputs: what goes wrong only there is red, right functions are not, and the sizes are said."""

from __future__ import annotations

import math
import random
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from samescore import Corpus, Labels, Rewrites
from samescore.base.outcome import Score, Undefined
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.data.comparison import MEAN
from samescore.generators.large import large_input
from samescore.generators.sizes import EVERY, is_large
from samescore.generators.special_words import CATEGORIES, every_pair
from samescore.implementations import described_function
from samescore.implementations.function import Function
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import largest
from samescore.verbs.judging.fresh import Fresh, questions

#: It does not depend on the interpreter: once is enough.
pytestmark = [pytest.mark.once, pytest.mark.usefixtures("both_routes")]

_Texts = tuple[Sequence[str], Sequence[Sequence[str]]]
_Change = Callable[[str], str]


def _texts(change: _Change) -> Callable[[_Texts], _Texts]:
    return lambda texts: ([change(h) for h in texts[0]], [[change(r) for r in rs] for rs in texts[1]])


def _first(count: int) -> Callable[[_Texts], _Texts]:
    return lambda texts: (texts[0][:count], texts[1][:count])


def _references(count: int) -> Callable[[_Texts], _Texts]:
    return lambda texts: (texts[0], [rs[:count] for rs in texts[1]])


def _whole_batches(size: int) -> Callable[[_Texts], _Texts]:
    def whole(texts: _Texts) -> _Texts:
        count = len(texts[0]) // size * size or len(texts[0])
        return texts[0][:count], texts[1][:count]

    return whole


def _short(count: int) -> Callable[[_Texts], _Texts]:
    return _texts(lambda text: text if text.count(" ") < count else " ".join(text.split(" ")[:count]))


def _without(category: str) -> Callable[[_Texts], _Texts]:
    return _texts(lambda text: "".join(c for c in text if unicodedata.category(c) != category))


def _byte(texts: _Texts) -> _Texts:
    """Words are numbered in a byte."""
    numbers: dict[str, int] = {}

    def numbered(text: str) -> str:
        return " ".join(f"w{numbers.setdefault(word, len(numbers)) % 256}" for word in text.split(" "))

    return _texts(numbered)(texts)


def _shallow(texts: _Texts) -> _Texts:
    if any(text.count(" ") > 300 for text in texts[0]):
        raise RecursionError("maximum recursion depth exceeded")
    return texts


#: What a fast or careless implementation does to texts.
_TEXT_FAULTS: dict[str, Callable[[_Texts], _Texts]] = {
    **{f"first {n} segments": _first(n) for n in (5, 16, 100, 256, 1000, 1024)},
    **{f"first {n} references": _references(n) for n in (4, 8, 16, 255)},
    **{f"first {n} words": _short(n) for n in (100, 128, 256, 300)},
    **{f"whole batches of {n}": _whole_batches(n) for n in (8, 16, 32, 64, 128, 256, 512)},
    "first 1,000 characters": _texts(lambda text: text[:1000]),
    "first 255 characters": _texts(lambda text: text[:255]),
    "word numbers in a byte": _byte,
    "recursion": _shallow,
    "digits masked": _texts(lambda text: re.sub(r"[0-9]{4,}", "0000", text)),
    "addresses masked": _texts(lambda text: re.sub(r"https?://\S+", "URL", text)),
    "e-mail masked": _texts(lambda text: re.sub(r"\S+@\S+\.\S+", "MAIL", text)),
    "apostrophes": _texts(lambda text: text.replace("\u2019", "'")),
    "quotation marks": _texts(lambda text: text.replace("\u201c", '"').replace("\u201d", '"')),
    "tatweel": _texts(lambda text: text.replace("\u0640", "")),
    "compatibility": _texts(lambda text: unicodedata.normalize("NFKC", text)),
    "composed": _texts(lambda text: unicodedata.normalize("NFC", text)),
    "ends at NUL": _texts(lambda text: text.partition("\0")[0]),
    "unknown words": _texts(lambda text: text.replace("<unk>", "<pad>")),
    "subword marks": _texts(lambda text: text.replace("@@", "")),
    "sentencepiece": _texts(lambda text: text.replace("\u2581", "")),
    "long words": _texts(lambda text: " ".join(word[:64] for word in text.split(" "))),
    "folded": _texts(lambda text: text.replace("\u00df", "ss")),
    "look-alikes": _texts(lambda text: text.replace("\u0430", "a")),
    **{f"no {category}": _without(category) for category in ("Cf", "Co", "Cn", "Mn", "Me", "Mc", "So", "Sk", "No", "Lm")},
}  # fmt: skip


def _native(data: Corpus | Labels | Rewrites, metric_name: str, **settings: object) -> float:
    outcome = native_outcome(data, metric(metric_name).settings().replace(**settings))
    if isinstance(outcome, Score):
        return outcome.value
    if isinstance(outcome, Undefined):
        return math.nan
    raise ValueError(outcome.describe())


def _red(function: Function, seed: int = 7) -> Iterator[str]:
    """The fresh inputs on which a function is red."""
    return (q.case.id for q in questions(function, Fresh(50, seed, chosen=True)) if q.judge().verdict.red)


def _text_function(metric_name: str, fault: Callable[[_Texts], _Texts]) -> Function:
    def compute(hypotheses: list[str], references: list[list[str]]) -> float:
        made = fault((hypotheses, references))
        return _native(Corpus.from_segments(list(made[0]), [list(texts) for texts in made[1]]), metric_name)

    return described_function(compute, "mine", metric_name, {})


@pytest.mark.parametrize("fault", _TEXT_FAULTS)
def test_a_fault_in_large_or_odd_texts_is_red(fault: str) -> None:
    assert any(_red(_text_function("bleu", _TEXT_FAULTS[fault])))


@pytest.mark.parametrize("metric_name", ["bleu", "chrf", "rouge-l", "wer", "ter", "meteor", "exact-match", "answer-f1"])
def test_a_right_function_is_not_red(metric_name: str) -> None:
    assert not list(_red(_text_function(metric_name, lambda texts: texts)))


def _class(limit: int) -> Callable[[list[Any]], list[Any]]:
    """Class numbers from `limit` on are one class."""
    return lambda labels: [min(label, limit) if isinstance(label, int) else label for label in labels]


def _cut(count: int) -> Callable[[list[Any]], list[Any]]:
    return lambda labels: labels[:count]


def _batches(size: int) -> Callable[[list[Any]], list[Any]]:
    return lambda labels: labels[: len(labels) // size * size or None]


def _modulo(labels: list[Any]) -> list[Any]:
    return [label % 256 if isinstance(label, int) else label for label in labels]


_LABEL_FAULTS: dict[str, Callable[[list[Any]], list[Any]]] = {
    "16 classes": _class(15),
    "100 classes": _class(99),
    "class numbers in a byte": _modulo,
    "first 1,000 items": _cut(1000),
    "first 65,536 items": _cut(65_536),
    "whole batches of 64": _batches(64),
    "whole batches of 1,000": _batches(1000),
}


def _label_function(metric_name: str, fault: Callable[[list[Any]], list[Any]], **settings: object) -> Function:
    def compute(gold: list[Any], predicted: list[Any]) -> float:
        return _native(Labels(fault(gold), fault(predicted)), metric_name, **settings)

    return described_function(compute, "mine", metric_name, {"settings": settings} if settings else {})


@pytest.mark.slow
@pytest.mark.parametrize("fault", _LABEL_FAULTS)
@pytest.mark.parametrize("metric_name", ["f1", "kappa"])
def test_a_fault_in_many_labels_or_classes_is_red(metric_name: str, fault: str) -> None:
    settings = {"average": "macro"} if metric_name == "f1" else {}
    assert any(_red(_label_function(metric_name, _LABEL_FAULTS[fault], **settings)))


@pytest.mark.parametrize("metric_name", ["f1", "kappa"])
def test_a_right_function_of_labels_is_not_red(metric_name: str) -> None:
    settings = {"average": "macro"} if metric_name == "f1" else {}
    assert not list(_red(_label_function(metric_name, list, **settings)))


def test_counts_in_16_bits_are_red() -> None:
    def compute(gold: list[Any], predicted: list[Any]) -> float:
        right: int = sum(g == p for g, p in zip(gold, predicted, strict=True))
        return (right & 0x7FFF) / len(gold)

    assert any(_red(described_function(compute, "mine", "accuracy", {})))


def test_pairs_are_two_words_and_characters_of_every_category() -> None:
    assert all(one != other for one, other in every_pair())
    every = {unicodedata.category(chr(code)) for code in range(0x110000)} - {"Cs"}
    assert {unicodedata.category(character) for character in CATEGORIES} == every


def test_every_seventh_input_is_large() -> None:
    assert [turn for turn in range(3 * EVERY) if is_large(turn)] == [6, 13, 20]
    profile = _text_function("bleu", lambda texts: texts).profiles("bleu")[0]
    made = [large_input(profile, profile.settings(), random.Random(1), turn) for turn in (6, 13, 20)]
    assert [largest([data.plain()]) for data in made if data is not None] == [
        "up to 1,025 segments, 6 words, 2 references",
        "up to 1 segment, 5,000 words, 2 references",
        "up to 2 segments, 8 words, 300 references",
    ]


def test_large_inputs_are_bounded() -> None:
    for function in (_text_function("bleu", lambda texts: texts), _label_function("kappa", list)):
        asked = questions(function, Fresh(50, 3, chosen=True))
        assert max(len(str(question.case.data.plain())) for question in asked) < 500_000


def test_how_large_inputs_are_is_said_in_words() -> None:
    assert largest([]) == ""
    assert (
        largest([{"gold": [1, 2, 1], "predicted": [1, 1, 1]}, {"gold": [1], "predicted": [1]}])
        == "up to 3 items, 2 classes"
    )
    tokens = {"segments": [{"hypothesis": ["a", "b"], "references": [["a b"]]}]}
    assert largest([tokens]) == "up to 1 segment, 2 words, 1 reference"


def _profile_of(metric_name: str) -> Profile | None:
    """A profile of the metric that compares anything."""
    profiles = (profile for file in profile_files().values() for profile in file.profile)
    return next((p for p in profiles if p.metric == metric_name and (not p.statistics or MEAN in p.statistics)), None)


@pytest.mark.parametrize("metric_name", METRIC_NAMES)
def test_every_metric_has_large_inputs(metric_name: str) -> None:
    if (profile := _profile_of(metric_name)) is None:
        pytest.skip("its packages compare systems by other metrics")
    made = [large_input(profile, profile.settings(), random.Random(1), EVERY * k + EVERY - 1) for k in range(3)]
    assert max(len(str(data.plain())) for data in made if data is not None) > 2000


@pytest.mark.parametrize("fault", ["first 100 rewrites", "first 100 words", "first 16 references", ""])
def test_a_fault_in_large_rewrites_is_red(fault: str) -> None:
    limit = int(re.sub(r"\D", "", fault) or 0)

    def compute(rewrites: list[dict[str, Any]]) -> float:
        if "rewrites" in fault:
            rewrites = rewrites[:limit]
        sources, hypotheses = ([rewrite[side] for rewrite in rewrites] for side in ("source", "hypothesis"))
        references = [rewrite["references"] for rewrite in rewrites]
        if "words" in fault:
            hypotheses = [text if text.count(" ") < limit else " ".join(text.split(" ")[:limit]) for text in hypotheses]
        if "references" in fault:
            references = [texts[:limit] for texts in references]
        return _native(Rewrites(sources, hypotheses, references), "sari")

    assert any(_red(described_function(compute, "mine", "sari", {}))) == bool(fault)
