"""User inputs by part: rows of tables, the question for each, selections, recorded cases, and malformed rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, Labels
from samescore.base.errors import InputError
from samescore.catalogue.vectors import vectors
from samescore.data.kinds import digest
from samescore.implementations import described_function, implementation
from samescore.implementations.recording import Recording
from samescore.records import VectorVerdict
from samescore.verbs.judging.fresh import Fresh, questions
from samescore.verbs.judging.user_files import MOST, check_number, holds_vectors, read_bare
from samescore.verbs.judging.user_inputs import judged_case, read_user_inputs, user_questions

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_NATIVE = implementation("native")


def _table(folder: Path, *lines: str, name: str = "mine.tsv") -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_lines_of_texts_and_their_references(tmp_path: Path) -> None:
    (first, second, whole) = read_bare(_table(tmp_path, "a b\ta c\ta d", "x\ty"), "wer")
    assert first.data == Corpus.from_segments(["a b"], [["a c", "a d"]])
    assert second.data == Corpus.from_segments(["x"], [["y"]])
    assert whole.data == Corpus.from_segments(["a b", "x"], [["a c", "a d"], ["y"]])
    assert first.id == f"input-wer-{digest(first.data)[:12]}"
    assert len(read_bare(_table(tmp_path, "a\tb"), "wer")) == 1
    assert len(read_bare(_table(tmp_path, "a\tb", "a\tb"), "wer")) == 2
    alone = read_bare(_table(tmp_path, "a b c", "d"), "distinct")
    assert alone[0].data == Corpus.from_segments(["a b c"], [[]])


def test_a_table_of_labels_is_one_input(tmp_path: Path) -> None:
    """The first column is predicted."""
    (own,) = read_bare(_table(tmp_path, "a\tb", "c\tc"), "accuracy")
    assert own.data == Labels(["b", "c"], ["a", "c"])
    assert own.where == str(tmp_path / "mine.tsv")


@pytest.mark.parametrize(
    ("lines", "metric", "message"),
    [
        (["a\tb", "a\tb\tc"], "accuracy", "mine.tsv, line 2: 3 columns, but 2 are expected"),
        (["a\tb", "a"], "accuracy", "mine.tsv, line 2: no tab, so the reference is missing"),
        (["1\t2"], "pearson", "mine.tsv: pearson takes neither texts nor labels"),
        ([], "accuracy", "mine.tsv has no input"),
    ],
)
def test_wrong_tables(lines: list[str], metric: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        read_bare(_table(tmp_path, *lines), metric)
    assert str(raised.value).split("\n")[0].endswith(message)


def test_lines_of_json(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    lines: list[dict[str, Any]] = [
        {"hypothesis": "a", "references": ["b", None], "other": 1},
        {"segments": [{"hypothesis": "c", "references": ["d"]}]},
        {"hypothesis": "e", "references": ["f"]},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    read = read_bare(path, "wer")
    assert [own.where for own in read] == [f"{path}, line 2", f"{path}, line 1", f"{path}, line 3", str(path)]
    assert read[-1].data == Corpus.from_segments(["a", "e"], [["b", None], ["f"]])


def test_kinds_of_input_files(tmp_path: Path) -> None:
    assert [holds_vectors(tmp_path / name) for name in ("a.json", "a.TSV", "a.ndjson", "a.JSONL")] == [
        True,
        False,
        False,
        False,
    ]
    assert holds_vectors(tmp_path)
    with pytest.raises(InputError, match="no such file or folder"):
        holds_vectors(tmp_path / "none")
    check_number(range(MOST))
    with pytest.raises(InputError, match=r"10,001 inputs of your own were given; the limit is 10,000"):
        check_number(range(MOST + 1))


def test_equal_inputs_are_read_once(tmp_path: Path) -> None:
    first, second = _table(tmp_path, "a\tb", name="1.tsv"), _table(tmp_path, "a\tb", "c\td", name="2.tsv")
    own = read_user_inputs([first, second, first], [_NATIVE], ["wer"])
    assert [each.where for each in own.bare] == [str(first) + ", line 1", f"{second}, line 2", str(second)]
    assert own.options == ("--inputs", str(first), "--inputs", str(second), "--inputs", str(first))
    assert (own.size, own.metrics) == (3, {"wer"})
    both = read_user_inputs([first], [_NATIVE], ["wer", "cer"])
    assert (both.size, both.metrics) == (2, {"wer", "cer"})


def test_inputs_are_selected(tmp_path: Path) -> None:
    own = read_user_inputs([_table(tmp_path, "a\tb", "c\td")], [_NATIVE], ["wer", "cer"])
    assert own.selected([], "").size == 6
    assert {each.metric for each in own.selected(["cer"], "").bare} == {"cer"}
    identifier = own.bare[1].id
    assert [each.id for each in own.selected([], identifier).bare] == [identifier]
    assert own.selected(["bleu"], "").size == 0
    assert [each.id for each in own.named([identifier]).bare] == [identifier]
    assert own.selected([], "not wer").metrics == {"cer"}


def test_the_question_of_an_input(tmp_path: Path) -> None:
    """The function declares lower case; the knobs that are set must not contradict it."""
    path = _table(tmp_path, "A b\ta b")
    function = described_function(lambda *_: 0.0, "mine", "wer", {"settings": {"case": "lower"}})
    own = read_user_inputs([path], [function])
    (question,) = user_questions(function, own)
    result = question.judge()
    assert (result.verdict, question.where, question.bare) == (VectorVerdict.AGREE, f"{path}, line 1", True)
    assert result.reproduce == f"samescore run mine -k {own.bare[0].id} --inputs {path} -m wer"
    record = question.record()
    assert (record.entry_point, record.where, record.expected.value) == ("wer", f"{path}, line 1", "0.0")
    set_knobs = read_user_inputs([path], [function], ["wer"], lambda _: {"case": "keep"})
    (refused,) = user_questions(function, set_knobs)
    assert refused.judge().verdict is VectorVerdict.UNSUPPORTED
    assert (refused.question, "case" in refused.reason) == (None, True)
    (native,) = user_questions(_NATIVE, set_knobs)
    assert native.judge().verdict is VectorVerdict.AGREE
    assert (native.question, native.reason, native.record().entry_point) == (None, "", "")
    assert native.options[-2:] == ("--set", "case=keep")
    other = implementation("native:nltk")
    (missing,) = user_questions(other, set_knobs)
    assert missing.reason == "native:nltk has no entry point for wer"


def test_the_metric_must_be_the_only_one(tmp_path: Path) -> None:
    path = _table(tmp_path, "a\tb")
    function = described_function(lambda *_: 0.0, "mine", "wer", {})
    assert read_user_inputs([path], [function]).metrics == {"wer"}
    for several in ([_NATIVE], [function, implementation("native:nltk")], []):
        with pytest.raises(InputError, match="does not state the metric of its inputs"):
            read_user_inputs([path], several)


def test_cases_are_found_by_their_ids(tmp_path: Path) -> None:
    """Fresh and own inputs come from the recording, golden ones from the catalogue."""
    function = described_function(lambda *_: 0.0, "mine", "wer", {})
    (fresh,) = questions(function, Fresh.of(1, 7))
    own = read_user_inputs([_table(tmp_path, "a b\ta c")], [function])
    (question,) = user_questions(function, own)
    recording = Recording("mine", "mine", "", {})
    recording.fresh[fresh.case.id] = fresh.record()
    recording.own[question.case.id] = question.record()
    found = judged_case(fresh.case.id, recording)
    assert found is not None
    assert (found.id, found.data, found.settings) == (fresh.case.id, fresh.case.data, fresh.case.settings)
    found = judged_case(question.case.id, recording)
    assert found is not None
    assert (found.id, found.data, found.expected.value) == (own.bare[0].id, own.bare[0].data, "0.5")
    vector = next(iter(vectors().values()))
    found = judged_case(vector.id, recording)
    assert found is not None
    assert found.data == vector.data()
    assert judged_case("none", recording) is None
