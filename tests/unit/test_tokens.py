"""What `samescore.tokens` and ``samescore tokens`` show of a text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import samescore
from samescore import InputError, SettingsError, UnknownNameError
from samescore.records import PreparationStage, PreparedLine, PreparedTexts, prepared_texts, read
from samescore.report.plain import visible
from samescore.report.terminal.view import render
from samescore.report.views.tokens import view
from samescore.text.international import tokenize_intl
from samescore.text.tokenizers import tokenize_13a
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
        *(("case", "lower"), ("strip", "right"), ("tokenizer", "intl"), ("max_order", "4")),
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
    (folder / "empty").write_text("", encoding="utf-8")
    for request, lines in (
        (Request((folder / "hyp",), numbers=(1, 4)), f"--line 4 is too large: {folder / 'hyp'} has 3 lines"),
        (Request(references=(folder / "empty",), numbers=(1,)), "--line 1 is too large: the file has 0 lines"),
        (Request(texts=("a", "b"), numbers=(2,)), "--line 2 is too large: the text has 1 line"),
    ):
        with pytest.raises(InputError) as raised:
            list(execute(request))
        assert (raised.value.message, raised.value.hint) == (lines, "choose a smaller number")


def test_texts_are_of_one_side_and_a_signature_determines_the_settings() -> None:
    first, second = execute(Request(texts=("A b", "c"), side="reference", signature="bleu|case:lower"))
    assert (first.signature, first.text, first.units) == ("bleu|case:lower", "A b", ["a", "b"])
    assert [(each.file, each.line, each.side, each.like) for each in (first, second)] == [
        ("", 1, "reference", ""),
        ("", 2, "reference", ""),
    ]


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
        "  max_order=4    3 + 2 + 1 + 0 n-grams\n"
        "\n"
        "ref, line 2 (reference)\n"
        "  text           So?\n"
        "  case=lower     so?\n"
        "  strip=right    (unchanged)\n"
        "  tokenizer=13a  so · ? (2 tokens)\n"
        "  max_order=4    2 + 1 + 0 + 0 n-grams\n"
        "\n"
        "settings: bleu|case:lower\n"
    )
    lines = call("tokens", "hyp", "--format", "jsonl", cwd=folder).stdout
    (folder / "saved.jsonl").write_text(lines, encoding="utf-8")
    (prepared,) = prepared_texts(read(folder / "saved.jsonl"))
    assert [line.text for line in prepared.lines] == [_LINE, "So what?", "It's"]
    assert call("render", "saved.jsonl", cwd=folder).stdout == call("tokens", "hyp", cwd=folder).stdout


def test_several_implementations_are_shown_with_their_differences(folder: Path) -> None:
    likes = ("--like", "sacrebleu", "--like", "nltk.sentence_bleu")
    done = call("tokens", "hyp", "--line", "1", *likes, cwd=folder)
    assert done.stdout == (
        "hyp, line 1 (hypothesis)\n"
        "  text  It costs 1,000.50, no-one said.␣\n"
        "  sacrebleu\n"
        "    strip=right    It costs 1,000.50, no-one said.\n"
        "    tokenizer=13a  It · costs · 1,000.50 · , · no-one · said · . (7 tokens)\n"
        "    max_order=4    7 + 6 + 5 + 4 n-grams\n"
        "  nltk.sentence_bleu\n"
        "    tokenizer=none  It · costs · 1,000.50, · no-one · said. (5 tokens)\n"
        "    max_order=4     5 + 4 + 3 + 2 n-grams\n"
        "  differences of nltk.sentence_bleu from sacrebleu\n"
        "    position 3  1,000.50 · , | 1,000.50,\n"
        "    position 6  said · . | said.\n"
        "\n"
        "settings sacrebleu: bleu|no_references:minus-one\n"
        "settings nltk.sentence_bleu: bleu|strip:none|tokenizer:none|denominator_floor:one-per-segment|average:sentences"
        "|smoothing:nltk-0|zero_precision:skip|log_unit:fraction|summation:fsum|scale:1\n"
    )
    same = call("tokens", "-t", "a b", "-m", "bleu", *likes, cwd=folder).stdout
    assert "    units  the same\n" in same
    (folder / "saved.jsonl").write_text(call("tokens", "hyp", *likes, "--format", "jsonl", cwd=folder).stdout)
    assert call("render", "saved.jsonl", cwd=folder).stdout == call("tokens", "hyp", *likes, cwd=folder).stdout


def test_several_implementations_give_an_entry_each() -> None:
    result = samescore.tokens("bleu", ["So.", ""], like=["sacrebleu", "nltk.sentence_bleu"])
    assert [(line.like, line.units) for line in result.lines] == [
        *(("sacrebleu", ["So", "."]), ("nltk.sentence_bleu", ["So."]), ("sacrebleu", []), ("nltk.sentence_bleu", [])),
    ]
    assert [row["like"] for row in result.to_rows()] == ["sacrebleu", "nltk.sentence_bleu"] * 2
    shown = str(render(view(result)))
    assert "position 1  So · . | So." in shown
    long = samescore.tokens("bleu", "a " * 5001 + "a.", like=["sacrebleu", "nltk.sentence_bleu"])
    assert "units  not compared: more than 5,000" in str(render(view(long)))


def test_counted_ngrams_are_the_last_stage() -> None:
    def last(metric: str, **knobs: Any) -> tuple[str, object]:
        stage = samescore.tokens(metric, "a b c", **knobs).lines[0].stages[-1]
        return stage.name, stage.product

    assert last("rouge2") == ("order", [["a", "b"], ["b", "c"]])
    assert last("gleu", min_order=2, max_order=4) == ("max_order", [[["a", "b"], ["b", "c"]], [["a", "b", "c"]], []])
    assert last("rouge-l")[0] == last("wer")[0] == "tokenizer"
    shown = str(render(view(samescore.tokens("rouge2", "a b c"))))
    assert "order=2          a␣b · b␣c (2 n-grams)" in shown


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


def _shown(*lines: PreparedLine) -> list[str]:
    return str(render(view(PreparedTexts(list(lines))))).splitlines()


def _line(units: list[str], *stages: PreparationStage, like: str = "", **fields: Any) -> PreparedLine:
    usual: dict[str, Any] = {"signature": "bleu", "file": "", "line": 1, "side": "hypothesis", "text": "a b"}
    return PreparedLine("bleu", stages=list(stages), units=units, like=like, **{**usual, **fields})


def test_parts_of_stages_are_counted() -> None:
    shown = _shown(
        _line(
            [],
            PreparationStage("words", "", ["a"]),
            PreparationStage("characters", "", ["a", " "]),
            PreparationStage("normalization", "", ["a"]),
            PreparationStage("order", "2", [["a", "b"]]),
            PreparationStage("order", "1", [["a"], ["b"]]),
            PreparationStage("sentences", "", ["a b"]),
            PreparationStage("x", "", [["a"]]),
        )
    )
    assert [" ".join(line.split()) for line in shown[2:-2]] == [
        "words a (1 word)",
        "characters a · ␣ (2 characters)",
        "normalization a (1 part)",
        "order=2 a␣b (1 n-gram)",
        "order=1 a · b (2 n-grams)",
        "sentences a b (1 sentence)",
        "x a (1 token in 1 sentence)",
    ]


def test_differences_from_the_first_implementation() -> None:
    first = _line(["a", "b", "c"], like="one")
    others = [
        _line(["a", "b", "c"], like="two"),
        _line(["a", "x", "c", "d"], like="three"),
        _line(["b", "c"], signature="bleu|case:lower"),
    ]
    shown = _shown(first, *others)
    assert shown[2:10] == [
        "  one",
        "    units  (unchanged)",
        "  two",
        "    units  (unchanged)",
        "  three",
        "    units  (unchanged)",
        "  bleu|case:lower",
        "    units  (unchanged)",
    ]
    assert shown[10:] == [
        "  differences of two from one",
        "    units  the same",
        "  differences of three from one",
        "    position 2  b | x",
        "    position 4  nothing | d",
        "  differences of bleu|case:lower from one",
        "    position 1  a | nothing",
        "",
        "settings one: bleu",
        "settings two: bleu",
        "settings three: bleu",
        "settings: bleu|case:lower",
    ]


@pytest.mark.parametrize(("units", "said"), [(5000, "position 5000"), (5001, "units  not compared: more than 5,000")])
@pytest.mark.slow
def test_long_lines_are_not_compared(units: int, said: str) -> None:
    one = ["a"] * (units - 1)
    shown = _shown(_line([*one, "b"], like="one"), _line([*one, "c"], like="two"))
    assert any(line.strip().startswith(said) for line in shown)


def test_cards_are_of_a_file_a_line_and_a_side() -> None:
    shown = _shown(
        _line([], text="q", file="f", line=2),
        _line([], text="q", file="f", line=2, side="reference"),
        _line([], text="", line=3),
    )
    assert [line for line in shown if "(" in line] == [
        "f, line 2 (hypothesis)",
        "f, line 2 (reference)",
        "text 3 (hypothesis)",
    ]
