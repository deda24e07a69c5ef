"""Alignments of error rates by position: steps, operations, and the trace."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from types import ModuleType

import pytest

from samescore import Corpus, score
from samescore.base.errors import SettingsError
from samescore.kernels import edit_steps
from samescore.metrics.edits import steps as module
from samescore.metrics.edits.alignments import align
from samescore.metrics.edits.levenshtein import deletions_last, most_hits
from samescore.metrics.edits.steps import (
    DELETION,
    HIT,
    INSERTION,
    SUBSTITUTION,
    counts_of,
    deletions_last_steps,
    most_hits_steps,
    operations,
    trace_back,
)
from tests.unit.kernels import uncompiled
from tests.unit.test_levenshtein import Text, pairs

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends


def _from_the_table(reference: Text, hypothesis: Text) -> bytes:
    """The alignment from the whole table without bits, traced back from the end: a deletion, else an insertion, else a pair."""
    start = end = 0
    shorter = min(len(reference), len(hypothesis))
    while start < shorter and reference[start] == hypothesis[start]:
        start += 1
    while end < shorter - start and reference[-1 - end] == hypothesis[-1 - end]:
        end += 1
    r, h = reference[start : len(reference) - end], hypothesis[start : len(hypothesis) - end]
    table = [list(range(len(h) + 1))]
    for i, unit in enumerate(r, 1):
        table.append([i])
        for j, other in enumerate(h, 1):
            table[-1].append(min(table[-2][j - 1] + (unit != other), table[-2][j] + 1, table[-1][j - 1] + 1))
    i, j, steps = len(r), len(h), []
    while i or j:
        if i and (not j or table[i - 1][j] + 1 == table[i][j]):
            i -= 1
            steps.append(DELETION)
        elif not i or table[i][j - 1] + 1 == table[i - 1][j - 1]:
            j -= 1
            steps.append(INSERTION)
        else:
            i, j = i - 1, j - 1
            steps.append(HIT if r[i] == h[j] else SUBSTITUTION)
    return bytes(start) + bytes(reversed(steps)) + bytes(end)


def _kernel(kernel: ModuleType, reference: Text, hypothesis: Text) -> bytes:
    numbers = {unit: number for number, unit in enumerate(dict.fromkeys([*reference, *hypothesis]))}
    r, h = (array("i", map(numbers.__getitem__, text)) for text in (reference, hypothesis))
    found: bytes = kernel.traced_steps(r, h, len(set(reference))).tobytes()
    return found


def _inputs() -> Iterator[tuple[Text, Text]]:
    yield from pairs(1500, 14)
    yield from pairs(60, 150)
    yield from [([], []), (["a"], []), ([], ["a"]), (["a"] * 64, ["a"] * 65), (["a"] * 65, ["b"] * 64)]


def test_the_alignment_is_that_of_the_table() -> None:
    for reference, hypothesis in _inputs():
        expected = _from_the_table(reference, hypothesis)
        assert trace_back(reference, hypothesis) == expected, (reference, hypothesis)
        assert _kernel(edit_steps, reference, hypothesis) == expected, (reference, hypothesis)
        assert deletions_last_steps(reference, hypothesis) == expected, (reference, hypothesis)
        assert counts_of(expected) == align(reference, hypothesis, "deletions-last")


def test_the_uncompiled_kernel_has_the_same_steps() -> None:
    kernel = uncompiled("edit_steps")
    for reference, hypothesis in [*pairs(200, 14), *pairs(10, 150)]:
        assert _kernel(kernel, reference, hypothesis) == trace_back(reference, hypothesis), (reference, hypothesis)


def test_alignments_of_split_texts_have_the_fewest_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Conformance tests compare the alignments of texts that are split because they are long with RapidFuzz's."""
    monkeypatch.setattr(module, "_LARGE", 0)
    monkeypatch.setattr(module, "_LONG_REFERENCE", 2)
    monkeypatch.setattr(module, "_LONG_HYPOTHESIS", 2)
    otherwise = 0
    for reference, hypothesis in pairs(500, 40):
        steps = deletions_last_steps(reference, hypothesis)
        _check_is_an_alignment(steps, reference, hypothesis)
        assert len(steps) - steps.count(HIT) == deletions_last(reference, hypothesis)[0]
        otherwise += steps != trace_back(reference, hypothesis)
    assert otherwise
    for text, other in (("abcd", "xy"), ("ab", "wxyz"), ("ab", "xy")):  # without a common unit
        assert deletions_last_steps(text, other) == trace_back(text, other)


def test_most_hits_have_the_fewest_edits_and_the_most_hits() -> None:
    for reference, hypothesis in pairs(500, 20):
        steps = most_hits_steps(reference, hypothesis)
        _check_is_an_alignment(steps, reference, hypothesis)
        assert (len(steps) - steps.count(HIT), steps.count(HIT)) == most_hits(reference, hypothesis)


def _check_is_an_alignment(steps: bytes, reference: Sequence[str], hypothesis: Sequence[str]) -> None:
    """Operations lie side by side, hits pair equal units, and substitutions different ones."""
    ends = 0, 0
    for kind, start, end, hypothesis_start, hypothesis_end in operations(steps):
        assert (start, hypothesis_start) == ends
        ends = end, hypothesis_end
        units, others = reference[start:end], hypothesis[hypothesis_start:hypothesis_end]
        if kind in ("equal", "substitute"):
            assert [unit == other for unit, other in zip(units, others, strict=True)] == [kind == "equal"] * len(units)
        else:
            assert not (others if kind == "delete" else units)
    assert ends == (len(reference), len(hypothesis))


_TEXTS = Corpus.from_segments(["b a", "x"], [["a b", "b b a"], ["x"]])


_FIRST_DELETED = [("delete", 0, 1, 0, 0), ("equal", 1, 3, 0, 2)]
_SECOND_DELETED = [("equal", 0, 1, 0, 1), ("delete", 1, 2, 1, 1), ("equal", 2, 3, 1, 2)]


@pytest.mark.parametrize(
    ("costs", "expected"),
    [
        ("one", _SECOND_DELETED),
        ("sclite", _FIRST_DELETED),
        ("kaldialign", _SECOND_DELETED),
        ("characters", _FIRST_DELETED),
    ],
)
def test_the_trace_has_the_alignment_of_each_segment(costs: str, expected: object) -> None:
    """The text b a against the better one of a b and b b a; the costs choose which b is deleted."""
    trace = score("wer", _TEXTS, references="best", costs=costs).trace
    assert trace.alignments() == [expected, [("equal", 0, 1, 0, 1)]]


def test_concatenated_segments_have_one_alignment() -> None:
    corpus = Corpus.from_segments(["a", "b c"], [["a b"], ["c"]])
    assert score("wer", corpus, segments="concatenated").trace.alignments() == [[("equal", 0, 3, 0, 3)]]
    characters = score("cer", corpus, segments="concatenated").trace.alignments()
    assert characters == [[("equal", 0, 5, 0, 5)]]


def test_metrics_and_settings_without_alignments() -> None:
    assert score("bleu", _TEXTS).trace.alignments() == []
    with pytest.raises(SettingsError, match="so it is not an alignment"):
        score("wer", _TEXTS, costs="no-empty-row").trace.alignments()
