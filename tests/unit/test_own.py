"""Own inputs: how they are read, named, asked and judged, and what is said of those that cannot be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from samescore.base.errors import InputError
from samescore.implementations import implementation
from samescore.metrics import metric
from samescore.records import RunReport, VectorVerdict, by_header, read
from samescore.verbs.judging.user_files import MOST, read_bare, read_vectors
from samescore.verbs.judging.user_inputs import read_user_inputs
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_LINES = ("a b c d\ta b c e", "one two\tone two three", "x\ty")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "mine.tsv"
    path.write_text("".join(f"{line}\n" for line in _LINES), encoding="utf-8")
    return path


def _vector(**fields: Any) -> dict[str, Any]:
    return {
        "id": "wer-mine-one-of-four",
        "comment": "one word of four is wrong",
        "settings": {},
        "input": {"segments": [{"hypothesis": "a b c d", "references": ["a b c e"]}]},
        "expected": {"outcome": "score", "value": "25", "stages": {}},
        "source": {"kind": "hand", "where": "own", "derivation": "1 / 4"},
        **fields,
    }


def _write_vectors(folder: Path, *vectors: dict[str, Any], name: str = "wer.json") -> Path:
    """A file of vectors of word error rate, in percent."""
    folder.mkdir(exist_ok=True)
    defaults = {**metric("wer").settings().as_dict(), "scale": "100"}
    document = {"schema": "samescore-golden/2", "metric": "wer", "defaults": defaults, "vectors": list(vectors)}
    (folder / name).write_text(json.dumps(document, indent=1), encoding="utf-8")
    return folder


def _ids(path: Path, name: str = "wer") -> list[str]:
    return [own.id for own in read_bare(path, name)]


def test_a_file_of_texts_is_its_lines_and_the_whole(table: Path) -> None:
    inputs = read_bare(table, "wer")
    assert [own.where for own in inputs] == [f"{table}, line 1", f"{table}, line 2", f"{table}, line 3", str(table)]
    assert [len(own.data.plain()["segments"]) for own in inputs] == [1, 1, 1, 3]
    assert all(own.id.startswith("input-wer-") for own in inputs)


def test_no_other_input_changes_an_id(table: Path, tmp_path: Path) -> None:
    lines = _ids(table)[:3]
    other = tmp_path / "other.tsv"
    other.write_text(f"new\tnew\n{_LINES[2]}\n{_LINES[0]}\n{_LINES[1]}\n{_LINES[1]}\n", encoding="utf-8")
    reordered = _ids(other)
    assert reordered[1:4] == [lines[2], lines[0], lines[1]]
    assert len(reordered) == 5, "a line that is there twice is one input, and the whole is another"
    objects = tmp_path / "mine.jsonl"
    texts = [line.split("\t") for line in _LINES]
    rows = [json.dumps({"hypothesis": text, "references": rest, "system": "A"}) + "\n" for text, *rest in texts]
    objects.write_text("".join(rows), encoding="utf-8")
    assert _ids(objects) == _ids(table), "the content makes the id, not the format"
    assert _ids(table, "bleu")[0] != lines[0], "another metric asks another question"


def test_an_input_may_name_its_kind(tmp_path: Path) -> None:
    rows = {"plain.jsonl": {}, "tagged.jsonl": {"kind": "labels"}, "wrong.jsonl": {"kind": "ratings"}}
    for name, tag in rows.items():
        (tmp_path / name).write_text(json.dumps({**tag, "gold": [1, 0], "predicted": [1, 1]}) + "\n", encoding="utf-8")
    assert _ids(tmp_path / "tagged.jsonl", "mcc") == _ids(tmp_path / "plain.jsonl", "mcc")
    with pytest.raises(InputError, match=r"wrong.jsonl, line 1: .*'ratings' needs the field 'metric_scores'"):
        read_bare(tmp_path / "wrong.jsonl", "mcc")


def test_objects_may_be_inputs_of_golden_vectors(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"gold": ["a", "b"], "predicted": ["a", "a"]}\n', encoding="utf-8")
    (own,) = read_bare(path, "f1")
    assert own.data.plain() == {"gold": ["a", "b"], "predicted": ["a", "a"]}
    labels = tmp_path / "labels.tsv"
    labels.write_text("a\ta\na\tb\n", encoding="utf-8")
    assert [of_table.id for of_table in read_bare(labels, "f1")] == [own.id], "predicted<TAB>gold, as one input"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.tsv", "a\tb\nno tab\n", "x.tsv, line 2: no tab, so the reference is missing"),
        ("x.tsv", "", "x.tsv has no input"),
        ("x.tsv", b"a\tb\n\xff\tb\n", "x.tsv, line 2, byte 0: byte 0xff is not UTF-8"),
        ("x.jsonl", '{"hypothesis": "a", "references": ["b"]}\n{"hypothesis": 1}\n', "x.jsonl, line 2: "),
        ("x.jsonl", '{"hypothesis": "a", "references": []}\n', "x.jsonl, line 1: no reference"),
        ("x.jsonl", '{"hypothesis": "a", "references": ["b"]}\n{\n', "x.jsonl, line 2: "),
        ("x.jsonl", '{"gold": ["a"], "predicted": ["a"]}\n', "x.jsonl, line 1: wer takes Corpus, not Labels"),
        ("x.jsonl", '{"segments": [], "tokenised": true}\n', "x.jsonl, line 1: input: unknown field 'tokenised'"),
        ("x.jsonl", '{"a": 1}\n', "x.jsonl, line 1: no kind of input has the fields a"),
        ("x.txt", "a\n", "x.txt is not a supported kind of input file"),
        ("x.json", "[1]", "x.json: "),
        ("x.json", '{\n"schema": "samescore-golden/2",\n"metric" "wer"}', "x.json: line 3: "),
    ],
)
def test_unreadable_inputs_are_reported_with_file_and_line(
    name: str, content: str | bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    with pytest.raises(InputError) as refused:
        read_user_inputs([path], [implementation("native")], ["wer"])
    assert message in refused.value.message
    assert str(path) in refused.value.message
    assert refused.value.hint


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"id": "mine"}, "the id does not begin with its metric, wer"),
        ({"flags": ["surprising"]}, "unknown flag 'surprising'"),
        ({"settings": {"tokeniser": "13a"}}, "tokeniser"),
        ({"input": {"segments": [{"hypothesis": "a", "references": "a"}]}}, "references[0] is a string"),
        ({"expected": {"outcome": "score"}}, "a score needs a value"),
        ({"expected": {"outcome": "score", "value": "1", "stages": {"matches": 1}}}, "wer has no stage 'matches'"),
        ({"comments": ""}, "unknown field `comments`"),
    ],
)
def test_vectors_are_held_to_the_golden_format(changed: dict[str, Any], message: str, tmp_path: Path) -> None:
    folder = _write_vectors(tmp_path / "own", _vector(id="wer-mine-first"), _vector(**changed))
    with pytest.raises(InputError) as refused:
        read_vectors(folder)
    assert message in refused.value.message
    text = (folder / "wer.json").read_text(encoding="utf-8")
    line = text[: text.rindex('"id"')].count("\n") + 1
    assert f"{folder / 'wer.json'}, line {line}: " in refused.value.message


def test_ids_of_vectors_are_new(tmp_path: Path) -> None:
    folder = _write_vectors(tmp_path / "own", _vector())
    (folder / "more").mkdir()
    _write_vectors(folder / "more", _vector())
    with pytest.raises(InputError, match="wer-mine-one-of-four is the id of another vector"):
        read_vectors(folder)
    taken = _write_vectors(tmp_path / "taken", _vector(id="wer-empty-both"))
    with pytest.raises(InputError, match="wer-empty-both is the id of a golden vector"):
        read_vectors(taken)
    first, second = (_write_vectors(tmp_path / name, _vector()) for name in ("first", "second"))
    with pytest.raises(InputError, match="is used twice"):
        read_user_inputs([first, second], [implementation("native")])
    with pytest.raises(InputError, match="has no vector"):
        read_vectors(_write_vectors(tmp_path / "none"))


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    secret = _write_vectors(tmp_path / "secret", _vector())
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "wer.json").symlink_to(secret / "wer.json")
    with pytest.raises(InputError, match="is outside"):
        read_vectors(folder)
    (folder / "wer.json").unlink()
    (folder / "wer").symlink_to(secret, target_is_directory=True)
    with pytest.raises(InputError, match="is outside"):
        read_vectors(folder)


def test_the_metric_of_bare_inputs_is_named_or_the_only_one(table: Path) -> None:
    with pytest.raises(InputError, match="does not state the metric"):
        read_user_inputs([table], [implementation("native:nltk")])
    own = read_user_inputs([table], [implementation("native:nltk.sentence_bleu")])
    assert own.metrics == {"bleu"}
    assert read_user_inputs([table], [implementation("native")], ["chrf++"]).knobs["chrf"]["word_order"] == 2


def test_too_many_user_inputs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.tsv"
    path.write_text("".join(f"{number}\t{number}\n" for number in range(MOST)), encoding="utf-8")
    with pytest.raises(InputError, match=r"10,001 inputs of your own were given"):
        read_user_inputs([path], [implementation("native")], ["wer"])


def _reports(path: Path) -> Iterator[RunReport]:
    yield from (RunReport.of(header, rest) for header, rest in by_header(read(path)))


def _run(folder: Path, *arguments: str, code: int = 0, **environment: str) -> RunReport:
    done = call("run", *arguments, "-k", "input- or wer-mine", "--report", "run.jsonl", cwd=folder, **environment)
    assert done.returncode == code, done.stderr
    (report,) = _reports(folder / "run.jsonl")
    return report


def _verdicts(report: RunReport) -> list[VectorVerdict]:
    return [result.verdict for result in report.results]


def test_bare_inputs_are_asked_under_the_declared_settings_and_those_that_are_set(table: Path, tmp_path: Path) -> None:
    report = _run(tmp_path, "native:sacrebleu.sentence_bleu", "--inputs", str(table))
    assert _verdicts(report) == [VectorVerdict.AGREE] * 4
    assert report.header.metrics == ["bleu"]
    cases = list(report.own.values())
    assert {case.where for case in cases} == {str(table), *(f"{table}, line {n}" for n in (1, 2, 3))}
    assert all("|smoothing:exp|" in case.signature and "|tokenizer:13a|" in case.signature for case in cases)
    report = _run(
        tmp_path, "native:sacrebleu.sentence_bleu", "--inputs", str(table), "-m", "bleu", "--set", "smoothing=none"
    )
    assert all("|smoothing:none|" in case.signature for case in report.own.values())
    report = _run(
        tmp_path, "native:sacrebleu.sentence_bleu", "--inputs", str(table), "--set", "smoothing=nltk-4", code=4
    )
    assert _verdicts(report) == [VectorVerdict.UNSUPPORTED] * 4


def test_a_wrong_answer_to_an_own_input_is_a_disagreement(table: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from samescore import Corpus, score\n"
        "def wer(hypotheses, references):\n"
        "    return score('wer', Corpus.from_segments(hypotheses, references)).value + len(hypotheses) // 3\n"
        "wer.samescore = {'metric': 'wer'}\n",
        encoding="utf-8",
    )
    named = ("py:mine:wer", "--inputs", "mine.tsv", "--fresh", "0")
    report = _run(tmp_path, *named, code=1, PYTHONPATH=str(tmp_path))
    assert _verdicts(report) == [VectorVerdict.AGREE] * 3 + [VectorVerdict.DISAGREE]
    (failure,) = report.failures
    assert report.own[failure.implementation, failure.vector].where == "mine.tsv"
    assert failure.reproduce == f"samescore run py:mine:wer -k {failure.vector} --inputs mine.tsv -m wer"
    done = call(*failure.reproduce.split()[1:], "--no-report", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    del table


def test_a_vector_is_judged_by_its_own_expected_value(tmp_path: Path) -> None:
    right, wrong = _vector(), _vector(id="wer-mine-wrong", expected={"outcome": "score", "value": "26"})
    folder = _write_vectors(tmp_path / "own", right, wrong)
    report = _run(tmp_path, "native:jiwer", "native", "--inputs", str(folder), code=1)
    assert _verdicts(report) == [VectorVerdict.AGREE, VectorVerdict.DISAGREE] * 2
    assert [report.expected(result) for result in report.results] == ["25", "26"] * 2
    wheres = {case.where.rpartition(", line ")[0] for case in report.own.values()}
    assert wheres == {str(folder / "wer.json")}


def test_an_own_input_in_a_report_is_asked_again_without_its_file(table: Path, tmp_path: Path) -> None:
    named = "native:sacrebleu.sentence_bleu"
    assert (
        call("run", named, "--inputs", str(table), "-k", "input-", "--report", "b.jsonl", cwd=tmp_path).returncode == 0
    )
    table.write_text("a b c d\ta b c e\n", encoding="utf-8")
    done = call(
        "run", named, "--inputs", str(table), "-k", "input-", "--no-report", "--against", "b.jsonl", cwd=tmp_path
    )
    assert done.returncode == 0
    assert "1 answer compared: 1 unchanged, 0 changed, 0 lost, 0 new, 3 gone" in done.stderr + done.stdout
