"""Texts for which a profile does not model its entry point are refused by every way to score."""

from __future__ import annotations

import re

import pytest

import samescore
from samescore.base.errors import InputError
from samescore.catalogue.profile_files import profile_files

_CASES = [
    ("rouge1", "opik.ROUGE-rouge1", "a b", " \t", "ROUGE-rouge1 is not modelled for blank texts"),
    ("rouge1", "opik.ROUGE-rouge1", "", "a b", "such as ''"),
    ("gleu", "opik.GLEU", " ", "a b", "blank texts"),
    ("bleu", "opik-bleu.CorpusBLEU", "a b", " ", "blank texts"),
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


def test_every_pattern_has_a_reason() -> None:
    stated = [profile for file in profile_files().values() for profile in file.profile if profile.outside_texts]
    assert stated
    for profile in stated:
        assert re.compile(profile.outside_texts)
        assert profile.outside_why
