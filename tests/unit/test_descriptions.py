"""Descriptions of implementations: what becomes a profile, and which metrics accept weighted items."""

from __future__ import annotations

from typing import Any

import pytest

from samescore.base.errors import DataError
from samescore.implementations.description import TEXT_KNOBS, names_weights, profile_file, read_description

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _read(*metrics: dict[str, Any]) -> Any:
    return read_description({"implementation": "mine", "version": "1.0", "id": 7, "metrics": list(metrics)}, "mine")


@pytest.mark.parametrize(
    ("described", "weighted"),
    [
        ({"metric": "accuracy"}, []),
        ({"metric": "accuracy", "settings": {"normalize": "count"}, "free": {"empty_input": "any"}}, []),
        ({"metric": "accuracy", "settings": {"weights": "ignored"}}, ["accuracy"]),
        ({"metric": "accuracy", "free": {"weights": "any"}}, ["accuracy"]),
        ({"metric": "accuracy", "like": "sklearn.accuracy_score"}, ["accuracy"]),
    ],
)
def test_metrics_that_say_how_weights_are_handled(described: dict[str, Any], weighted: list[str]) -> None:
    assert sorted(names_weights(_read(described, {"metric": "mcc"}))) == weighted


def test_a_described_metric_is_a_profile() -> None:
    described = {
        "metric": "chrf++",
        "settings": {"beta": 1.0},
        "free": {"case": ["lower", "keep"]},
        "max_references": 2,
    }
    (profile,) = profile_file(_read(described), "mine").profile
    assert (profile.metric, profile.entry_point, profile.max_references, profile.unit) == ("chrf", "chrfpp", 2, "text")
    settings = profile.settings().as_dict()
    assert (settings["word_order"], settings["beta"], settings["case"]) == (2, 1.0, "keep")
    assert list(profile.free) == ["case"]
    assert "case" not in profile.fixed


def test_the_caller_of_a_metric_of_tokens_prepares_the_texts() -> None:
    """Except for the knobs that the description fixes."""
    (texts,) = profile_file(_read({"metric": "bleu"}), "mine").profile
    (tokens,) = profile_file(_read({"metric": "bleu", "unit": "tokens", "settings": {"case": "lower"}}), "mine").profile
    assert (texts.unit, tokens.unit) == ("text", "tokens")
    assert not texts.free
    assert tokens.free == dict.fromkeys(set(TEXT_KNOBS) - {"case"}, "any")
    (labels,) = profile_file(_read({"metric": "mcc", "entry_point": "f"}), "mine").profile
    assert (labels.unit, labels.entry_point) == ("labels", "f")


@pytest.mark.parametrize(
    ("described", "message"),
    [
        ({"metric": "bleu", "settings": {"max_order": "x"}}, "mine: bleu: "),
        ({"metric": "bleu", "like": "no-such-tool"}, "mine: bleu: "),
        ({"metric": "blue"}, "mine: blue: unknown metric"),
    ],
)
def test_a_wrong_description_names_the_implementation_and_the_metric(described: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        profile_file(_read(described), "mine")
