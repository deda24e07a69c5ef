"""Limits of files and numbers, at the last value that is allowed and at the first that is not."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samescore.base import documents, files, line_reading, lines
from samescore.base.checks import as_float, check_list, check_strings, is_missing, name_of
from samescore.base.documents import DEEPEST, MalformedError, from_json, from_toml, json_document, toml_document
from samescore.base.errors import InputError, nearest, nearest_names
from samescore.base.files import at_place, byte_lines, read_bytes
from samescore.base.line_reading import LineReading, lines_of
from samescore.base.lines import read_lines
from samescore.base.numbers import count_from_text, number_from_text
from samescore.base.outcome import (
    Crashed,
    Raised,
    Score,
    describe_difference,
    prints_as,
    relative_gap,
    rounds_to,
    same_outcome,
    significant_digits,
)

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def file(tmp_path: Path) -> Callable[[bytes], Path]:
    """Write a file with this content."""

    def written(content: bytes) -> Path:
        path = tmp_path / "file"
        path.write_bytes(content)
        return path

    return written


@pytest.mark.parametrize(
    ("read", "module", "limit", "allowed", "problem"),
    [
        (lambda path: read_bytes(path, most=6), files, "", b"ab\ncd\n", "has more than 6 bytes"),
        (lambda path: list(byte_lines(path)), files, "LARGEST_FILE", b"ab\ncd\n", "has more than 6 bytes"),
        (lambda path: json_document(path, Any, ""), documents, "LARGEST_JSON", b"[1, 2]", "has more than 6 bytes"),
        (lambda path: toml_document(path, Any, ""), documents, "LARGEST_TOML", b"a = 12", "has more than 6 bytes"),
        (read_lines, lines, "MOST_LINES", b"1\n2\n3\n4\n5\n6", "has more than 6 lines"),
    ],
)
def test_a_file_may_be_as_large_as_the_limit(
    read: Callable[[Path], Any],
    module: Any,
    limit: str,
    allowed: bytes,
    problem: str,
    file: Callable[[bytes], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if limit:
        monkeypatch.setattr(module, limit, 6)
    assert read(file(allowed))
    with pytest.raises(InputError, match=problem) as caught:
        read(file(allowed + (b"\n7" if limit == "MOST_LINES" else b" ")))
    assert caught.value.hint


def test_consecutive_blank_lines_up_to_the_limit_may_end_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_reading, "MOST_BLANKS", 3)
    assert lines_of("a\n\n \n\n", LineReading.NO_FINAL_BLANKS) == ["a"]
    assert lines_of("a\n\n \n\nb\n\n", LineReading.NO_FINAL_BLANKS) == ["a", "", " ", "", "b"]
    with pytest.raises(InputError, match="more than 3 consecutive blank lines"):
        lines_of("a\n\n\n\n\n", LineReading.NO_FINAL_BLANKS)


def test_blank_lines_between_two_parts_of_a_text_are_kept() -> None:
    parts = ["a\n\n", "\n", "\nb\n", "\n"]
    assert list(line_reading.in_lines(parts, LineReading.NO_FINAL_BLANKS)) == [["a"], ["", "", "", "b"]]


@pytest.mark.parametrize(
    ("reading", "text", "matters"),
    [
        (LineReading.BYTE_ORDER_MARK, "\ufeffa", True),
        (LineReading.BYTE_ORDER_MARK, "a\ufeff\r\n\x85\n\n", False),
        (LineReading.CARRIAGE_RETURNS, "a\r\n", True),
        (LineReading.CARRIAGE_RETURNS, "\ufeffa\n\n\x85", False),
        (LineReading.ALL_SEPARATORS, "a\x85b", True),
        (LineReading.ALL_SEPARATORS, "a\r\nb\n\n", False),
        (LineReading.NO_FINAL_BLANKS, "a\n\t\n", True),
        (LineReading.NO_FINAL_BLANKS, "\n\na\r\n", False),
        (LineReading.USUAL, "\ufeffa\r\n\x85\n\n", False),
    ],
)
def test_a_reading_matters_if_it_gives_different_lines(reading: LineReading, text: str, matters: bool) -> None:
    assert reading.matters(text) is matters


@pytest.mark.parametrize(
    ("content", "lines_read"), [(b"a\r", ["a\r"]), (b"a\rb\n", None), (b"a\rb\nc\n", ["a\rb", "c"]), (b"\r", ["\r"])]
)
def test_only_a_file_without_line_feeds_has_carriage_returns_as_line_ends(
    content: bytes, lines_read: list[str] | None, file: Callable[[bytes], Path]
) -> None:
    if lines_read is not None:
        assert read_lines(file(content), reading=LineReading.CARRIAGE_RETURNS) == lines_read
        return
    with pytest.raises(InputError, match="carriage return only"):
        read_lines(file(content))


def test_a_wrong_byte_has_its_line_in_the_whole_file(
    file: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_PIECE", 4)
    with pytest.raises(InputError, match="line 5, byte 2: byte 0xe9 is not UTF-8") as caught:
        read_lines(file(b"a\nb\nc\nd\nef\xe9\n"))
    assert "iconv -f LATIN1 -t UTF-8" in caught.value.hint
    with pytest.raises(InputError, match="line 5, byte 0: byte 0x00") as caught:
        read_lines(file(b"a\nb\nc\nd\n\0\n"))
    assert caught.value.hint == "remove the byte, or check that this is a text file"


@pytest.mark.parametrize(
    ("allowed", "refused", "read", "problem"),
    [
        (f"a = {'[' * DEEPEST}{']' * DEEPEST}", f"a = {'[' * 65}{']' * 65}", from_toml, "more than 64 levels deep"),
        ("[" + ".".join("a" * 64) + "]", "[" + ".".join("a" * 65) + "]", from_toml, "^nested more than 64 levels"),
        ("a = 1.5", "\n[" + ".".join("a" * 66) + "]", from_toml, "^line 2: a key has more than 64 parts"),
        ('{"a": ' + "[" * 63 + "]" * 63 + "}", "[" * 65 + "]" * 65, from_json, "^nested more than 64 levels deep"),
        ("[[]]" + " " * 9, "[\n" + "[" * 64 + "]" * 65, from_json, "^line 2: nested more than 64 levels deep"),
    ],
)
def test_documents_may_be_64_levels_deep(allowed: str, refused: str, read: Callable[[str], Any], problem: str) -> None:
    assert read(allowed)
    with pytest.raises(MalformedError, match=problem):
        read(refused)


def test_a_place_precedes_a_message_and_keeps_its_hint() -> None:
    with pytest.raises(InputError) as caught, at_place("claims, line 3"):
        raise InputError("it is wrong", hint="mend it")
    assert (caught.value.message, caught.value.hint) == ("claims, line 3: it is wrong", "mend it")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1" * 309, float("1" * 309)),
        ("0" * 400, 0.0),
        ("0" * 401, None),
        (f"0.{'1' * 400}", 1 / 9),
        (f"0.{'1' * 401}", None),
        (f".{'1' * 400}", 1 / 9),
        (f".{'1' * 401}", None),
        ("1e308", 1e308),
        ("1e309", None),
        ("-1e309", None),
        ("1e-999999999", 0.0),
        ("1e-9999999999", None),
        *(("+1.", 1.0), ("-.5E+1", -5.0), (".", None), ("", None), ("1_0", None), (" 1", None), ("1\n", None)),
        *(("nan", None), ("inf", None), ("٣", None), ("0x1", None), ("1e", None), ("--1", None)),
    ],
)
def test_numbers_in_text(text: str, number: float | None) -> None:
    if number is None:
        with pytest.raises(ValueError, match=r"is not a decimal number|is too large for a double"):
            number_from_text(text)
    else:
        assert number_from_text(text) == number


@pytest.mark.parametrize(
    ("text", "count"),
    [("0", 0), ("007", 7), ("9" * 400, 10**400 - 1), ("9" * 401, None), ("-1", None), ("1.0", None), ("", None)],
)
def test_counts_in_text(text: str, count: int | None) -> None:
    if count is None:
        with pytest.raises(ValueError, match="is not a non-negative integer"):
            count_from_text(text)
    else:
        assert count_from_text(text) == count


_NEXT = math.nextafter(1.0, 2.0) - 1


@pytest.mark.parametrize(
    ("expected", "got", "words"),
    [
        (1.0, 1 + 1000 * _NEXT, "1000 ulp apart"),
        (1.0, 1 + 1001 * _NEXT, "relative error 2.2e-13"),
        (-1.0, -0.99995, "relative error 5.0e-05"),
        (10000.0, 10001.0, "0.01 % too high"),
        (1.0, 0.5, "50 % too low"),
        (0.0, -0.25, "0.25 too low"),
        (1.0, 10.99, "999 % too high"),
        (1.0, 11.0, "too high by 10 times the expected value"),
        (1.0, -10.0, "too low by 11 times the expected value"),
        (-2.0, 1.0, "150 % too high"),
    ],
)
def test_differences_in_words(expected: float, got: float, words: str) -> None:
    assert describe_difference(expected, got) == words


@pytest.mark.parametrize(
    ("exact", "rounded", "error", "expected"),
    [
        (0.25, Score(0.2, decimals=1), 0.0, True),  # half to even, and truncated
        (0.25, Score(0.3, decimals=1), 0.0, True),  # half up
        (0.249, Score(0.3, decimals=1), 0.0, False),
        (0.249, Score(0.3, decimals=1), 0.001, True),
        (0.3001, Score(0.2, decimals=1), 0.001, True),
        (12.0, Score(12.0, decimals=-1), 0.0, True),
        (12.0, Score(12.0), 0.0, False),
        (math.inf, Score(1.0, decimals=0), 0.0, False),
    ],
)
def test_rounded_scores(exact: float, rounded: Score, error: float, expected: bool) -> None:
    assert rounds_to(exact, rounded, error) is expected


def test_either_of_two_scores_may_be_rounded_and_ulps_are_counted_to_the_limit() -> None:
    assert same_outcome(Score(0.2, decimals=1), Score(0.25))
    assert same_outcome(Score(0.25), Score(0.2, decimals=1))
    assert same_outcome(Score(1.0), Score(1 + 8 * _NEXT), max_ulps=8)
    assert not same_outcome(Score(1.0), Score(1 + 9 * _NEXT), max_ulps=8)
    assert not same_outcome(Score(0.3, decimals=1), Score(math.nextafter(0.25, 0)))
    assert same_outcome(Score(0.3, decimals=1), Score(math.nextafter(0.25, 0)), max_ulps=1)


def test_numbers_and_outcomes_in_words() -> None:
    assert [significant_digits(text) for text in ("-0.050", "12E+5", "0", "100")] == [2, 2, 1, 3]
    assert (relative_gap(1.0, -1.0), relative_gap(0.0, 0.0), relative_gap(-4.0, -3.0)) == (2.0, 0.0, 0.25)
    assert not prints_as(0.5, "nan")
    assert [Raised("E").describe(), Raised("E", "m").describe()] == ["raised E", "raised E: m"]
    assert [Crashed("Crashed").describe(), Crashed("Timeout", "m").describe()] == ["crashed", "crashed: Timeout: m"]


class NAType:
    """A marker of pandas has this name."""


def test_values_that_are_no_text_are_named() -> None:
    assert [name_of(value) for value in (1.5, True, "x", [1])] == ["1.5 (float)", "True (bool)", "a str", "a list"]
    assert [is_missing(value) for value in (None, math.nan, NAType(), "", 0, "nan")] == [True] * 3 + [False] * 3
    for value, problem in (
        ("ab", "texts is a single str, not a list"),
        (b"ab", "texts is a single bytes, not a list"),
        ({"a"}, "texts is a set, not a list"),
        (["a", 1], r"texts\[1\] is 1 \(int\), not a string"),
        (("a", "b", ["c"]), r"texts\[2\] is a list, not a string"),
    ):
        with pytest.raises(InputError, match=f"^{problem}") as caught:
            check_strings(value, "texts")  # type: ignore[arg-type]
        assert ("from_tokens" in caught.value.hint) == ("list, not a string" in str(caught.value))
    check_list(("a", 1), "texts")
    check_strings(("a", ""), "texts")
    assert as_float(2**1023, "x") == 2.0**1023
    with pytest.raises(InputError, match="x is too large for a double"):
        as_float(2**1024, "x")


def test_near_names() -> None:
    known = ["hypotheses", "Hypothesis", "references", "HYPOTHESES"]
    assert nearest_names("hypothesis", known, 3, 0.5) == ["Hypothesis", "hypotheses"]
    assert nearest_names("hypothesis", known, 1, 0.5) == ["Hypothesis"]
    assert nearest_names("ab", ["ad"], 1, 0.5) == ["ad"]
    assert nearest_names("ab", ["ad"], 1, 0.51) == []
    assert nearest("hypothesis", known, most=2) == "did you mean Hypothesis or hypotheses?"
    assert nearest("ab", ["ad"], cutoff=0.6) == "choose one of: ad"
    assert nearest("x", ["b", "a", "b"]) == "choose one of: b, a"
