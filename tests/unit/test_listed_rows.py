"""Rows of listings, limits of comparisons and accounts, and progress: what is listed or said, and from where on."""

from __future__ import annotations

from pathlib import Path

import pytest

import samescore
from samescore import Corpus
from samescore.base.errors import InputError, UnknownNameError
from samescore.catalogue.vectors import select
from samescore.implementations import described_function
from samescore.metrics import metric
from samescore.metrics.mistakes import mistakes_of
from samescore.verbs.judging.cases import JudgedCase, questions_for
from samescore.verbs.judging.judge import judge_case
from samescore.verbs.judging.repeat import AskedQuestions
from samescore.verbs.lookup.listing import Request, execute
from samescore.verbs.scoring.command import _progress_reporter
from tests.explaining import account

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _rows(*words: str) -> list[dict[str, str]]:
    return [record for listing in execute(Request(words[0], words[1:])) for record in listing.records()]


def test_knobs_that_only_round_are_marked() -> None:
    stages = {row["knob"]: row["stage"] for row in _rows("knobs", "bleu")}
    knobs = {knob.name: knob for knob in metric("bleu").settings.knobs()}
    marked = {name for name, stage in stages.items() if stage.endswith(" (rounding)")}
    assert marked == {name for name, knob in knobs.items() if knob.rounding}
    assert stages["case"] == "text"
    assert 0 < len(marked) < len(knobs) == len(stages)


def test_vectors_without_a_score_are_listed_with_their_outcome() -> None:
    shown = {row["id"]: row["expected"] for row in _rows("vectors", "wer")}
    for vector in select(["wer"]):
        assert shown[vector.id] == (
            vector.expected.value if vector.expected.outcome == "score" else vector.expected.outcome
        )
    assert "raised" in shown.values()


def test_generated_mistakes_are_not_listed() -> None:
    shown = [row["mistake"] for row in _rows("mistakes", "wer")]
    assert shown == [mistake.name for mistake in mistakes_of("wer") if not mistake.typed]
    assert not any(name.startswith("the rate =") for name in shown)
    assert "divided-by-hypothesis" in shown


def test_a_word_selects_rows_of_any_cell() -> None:
    every, some = _rows("knobs", "bleu"), _rows("knobs", "bleu", "CASE")
    assert 0 < len(some) < len(every)
    assert all(any("case" in cell.casefold() for cell in row.values()) for row in some)
    with pytest.raises(UnknownNameError, match="nothing matches 'no-such-word'"):
        _rows("knobs", "bleu", "no-such-word")


@pytest.mark.parametrize("sizes", [(2, 1), (1, 2), (2, 2, 3)])
def test_systems_of_other_lengths_are_refused(sizes: tuple[int, ...]) -> None:
    systems = {f"s{number}": [0.5] * size for number, size in enumerate(sizes)}
    with pytest.raises(InputError, match=f"s0 has {sizes[0]} segments, but s{len(sizes) - 1} has {sizes[-1]}"):
        samescore.compare("mean", systems)


def test_five_segments_are_shown() -> None:
    """Every segment has another number of errors, of four words."""
    hypotheses = [" ".join(["x"] * wrong + ["a"] * (4 - wrong)) for wrong in (0, 1, 2, 3, 4)] + ["x", "x y a b c d"]
    data = Corpus.from_segments(hypotheses, [["a a a a"]] * 7)
    assert len(account("native", "wer", data).contributions) == 5
    few = Corpus.from_segments(hypotheses[:4], [["a a a a"]] * 4)
    assert len(account("native", "wer", few).contributions) == 4


def test_progress_begins_with_the_second_batch() -> None:
    said: list[str] = []
    report = _progress_reporter(Path("hyp"), said.append)
    for segments, memory in ((10, 2**21), (1020, 2**20 - 1), (1030, 2**20), (1040, 3 * 2**20)):
        report(segments, memory)
    assert said == [
        "hyp: 1,020 segments",
        "hyp: 1,030 segments, 1 MiB of statistics",
        "hyp: 1,040 segments, 3 MiB of statistics",
    ]


def test_five_changed_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six inputs change; all are counted."""
    given = {"answer": 0.5}
    function = described_function(lambda *_: given["answer"], "mine", "wer", {})
    cases = [
        JudgedCase.scored(f"case{number}", Corpus.from_segments(["a b"], [[f"a c{number}"]]), metric("wer").settings())
        for number in range(6)
    ]
    asked = AskedQuestions(function)
    for case in cases:
        (question, *_) = questions_for(function, case)
        asked.judged(question, lambda case=case: judge_case(function, case))  # type: ignore[misc]
    given["answer"] = 0.25
    monkeypatch.setattr("samescore.verbs.judging.repeat.CALLS", function.calls + 20)
    repeated = asked.repeat(1)
    assert repeated is not None
    assert (repeated.inputs, repeated.changes, len(repeated.changed)) == (6, 6, 5)
    assert len({changed.vector for changed in repeated.changed}) == 5
