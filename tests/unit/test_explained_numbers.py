"""Alternative explanations of a number: the metrics that are tried for each kind of input, and the line on a match."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from samescore import Comparison, Corpus, Labels
from samescore.data.comparison import Numbers
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.records import Chance, Tier
from samescore.settings import Settings
from samescore.verbs.audit.claim_search import ClaimSearch
from samescore.verbs.audit.explanations import _other_metrics, explanations
from samescore.verbs.audit.printed_text.rounding import RoundedNumber
from samescore.verbs.audit.stated import Candidate

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TEXTS = Corpus.from_segments(["a b", "c d"], [["a b"], ["c x"]])
_LABELS = Labels(tuple("abcdefghijkl"), tuple("abcdefghijkk"))
_PAIR = Comparison("mean", [Numbers([1.0, 0.5, 0.25]), Numbers([0.25, 0.5, 0.5])])
_OF_TEXTS = ["bleu", "chrf", "chrf++", "ter", "rouge1", "rouge2", "rougeL", "gleu", "wer", "meteor"]
_AVERAGES = [
    *(f"it may be {{}} of class {label}" for label in "abcdefghij"),
    *(f"it may be {{}} as {average} average" for average in ("macro", "micro", "weighted")),
]


def _tried(own: Settings, data: Data) -> list[tuple[str, str]]:
    search = cast(ClaimSearch, SimpleNamespace(question=SimpleNamespace(usual=own)))
    tried = list(_other_metrics(search, data))
    assert all(candidate.tier is Tier.DEFAULT for _, candidate in tried)
    return [(how, candidate.how) for how, candidate in tried]


def test_metrics_of_texts_except_the_stated_one() -> None:
    stated = metric("ter").settings()
    assert _tried(stated, _TEXTS) == [
        (f"it may be {name}", f"the defaults of {name}") for name in _OF_TEXTS if name != "ter"
    ]


def test_metrics_of_labels_with_averages_and_the_first_ten_classes() -> None:
    stated = metric("f1").settings.from_mapping({"average": "class", "positive": "b"})
    tried = _tried(stated, _LABELS)
    assert [how for how, _ in tried if how.count(" ") == 3] == [
        f"it may be {name}"
        for name in ("accuracy", "precision", "recall", "f1", "f1-mult", "mcc", "kappa", "balanced-accuracy")
    ]
    assert [how for how, _ in tried if " recall " in how] == [how.format("recall") for how in _AVERAGES]
    assert [how for how, _ in tried if " f1 " in how] == [
        how.format("f1") for how in _AVERAGES if not how.endswith("class b")
    ]
    assert {said for how, said in tried if " recall " in how} == {"its other defaults"}
    assert not [how for how, _ in tried if "mcc of" in how or "accuracy as" in how]


def test_a_half_width_may_be_a_standard_error_and_other_inputs_have_no_other_metric() -> None:
    interval = metric("interval").settings
    assert _tried(interval.from_mapping({"end": "half-width"}), _PAIR) == [
        ("it may be standard-error", "the defaults of standard-error")
    ]
    assert _tried(interval.from_mapping({"end": "high"}), _PAIR) == []
    assert _tried(metric("p-value").settings(), _PAIR) == []


@pytest.mark.parametrize(
    ("published", "lines"),
    [
        ("0.25", ["with hypotheses and references swapped: own give 0.25 (probability by chance 0.12, over everything tried)"]),
        ("0.9", []),
    ],
)  # fmt: skip
def test_a_match_is_a_line_with_its_chance(published: str, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of eight hypotheses and as many references, two are labelled alike; only accuracy of the swapped sides is tried."""
    labels, asked = Labels(tuple("aaaaaaaa"), tuple("aabbbbbb")), list[Any]()

    def chance(tried: list[Any], cut_off: list[Any]) -> Chance:
        asked.extend([len(tried), cut_off])
        return Chance(0.1234, 0, 1, 1, 7)

    own = Candidate("own", metric("accuracy").settings(), tier=Tier.STATED)
    search = SimpleNamespace(
        claimed=SimpleNamespace(data=labels),
        question=None,
        own=own,
        window=SimpleNamespace(chance=chance),
        rounded=["r1", "r2"],
        cut_off=["c"],
        printed=RoundedNumber.of(published),
    )
    monkeypatch.setattr("samescore.verbs.audit.explanations._other_metrics", lambda *_: [])
    default = Candidate("default", metric("accuracy").settings(), tier=Tier.DEFAULT)
    monkeypatch.setattr("samescore.verbs.audit.explanations.candidates", lambda *_: [own, default])
    assert list(explanations(cast(ClaimSearch, search))) == lines
    assert asked == [3, ["c"]]
    search.window = None
    assert list(explanations(cast(ClaimSearch, search))) == []
