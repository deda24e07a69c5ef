"""Which suspects are named as the causes of moves."""

from __future__ import annotations

import pytest

from samescore.base.outcome import Score
from samescore.implementations.recording import RecordedAnswer, Recording
from samescore.records import Answer, Change, Move
from samescore.verbs.releases import gate_causes
from samescore.verbs.releases.gate_causes import Suspect, _earliest, explain_moves, most_frequent

#: The causes do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _causes(suspects: list[str], moves: int = 0) -> dict[int, str]:
    """The cause in words of each move, given the letters of its suspects; the number of moves is that of `suspects`."""
    made = [[Suspect(letter) for letter in letters] for letters in suspects]
    found = most_frequent(range(len(made)), made, moves or len(made), "as if")
    return {place: words for place, (words, _) in found.items()}


@pytest.mark.parametrize(
    ("suspects", "causes"),
    [
        ([], {}),
        ([""], {}),
        (["a"], {0: "as if a"}),
        (["a", "a"], {0: "as if a", 1: "as if a"}),
        (["a", "b"], {}),  # each gives one of several moves
        (["ab", "a", "b", ""], {0: "as if a or b (2 of 4 moves)", 1: "as if a or b (2 of 4 moves)"}),
        (
            ["ab", "ac", "b", "b", "b"],
            dict.fromkeys((0, 2, 3, 4), "as if b (4 of 5 moves)"),  # then a and c give one move each
        ),
        (
            ["a", "a", "a", "b", "b"],
            {
                **dict.fromkeys((0, 1, 2), "as if a (3 of 5 moves)"),
                **dict.fromkeys((3, 4), "as if b (2 of 5 moves)"),
            },
        ),
        (["abc", "abc"], dict.fromkeys((0, 1), "as if a or b or c")),
        (["abcd", "abcd"], dict.fromkeys((0, 1), "as if a or b or c, and 1 more")),
    ],
)
def test_the_most_frequent_suspects_are_causes(suspects: list[str], causes: dict[int, str]) -> None:
    assert _causes(suspects) == causes


def test_one_of_several_moves_is_not_explained_by_a_suspect_of_its_own() -> None:
    assert _causes(["a"], moves=2) == {}
    assert _causes(["a", "a"], moves=3) == dict.fromkeys((0, 1), "as if a (2 of 3 moves)")


def test_only_the_given_moves_are_explained() -> None:
    suspects = [[Suspect("a")], [Suspect("a")], [Suspect("a")]]
    assert set(most_frequent([0, 2], suspects, 2, "as if")) == {0, 2}


def test_a_cause_has_the_stage_of_its_suspect_and_the_name_of_its_mistake() -> None:
    suspects = [
        [Suspect("a", "tokens"), Suspect("b", "counts")],
        [Suspect("a", "counts", "mistaken"), Suspect("b", "counts", "other")],
        [Suspect("a", "counts", "late")],
    ]
    words = "given: a (mistaken)"
    assert most_frequent(range(3), suspects, 3, "given:") == {
        0: (words, "tokens"),
        1: (words, "counts"),
        2: (words, "counts"),
    }


@pytest.mark.parametrize(
    ("stages", "earliest"),
    [(["value", "tokens"], "tokens"), (["value"], "value"), (["value", "bp", "matches", "totals"], "matches")],
)
def test_the_earliest_stage(stages: list[str], earliest: str) -> None:
    assert _earliest("bleu", stages) == earliest


_SCORE = Answer("score", 0.5, (0.5).hex())


def _move(vector: str, metric: str = "wer", stage: str = "value", causes: list[Change] | None = None) -> Move:
    return Move("p", "1", "2", "asked", vector, metric, "e", _SCORE, _SCORE, stage, causes, False)


def _explained(
    monkeypatch: pytest.MonkeyPatch, moves: list[Move], suspects: dict[str, list[Suspect]]
) -> list[tuple[str, str]]:
    """The cause of each move in words, and its stage, given the suspects by vector."""
    monkeypatch.setattr(gate_causes, "_suspects", lambda move, _: suspects[move.vector])
    return [(each.words, each.stage) for each in explain_moves(moves, Recording("p", "p", "2", {}))]


def test_the_moves_of_each_metric_are_explained_on_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    cause = [Change("case", "text", "keep", "lower")]
    moves = [_move("w1"), _move("t1", "ter"), _move("w2"), _move("t2", "ter"), _move("w3", causes=cause)]
    a, b = Suspect("a", "tokens"), Suspect("b")
    suspects = {"w1": [a], "w2": [a], "t1": [a], "t2": [b]}
    assert _explained(monkeypatch, moves, suspects) == [
        ("as if a", "tokens"),
        ("", "value"),
        ("as if a", "tokens"),
        ("", "value"),
        (str(cause[0]), "value"),
    ]


def test_repairs_are_explained_apart_from_other_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move with any suspect of its old answer is a repair."""
    moves = [_move("new1"), _move("old1"), _move("new2"), _move("old2")]
    new, old = Suspect("a"), Suspect("a", of_old=True)
    suspects = {"new1": [new], "new2": [new], "old1": [Suspect("b"), old], "old2": [old]}
    words = [words for words, _ in _explained(monkeypatch, moves, suspects)]
    mended = "the new answers are those of its settings; the old ones were as if a (2 of 4 moves)"
    assert words == ["as if a (2 of 4 moves)", mended, "as if a (2 of 4 moves)", mended]


def test_the_stage_of_a_move_is_the_reported_one_or_that_of_its_suspect(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = [_move("reported", stage="counts"), _move("found"), _move("unknown")]
    suspects = {"reported": [Suspect("a", "tokens")], "found": [Suspect("a", "tokens")], "unknown": [Suspect("a")]}
    assert [stage for _, stage in _explained(monkeypatch, moves, suspects)] == ["counts", "tokens", "value"]


def test_a_long_input_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    recording = Recording("p", "p", "2", {})
    recording.answers["asked", "v", "e"] = RecordedAnswer("wer", "", Score(0.5))
    for length, shown in ((2_000, "x" * 2_000), (2_001, "x" * 1_999 + "…")):
        monkeypatch.setattr(gate_causes, "_input_text", lambda *_, length=length: "x" * length)
        (cause,) = gate_causes.group_by_cause(
            [gate_causes.ExplainedMove(_move("v"), "", "value")], recording, recording
        )
        assert cause.first.input == shown
