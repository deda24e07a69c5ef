"""Baselines: what is written, what is read again, and how a run compares with one."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore import records
from samescore.base.errors import InputError
from samescore.catalogue.vectors import vectors
from samescore.implementations.recording import read_recordings
from samescore.records.baseline import stage_digest
from samescore.verbs.golden.schemas import schemas
from samescore.verbs.releases.baseline import baseline_of
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_NLTK = "native:nltk.sentence_bleu"


@cache
def _content(*arguments: str) -> str:
    """The baseline of a run; the files that it reads are in no folder."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        done = call("run", *arguments, "--no-report", "--write-baseline", "b.jsonl", cwd=Path(folder))
        assert done.returncode == 0, done.stderr
        return (Path(folder) / "b.jsonl").read_text(encoding="utf-8")


def _rows(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    header, *answers = map(json.loads, text.splitlines())
    return header, answers


def _written(folder: Path, header: dict[str, Any], answers: list[dict[str, Any]]) -> str:
    path = folder / "baseline.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (header, *answers)), encoding="utf-8")
    return str(path)


def _against(folder: Path, path: str, *arguments: str, code: int) -> dict[str, Any]:
    """The counts of a gate."""
    done = call("run", *arguments, "--against", path, "--report", "run.jsonl", cwd=folder)
    assert done.returncode == code, done.stderr
    (gate,) = [record for record in records.read(folder / "run.jsonl") if isinstance(record, records.GateSummary)]
    shown: dict[str, Any] = {name: getattr(gate, name) for name in gate.__struct_fields__}
    return shown | {"unchanged": gate.unchanged}


def test_a_baseline_holds_answers_only_and_the_same_bytes_each_time() -> None:
    text = _content("native:sacrebleu", "-m", "bleu")
    _content.cache_clear()
    assert _content("native:sacrebleu", "-m", "bleu") == text
    header, answers = _rows(text)
    assert len(text.encode("utf-8")) < 400 * len(answers)
    assert (header["type"], header["answers"]) == ("baseline", len(answers))
    assert {"time", "date", "platform", "environment"}.isdisjoint({*header, *answers[0]})
    keys = [(row["implementation"], row["metric"], row["vector"], row["entry_point"]) for row in answers]
    assert keys == sorted(set(keys))
    supported = {row["vector"] for row in answers}
    assert supported < {vector.id for vector in vectors().values() if vector.metric == "bleu"}
    assert all(len(row["input"]) == 16 and not {"reason", "message"} & set(row) for row in answers)


def test_every_line_is_as_the_schema_says(tmp_path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json.loads(schemas()["report"]))
    for line in _content(_NLTK, "-m", "bleu", "-k", "release").splitlines():
        validator.validate(json.loads(line))
    report = _against(
        tmp_path, _written(tmp_path, *_rows(_content(_NLTK, "-k", "release"))), _NLTK, "-k", "release", code=0
    )
    assert report["moved"] == 0
    for line in (tmp_path / "run.jsonl").read_text(encoding="utf-8").splitlines():
        validator.validate(json.loads(line))


def test_every_answer_is_counted_once(tmp_path: Path) -> None:
    """An answer of the baseline is altered, one is taken out, one has another input, and one is to an unknown vector."""
    header, answers = _rows(_content(_NLTK, "-m", "bleu"))
    scores = [row for row in answers if row.get("value", 0) > 0]
    scores[0]["value"] *= 2
    scores[1]["input"] = "0" * 16
    answers.remove(scores[2])
    answers.append({**scores[3], "vector": "bleu-that-was-retired"})
    gate = _against(tmp_path, _written(tmp_path, header, answers), _NLTK, "-m", "bleu", code=1)
    assert [gate[name] for name in ("moved", "lost", "skipped", "new", "gone")] == [1, 0, 1, 1, 1]
    assert gate["unchanged"] == len(answers) - 3
    assert gate["compared"] == gate["unchanged"] + 1
    (cause,) = gate["causes"]
    assert (cause.first.vector, cause.answers) == (scores[0]["vector"], 1)
    assert (cause.first.was.value, cause.first.became.value) == (scores[0]["value"], scores[0]["value"] / 2)
    assert cause.first.change == -0.5
    assert scores[0]["value"] / 2 <= 1, "on NLTK's own scale, which ends at 1"


def test_an_edited_baseline_is_read_with_a_note(tmp_path: Path) -> None:
    header, answers = _rows(_content(_NLTK, "-k", "release"))
    shuffled = answers[1:]
    random.Random(1).shuffle(shuffled)
    merged = _written(tmp_path, {**header, "answers": len(shuffled) - 1}, shuffled)
    gate = _against(tmp_path, merged, _NLTK, "-k", "release", code=0)
    assert (gate["unchanged"], gate["new"]) == (len(shuffled), 1)
    assert "merged or edited" in gate["baselines"][0].note
    whole = _against(tmp_path, _written(tmp_path, header, answers), _NLTK, "-k", "release", code=0)
    assert whole["baselines"][0].note == ""


def test_a_baseline_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    header, answers = _rows(_content(_NLTK, "-k", "release"))
    cut = _written(tmp_path, header, answers[:-1])
    done = call("run", _NLTK, "-k", "release", "--no-report", "--against", cut, cwd=tmp_path)
    counts = f"is truncated: it has {len(answers) - 1} of the {len(answers)} answers"
    assert (done.returncode, counts in done.stderr) == (2, True), done.stderr


def test_another_version_of_the_vectors_is_compared_on_what_both_have(tmp_path: Path) -> None:
    header, answers = _rows(_content(_NLTK, "-k", "release"))
    path = _written(tmp_path, {**header, "samescore": "0.0.1"}, answers)
    done = call("run", _NLTK, "-k", "release", "--no-report", "--against", path, "--markdown", "m.md", cwd=tmp_path)
    assert done.returncode == 0
    assert "made with the vectors of samescore 0.0.1" in (tmp_path / "m.md").read_text(encoding="utf-8")
    same = call(
        "run", _NLTK, "-k", "release", "--no-report", "--against", _written(tmp_path, header, answers), cwd=tmp_path
    )
    assert "made with the vectors" not in same.stdout + same.stderr


def test_a_part_of_the_vectors_leaves_the_others_out(tmp_path: Path) -> None:
    path = _written(tmp_path, *_rows(_content(_NLTK, "-m", "bleu")))
    gate = _against(tmp_path, path, _NLTK, "-m", "bleu", "-k", "release", code=0)
    assert gate["compared"] > 0
    assert (gate["gone"], gate["new"], gate["lost"]) == (0, 0, 0)


def test_a_baseline_may_hold_several_implementations(tmp_path: Path) -> None:
    both = ("native:sacrebleu", "native:jiwer", "-m", "ter", "-m", "wer", "-k", "release or article")
    header, answers = _rows(_content(*both))
    assert [named["name"] for named in header["implementations"]] == ["native:sacrebleu", "native:jiwer"]
    assert {row["implementation"] for row in answers} == {"native:sacrebleu", "native:jiwer"}
    path = _written(tmp_path, header, answers)
    assert _against(tmp_path, path, *both, code=0)["compared"] == len(answers)
    assert _against(tmp_path, path, "native:jiwer", *both[2:], code=0)["compared"] < len(answers)


def test_the_stage_is_told_from_digests(tmp_path: Path) -> None:
    header, answers = _rows(_content("native:sacrebleu.corpus_bleu", "-m", "bleu"))
    row = next(row for row in answers if row.get("value", 0) > 0 and "matches" in row.get("stages", {}))
    row["value"] += 1
    row["stages"]["totals"] = "0" * 8
    gate = _against(tmp_path, _written(tmp_path, header, answers), "native:sacrebleu.corpus_bleu", "-m", "bleu", code=1)
    assert [cause.stage for cause in gate["causes"]] == ["totals"]
    assert stage_digest([1, (2, 3.0)]) == stage_digest([1.0, [2, 3]]) != stage_digest([1, [2, 4]])


def test_inputs_that_are_no_longer_named_are_gone(tmp_path: Path) -> None:
    table = tmp_path / "mine.tsv"
    table.write_text("a b c d\ta b c e\nx y z w\tx y z v\n", encoding="utf-8")
    named = (_NLTK, "-k", "input-")
    written = call(
        "run",
        *named,
        "--inputs",
        "mine.tsv",
        "--no-report",
        "--write-baseline",
        "b.jsonl",
        "--reason",
        "new\x1b[31m",
        cwd=tmp_path,
    )
    assert written.returncode == 0, written.stderr
    header, answers = _rows((tmp_path / "b.jsonl").read_text(encoding="utf-8"))
    assert (header["reason"], len(answers)) == ("new\x1b[31m", 3)
    assert not any("a b c" in json.dumps(row) for row in answers), "answers only"
    table.write_text("a b c d\ta b c e\nnew\tnew\n", encoding="utf-8")
    gate = _against(tmp_path, "b.jsonl", *named, "--inputs", "mine.tsv", code=0)
    assert [gate[name] for name in ("compared", "new", "gone")] == [1, 2, 2], "a line and the whole file each"
    gone = call("run", *named, "--no-report", "--against", "b.jsonl", cwd=tmp_path)
    assert gone.returncode == 4, "nothing is compared"


@pytest.mark.parametrize("form", ["markdown", "jsonl", "html"])
def test_a_baseline_is_rendered(form: str, tmp_path: Path) -> None:
    header, answers = _rows(_content(_NLTK, "-k", "release"))
    _written(tmp_path, {**header, "reason": "<b>\x1b[31m"}, answers)
    options = ("--html", "page.html") if form == "html" else ("--format", form)
    done = call("render", "baseline.jsonl", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = (tmp_path / "page.html").read_text(encoding="utf-8") if form == "html" else done.stdout
    assert "\x1b" not in shown
    assert f"{len(answers)} answers of 1 implementation" in shown or form == "jsonl"
    assert form == "jsonl" or "<b>\\x1b" not in shown


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"value": None}, "a score needs a value"),
        ({"settings": "bleu|no-such-knob:1"}, "native:nltk.sentence_bleu's answer for "),
        ({"metric": "no-such-metric"}, "no-such-metric"),
        ({"implementation": "other"}, "its header does not name other"),
        ({"type": "resulted"}, "line 2"),
    ],
)
def test_a_damaged_baseline_is_refused(changed: dict[str, Any], message: str, tmp_path: Path) -> None:
    header, answers = _rows(_content(_NLTK, "-k", "release"))
    path = _written(tmp_path, header, [{**answers[0], **changed}, *answers[1:]])
    with pytest.raises(InputError) as refused:
        read_recordings(Path(path))
    assert message in str(refused.value)
    assert path in str(refused.value)
    with pytest.raises(InputError, match="has two answers for"):
        read_recordings(Path(_written(tmp_path, header, [answers[0], *answers])))


def test_options_that_mean_nothing_together(tmp_path: Path) -> None:
    _written(tmp_path, *_rows(_content(_NLTK, "-k", "release")))
    run = ("run", _NLTK, "-k", "release", "--no-report")
    for wrong, word in (
        (("--reason", "x"), "--reason needs --write-baseline"),
        (
            ("--against", "baseline.jsonl", "--write-baseline", "new.jsonl"),
            "--against and --write-baseline cannot be combined",
        ),
        (("--inputs", "baseline.jsonl", "--write-baseline", "baseline.jsonl"), "would overwrite"),
    ):
        done = call(*run, *wrong, cwd=tmp_path)
        assert (done.returncode, word in done.stderr) == (2, True), done.stderr
        assert not (tmp_path / "new.jsonl").exists()


#: A wrapper that takes one reference for each hypothesis, and so refuses what the vectors have.
_FLAT = """
from samescore import Corpus, score
def wer(hypotheses, references):
    if WRONG and not all(isinstance(reference, str) for reference in references):
        raise TypeError("flat references")
    return score("wer", Corpus.from_segments(hypotheses, references)).value
wer.samescore = {"metric": "wer"}
"""


def _flat(folder: Path, wrong: str) -> tuple[str, ...]:
    (folder / "flat.py").write_text(_FLAT.replace("WRONG", wrong), encoding="utf-8")
    return "py:flat:wer", "--fresh", "0"


def _errors(report: Path) -> int:
    """How many results of a run are errors."""
    results = (record for record in records.read(report) if isinstance(record, records.Result))
    return sum(result.verdict is records.VectorVerdict.ERROR for result in results)


@pytest.mark.slow
def test_a_baseline_of_errors_is_refused(tmp_path: Path) -> None:
    named = _flat(tmp_path, "True")
    files = ("--write-baseline", "b.jsonl", "--report", "run.jsonl")
    done = call("run", *named, *files, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    said = re.search(r"no baseline was written: py:flat:wer raises an error for (\d+) of (\d+) inputs", done.stderr)
    assert said, done.stderr
    assert int(said[2]) / 2 < int(said[1]) < int(said[2])
    assert "most often TypeError" in done.stderr
    assert "hint: fix the function or its declaration" in done.stderr
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == {"flat.py", "run.jsonl"}
    assert "answers are wrong" in done.stdout, "the run is shown all the same"
    assert _errors(tmp_path / "run.jsonl") == int(said[1]), "as many as the run calls errors"


@pytest.mark.slow
def test_recorded_errors_are_counted_where_a_run_is_compared(tmp_path: Path) -> None:
    """A baseline with some errors is written: here those on inputs with more than one segment."""
    named, environment = _flat(tmp_path, "len(hypotheses) > 1"), {"PYTHONPATH": str(tmp_path)}
    files = ("--report", "run.jsonl", "--write-baseline", "b.jsonl")
    done = call("run", *named, *files, cwd=tmp_path, **environment)
    assert done.returncode == 1, done.stderr
    header, _ = _rows((tmp_path / "b.jsonl").read_text(encoding="utf-8"))
    raised = _errors(tmp_path / "run.jsonl")
    assert 0 < raised < header["answers"] / 2
    said = f"{raised} of the {header['answers']} recorded answers of py:flat:wer are errors"
    same = call("run", *named, "--no-report", "--against", "b.jsonl", cwd=tmp_path, **environment)
    assert (same.returncode, said in same.stdout) == (0, True)
    _flat(tmp_path, "False")
    right = call("run", *named, "--no-report", "--against", "b.jsonl", cwd=tmp_path, **environment)
    assert (right.returncode, said in right.stdout) == (1, True)
    none = call("run", *named, "--no-report", "--write-baseline", "b.jsonl", cwd=tmp_path, **environment)
    assert none.returncode == 0
    clean = call("run", *named, "--no-report", "--against", "b.jsonl", cwd=tmp_path, **environment)
    assert "are errors" not in clean.stdout


def test_an_implementation_without_answers_is_not_in_the_baseline(tmp_path: Path) -> None:
    """An implementation that cannot be run, and says of some vectors that it does not support them."""
    assert call("run", _NLTK, "native:jiwer", "-k", "release", "--report", "r.jsonl", cwd=tmp_path).returncode == 0
    (run,) = records.runs(records.read(tmp_path / "r.jsonl"))
    assert {r.verdict.value for r in run.results if r.implementation == "native:jiwer" and r.metric == "bleu"} == {
        "unsupported"
    }
    refusals = [r for r in run.results if r.implementation == _NLTK or r.verdict.value == "unsupported"]
    baseline = baseline_of(msgspec.structs.replace(run, results=refusals), [])
    assert [named.name for named in baseline.header.implementations] == [_NLTK]


def test_nothing_is_written_where_nothing_can_be_asked(tmp_path: Path) -> None:
    done = call("run", "py:no_such_module:f", "-m", "bleu", "--no-report", "--write-baseline", "b.jsonl", cwd=tmp_path)
    assert done.returncode != 0
    assert list(tmp_path.iterdir()) == []
