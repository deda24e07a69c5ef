"""A request names each implementation once; two sides of a comparison are not the same."""

from __future__ import annotations

import pytest

from samescore import records
from samescore.base.errors import SettingsError, UnknownNameError
from samescore.data.corpus import Corpus
from samescore.verbs.fuzz.execution import execute as fuzz
from samescore.verbs.fuzz.request import Request as FuzzRequest
from samescore.verbs.judging.plan import Request as RunRequest
from samescore.verbs.judging.plan import plan
from tests.explaining import explain

_CORPUS = Corpus.from_segments(["the cat sat .", "a dog"], [["The cat sat."], ["a dog"]])
#: Pairs of sides that are the same entry point with the same settings, and how the message calls it.
_SAME = [
    ("native", "native", "native"),
    ("native:nltk", "native:nltk", "native:nltk.corpus_bleu"),
    ("native:nltk", "native:nltk.corpus_bleu", "native:nltk.corpus_bleu"),
    ("native:nltk.corpus_bleu", "native:nltk", "native:nltk.corpus_bleu"),
    ("native(case=keep)", "native", "native(case=keep)"),
]
_DIFFERENT = [("native", "native(case=lower)"), ("native:nltk", "native:nltk.sentence_bleu")]


@pytest.mark.parametrize(("first", "second", "name"), _SAME)
def test_explain_and_fuzz_refuse_two_equal_sides(first: str, second: str, name: str) -> None:
    with pytest.raises(SettingsError) as caught:
        explain(first, second, "bleu", _CORPUS)
    assert caught.value.message == f"both sides are {name} with the same settings"
    with pytest.raises(SettingsError) as caught:
        next(fuzz(FuzzRequest(first, second, "bleu", examples=3, seed=1)))
    assert caught.value.message == f"both sides are {name} with the same settings"


@pytest.mark.parametrize(("first", "second"), _DIFFERENT)
def test_sides_that_differ_in_settings_or_entry_point_are_compared(first: str, second: str) -> None:
    assert explain(first, second, "bleu", _CORPUS).first.name != ""
    *_, summary = fuzz(FuzzRequest(first, second, "bleu", examples=3, seed=1))
    assert isinstance(summary, records.FuzzSummary)


@pytest.mark.parametrize(
    ("implementations", "metrics", "message"),
    [
        (("native", "native"), (), "native is given twice"),
        (("native", "native:nltk", "native", "native"), (), "native is given twice"),
        (("native", "native:nltk", "native:nltk", "native"), (), "native, native:nltk are given twice"),
        (("native",), ("bleu", "bleu"), "bleu is given twice"),
    ],
)
def test_a_run_refuses_a_repeated_name_and_names_it_once(
    implementations: tuple[str, ...], metrics: tuple[str, ...], message: str
) -> None:
    with pytest.raises(UnknownNameError) as caught:
        plan(RunRequest(implementations, metrics))
    assert caught.value.message == message
