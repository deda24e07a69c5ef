"""Requests: what the command line and Python give to a verb in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

import samescore
from samescore.base.errors import SettingsError
from samescore.records import Find, FuzzSummary
from samescore.verbs import fuzz
from samescore.verbs.fuzz.search import DisagreementSearch, FoundDisagreement
from samescore.verbs.inputs.files import Files
from samescore.verbs.inputs.knobs import Knobs, knobs_of
from samescore.verbs.why import diff

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SEARCH = fuzz.Request("native:squad-v1", "native:squad-v2", "answer-f1", examples=60, seed=1, known=True)


@pytest.mark.parametrize(
    "given", [("max_order=2", "case=lower"), {"max_order": 2, "case": "lower"}], ids=["texts", "values"]
)
def test_knobs_are_texts_or_values(given: Knobs) -> None:
    assert knobs_of(given, "bleu") == {"max_order": 2, "case": "lower"}


def test_a_knob_is_that_of_the_first_metric_that_has_it() -> None:
    assert knobs_of(["beta=3", "max_order=2"], "chrf", "bleu") == {"beta": 3.0, "max_order": 2}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["case"], "--set case has no '='"),
        (["case=lower", "case=keep"], "--set case is given twice"),
        (["colour=red"], "bleu has no knob 'colour'"),
        ({"colour": "red"}, "bleu has no knob 'colour'"),
        (["case=upper"], "case='upper' is not allowed"),
        ({"case": "upper"}, "case='upper' is not allowed"),
    ],
)
def test_wrong_knobs_are_named(given: Knobs, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        knobs_of(given, "chrf", "bleu")


def test_a_knob_that_neither_of_two_metrics_has_is_an_error_in_python_too() -> None:
    with pytest.raises(SettingsError, match="has no knob 'nothing'"):
        samescore.explain("wer", ["a b"], ["a c"], first="native", second_metric="cer", nothing=1)


def test_a_request_knows_the_files_that_it_reads() -> None:
    files = Files(Path("hyp"), (Path("ref"),), Path("base"))
    read = diff.Request(files, "p-value", ["replay:run.jsonl", "native"]).paths
    assert set(map(Path, ("hyp", "ref", "base", "run.jsonl"))) <= set(read)


@pytest.mark.slow
def test_an_interrupt_between_two_finds_ends_the_search_with_a_summary() -> None:
    found = fuzz.execute(_SEARCH)
    assert isinstance(next(found), Find)
    summary = found.throw(KeyboardInterrupt())
    assert isinstance(summary, FuzzSummary)
    assert (summary.finds, summary.interrupted) == (1, True)
    assert list(found) == []


def test_an_interrupt_of_a_search_in_python_is_not_lost() -> None:
    def interrupted(_: DisagreementSearch) -> Iterator[FoundDisagreement]:
        raise KeyboardInterrupt

    with mock.patch.object(DisagreementSearch, "finds", interrupted), pytest.raises(KeyboardInterrupt):
        samescore.fuzz(_SEARCH.first, _SEARCH.second, metric=_SEARCH.metric, examples=1)
