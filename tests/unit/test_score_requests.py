"""One request for `samescore.score` and ``samescore score``, and the records that come of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from samescore import score
from samescore.base.errors import MetricError, SettingsError
from samescore.cli import progress as progress_module
from samescore.cli import scoring
from samescore.records import PerClassScores, ProgramOutput, ScoreLine
from samescore.verbs.inputs.columns import Columns
from samescore.verbs.scoring.command import execute, remarks
from samescore.verbs.scoring.request import Request

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_HYPOTHESES, _REFERENCES = ["the cat sat on the mat", "a b c d e"], ["a cat sat on the mat", "a b c d f"]


def _file(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_files_and_columns_are_one_request(tmp_path: Path) -> None:
    files = (_file(tmp_path / "hyp", *_HYPOTHESES),), (_file(tmp_path / "ref", *_REFERENCES),)
    for assignments, values in ((("smoothing=exp",), {"smoothing": "exp"}), ((), {})):
        [of_files] = execute(Request(*files, metrics=("bleu",), like="nltk.corpus_bleu", assignments=assignments))
        columns = Columns(_HYPOTHESES, _REFERENCES)
        [of_columns] = execute(Request(metrics=("bleu",), like="nltk.corpus_bleu", assignments=values, columns=columns))
        assert isinstance(of_files, ScoreLine)
        assert isinstance(of_columns, ScoreLine)
        assert (of_files.hex, of_files.signature) == (of_columns.hex, of_columns.signature)
        assert (of_files.file, of_columns.file) == (str(tmp_path / "hyp"), "")
        of_function = score("bleu", _HYPOTHESES, _REFERENCES, like="nltk.corpus_bleu", **values)
        assert of_function.to_records() == [of_columns]


def test_the_classes_of_a_score_follow_it(tmp_path: Path) -> None:
    predicted, gold = _file(tmp_path / "p", "x", "y", "x"), _file(tmp_path / "g", "x", "y", "y")
    found = list(execute(Request((predicted, gold), (gold,), ("mcc",), per_class=True)))
    assert [type(record) for record in found] == [ScoreLine, PerClassScores, PerClassScores] * 2
    assert [record.file for record in found if isinstance(record, PerClassScores)] == [
        *[str(predicted)] * 2,
        *[str(gold)] * 2,
    ]


def test_a_score_is_given_before_the_next_one_fails(tmp_path: Path) -> None:
    labels = _file(tmp_path / "labels", "x", "y", "z")
    records = execute(Request((labels,), (labels,), ("mcc", "f1")))
    assert isinstance(next(records), ScoreLine)
    with pytest.raises(MetricError, match="3 classes"):
        next(records)


def test_the_output_of_a_program_precedes_its_error(tmp_path: Path) -> None:
    question = {"id": "q1", "answers": [{"text": "the cat"}]}
    data = {"version": "2.0", "data": [{"paragraphs": [{"qas": [question]}]}]}
    gold, predicted = _file(tmp_path / "gold.json", json.dumps(data)), _file(tmp_path / "p.json", "{}")
    records = execute(Request((predicted,), (gold,), like="squad-v2"))
    assert isinstance(next(records), ProgramOutput)
    with pytest.raises(MetricError, match="squad-v2 ends with"):
        next(records)


def test_remarks_are_about_metrics_and_not_about_what_a_program_prints(tmp_path: Path) -> None:
    files = (tmp_path / "hyp",), (tmp_path / "ref",)  # nothing is read
    assert remarks(Request(*files, ("mcc",), like="openkiwi")) == []
    assert remarks(Request(*files, like="openkiwi")) == []
    assert remarks(Request(*files, ("bleu",))) == []
    with pytest.raises(SettingsError, match="openkiwi does not take options"):
        remarks(Request(*files, like="openkiwi", stages=True))
    with pytest.raises(SettingsError, match="--stages cannot be combined with --engine"):
        remarks(Request(*files, ("bleu",), like="nltk.corpus_bleu", engine="dask", stages=True))


def test_progress_ends_before_a_score_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []

    @contextmanager
    def progress() -> Iterator[Callable[[str], None]]:
        events.append("begin")
        yield lambda text: events.append(text.rpartition("/")[2])
        events.append("end")

    monkeypatch.setattr(progress_module, "progress", progress)
    monkeypatch.setattr(scoring, "print_line", lambda text: events.append(text.partition("|")[0]))
    large = _file(tmp_path / "large", *["a b c d"] * 20_001)
    scoring.show(Request((large, large), (large,)), "text")
    of_one = ["begin", "large: 20,000 segments", "large: 20,001 segments", "end"]
    of_one += [str(large), events[5], "bleu (all knobs at their defaults)"]
    assert events == of_one * 2
