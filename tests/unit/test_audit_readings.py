"""The readings of files that published numbers needed, as an audit tries them."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore.base.errors import InputError
from samescore.base.line_reading import LineReading, lines_of
from samescore.data.corpus import Corpus
from samescore.records import ClaimVerdict
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.inputs import ClaimFiles
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.search import Auditor
from samescore.verbs.scoring.score import score
from tests.command import call

_LINES = ["The cat sat on the mat today.", "A dog barked at the old mailman.", "no"]
_REFERENCES = ["The cat sat on a mat today.", "A dog barked at the mailman again.", "no"]


def _claim(published: float | str, name: str = "chrF", **rest: object) -> Claim:
    return Claim(name, str(published), "x", **{"hypotheses": "hyp", "references": ["ref"], **rest})  # type: ignore[arg-type]


def _write(folder: Path, hypotheses: str, *references: str) -> None:
    for name, text in zip(("hyp", "ref", "ref2", "ref3"), (hypotheses, *references), strict=False):
        (folder / name).write_bytes(text.encode())


def _text(lines: list[str], end: str = "\n") -> str:
    return "".join(line + end for line in lines)


@pytest.mark.parametrize(
    ("reading", "text", "lines"),
    [
        (LineReading.USUAL, "\ufeffa\r\nb\u2028c\n\n", ["a", "b\u2028c", ""]),
        (LineReading.BYTE_ORDER_MARK, "\ufeffa\r\nb\u2028c\n\n", ["\ufeffa", "b\u2028c", ""]),
        (LineReading.CARRIAGE_RETURNS, "\ufeffa\r\nb\u2028c\n\n", ["a\r", "b\u2028c", ""]),
        (LineReading.ALL_SEPARATORS, "\ufeffa\r\nb\u2028c\x85d\n\n", ["a", "b", "c", "d", ""]),
        (LineReading.NO_FINAL_BLANKS, "\ufeffa\r\nb\n \n\n", ["a", "b"]),
        (LineReading.NO_FINAL_BLANKS, "\n\n", []),
        (LineReading.ALL_SEPARATORS, "", []),
        (LineReading.USUAL, "a", ["a"]),
    ],
)
def test_the_lines_of_a_text(reading: LineReading, text: str, lines: list[str]) -> None:
    assert lines_of(text, reading) == lines
    assert reading.matters(text) == (lines != lines_of(text))


def test_the_byte_order_mark_that_sacrebleu_keeps(tmp_path: Path) -> None:
    _write(tmp_path, "\ufeff" + _text(_LINES), _text(_REFERENCES))
    marked = Corpus.from_segments(["\ufeff" + _LINES[0], *_LINES[1:]], [[line] for line in _REFERENCES])
    value = score("chrf", marked).value
    assert value != score("chrf", Corpus.read(tmp_path / "hyp", [tmp_path / "ref"])).value
    finding = Auditor(tmp_path).audit(_claim(repr(value)))
    assert finding.value == value
    assert any("keep-byte-order-mark" in text for text in map(str, finding.fits))


def test_lines_that_end_where_str_splitlines_ends_them(tmp_path: Path) -> None:
    _write(tmp_path, _text(_LINES[:2]).replace("\n", "\u2028", 1), _text(_REFERENCES[:2]))
    with pytest.raises(InputError):
        ClaimFiles(tmp_path).read(question_of(_claim("1")))
    (read,) = ClaimFiles(tmp_path).otherwise(question_of(_claim("1")))
    assert read.way.reading is LineReading.ALL_SEPARATORS
    assert read.data == Corpus.from_segments(_LINES[:2], [[line] for line in _REFERENCES[:2]])


def test_only_readings_that_change_the_files_are_tried(tmp_path: Path) -> None:
    _write(tmp_path, _text(_LINES), _text(_REFERENCES), _text(_REFERENCES[::-1]))
    assert list(ClaimFiles(tmp_path).otherwise(question_of(_claim("1")))) == []
    both = _claim("1", references=["ref", "ref2"])
    assert [read.way.references for read in ClaimFiles(tmp_path).otherwise(question_of(both))] == [
        ("ref",),
        ("ref2",),
        ("ref2", "ref"),
    ]


def test_a_mark_is_kept_in_every_selection_of_references(tmp_path: Path) -> None:
    _write(tmp_path, "\ufeff" + _text(_LINES), _text(_REFERENCES), _text(_REFERENCES[::-1]))
    ways = [
        (read.way.references, read.way.reading)
        for read in ClaimFiles(tmp_path).otherwise(question_of(_claim("1", references=["ref", "ref2"])))
    ]
    selections = [("ref",), ("ref2",), ("ref2", "ref")]
    assert ways == [
        (("ref", "ref2"), LineReading.BYTE_ORDER_MARK),
        *((names, LineReading.USUAL) for names in selections),
        *((names, LineReading.BYTE_ORDER_MARK) for names in selections),
    ]


def test_a_metric_without_references(tmp_path: Path) -> None:
    _write(tmp_path, _text(_LINES))
    value = score("distinct", Corpus.from_segments(_LINES, [[] for _ in _LINES])).value
    finding = Auditor(tmp_path).audit(_claim(repr(value), "distinct", references=[]))
    assert finding.value == value


def test_a_score_in_another_reading(tmp_path: Path) -> None:
    _write(tmp_path, "\ufeff" + _text(_LINES), _text(_REFERENCES))
    usual = call("score", "hyp", "-r", "ref", "-m", "chrf", "--format", "jsonl", cwd=tmp_path).stdout
    words = ("score", "hyp", "-r", "ref", "-m", "chrf", "--format", "jsonl", "--reading", "keep-byte-order-mark")
    marked = call(*words, cwd=tmp_path)
    assert marked.returncode == 0
    assert marked.stdout != usual


def test_the_readings_of_the_command_line(tmp_path: Path) -> None:
    shown = "".join(call("score", "--help", cwd=tmp_path).stdout.split())
    assert all(reading.value in shown for reading in LineReading)


def test_files_that_can_be_read_only_otherwise_than_claimed(tmp_path: Path) -> None:
    """As claimed, one file has a line less: a separator in it ends no line."""
    _write(tmp_path, _text(_LINES).replace("\n", "\u2028", 1), _text(_REFERENCES))
    corpus = Corpus.from_segments(_LINES, [[line] for line in _REFERENCES])
    why = "the files cannot be read as claimed: "
    usual = Auditor(tmp_path).audit(_claim(f"{score('chrf', corpus).value:.3f}"))
    assert usual.verdict is ClaimVerdict.DEFAULTS
    assert [fit.text_reading for fit in usual.fits] == ["all-line-separators"]
    assert any(note.startswith(why) and note.endswith("files read with all-line-separators") for note in usual.notes)
    stated = _claim(f"{score('chrf', corpus, beta=1.0).value:.3f}", settings={"beta": 1.0})
    assert Auditor(tmp_path).audit(stated).verdict is ClaimVerdict.READ_OTHERWISE
    mean = score("chrf", corpus, average="sentences", word_order=2, case="lower").value
    unusual = _claim(f"{mean:.3f}")
    assert Auditor(tmp_path).audit(unusual).verdict is ClaimVerdict.UNUSUAL
    wrong = Auditor(tmp_path).audit(_claim("12.34"))
    assert wrong.verdict is ClaimVerdict.NOT
    assert wrong.notes[0] == f"the defaults of chrf give {score('chrf', corpus).value:.2f}"
    assert wrong.notes[1].startswith(why)


def test_a_reference_file_that_has_another_number_of_lines(tmp_path: Path) -> None:
    _write(tmp_path, _text(_LINES), _text(_REFERENCES), _text(_REFERENCES[:2]))
    corpus = Corpus.from_segments(_LINES, [[line] for line in _REFERENCES])
    finding = Auditor(tmp_path).audit(_claim(f"{score('chrf', corpus).value:.3f}", references=["ref", "ref2"]))
    assert finding.verdict is ClaimVerdict.DEFAULTS
    assert [fit.references for fit in finding.fits] == [["ref"]]
    assert "samescore score hyp -r ref " in finding.command


def test_files_that_cannot_be_read_in_any_way(tmp_path: Path) -> None:
    _write(tmp_path, _text(_LINES), _text(_REFERENCES[:2]))
    assert Auditor(tmp_path).audit(_claim("1.0")).verdict is ClaimVerdict.UNREADABLE
