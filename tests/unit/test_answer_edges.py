"""Answers at the edges of what is read: sizes, digits, numbers in text, and roundings."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from samescore import Corpus
from samescore.base.outcome import Crashed, Outcome, Raised, Score, Undefined, Unsupported
from samescore.implementations import answers, left_files, line_scores, one_shot, printed
from samescore.implementations.answers import AnswerError, outcome_of, size, truncate
from samescore.implementations.line_scores import LineScores
from samescore.implementations.pipes import ProgramError
from samescore.implementations.printed import AFTER, BY_PATTERN, FIRST, LAST, Number, compile_pattern, numbers_in
from samescore.implementations.rounding import Rounding, detect_rounding, is_ratio, is_short

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _outcome(answer: dict[str, Any]) -> Outcome:
    return outcome_of({"id": 1, **answer})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.5, 0.5),
        (1, 1.0),
        ("0.5", 0.5),
        ("+.5e-1", 0.05),
        ("-5.", -5.0),
        ("nan", None),
        ("-Infinity", None),
        ("inf", None),
    ],
)
def test_a_score_is_a_number_or_its_text(value: object, expected: float | None) -> None:
    outcome = _outcome({"outcome": "score", "value": value})
    assert isinstance(outcome, Undefined) if expected is None else outcome == Score(expected)


@pytest.mark.parametrize("value", ["", " 1", "1 ", "1_0", "0x1", "½", "1,5", "infinit", "e5", "."])
def test_a_text_that_is_no_number_is_no_score(value: str) -> None:
    with pytest.raises(AnswerError, match="is not a number"):
        _outcome({"outcome": "score", "value": value})


def test_an_answer_without_an_outcome_says_what_it_may_have() -> None:
    with pytest.raises(AnswerError, match='the answer has no "outcome"'):
        _outcome({"value": 1})
    with pytest.raises(AnswerError, match="Invalid value 'odd'"):
        _outcome({"outcome": "odd"})


@pytest.mark.parametrize(
    ("raw", "kind", "field"),
    [
        ({"outcome": "raised", "error": "E"}, Raised, "message"),
        ({"outcome": "crashed", "error": "E"}, Crashed, "message"),
        ({"outcome": "undefined"}, Undefined, "reason"),
        ({"outcome": "unsupported"}, Unsupported, "reason"),
    ],
)
def test_a_long_text_is_truncated_from_one_character_beyond_the_limit(
    raw: dict[str, Any], kind: type, field: str
) -> None:
    longest = answers.LONGEST_TEXT
    for length in (longest, longest + 1):
        outcome = _outcome({**raw, field: "x" * length})
        assert isinstance(outcome, kind)
        assert getattr(outcome, field) == "x" * longest + "…" * (length > longest)
        assert getattr(outcome, "error", "E") == "E"
    assert truncate("abc", 3) == "abc"
    assert truncate("abcd", 3) == "abc…"


def test_warnings_are_kept_up_to_their_number_and_length() -> None:
    most, longest = answers.MOST_WARNINGS, answers.LONGEST_WARNING

    def warnings(texts: list[str]) -> tuple[str, ...]:
        outcome = _outcome({"outcome": "score", "value": 1, "warnings": texts})
        assert isinstance(outcome, Score)
        return outcome.warnings

    texts = [f"w{k}" for k in range(most)]
    assert warnings(texts) == tuple(texts)
    assert warnings([*texts, "a", "b"]) == (*texts, "and 2 more warnings")
    assert warnings(["x" * longest, "y" * (longest + 1)]) == ("x" * longest, "y" * longest + "…")


def _nested(levels: int) -> dict[str, Any]:
    stages: Any = 1
    for level in range(levels):
        stages = [stages] if level % 2 else {"a": stages}
    return {"a": stages} if isinstance(stages, list) else stages


def test_stages_are_accepted_up_to_their_depth_and_size() -> None:
    deepest = _nested(answers.DEEPEST - 1)
    assert size("its stages", deepest) == len('{"a":[{"a":[{"a":[{"a":1}]}]}]}')
    with pytest.raises(AnswerError, match=f"its stages are nested more than {answers.DEEPEST} levels deep"):
        size("its stages", {"a": {"b": deepest}})
    rest = answers.LONGEST - len('{"a":""}')
    assert size("its stages", {"a": "x" * rest}) == answers.LONGEST
    with pytest.raises(AnswerError, match=f"its stages are longer than {answers.LONGEST} characters"):
        _outcome({"outcome": "score", "value": 1, "stages": {"a": "x" * (rest + 1)}})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("27.30", {LAST: (27.3, 2), FIRST: (27.3, 2)}),
        ("BLEU-4 = 27.3", {LAST: (27.3, 1), FIRST: (27.3, 1)}),
        ("n = 5, BLEU: 27, 60.1/40", {AFTER: (27, 0), LAST: (40, 0), FIRST: (5, 0)}),
        ("bleu_score 1e-3 -.5 +2", {AFTER: (0.001, None), LAST: (2, 0), FIRST: (0.001, None)}),
        ("0.5 is my BLEU", {LAST: (0.5, 1), FIRST: (0.5, 1)}),
        ("1.2.3 x7 7x 7", {LAST: (7, 0), FIRST: (7, 0)}),
        ("nan INF", {LAST: (math.inf, None), FIRST: (math.nan, None)}),
        ("no number, nancy", {}),
        ("", {}),
    ],
)
def test_numbers_are_found_in_text(text: str, expected: dict[str, tuple[float, int | None]]) -> None:
    assert repr(numbers_in(text, "bleu", None)) == repr(
        {reading: Number(float(value), decimals) for reading, (value, decimals) in expected.items()}
    )


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        (r"[0-9.]+", "1.5 2.50", (2.5, 2)),
        (r"F = ([0-9.]+)(%?)", "F = 1.5 F = 2.50%", (2.5, 2)),
        (r"F =( *[0-9.]+ )", "F =  7 ", (7, 0)),
        (r"F = (\w+)", "F = high", None),
        (r"F(x)?", "F", None),
        (r"G", "F", None),
    ],
)
def test_a_pattern_selects_the_last_match_or_its_first_group(
    pattern: str, text: str, expected: tuple[float, int | None] | None
) -> None:
    found = numbers_in(text, "bleu", compile_pattern(pattern))
    assert found == ({BY_PATTERN: Number(*expected)} if expected else {})


def test_a_reading_is_named_in_words() -> None:
    assert [printed.position(reading) for reading in (LAST, FIRST, AFTER, BY_PATTERN)] == [
        "last number",
        "first number",
        "number after the metric's name",
        "number by the pattern",
    ]


def test_only_the_end_of_a_long_text_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "_SEARCHED", 6)
    assert numbers_in("0.25 7 0.125", "bleu", None)[FIRST] == Number(0.125, 3)
    assert numbers_in("7 0.25", "bleu", None)[FIRST] == Number(7, 0)


def test_a_number_for_each_line_is_finite() -> None:
    assert printed.number_of_each_line("a 1\nb 2 3.0\n", "bleu", None) == [Number(1, 0), Number(3, 1)]
    assert printed.number_of_each_line("F 1 2\nF 3 4\n", "f1", compile_pattern("F ([0-9])")) == [
        Number(1, 0),
        Number(3, 0),
    ]
    for text in ("1\n\n2\n", "1\nnan\n", "1\nnone\n"):
        assert printed.number_of_each_line(text, "bleu", None) is None


@pytest.mark.parametrize(
    ("value", "short"), [(0.123456, True), (0.1234567, False), (27.35 / 100, True), (1 / 3, False), (5.0, True)]
)
def test_six_decimals_are_short_and_seven_are_not(value: float, short: bool) -> None:
    assert is_short(value) is short


def test_a_32_bit_float_is_short_if_its_digits_are_clear() -> None:
    assert is_short(float(np.float32(27.35)))
    assert is_short(float(np.float32(0.1)))
    assert not is_short(float(np.float32(12345.678901)))
    assert not is_short(float(np.float32(27.351234)))


@pytest.mark.parametrize(
    ("value", "scale", "ratio"),
    [
        (0.005, 1, True),
        (0.5, 100, True),
        (0.495, 100, False),
        (0.004, 1, False),
        (0.9, 1, True),
        (1 / 3, 1, False),
        (0.001, 1, False),
    ],
)
def test_a_ratio_of_up_to_two_hundred_is_a_ratio(value: float, scale: float, ratio: bool) -> None:
    assert is_ratio(value, scale) is ratio


@pytest.mark.parametrize(
    ("answers", "natives", "found"),
    [
        ([27.35, 1.5, 3.25], [27.354321, 1.4999, 3.2501234567], None),
        ([27.35, 1.5, 3.25], [27.35432101, 1.49991234], Rounding(2, significant=False)),
        ([27.35, 1.5, 3.25], [27.35432101, 1.5], None),
        ([27.35, 1.5, 27.35], [27.35432101, 1.49991234], None),
        ([27.35, 1.5, 1 / 3], [27.35432101, 1.49991234], None),
        ([27.35, 1.235, 0.4567], [27.35432101, 1.23491234, 0.45671], Rounding(4, significant=True)),
        ([27.35, 1.23, 0.45], [27.35432101, 1.23491234, 0.45671], Rounding(2, significant=False)),
    ],
)
def test_rounding_is_recognized_from_three_answers_and_two_long_scores(
    answers: list[float], natives: list[float], found: Rounding | None
) -> None:
    assert detect_rounding(answers, natives) == found


@pytest.mark.parametrize(
    ("precision", "value", "answer", "modes"),
    [
        (Rounding(1, significant=False), 0.25, 0.2, ["half-even", "truncated"]),
        (Rounding(1, significant=False), 0.25, 0.3, ["half-up"]),
        (Rounding(1, significant=False), 0.29, 0.2, ["truncated"]),
        (Rounding(1, significant=False), -0.29, -0.2, ["truncated"]),
        (Rounding(2, significant=True), 27.5, 28.0, ["half-even", "half-up"]),
        (Rounding(2, significant=True), 0.02759, 0.027, ["truncated"]),
        (Rounding(1, significant=False), 0.0, 0.1, []),
        (Rounding(1, significant=False), 0.05, 0.0, ["half-even", "half-up", "truncated"]),
    ],
)
def test_a_rounding_mode_turns_the_score_into_the_answer(
    precision: Rounding, value: float, answer: float, modes: list[str]
) -> None:
    assert precision.modes([(value, answer)]) == modes
    assert precision.modes([(value, answer), (answer, answer)]) == modes
    assert precision.gives(value, answer) is bool(modes)


@pytest.mark.parametrize(
    ("value", "answer", "could"),
    [
        (0.25, 0.2, True),
        (0.25, 0.3, True),
        (0.2999999, 0.2, True),
        (0.30001, 0.2, False),
        (0.2, 0.3, False),
        (-0.29, -0.2, True),
        (-0.2, -0.3, False),
        (0.1499, 0.2, False),
    ],
)
def test_a_score_is_rounded_to_the_nearest_or_truncated(value: float, answer: float, could: bool) -> None:
    assert Rounding(1, significant=False).gives(value, answer) is could


@pytest.mark.parametrize(
    ("precision", "answer", "decimals"),
    [
        (Rounding(2, significant=False), 27.3, 2),
        (Rounding(2, significant=False), 27.312, 3),
        (Rounding(2, significant=False), 1 / 3, None),
        (Rounding(3, significant=True), 27.3, 1),
        (Rounding(3, significant=True), 0.0273, 4),
        (Rounding(3, significant=True), 27.312, 3),
        (Rounding(3, significant=True), 0.0, None),
    ],
)
def test_an_answer_has_at_least_the_decimals_of_its_precision(
    precision: Rounding, answer: float, decimals: int | None
) -> None:
    assert precision.decimals_of(answer) == decimals


def test_a_precision_is_put_in_words() -> None:
    assert [Rounding(1, significant=False).words, Rounding(2, significant=True).words] == [
        "1 decimal",
        "2 significant digits",
    ]
    assert not Rounding(0, significant=False).gives(3.0, 2.0)
    assert not Rounding(2, significant=True).gives(0.001, 0.0)
    assert Rounding(2, significant=True).gives(0.0, 0.0)


def _corpus(*texts: str) -> Corpus:
    return Corpus.from_segments(list(texts), [[text] for text in texts])


def test_numbers_of_segments_are_remembered() -> None:
    scores = LineScores()
    scores.learn(_corpus("a", "b").segments, [Number(1, 0), Number(2, 0)])
    assert scores.of(_corpus("b", "a", "b")) == [Number(2, 0), Number(1, 0), Number(2, 0)]
    assert scores.of(_corpus("a", "c")) is None
    scores.learn(_corpus("b", "c").segments, [Number(2, 0), Number(3, 0)])
    assert scores.consistent
    scores.learn(_corpus("a").segments, [Number(1, 1)])
    assert not scores.consistent
    assert scores.of(_corpus("a")) == [Number(1, 0)], "the first number is kept"


def test_a_combined_input_has_each_segment_once_up_to_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = LineScores()
    scores.learn(_corpus("ab", "c").segments, [Number(1, 0), Number(2, 0)])
    more = _corpus("d", "ab", "d", "e").segments
    assert scores.with_more(more) == _corpus("ab", "c", "d", "e")
    for longest, expected in ((8, ("ab", "c", "d")), (7, ("ab", "c")), (3, ())):
        monkeypatch.setattr(line_scores, "_LONGEST", longest)
        assert scores.with_more(more) == _corpus(*expected)


def test_files_that_appear_in_a_small_folder_are_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(left_files, "_MOST", 3)
    (tmp_path / "before").touch()
    watch = left_files.FolderWatch()
    with left_files.detecting_new_files(watch):
        for name in ("b", "a"):
            (tmp_path / name).touch()
    with watch.watching():
        (tmp_path / "a").unlink()
        (tmp_path / "before").unlink()
        (tmp_path / "__pycache__").mkdir()
    assert watch.left == ["b"]
    with watch.watching():
        for name in ("c", "d", "e"):
            (tmp_path / name).touch()
    assert watch.left == ["b"], "a folder of more than three entries is not watched"
    with left_files.detecting_new_files(None):
        (tmp_path / "f").touch()


def _printed(code: str, monkeypatch: pytest.MonkeyPatch) -> one_shot.PrintedOutput:
    monkeypatch.setattr(one_shot, "MOST_PRINTED", 100)
    monkeypatch.setattr(one_shot, "_KEPT_ERRORS", 10)
    return one_shot.printed_by([sys.executable, "-c", code], b"input", 60)


def test_a_program_prints_less_than_the_limit_and_the_start_of_its_errors_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = (
        "import sys, time; print(sys.stdin.read() * {}, end='')\n"
        "for part in ('e' * 8, 'f' * 9): print(part, end='', file=sys.stderr, flush=True); time.sleep(0.05)\n"
        "sys.exit(3)"
    )
    made = _printed(code.format(19), monkeypatch)
    assert made == one_shot.PrintedOutput(3, "input" * 19, "eeeeeeeeff")
    assert made.without("put") == one_shot.PrintedOutput(3, "in" * 19, "eeeeeeeeff")
    assert made.without("ee") == one_shot.PrintedOutput(3, "input" * 19, "ff")
    with pytest.raises(ProgramError, match="it printed more than 100 bytes"):
        _printed(code.format(20), monkeypatch)
