"""Perplexity under a model of training text of any length, or of two tables of counts."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, CountedTexts, InputError, SettingsError, score, with_training
from samescore.data.input_files import InputFiles
from samescore.data.trained import read_training
from samescore.metrics import metric
from samescore.verbs.inputs.settings import settings_for
from tests.command import call, records

TRAINING = ["我 喜欢 猫", "他 喜欢 狗", "我 爱 狗"]
#: The tables of TRAINING: six words, and pairs of them.
UNIGRAMS = {"我": 2, "喜欢": 2, "猫": 1, "他": 1, "狗": 2, "爱": 1}
BIGRAMS = {"我喜欢": 1, "喜欢猫": 1, "他喜欢": 1, "喜欢狗": 1, "我爱": 1, "爱狗": 1}


def _perplexity(data: Any, k: float = 0.5) -> float:
    settings = settings_for("bigram-perplexity", like="add-k-bigram", tokenizer="none").replace(k=k)
    return _score(data, settings.as_dict())


def _score(data: Any, knobs: Mapping[str, Any]) -> float:
    return score("ngram-perplexity", data, **knobs).value


def _article(text: str, unigrams: Mapping[str, float], bigrams: Mapping[str, float], k: float = 0.5) -> float:
    """The arithmetic that article 003 describes."""
    words, product = text.split(), 1.0
    for first, second in itertools.pairwise(words):
        product *= (bigrams.get(first + second, 0) + k) / (unigrams.get(first, 0) + k * len(unigrams))
    return float((1 / product) ** (1 / len(words)))


def test_the_tables_of_a_training_text_give_what_the_text_gives() -> None:
    """By hand, for one text: 1.5/5 * 1.5/5, and a root of order 3."""
    texts = ["我 喜欢 狗", "猫 喜欢 他", "x y", "猫"]
    counted = _perplexity(CountedTexts(texts, UNIGRAMS, BIGRAMS))
    assert counted == _perplexity(with_training(texts, TRAINING))
    assert counted == sum(_article(text, UNIGRAMS, BIGRAMS) for text in texts) / 4
    assert _perplexity(CountedTexts(texts[:1], UNIGRAMS, BIGRAMS)) == pytest.approx((25 / 2.25) ** (1 / 3), rel=1e-14)


def test_tables_need_not_hold_whole_numbers_nor_fit_each_other() -> None:
    """A table of probabilities, as the article calls it; a word that is only in pairs; a pair of count 0."""
    unigrams, bigrams = {"a": 0.25, "b": 0.75}, {"ab": 0.125, "ca": 3, "ba": 0}
    for text in ("a b a", "c a b", "b a"):
        assert _perplexity(CountedTexts([text], unigrams, bigrams)) == _article(text, unigrams, bigrams)
        assert _perplexity(CountedTexts([text], unigrams, bigrams), k=0.1) == _article(text, unigrams, bigrams, 0.1)


def test_tokens_of_the_caller() -> None:
    data = CountedTexts([["a b", "c"]], {"a b": 1}, {"a bc": 1})
    assert score("ngram-perplexity", data, like="add-k-bigram", tokenizer="given").value == (1 / (1.5 / 1.5)) ** 0.5


def test_training_text_of_any_length_is_the_same_model_as_references() -> None:
    texts = ["我 喜欢 狗", "猫 喜欢 他", "他 爱 猫"]
    aligned = Corpus.from_segments(texts, [[line] for line in TRAINING])
    for knobs in (dict[str, Any](), {"order": 3, "padding": "both", "vocabulary": "unknown"}):
        assert _score(with_training(texts, TRAINING), knobs) == _score(aligned, knobs)
    assert with_training(texts, TRAINING * 50).max_references == 150
    assert with_training([], []) == Corpus.from_segments([], [])
    with pytest.raises(InputError, match="no text to score"):
        with_training([], ["a"])


@pytest.mark.parametrize(
    "knobs",
    [
        {"order": 1},
        {"ngram_key": "tuple"},
        {"context_count": "followed"},
        {"padding": "both"},
        {"vocabulary": "padded"},
    ],
)
def test_settings_that_the_tables_cannot_serve_are_refused(knobs: dict[str, object]) -> None:
    serving = {"ngram_key": "joined", "context_count": "occurrences"}
    data = CountedTexts(["a b"], {"a": 1}, {"ab": 1})
    assert score("ngram-perplexity", data, **serving).value == pytest.approx((1.5 / 1.5) ** -1)
    with pytest.raises(SettingsError, match=f"can only be used with {next(iter(knobs))}="):
        _score(data, {**serving, **knobs})


def test_parts_of_an_input_have_the_same_tables() -> None:
    perplexity = metric("ngram-perplexity")
    settings = settings_for("ngram-perplexity", ngram_key="joined", context_count="occurrences", average="sentences")
    totals = [
        perplexity.total(perplexity.statistics(CountedTexts(texts, UNIGRAMS, BIGRAMS), settings), settings)
        for texts in (["我 喜欢 狗"], ["猫 喜欢"], ["我 喜欢 狗", "猫 喜欢"])
    ]
    merged = totals[0].merge(totals[1])
    assert perplexity.combine(merged, settings).value == perplexity.combine(totals[2], settings).value


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "texts").write_text("我 喜欢 狗\n猫 喜欢 他\n", encoding="utf-8")
    (tmp_path / "training").write_text("\n".join(TRAINING), encoding="utf-8")
    (tmp_path / "uni.json").write_text(json.dumps(UNIGRAMS), encoding="utf-8")
    (tmp_path / "bi.json").write_text(json.dumps(BIGRAMS), encoding="utf-8")
    return tmp_path


def test_tables_and_training_text_on_the_command_line(files: Path) -> None:
    named = ("score", "texts", "-m", "bigram-perplexity", "--like", "add-k-bigram", "--set", "tokenizer=none")
    by_text = records(call(*named, "-r", "training", "--format", "jsonl", cwd=files).stdout)
    by_tables = records(call(*named, "-r", "uni.json", "-r", "bi.json", "--format", "jsonl", cwd=files).stdout)
    assert by_text == by_tables
    assert by_text[0]["value"] == sum(_article(text, UNIGRAMS, BIGRAMS) for text in ("我 喜欢 狗", "猫 喜欢 他")) / 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"a": -1}', "bi.json: the table['a'] is -1 .*, not a count"),
        ('{"a": "1"}', "bi.json: Expected"),
        ('{"a": true}', "bi.json: Expected"),
        ("[1]", "bi.json: Expected `object`"),
        ('{"a": 1', "bi.json: Input data was truncated"),
    ],
)
def test_malformed_tables_are_refused(files: Path, content: str, message: str) -> None:
    (files / "bi.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message.replace("[", r"\[").replace("]", r"\]")):
        read_training(InputFiles(files / "texts", (files / "uni.json", files / "bi.json")))


def test_one_table_is_not_enough(files: Path) -> None:
    with pytest.raises(InputError, match="pass exactly two tables of counts"):
        read_training(InputFiles(files / "texts", (files / "uni.json",)))
    with pytest.raises(InputError, match="training: line 1: JSON is malformed"):
        read_training(InputFiles(files / "texts", (files / "training", files / "bi.json")))


def test_repeated_texts_are_kept() -> None:
    data = CountedTexts(["a b", "c", "a b"], {"a": 1}, {"ab": 1})
    assert data.texts == data.entries() == ["a b", "c", "a b"]
    assert len(data) == 3
    assert data.plain() == {"texts": ["a b", "c", "a b"], "unigrams": {"a": 1}, "bigrams": {"ab": 1}}
    assert CountedTexts.from_plain(data.plain()) == data.of_entries(data.entries()) == data
    tokens = CountedTexts([["a", "b"], ["a", "b"]], {"a": 1}, {"ab": 1})
    assert tokens.plain()["texts"] == [["a", "b"], ["a", "b"]]
