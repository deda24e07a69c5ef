"""Numbers from outside are decimal numbers in ASCII digits, wherever text is read as a number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from samescore.base.errors import DataError, InputError, SamescoreError, SettingsError
from samescore.base.numbers import count_from_text, number_from_text
from samescore.catalogue.vectors import load_file
from samescore.cli.commands import commands
from samescore.cli.numeric import CountRange, DecimalRange
from samescore.metrics import metric
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.question import question_of
from samescore.verbs.scoring.programs import openkiwi
from tests.command import call

#: What Python's ``float`` takes, and no file should hold.
ODD = [
    "1_0",
    "0_1",
    "\u0661",
    "\uff11",
    " 1",
    "1\n",
    "1\u00a0",
    "nan",
    "inf",
    "-Infinity",
    "0x1",
    "1e999",
    "",
    "+",
    "1" * 401,
]

odd = pytest.mark.parametrize("text", ODD, ids=ascii)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0.0),
        ("-0.5", -0.5),
        ("+1", 1.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("1e-05", 1e-5),
        ("2E+3", 2000.0),
        ("007", 7.0),
    ],
)
def test_decimal_numbers(text: str, number: float) -> None:
    assert number_from_text(text) == number


@odd
def test_nothing_else_is_a_number(text: str) -> None:
    with pytest.raises(ValueError, match=r"decimal number|too large"):
        number_from_text(text)
    with pytest.raises(ValueError, match="non-negative integer"):
        count_from_text(text)
    assert count_from_text("0120") == 120


@odd
def test_knobs(text: str) -> None:
    settings = metric("bleu").settings
    for knob in ("add_k", "max_order", "weights"):
        with pytest.raises(SettingsError):
            settings.checked(knob, text)
        with pytest.raises(SettingsError):
            settings.parse(f"bleu|{knob}:{text}")


@pytest.mark.parametrize("text", [text for text in ODD if text and text == text.strip()], ids=ascii)
def test_probabilities_of_tags(text: str, tmp_path: Path) -> None:
    tags, gold = tmp_path / "tags", tmp_path / "gold"
    tags.write_text(f"OK {text}\n", encoding="utf-8")
    gold.write_text("OK BAD\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"tags, line 1: .* is not OK, BAD or a probability"):
        openkiwi.evaluate(gold, [tags])


@odd
def test_expected_values_of_vectors(text: str, tmp_path: Path) -> None:
    defaults = metric("wer").settings().as_dict()
    vector = {
        "id": "wer-x",
        "comment": "",
        "settings": {},
        "input": {"segments": [{"hypothesis": "a", "references": ["a"]}]},
        "expected": {"outcome": "score", "value": text},
        "source": {"kind": "hand", "where": "own"},
    }
    path = tmp_path / "x.json"
    path.write_text(
        json.dumps({"schema": "samescore-golden/2", "metric": "wer", "defaults": defaults, "vectors": [vector]}),
        encoding="utf-8",
    )
    with pytest.raises(DataError, match="wer-x"):
        load_file(path)


#: Claims have numbers as publications print them, also with white space around, or in full-width digits.
_PRINTED = (" 1", "1\n", "1\u00a0", "\uff11")


@pytest.mark.parametrize("text", [text for text in ODD if text and text not in _PRINTED], ids=ascii)
def test_claims(text: str, tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    for field in ("published", "precision") if text == text.strip() else ("precision",):
        claim = {"metric": "f1", "published": "0.5", field: text}
        path.write_text(json.dumps(claim) + "\n", encoding="utf-8")
        (malformed,) = read_claims(path)
        assert isinstance(malformed, MalformedClaim)
        assert "claims.jsonl, line 1: " in malformed.problem
        assert "not a number" in malformed.problem


@pytest.mark.parametrize("text", _PRINTED, ids=ascii)
def test_printed_claims(text: str, tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(json.dumps({"metric": "f1", "published": text}) + "\n", encoding="utf-8")
    (claim,) = read_claims(path)
    assert claim.published == "1"


@odd
@pytest.mark.parametrize(
    "signature", ["nrefs:1|smooth:floor[{}]|version:2.0.0", "nrefs:1|smooth:add-k[{}]|version:2.0.0"]
)
def test_signatures_of_sacrebleu(signature: str, text: str) -> None:
    with pytest.raises(SamescoreError):
        question_of(Claim("bleu", "1", signature=signature.format(text))).checked()


@odd
def test_orders_in_signatures_of_sacrebleu(text: str) -> None:
    with pytest.raises(SamescoreError):
        question_of(Claim("chrf", "1", signature=f"nrefs:1|nc:{text}|version:2.0.0")).checked()


#: Commands that end with an option, and the kind of number that the option takes.
_OPTIONS = {
    ("run", "native", "-k", "wer-no", "--no-report", "--against", "x", "--tolerance"): "number",
    ("run", "native", "-k", "wer-no", "--no-report", "--timeout"): "number",
    ("audit", "claims.jsonl", "--jobs"): "integer",
    ("score", "x", "-r", "y", "--like", "squad-v2", "--na-prob-thresh"): "number",
}


@odd
@pytest.mark.parametrize("command", _OPTIONS, ids=lambda command: command[-1])
def test_options_of_commands(command: tuple[str, ...], text: str, tmp_path: Path) -> None:
    done = call(*command, text, cwd=tmp_path)
    assert done.returncode == 2
    assert f"Invalid value for '{command[-1]}'" in done.stderr.replace("'-j' / ", "")
    assert _OPTIONS[command] in done.stderr or "too large" in done.stderr


def _options(command: click.Command) -> Iterator[click.Parameter]:
    yield from command.params
    if isinstance(command, click.Group):
        for member in command.commands.values():
            yield from _options(member)


def test_every_number_on_the_command_line_is_read_so() -> None:
    taken = {type(option.type) for option in _options(commands)}
    assert {DecimalRange, CountRange} <= taken
    assert not {type(click.INT), type(click.FLOAT), click.IntRange, click.FloatRange} & taken
