"""Errors about the shipped data, or about a file of expected failures, word for word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore.base.errors import SamescoreError
from samescore.catalogue import divergences, reported, vectors
from samescore.catalogue.arguments import Argument, unknown_argument_error
from samescore.catalogue.expectations import expected_failures
from samescore.catalogue.properties import property_called
from samescore.metrics import metric

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_FILE = Path("folder/f.toml")


def _message(build: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(SamescoreError) as raised:
        build()
    return raised.value.message, raised.value.hint


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"id": "A b"}, "an id must be lower-case words and digits joined by '-'"),
        ({"what": " "}, "knobs, implementations, what and remedy must not be empty"),
        ({"remedy": ""}, "knobs, implementations, what and remedy must not be empty"),
        ({"knobs": []}, "knobs, implementations, what and remedy must not be empty"),
        ({"implementations": []}, "knobs, implementations, what and remedy must not be empty"),
        ({"texts": "("}, "texts is not a regular expression: missing ), unterminated subpattern at position 0"),
    ],
)
def test_a_divergence(changed: dict[str, Any], problem: str) -> None:
    entry = next(iter(divergences.divergences().values()))
    assert divergences._checked(entry, _FILE) == entry
    wrong = msgspec.structs.replace(entry, **changed)
    assert _message(lambda: divergences._checked(wrong, _FILE)) == (f"f.toml: {wrong.id}: {problem}", "")


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"id": "a b"}, "an id must be words and digits joined by '-'"),
        ({"link": "http://a"}, "link and symptom must not be empty"),
        ({"symptom": " "}, "link and symptom must not be empty"),
        ({"why_not": "a reason"}, "a case needs either sides or a reason for having none"),
        ({"first": None}, "a case with a second side must also have a first"),
        ({"because": " "}, "metric, because and remedy must not be empty"),
        ({"remedy": ""}, "metric, because and remedy must not be empty"),
        ({"metric": ""}, "metric, because and remedy must not be empty"),
        ({"cause": []}, "the cause is missing"),
    ],
)
def test_a_reported_case(changed: dict[str, Any], problem: str) -> None:
    case = next(case for case in reported.reported_cases().values() if case.second is not None)
    assert reported._checked(case, _FILE) == case
    wrong = msgspec.structs.replace(case, **changed)
    assert _message(lambda: reported._checked(wrong, _FILE)) == (f"f.toml: {wrong.id}: {problem}", "")


def test_an_input_that_is_missing() -> None:
    case = next(
        case for case in reported.reported_cases().values() if case.first is not None and case.input is not None
    )
    assert case.first is not None
    asked = msgspec.structs.replace(case.first, input=None)
    assert _message(lambda: msgspec.structs.replace(case, input=None).data(asked)) == (
        f"{case.id}: no input for {asked.implementation}",
        "give the case or the side an input",
    )


@pytest.mark.parametrize(
    ("find", "what", "listed"),
    [
        (divergences.divergence, "divergence", "divergences"),
        (property_called, "property", "properties"),
        (reported.reported_case, "reported case", "reported"),
    ],
)
def test_an_unknown_entry(find: Callable[[str], object], what: str, listed: str) -> None:
    assert _message(lambda: find("###")) == (f"unknown {what}: '###'", f"list them with: samescore list {listed}")


def test_a_vector() -> None:
    vector = msgspec.structs.replace(next(iter(vectors.vectors().values())), id="A b")
    assert _message(lambda: vectors._check(vector, "here")) == (
        "here: an id must be lower-case words and digits joined by '-'",
        "",
    )


def test_expected_failures(tmp_path: Path) -> None:
    first, second, other = (tmp_path / name for name in ("first.toml", "second.toml", "other.toml"))
    for path, name, reason in ((first, "mine", "a"), (second, "mine", "a"), (other, "yours", " ")):
        path.write_text(f'implementation = "{name}"\n[expected]\n"bleu-empty" = "{reason}"\n', encoding="utf-8")
    names = ["mine", "theirs"]
    assert expected_failures([first], names)["mine"] == {"bleu-empty": "a"}
    assert _message(lambda: expected_failures([first, second], names)) == (
        f"{second}: a second file lists failures of mine",
        "merge the two files",
    )
    assert _message(lambda: expected_failures([first], ["theirs", "yours"])) == (
        f"{first} lists failures of mine, which is not in this run",
        "this run has: theirs, yours",
    )
    assert _message(lambda: expected_failures([other], names)) == (
        f"{other}: bleu-empty has no reason",
        "state why this failure is accepted",
    )


def test_an_argument_that_a_package_does_not_have() -> None:
    kind = metric("wer").settings
    assert _message(lambda: _raise(unknown_argument_error("###", {"a": Argument()}, kind, ["case"], ""))) == (
        "'###' is neither a supported argument nor a knob of wer",
        "supported: the arguments a, and the knobs case",
    )
    assert _message(lambda: _raise(unknown_argument_error("###", {}, kind, [], "elsewhere"))) == (
        "'###' is neither a supported argument nor a knob of wer",
        "elsewhere; supported: the knobs of other metrics",
    )


def _raise(problem: Exception) -> None:
    raise problem
