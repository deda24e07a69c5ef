"""Texts for which a profile does not model its entry point are refused by every way to score."""

from __future__ import annotations

import re

import pytest

import samescore
from samescore.base.errors import InputError
from samescore.catalogue.profile_files import profile_files
from samescore.data.corpus import Corpus
from samescore.implementations.base import limits
from samescore.verbs.inputs.settings import entry_point_and_settings
from samescore.verbs.scoring.streamed import StreamedScore

_CASES = [
    ("rouge1", "opik.ROUGE-rouge1", "a b", " \t", "ROUGE-rouge1 is not modelled for blank texts"),
    ("rouge1", "opik.ROUGE-rouge1", "", "a b", "such as ''"),
    ("gleu", "opik.GLEU", " ", "a b", "blank texts"),
    ("bleu", "opik-bleu.CorpusBLEU", "a b", " ", "blank texts"),
    ("bleu", "npm-bleu-score", "a valueOf b", "a", "properties of JavaScript's objects"),
    ("wer", "sclite", "a b c", "a {b / d} c", r"alternatives in braces, such as 'a \{b / d\} c'"),
]


@pytest.mark.parametrize(("metric", "like", "hypothesis", "reference", "message"), _CASES)
def test_a_text_outside_of_the_model_is_refused(
    metric: str, like: str, hypothesis: str, reference: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        samescore.score(metric, ["a", hypothesis], ["a", reference], like=like)
    with pytest.raises(InputError, match=message):
        samescore.scorer(metric, like=like)(hypothesis, reference)


@pytest.mark.parametrize(("metric", "like"), [(metric, like) for metric, like, *_ in _CASES])
def test_other_texts_have_a_score(metric: str, like: str) -> None:
    score = samescore.score(metric, ["a\nb"], ["a\nb"], like=like)
    assert samescore.scorer(metric, like=like)("a\nb", "a\nb") == score.value


def test_batches_are_refused_like_the_whole_corpus() -> None:
    profile, settings = entry_point_and_settings("wer", "sclite", {})
    score = StreamedScore(settings, profile, "sclite")
    for text in ("a", "a {b / c}", "d"):
        batch = Corpus.from_segments([text], [[text]])
        score.add(batch, score.count(batch))
    with pytest.raises(InputError, match="alternatives in braces"):
        score.trace()


@pytest.mark.parametrize(
    ("texts", "refused"),
    [
        ([], False),
        (["", " \t"], True),
        (["<skipped>"], True),
        (["", "a"], False),
        (["a", ""], False),
        (["\xa0"], False),
    ],
)
def test_a_corpus_is_refused_if_all_its_texts_are_outside(texts: list[str], refused: bool) -> None:
    profile, settings = entry_point_and_settings("bleu", "keras-hub.Bleu", {})
    assert profile
    whole = limits(profile, Corpus.from_segments(texts, [[text] for text in texts]))
    score = StreamedScore(settings, profile, "keras-hub.Bleu")
    for text in texts:
        batch = Corpus.from_segments([text], [[text]])
        score.add(batch, score.count(batch))
    assert (whole is not None) is refused
    if refused:
        with pytest.raises(InputError, match="without words on both sides, whose score is nan"):
            score.trace()
    else:
        score.trace()


def test_every_pattern_has_a_reason() -> None:
    stated = [profile for file in profile_files().values() for profile in file.profile if profile.outside_texts]
    assert stated
    for profile in stated:
        assert re.compile(profile.outside_texts)
        assert profile.outside_why
