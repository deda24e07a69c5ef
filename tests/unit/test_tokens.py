"""What `samescore.tokens` and ``samescore tokens`` show of a text."""

from __future__ import annotations

from pathlib import Path

import pytest

import samescore
from samescore import InputError, SettingsError, UnknownNameError
from samescore.records import PreparationStage, PreparedLine, PreparedTexts, prepared_texts, read
from samescore.report.plain import visible
from samescore.report.terminal.view import render
from samescore.report.views.tokens import view
from samescore.text.tokenizers import tokenize_13a, tokenize_intl
from samescore.verbs.scoring.tokens import Request, execute
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_LINE = "It costs 1,000.50, no-one said. "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hyp").write_text(f"{_LINE}\nSo what?\nIt's\n", encoding="utf-8")
    (tmp_path / "ref").write_text("It costs 1,000.50.\nSo?\nIt's\n", encoding="utf-8")
    return tmp_path


def test_a_text_is_shown_as_the_metric_compares_it() -> None:
    result = samescore.tokens("bleu", _LINE, case="lower", tokenizer="intl")
    (line,) = result.lines
    assert [(stage.name, stage.value) for stage in line.stages] == [
        *(("case", "lower"), ("strip", "right"), ("tokenizer", "intl")),
    ]
    assert line.stages[0].product == _LINE.lower()
    assert result.units == [tokenize_intl(_LINE.lower().rstrip())]
    assert result.units[0] == ["it", "costs", "1,000.50", ",", "no", "-", "one", "said", "."]
    assert line.signature == "bleu|case:lower|tokenizer:intl"
    assert result.to_rows()[0]["units"] == result.units[0]
    assert repr(result) == "<TokensResult 1 text>"
    assert "no · - · one" in result._repr_html_()


def test_an_implementation_determines_the_settings() -> None:
    assert samescore.tokens("bleu", [_LINE], like="nltk.sentence_bleu").units == [_LINE.split()]
    assert samescore.tokens("bleu", [_LINE], like="sacrebleu").units == [tokenize_13a(_LINE)]
    assert samescore.tokens("bleu", []).units == []
    once = samescore.tokens("ter", "It''s", tokenizer="tercom", reference=False).lines[0]
    twice = samescore.tokens("ter", "It''s", tokenizer="tercom", reference=True).lines[0]
    assert (once.stages[-1].name, twice.stages[-1].name) == ("tokenizer", "reference_passes")


def test_a_wrong_request_is_refused_with_a_remedy(folder: Path) -> None:
    with pytest.raises(SettingsError, match="mcc does not compare texts line by line"):
        samescore.tokens("mcc", "a")
    with pytest.raises(SettingsError, match="tokenizer=given needs tokens"):
        samescore.tokens("bleu", "a", tokenizer="given")
    with pytest.raises(UnknownNameError):
        samescore.tokens("blue", "a")
    with pytest.raises(InputError, match=r"hypotheses\[1\] is missing"):
        samescore.tokens("bleu", ["a", None])  # type: ignore[list-item]
    with pytest.raises(InputError, match=r"--line 4 is too large: .*hyp has 3 lines"):
        list(execute(Request((folder / "hyp",), numbers=(4,))))


def test_lines_come_in_the_order_of_the_files(folder: Path) -> None:
    request = Request((folder / "hyp",), (folder / "ref",), numbers=(3, 1))
    said: list[str] = []
    lines = list(execute(request, said.append))
    assert [(line.line, line.side) for line in lines] == [
        *((3, "hypothesis"), (3, "reference"), (1, "hypothesis"), (1, "reference")),
    ]
    assert said == []
    lines = list(execute(Request((folder / "hyp",), most=2), said.append))
    assert [line.text for line in lines] == [_LINE, "So what?"]
    assert said == ["2 of 3 lines are shown; show all of them with --most 0"]


def test_invisible_characters_are_visible() -> None:
    def shown(text: str, *stages: PreparationStage) -> list[str]:
        line = PreparedLine("bleu", "bleu", "", 1, "hypothesis", text, list(stages), [])
        return str(render(view(PreparedTexts([line])))).splitlines()[1:-2]

    assert shown(" a  b c\u00a0d\u200b\t ") == ["  text  ␣a␣␣b c\\xa0d\\u200b\\t␣"]
    tokenizer = PreparationStage("tokenizer", "none", ["a b", "", "c\u3000"])
    assert shown("a b", tokenizer)[1] == "  tokenizer=none  a␣b · '' · c\\u3000 (3 tokens)"
    assert shown("", PreparationStage("tokenizer", "none", [])) == [
        "  text            ''",
        "  tokenizer=none  (0 tokens)",
    ]
    assert shown("a", PreparationStage("strip", "right", "a"))[1] == "  strip=right  (unchanged)"
    sentences = PreparationStage("sentences", "line", ["a b", "c"])
    words = PreparationStage("tokenizer", "none", [["a", "b"], ["c"]])
    assert shown("a b\nc", sentences, words)[1:] == [
        "  sentences=line  a b / c (2 sentences)",
        "  tokenizer=none  a · b / c (3 tokens in 2 sentences)",
    ]
    assert visible("·␣") == "·␣"


def test_the_command_prints_each_stage_and_its_json_can_be_shown_again(folder: Path) -> None:
    done = call("tokens", "hyp", "-r", "ref", "--line", "2", "--set", "case=lower", cwd=folder)
    assert done.stdout == (
        "hyp, line 2 (hypothesis)\n"
        "  text           So what?\n"
        "  case=lower     so what?\n"
        "  strip=right    (unchanged)\n"
        "  tokenizer=13a  so · what · ? (3 tokens)\n"
        "\n"
        "ref, line 2 (reference)\n"
        "  text           So?\n"
        "  case=lower     so?\n"
        "  strip=right    (unchanged)\n"
        "  tokenizer=13a  so · ? (2 tokens)\n"
        "\n"
        "settings: bleu|case:lower\n"
    )
    lines = call("tokens", "hyp", "--format", "jsonl", cwd=folder).stdout
    (folder / "saved.jsonl").write_text(lines, encoding="utf-8")
    (prepared,) = prepared_texts(read(folder / "saved.jsonl"))
    assert [line.text for line in prepared.lines] == [_LINE, "So what?", "It's"]
    assert call("render", "saved.jsonl", cwd=folder).stdout == call("tokens", "hyp", cwd=folder).stdout


def test_a_text_or_standard_input_can_take_the_place_of_a_file(folder: Path) -> None:
    text = call("tokens", "-t", "So what?", "-m", "chrf++", cwd=folder).stdout
    assert "whitespace=remove  Sowhat?" in text
    assert "words              So · what · ? (3 words)" in text
    piped = call("tokens", "-", "-m", "wer", cwd=folder, stdin="a  b\nc\n").stdout
    assert "a · b (2 tokens)" in piped
    long = call("tokens", "-", cwd=folder, stdin="a\n" * 12)
    assert (long.stdout.count("line "), long.stderr) == (
        10,
        "samescore: 10 of 12 lines are shown; show all of them with --most 0\n",
    )
    assert call("tokens", cwd=folder).returncode == 2
