"""Scores of files in batches: the bits, the errors and the output of the whole."""

from __future__ import annotations

import gzip
import itertools
import random
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore.base.errors import MetricError, SamescoreError
from samescore.data.corpus import Corpus
from samescore.data.input_files import InputFiles
from samescore.generators.inputs import inputs_for
from samescore.metrics import METRIC_NAMES, find, metric
from samescore.metrics.accumulator import Accumulator
from samescore.metrics.base import Total
from samescore.metrics.jobs import counting_with
from samescore.verbs.scoring import score as verb
from tests.command import PROGRAM, call

#: It does not depend on the interpreter: once is enough.
pytestmark = [pytest.mark.once, pytest.mark.usefixtures("both_routes")]

_TEXT_METRICS = [name for name in METRIC_NAMES if metric(name).takes[0] is Corpus]


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verb, "_SEGMENTS", 3)
    monkeypatch.setattr(verb, "_SEGMENTS_OF_A_THREAD", 2)


def _answer(compute: Callable[[], verb.NativeScore]) -> tuple[str, ...]:
    """The bits of a score, or its error."""
    try:
        return (compute().value.hex(),)
    except SamescoreError as problem:
        return type(problem).__name__, problem.message, problem.hint


def _written(corpus: Corpus, path: Path) -> Path:
    path.write_bytes(b"\n".join(map(msgspec.json.encode, corpus.plain()["segments"])))
    return path


def _settings(name: str) -> list[dict[str, Any]]:
    knobs = {knob.name for knob in metric(name).settings.knobs()}
    return [{}, {"average": "sentences"}] if "average" in knobs else [{}]


def _whole(name: str, data: Corpus, knobs: dict[str, Any]) -> tuple[str, ...]:
    return _answer(lambda: verb.score(name, data, **knobs))


@pytest.mark.parametrize("name", _TEXT_METRICS)
def test_any_batches_give_the_bits_of_the_whole(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verb, "_SEGMENTS", 2)
    monkeypatch.setattr(verb, "_SEGMENTS_OF_A_THREAD", 1)
    inputs = [
        data.segments for data in inputs_for(name, 90, seed=11) if isinstance(data, Corpus) and not data.tokenized
    ]
    scored = 0
    for start in range(0, len(inputs), 4):
        data = Corpus(tuple(chain.from_iterable(inputs[start : start + 4])))
        files = InputFiles(_written(data, tmp_path / "input.jsonl"))
        questions = [(name, knobs) for knobs in _settings(name)]
        whole = [_whole(name, data, knobs) for _, knobs in questions]
        for jobs in (1, 2):
            with counting_with(jobs):
                assert list(map(_answer, verb.score_files(questions, files))) == whole
        scored += any(len(answer) == 1 for answer in whole) and len(data) > 2
    assert scored > 3


def test_segments_are_told_after_each_batch(tmp_path: Path) -> None:
    corpus = Corpus.from_segments(["a b"] * 7, [["a c"]] * 7)
    files = InputFiles(_written(corpus, tmp_path / "input.jsonl"))
    told: list[tuple[int, int]] = []
    for name in ("bleu", "rouge1"):
        verb.score_files([(name, {})], files, say=lambda *numbers: told.append(numbers))
    assert told == [(3, 0), (6, 0), (7, 0), (3, 24), (6, 48), (7, 56)]


_KEEPS = {
    "rouge1": "the score of every segment",
    "rouge-w": "the counts of every segment",
    "nist": "the words of every segment",
    "cider": "the words of every segment",
    "distinct": "the distinct n-grams",
}


@pytest.mark.parametrize("name", ["bleu", "chrf", "wer", *_KEEPS])
def test_memory_that_grows_with_a_file_is_limited(name: str, tmp_path: Path) -> None:
    lines = "".join(f"a{k} b{k}\n" for k in range(2_000))
    for file in ("hyp", "ref"):
        (tmp_path / file).write_text(lines, encoding="utf-8")
    command = ("score", "hyp", "-r", "ref", "-m", name, "--memory")
    small, enough = (call(*command, memory, cwd=tmp_path) for memory in ("1e-6", "1"))
    assert enough.returncode == 0
    if name not in _KEEPS:
        assert small.stdout == enough.stdout
        return
    assert small.returncode == 2
    assert re.search(
        rf"{find(name)[0].name} keeps {_KEEPS[name]}.*: 0 MiB for [0-9,]+ segments so far; the limit is 0 MiB",
        small.stderr,
    )
    assert "--memory" in small.stderr


@pytest.mark.parametrize(
    ("name", "like"),
    [("bleu", "nltk.sentence_bleu"), ("ter", "sacrebleu"), ("wer", "jiwer"), ("chrf", "nltk.corpus_chrf")],
)
def test_streamed_and_whole_inputs_are_refused_alike(name: str, like: str, tmp_path: Path) -> None:
    rng = random.Random(5)
    for first in (1, 2, 3):
        counts = [first] * 3 + [1] * 2 + [rng.randint(0, 3)] * 3
        corpus = Corpus.from_segments(["a b c d"] * 8, [["a b"] * count for count in counts])
        files = InputFiles(_written(corpus, tmp_path / "input.jsonl"))
        whole = _whole(name, corpus, {"like": like})
        [compute] = verb.score_files([(name, {})], files, like=like)
        assert _answer(compute) == whole


def test_an_error_of_the_files_comes_before_one_of_the_metric(tmp_path: Path) -> None:
    lines = ['{"hypothesis": "a", "references": []}'] * 7
    path = tmp_path / "input.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert "reference" in call("score", "input.jsonl", cwd=tmp_path).stderr
    path.write_text("\n".join([*lines, "7"]), encoding="utf-8")
    assert "line 8" in call("score", "input.jsonl", cwd=tmp_path).stderr


def test_metrics_that_fail_do_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "both.tsv").write_text("\t\n" * 7, encoding="utf-8")
    done = call("score", "both.tsv", "-m", "chrf", "-m", "distinct", "-m", "bleu", "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert [msgspec.json.decode(line)["metric"] for line in done.stdout.splitlines()] == ["chrf"]
    assert "divide" in done.stderr


@pytest.mark.parametrize("options", [[], ["-m", "bleu", "-m", "chrf", "-m", "distinct"], ["-j", "2"], ["--stages"]])
@pytest.mark.parametrize("piped", [(), ("hyp",), ("ref",)])
def test_the_program_reads_pipes_and_packed_files(options: list[str], piped: tuple[str, ...], tmp_path: Path) -> None:
    contents = {"hyp": "a b c d e\n" * 7, "ref": "a b c d f\n" * 7}
    for name, content in contents.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(content.encode()))
    names = [("-" if name in piped else f"{name}.gz") for name in ("hyp", "ref")]
    plain = call("score", "hyp", "-r", "ref", *options, cwd=tmp_path)
    done = call(
        "score", names[0], "-r", names[1], *options, cwd=tmp_path, stdin="".join(contents[name] for name in piped)
    )
    assert plain.returncode == done.returncode == 0, done.stderr
    assert done.stdout == plain.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the paths of open files are those of Linux")
def test_a_pipe_that_is_named_twice_is_kept(tmp_path: Path) -> None:
    (tmp_path / "hyp").write_text("a b c d e\n" * 7, encoding="utf-8")
    pipe = ["score", "hyp", "-r", "/dev/stdin", "-r", "/dev/fd/0"]
    done = subprocess.run(
        [*PROGRAM, *pipe], cwd=tmp_path, input="a b c d f\n" * 7, capture_output=True, text=True, check=True
    )
    (tmp_path / "ref").write_text("a b c d f\n" * 7, encoding="utf-8")
    assert done.stdout == call("score", "hyp", "-r", "ref", "-r", "ref", cwd=tmp_path).stdout


def test_references_of_two_systems_come_through_a_pipe(tmp_path: Path) -> None:
    """They are read for each system."""
    for name, text in (("base", "a b c d e\n"), ("better", "a b c d f\n"), ("ref", "a b c d f g\n")):
        (tmp_path / name).write_text(text * 7, encoding="utf-8")
    command = ("score", "better", "-m", "p-value", "--baseline", "base", "--statistic", "bleu", "-r")
    named = call(*command, "ref", cwd=tmp_path)
    piped = call(*command, "-", cwd=tmp_path, stdin=(tmp_path / "ref").read_text(encoding="utf-8"))
    assert named.returncode == 0, named.stderr
    assert piped.stdout == named.stdout


@pytest.mark.parametrize("parts", [0, 1, 2, 3, 7, 8, 100])
def test_an_accumulator_has_the_total_of_all_blocks_in_order(parts: int) -> None:
    whole = Accumulator()
    totals = [Total(1, (k,), (k,), rows=((k,),)) for k in range(parts)]
    for total in totals:
        whole.add(total)
    assert whole.total() == Total(
        parts,
        (sum(range(parts)),) if parts else (),
        (parts - 1,) if parts else (),
        rows=tuple((k,) for k in range(parts)),
    )


def test_an_accumulator_merges_a_block_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    merged = itertools.count()
    merge = Total.merge

    def counted(self: Total, following: Total) -> Total:
        for _ in range(self.segments + following.segments):
            next(merged)
        return merge(self, following)

    monkeypatch.setattr(Total, "merge", counted)
    whole = Accumulator()
    for _ in range(1024):
        whole.add(Total(1, (1,), (1,)))
    assert whole.total().segments == 1024
    assert next(merged) == 1024 * 10, "each part is copied once for each doubling"


def test_an_accumulator_keeps_the_first_error_and_nothing_else() -> None:
    whole = Accumulator()
    whole.add(Total(1, rows=((1,),)))
    assert whole.memory > 0
    for message in ("first", "second"):
        whole.add(MetricError(message))
    whole.add(Total(1, rows=((1,),)))
    assert whole.memory == 0
    with pytest.raises(MetricError, match="first"):
        whole.total()


_MEMORY = """
import resource, sys
from pathlib import Path
from samescore.data.input_files import InputFiles
from samescore.verbs.scoring.score import score_files

peaks = {}

def say(segments, memory):
    peaks[segments] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

questions = [(name, {}) for name in sys.argv[3:]]
scores = score_files(questions, InputFiles(Path(sys.argv[1]), (Path(sys.argv[2]),)), say=say)
print(*(score().value.hex() for score in scores), peaks[500_000], peaks[1_500_000])
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the unit of the peak memory is that of Linux")
def test_the_peak_memory_does_not_grow_with_the_lines(tmp_path: Path) -> None:
    """Half a million lines fill the allocator's pools; a million more take less than three bytes each."""
    rng = random.Random(2)
    words = [f"w{k}" for k in range(2_000)]
    lines = [" ".join(rng.choices(words, k=12)) for _ in range(1_000)]
    texts = {"hyp": lines, "ref": [line[:-2] for line in lines]}
    for name, text in texts.items():
        with (tmp_path / name).open("w", encoding="utf-8") as file:
            file.writelines("\n".join((*text, "")) for _ in range(1_500))
    metrics = ["bleu", "chrf", "wer"]
    command = [sys.executable, "-c", _MEMORY, str(tmp_path / "hyp"), str(tmp_path / "ref"), *metrics]
    *printed, before, after = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    corpus = Corpus.from_streams(texts["hyp"], texts["ref"])
    assert printed == [verb.score(name, corpus).value.hex() for name in metrics], (
        "a text again and again has its scores"
    )
    assert int(after) - int(before) < 3_000, "in kibibytes"
