"""Messages and hints of rare errors, word for word."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from samescore import Annotations, Choices, Corpus
from samescore.base import archives, checks, files, folders, lines
from samescore.catalogue import paths
from samescore.cli.badge import badge_of
from samescore.cli.page import page_of
from samescore.data import comparison, lm_eval, questions, rows, sequences
from samescore.data.answer_logs import helm, lighteval, opencompass, runs, simple_evals
from samescore.data.answer_logs.log import AnswerLog, LoggedAnswer
from samescore.data.input_files import InputFiles
from samescore.implementations import sides
from samescore.text import transforms
from samescore.verbs.audit.printed_text.tables import PrintedColumn, PrintedTable, Row
from samescore.verbs.compare.command import _pairs
from samescore.verbs.scale import contract
from samescore.verbs.scoring.from_counts import score_counts
from samescore.verbs.why import explain, symptom_search
from tests.error_words import error_words


def _run(*golds: str, outputs: int = 1, scores: dict[str, float] | None = None) -> LoggedAnswer:
    return LoggedAnswer("log, line 1", "q1", ("a",) * outputs, golds, scores or {}, {})


def _lighteval(outputs: list[str], index: int) -> Any:
    return cast("Any", lighteval)._Row(
        lighteval._Doc(choices=["a", "b"], gold_index=index), lighteval._Response(text=outputs)
    )


_CASES: dict[str, tuple[Callable[[], object], str, str]] = {
    "a number beyond doubles": (
        lambda: checks.as_float(10**400, "scores[0]"),
        "scores[0] is too large for a double",
        "a double must be below 1.8e308",
    ),
    "a label beyond doubles": (
        lambda: Annotations([["a", float("inf")]]),
        "annotations[0][1] is inf, which is not a finite double",
        "a label is a text, a number, or a list (a set) of these",
    ),
    "a device": (
        lambda: files.read_bytes("/dev/zero"),
        "cannot read /dev/zero: it is a device or a socket",
        "pass a file",
    ),
    "an incomplete installation": (
        lambda: paths.data_folder("nothing"),
        "the folder nothing/ is missing from this installation",
        "reinstall samescore",
    ),
    "settings that are a list": (
        lambda: comparison._knobs(cast("Any", [1])),
        "settings is a list, not a mapping of knobs to values",
        f"in JSON {comparison._FORM}",
    ),
    "a setting without a simple value": (
        lambda: comparison._knobs({"weights": {}}),
        "settings: the entry 'weights' is not a knob with a simple value",
        f"in JSON {comparison._FORM}",
    ),
    "an item without a gold choice": (
        lambda: Choices([{"choices": ["a"], "logprobs": [-1.0]}]),
        "items[0] lacks choices, logprobs or gold",
        'for example {"choices": ["yes", "no"], "logprobs": [-1.5, -0.5], "gold": 0}, perhaps with "unconditional"',
    ),
    "references of a metric without references": (
        lambda: InputFiles("a.csv", ("b.csv",)).only(),
        "this metric takes one file, a.csv, and no references, but -r b.csv was given",
        "remove -r",
    ),
    "a table for a column": (
        lambda: sequences._check_column(type("Frame", (), {"columns": []})(), "hypotheses"),
        "hypotheses is a table (Frame), not a column",
        'select one, as in hypotheses=table["text"]',
    ),
    "a single value for a column": (
        lambda: sequences._required_list(3, 3, "gold"),
        "gold is a single value (int), not a list",
        "wrap it: [gold]",
    ),
    "other row labels": (
        lambda: _raise(rows._row_label_error("gold", [0, 1], "predicted", [0, 2])),
        "gold and predicted have different row labels: row 1 is 1 in gold but 2 in predicted",
        "use the same rows of both; if row i of gold does belong to row i of predicted, pass both with .tolist()",
    ),
    "unequal gold answers": (
        lambda: runs.by_question(AnswerLog("x", [_run("a"), _run("b")], {})),
        "log, line 1: the gold answers of 'q1' differ from those of an earlier run",
        "give different questions different ids",
    ),
    "a log without verdicts": (
        lambda: runs.recorded_verdicts("log.json", AnswerLog("x", [_run("a")], {})),
        "log.json records no scores of 0 or 1",
        "pass a log in which one scorer says whether an output is right",
    ),
    "several outputs with one score": (
        lambda: runs.recorded_verdicts("log.json", AnswerLog("x", [_run("a", outputs=2, scores={"match": 1.0})], {})),
        "log, line 1: 2 outputs share one score",
        "score each output",
    ),
    "pages without conversations": (
        lambda: simple_evals._read("x.json", {"htmls": ["a"], "convos": []}),
        "x.json has 1 htmls but 0 convos",
        "write one entry for each question in both",
    ),
    "programs as outputs": (
        lambda: simple_evals._golds("[1, 1]", "x.json, question 1"),
        "x.json, question 1: the outputs are programs, which have no gold answer",
        "use -m pass-at-k",
    ),
    "a gap in the numbers of questions": (
        lambda: opencompass._read("x.json", {"1": {}}),
        "x.json, entry '0' is missing",
        "the numbers run from 0 without gaps",
    ),
    "a dialogue": (
        lambda: opencompass._read("x.json", {"0": {"prediction": ["a"], "gold": ["b"]}}),
        "x.json, entry '0' is a dialogue of several turns",
        "pass predictions of single questions",
    ),
    "likelihoods without outputs": (
        lambda: lighteval._answer("row 1", _lighteval([], 0)),
        "row 1: there is no output",
        "only tasks that generate text can be scored",
    ),
    "a choice that does not exist": (
        lambda: lighteval._answer("row 1", _lighteval(["a"], 2)),
        "row 1: gold_index 2 is not the index of a choice",
        lighteval._ROW,
    ),
    "a question without an id": (
        lambda: questions._cmrc_question(cast("Any", questions)._CmrcQuestion(answers=[]), "x.json, question 0"),
        "x.json, question 0 has neither an id nor a query_id",
        questions._CMRC,
    ),
    "a side with too many brackets": (
        lambda: list(sides._scan("(" * 200, "x")),
        "'x': too many brackets",
        f"at most {sides._DEEPEST} may be open at a time",
    ),
    "a table with equal columns": (
        lambda: PrintedTable("t.csv", [PrintedColumn("BLEU", "bleu"), PrintedColumn("BLEU", "bleu")], []),
        "t.csv: two columns are named 'BLEU'",
        "give each column its own name",
    ),
    "a row without a cell": (
        lambda: PrintedTable("t.csv", [PrintedColumn("BLEU", "bleu")], [Row("A", [])]),
        "t.csv: row 'A' has 0 cells for 1 columns",
        "give every row a cell in each column (empty if necessary)",
    ),
    "no system": (lambda: _pairs([], ""), "no system to compare", "pass the output of at least one system"),
    "systems of the same name": (
        lambda: _pairs(["A", "B", "A"], ""),
        "two systems are named A",
        "give each system its own name",
    ),
    "lines counted twice": (
        lambda: contract._join_adjacent("A", [contract.CountedRun(0, 9, ()), contract.CountedRun(4, 12, ())]),
        "A: lines 5 to 9 were counted twice",
        "merge each part once",
    ),
    "lines not counted": (
        lambda: contract._complete_run("A", [contract.CountedRun(0, 900, ())], 1200),
        "A: only 900 of 1,200 lines were counted",
        "merge all parts",
    ),
    "a score that is no function of sums": (
        lambda: score_counts("bleu", [1], average="sentences"),
        "bleu with these settings cannot be computed from summed counts",
        "score the texts with samescore.score",
    ),
    "too few counts": (
        lambda: score_counts("wer", [1]),
        "wer needs 4 counts, but 1 were passed",
        "pass them in the order hits, substitutions, deletions, insertions",
    ),
    "more than two metrics": (
        lambda: explain.metrics_of(
            cast("Any", explain.Request)(input=None, first="native", metrics=("bleu", "chrf", "ter"))
        ),
        "3 metrics were given",
        "pass one, or one for each side",
    ),
    "a question without words": (
        lambda: list(symptom_search.execute(symptom_search.Request("?!"))),
        "the search text has no words",
        'for example: samescore why "bleu 0 for short sentences"',
    ),
    "a page of no results": (
        lambda: page_of([]),
        "no result to show as a page",
        "pass a file written by run, drift, identify, diff, explain or audit",
    ),
    "a badge of no run": (
        lambda: badge_of([], Path("b.svg")),
        "a badge needs exactly one run, but this file has 0",
        "samescore run NAME --report FILE",
    ),
}


def _raise(error: Exception) -> object:
    raise error


@pytest.mark.parametrize("name", _CASES)
def test_what_an_error_says(name: str) -> None:
    build, message, hint = _CASES[name]
    assert error_words(build) == (message, hint)


def test_a_relative_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMESCORE_CACHE", "here")
    assert error_words(folders.cache_folder) == (
        "the cache folder here is a relative path",
        "set SAMESCORE_CACHE to an absolute path",
    )


def _archive(path: Path, damage: Callable[[bytearray], None]) -> Callable[[], object]:
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("a.txt", "abc")
    content = bytearray(path.read_bytes())
    damage(content)
    path.write_bytes(content)

    def read() -> bytes:
        with archives.opened_archive(path) as archive:
            return archive.read("a.txt")

    return read


def _directory(content: bytearray) -> int:
    """Return the place of the central directory entry of an archive of one member."""
    return content.index(b"PK\1\2")


@pytest.mark.parametrize(
    ("change", "problem", "hint"),
    [
        ((8, 1), "the member is encrypted", "write the archive without a password"),
        ((10, 99), "the member is compressed by method 99", "supported: none, deflate and Zstandard"),
        ((16, 7), "the content does not have the declared size and checksum", archives._HINT),
        ((42, 3), "the member is not where the directory says", archives._HINT),
    ],
)
def test_members_of_archives(tmp_path: Path, change: tuple[int, int], problem: str, hint: str) -> None:
    def damage(content: bytearray) -> None:
        content[_directory(content) + change[0]] = change[1]

    path = tmp_path / "log.eval"
    assert error_words(_archive(path, damage)) == (f"{path}, a.txt: {problem}", hint)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    old = tmp_path / "old.txt"
    old.write_bytes(b"a\rb\rc")
    assert error_words(lambda: list(lines.line_blocks(old))) == (
        f"{old}: lines end with a carriage return only",
        "convert it first: tr '\\r' '\\n'",
    )
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert error_words(lambda: files.read_bytes(pipe)) == (
        f"cannot read {pipe}: it is a named pipe, which may never receive data",
        "use the shell's <(command), or write to a file first",
    )


def test_samples_of_two_filters_and_without_choices(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    sample = {"target": "0", "arguments": [["q", " a"]], "filtered_resps": [["-1", "True"]], "doc": {}}
    both = [{**sample, "filter": "none"}, {**sample, "filter": "other"}]
    path.write_text("".join(json.dumps(line) + "\n" for line in both))
    assert error_words(lambda: list(lm_eval._questions(path))) == (
        f"{path}, line 2: the filter 'other' differs from the first",
        "keep only the lines with one of the filters",
    )
    path.write_text(json.dumps({**sample, "filter": "none", "arguments": [["q"]]}))
    assert error_words(lambda: list(lm_eval._questions(path))) == (
        f"{path}, line 1: the arguments are not pairs of a question and a choice",
        lm_eval._HINT,
    )


def test_a_run_of_helm_without_answers(tmp_path: Path) -> None:
    path = tmp_path / "display_predictions.json"
    assert error_words(lambda: helm._read_predictions(path, [])) == (
        f"{path} has no gold answers, and instances.json is not in its folder",
        "copy instances.json from the folder of the run, or pass its scenario_state.json",
    )
    state = {"instance": {"id": "id1", "references": []}, "train_trial_index": 0, "result": None}
    assert error_words(lambda: helm._read_state(path, {"request_states": [state]})) == (
        f"{path}, request_states[0]: there is no completion",
        "finish the run",
    )


def test_tokens_have_no_bridge_on_text() -> None:
    from samescore.verbs.why.bridges.bridges import BRIDGES

    bridge = next(bridge for bridge in BRIDGES if bridge.takes_text)
    assert error_words(lambda: bridge.needs(Corpus.from_tokens([["a"]], [[["a"]]]))) == (
        f"{bridge.first.metric} and {bridge.second.metric} are compared on text, but the corpus holds tokens",
        "use Corpus.from_segments",
    )


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("remove-substrings", "takes 1 to 10,000 characters, as in remove-substrings:uh/um"),
        ("substitute-words:", "takes 1 to 10,000 characters, as in substitute-words:colour=color/grey=gray"),
        ("substitute-words:a", "takes pairs, as in substitute-words:colour=color/grey=gray"),
        ("strip:a", "takes nothing"),
    ],
)
def test_steps_of_transforms(step: str, problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(step.partition(':')[0])} {re.escape(problem)}$"):
        transforms.step_arguments(step)


def test_expressions_of_transforms() -> None:
    problem = "'a*b*': at most one repetition (*, + or {) and three ? are supported"
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        transforms._check_expression("a*b*")
