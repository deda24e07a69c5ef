"""What an implementation's own program prints, and how it reads its file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samescore import Corpus, InputError, MetricError, score
from samescore.base.errors import DataError
from samescore.catalogue.profile_files import LineTemplate, ProfileFile, profile_files
from samescore.data.corpus import read_hypotheses
from samescore.data.stripped_tsv import read_stripped_tsv
from samescore.verbs.scoring.programs import printed
from tests.command import call

#: Two lines that count: the others have one column only after their ends are stripped.
LINES = (
    "the cat sat on mat\tthe cat sat on the mat\r\n我 喜欢 猫\t我 爱 猫 狗\t seen by nobody\nno column\n\tgold\n x\t \n"
)
#: By hand: 2*16/(18 + 21); exp(1 - 10/8) times 7/8, and times the root of 7/8 * 3/6; nothing twice.
PRINTED = "F1: 82.05%\nBLEU1: 0.681%\nBLEU2: 0.515%\nDISTINCT1: 1.000%\nDISTINCT2: 1.000%\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "result.eval"
    path.write_bytes(LINES.encode("utf-8"))
    return path


def test_the_reader_strips_skips_and_splits_at_single_spaces(tmp_path: Path) -> None:
    path = tmp_path / "file.tsv"
    path.write_bytes("\ufeffa  b\t c\u3000d \ra\t\tb\nx\n".encode())
    assert read_stripped_tsv(path) == Corpus.from_tokens([["\ufeffa", "", "b"], ["a"]], [[["c\u3000d"]], [[""]]])


def test_a_file_that_is_not_utf8_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "file.tsv"
    path.write_bytes(b"a\tb\n\xff\tb\n")
    with pytest.raises(InputError, match="line 2, byte 0"):
        read_stripped_tsv(path)


def test_the_lines_of_the_dialogue_script(file: Path) -> None:
    done = call("score", file.name, "--like", "dialogue-eval", cwd=file.parent)
    assert (done.stdout, done.stderr, done.returncode) == (PRINTED, "", 0)


def test_a_line_is_the_score_of_its_metric(file: Path) -> None:
    corpus = read_stripped_tsv(file)
    rows = {row.entry_point: row for row in printed.lines("dialogue-eval", file)}
    assert rows["f1"].value == score("char-f1", corpus).value
    assert rows["distinct2"].value == score("distinct2", corpus, tokenizer="given", ngram_key="joined").value
    assert rows["bleu2"].value == score("bleu", corpus, like="dialogue-eval.bleu2", tokenizer="given").value


def test_the_lines_as_records(file: Path) -> None:
    done = call("score", file.name, "--like", "dialogue-eval", "--format", "jsonl", cwd=file.parent)
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    assert "".join(f"{record['text']}\n" for record in printed) == PRINTED
    assert {record["metric"] for record in printed} == {"char-f1", "bleu", "distinct"}


def test_texts_without_a_trigram_end_the_program(tmp_path: Path) -> None:
    path = tmp_path / "short.tsv"
    path.write_text("a b\ta b\n", encoding="utf-8")
    with pytest.raises(MetricError):
        list(printed.lines("dialogue-eval", path))
    done = call("score", path.name, "--like", "dialogue-eval", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")


def test_a_metric_of_the_program_is_scored_as_usual(file: Path) -> None:
    done = call("score", "result.eval", "-r", "result.eval", "--like", "dialogue-eval", "-m", "f1", cwd=file.parent)
    assert done.returncode == 2  # f1 is the classes' F1; the dialogue script has char-f1
    done = call("score", "result.eval", "--like", "dialogue-eval", "--stages", cwd=file.parent)
    assert "does not take options" in done.stderr


def test_only_programs_print() -> None:
    assert printed.prints("dialogue-eval")
    assert not printed.prints("dialogue-eval.bleu1")
    assert not printed.prints("nltk")


def test_hypotheses_alone(tmp_path: Path) -> None:
    path = tmp_path / "hyp"
    path.write_text("a b\na c\n", encoding="utf-8")
    assert read_hypotheses(path) == Corpus.from_segments(["a b", "a c"], [[], []])
    assert json.loads(call("score", "hyp", "-m", "distinct", "--format", "jsonl", cwd=tmp_path).stdout)["value"] == 0.75


def test_printed_lines_must_name_known_entry_points() -> None:
    file = profile_files()["dialogue-eval"]
    assert file.printed is not None
    broken = ProfileFile("x", "x", file.profile, printed=type(file.printed)("stripped-tsv", [LineTemplate("no", "%f")]))
    with pytest.raises(DataError, match="unknown entry point 'no'"):
        broken.check_printed()
    with pytest.raises(DataError, match="not all arguments converted"):
        LineTemplate("f1", "no number").check()
