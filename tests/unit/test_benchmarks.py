"""The benchmark: that numbers agree, that a wrong one is reported, and that tables and chart say what was measured."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from benchmarks import __main__ as program
from benchmarks import chart, commands, stored, streams, suite, texts, worker
from benchmarks.cases import CASES, Case, Rival, case_named
from benchmarks.comparison import compare, row
from benchmarks.curves import Curve, svg
from benchmarks.functions import corpus_bleu
from benchmarks.measuring import ENOUGH, Measurement, Participant, Sample, ask, child_environment, measure
from benchmarks.native import Native, native_scores
from samescore import Corpus, score
from samescore.records import Benchmark, BenchmarkCase, BenchmarkRow, BenchmarkSeries, read
from samescore.report.formats import page

pytestmark = pytest.mark.once

_RIVALS = [(case, k) for case in CASES for k in range(len(case.rivals))]


@pytest.mark.slow
@pytest.mark.parametrize(("case", "index"), _RIVALS, ids=[f"{case.name}-{case.rivals[k].name}" for case, k in _RIVALS])
def test_packages_that_are_installed_compute_the_number_of_samescore(case: Case, index: int, tmp_path: Path) -> None:
    rival = case.rivals[index]
    if not suite.installed(rival.package):
        pytest.skip(f"{rival.package} is not installed")
    recipe = case.recipe(30, 300)
    folder = stored.store(recipe._replace(items=3) if case.kind == "summaries" else recipe, tmp_path)
    job = {"case": case.name, "folder": str(folder)}
    native = worker.sample({**job, "role": "native", "index": case.natives.index(rival.native)})
    peer = worker.sample({**job, "role": "peer", "index": index})
    agreement, wrong = compare(tuple(native["values"]), tuple(peer["values"]), rival.tolerance, rival.reason)
    assert agreement
    assert not wrong, agreement


def test_every_case_can_be_computed_natively(tmp_path: Path) -> None:
    for case in CASES:
        data = stored.load(stored.store(case.recipe(20, 50), tmp_path))
        for native in case.natives:
            assert len(native_scores(native._replace(buffers=False), data)) == len(native.metrics)


def test_a_measurement_reports_time_memory_and_numbers(tmp_path: Path) -> None:
    text = texts.Text(["a b c d e"], [["a b c d f"]])
    stored.store_text(text, tmp_path)
    sample = ask(Participant("samescore", "native", "bleu", 0), tmp_path, limit=60)
    assert isinstance(sample, Sample)
    assert sample.values == (score("bleu", Corpus.from_streams(*text[:1], *text.streams)).value,)
    assert sample.cpu > 0
    assert sample.wall > 0
    assert sample.before <= sample.peak


def test_a_measurement_that_fails_or_takes_too_long_is_no_sample(tmp_path: Path) -> None:
    stored.store_text(texts.Text([], [[]]), tmp_path)
    participant = Participant("samescore", "native", "bleu", 0)
    assert str(ask(participant, tmp_path, limit=60)).startswith("failed: samescore.MetricError")
    assert ask(participant, tmp_path, limit=0.001) == "took more than 0 s"


class _Asked:
    def __init__(self, name: str) -> None:
        self.name = name


def test_rounds_are_interleaved_and_end_for_who_is_slow_or_fails() -> None:
    order = []

    def answer(asked: _Asked) -> Sample | str:
        order.append(asked.name)
        return (
            "failed: boom" if asked.name == "broken" else Sample({"quick": 0.1, "slow": ENOUGH * 0.75}[asked.name], 1.0)
        )

    quick, slow, broken = measure([_Asked("quick"), _Asked("slow"), _Asked("broken")], 4, answer)
    assert order == ["quick", "slow", "broken", "quick", "slow", "quick", "quick"]
    assert (len(quick.samples), len(slow.samples), broken.samples, broken.problem) == (4, 2, [], "failed: boom")


def _measured(name: str, values: tuple[float, ...], *cpu: float, bytes_each: int = 0) -> Measurement:
    return Measurement(name, [Sample(seconds, seconds / 2, 2**20, 2**20 + bytes_each * 100, values) for seconds in cpu])


def test_a_wrong_number_of_a_package_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(participant: Participant, **_options: Any) -> Sample:
        return Sample(1.0, 1.0, values=(17.5 if participant.role == "native" else 17.500001,))

    monkeypatch.setattr(suite, "ask", wrong)
    monkeypatch.setattr(suite, "installed", lambda package: "1.0" if package == "sacrebleu" else "")
    arguments = ["--metrics", "bleu", "--lines", "20", "--rounds", "1", "--sections", "scores"]
    assert program.main(arguments) == 1
    printed = capsys.readouterr()
    assert "| **DIFFERENT: 17.500001, samescore 17.5** |" in printed.out
    assert "error: BLEU, 13a: sacrebleu: DIFFERENT: 17.500001, samescore 17.5" in printed.err
    assert program.main([*arguments, "--peers", "bleuscore"]) == 0


@pytest.mark.parametrize(
    ("other", "tolerance", "expected"),
    [
        ((0.5,), 0.0, ("==", False)),
        ((0.5 + 1e-14,), 0.0, ("DIFFERENT: 0.50000000000001, samescore 0.5", True)),
        ((0.5 + 1e-14,), 1e-12, ("within 1e-12: another order", False)),
        ((0.5001,), 1e-12, ("DIFFERENT: 0.5001, samescore 0.5", True)),
        ((0.5, 0.5), 1e-12, ("DIFFERENT: 0.5, 0.5, samescore 0.5", True)),
        ((), 1e-12, ("DIFFERENT: no number, samescore 0.5", True)),
    ],
)
def test_numbers_agree_exactly_or_within_a_tolerance_with_a_reason(
    other: tuple[float, ...], tolerance: float, expected: tuple[str, bool]
) -> None:
    assert compare((0.5,), other, tolerance, "another order") == expected


def test_a_row_has_medians_ranges_ratios_and_bytes() -> None:
    native = _measured("samescore", (1.0,), 0.2, 0.1, 0.3)
    assert row(_measured("peer", (1.0,), 4, 2, 9, bytes_each=250), 100, native) == BenchmarkRow(
        "peer",
        cpu=(4, 2, 9),
        wall=(2, 1, 4.5),
        megabytes=(1.0, (2**20 + 25_000) / 2**20),
        extra=250,
        ratio=20,
        wall_ratio=20,
        agreement="==",
    )


def _comparison() -> BenchmarkCase:
    native = _measured("samescore", (1.0,), 0.2, bytes_each=120)
    peer = _measured("peer", (1.0,), 4.0, bytes_each=9000)
    other = _measured("peer|2", (2.0,), 0.1)
    lost = Measurement("lost", problem="failed: no such file")
    rows = (row(native, 100), row(peer, 100, native), row(other, 100, native), row(lost, 100, native))
    return BenchmarkCase("bleu", "BLEU, 13a", 100, "line", rows)


def test_the_tables_say_what_was_measured() -> None:
    growth = (
        BenchmarkSeries("BLEU", "samescore", ((10, 5000.0), (100, 1234.4))),
        BenchmarkSeries("BLEU", "peer", ((10, 90_000.0),)),
    )
    text = page([Benchmark((("samescore", "0.1.0"),), (_comparison(),), by_lines=growth)], "markdown")
    for line in (
        "## samescore: 2 measurements differ or failed",
        "- samescore: 0.1.0",
        "- BLEU, 13a: peer\\|2: DIFFERENT: 2.0, samescore 1.0",
        "- BLEU, 13a: lost: failed: no such file",
        "**BLEU, 13a, 100 lines, 2,000 µs a line**",
        "| 20× | peer |",
        "| 0.50× | peer\\|2 |",
        "| BLEU, 13a, 100 | samescore | 0.2 (0.2–0.2) | 0.1 (0.1–0.1) |  | 1 → 1 | 120 |  |",
        "|  | peer | 4 (4–4) | 2 (2–2) | 20× (wall 20×) | 1 → 2 | 9,000 | == |",
        "|  | lost | failed: no such file |  |  |  |  |  |",
        "| metric |  | 10 lines | 100 lines |",
        "| BLEU | samescore | 5,000 | 1,234 |",
        "| BLEU | peer | 90,000 |  |",
    ):
        assert line in text.splitlines()
    assert "Whole commands" not in text


def test_the_chart_has_a_bar_for_each_package_and_none_for_samescore() -> None:
    rows = (
        BenchmarkRow("samescore", (1, 1, 1)),
        BenchmarkRow("samescore, not compiled", ratio=9.0),
        BenchmarkRow("a & b", ratio=100.0),
        BenchmarkRow("c", ratio=0.1),
    )
    comparison = BenchmarkCase("bleu", "BLEU <13a>", 10, "line", rows)
    assert chart.bars([comparison]) == [("BLEU <13a>", "a & b", 100.0), ("", "c", 0.1)]
    root = ElementTree.fromstring(chart.svg([comparison]))  # noqa: S314 (it was written here)
    space = "{http://www.w3.org/2000/svg}"
    written = [element.text for element in root.iter(f"{space}text")]
    assert {"BLEU <13a>", "a & b 100×", "c 0.10×", "0.1×", "1×", "10×", "100×"} <= set(written)
    faster, slower = [dict(element.items()) for element in root.iter(f"{space}rect")][1:]
    assert float(faster["width"]) == pytest.approx(2 * float(slower["width"]), abs=0.2)
    assert float(faster["x"]) == pytest.approx(float(slower["x"]) + float(slower["width"]), abs=0.2)


@pytest.mark.parametrize("language", ["english", "german", "chinese"])
def test_generated_text_is_the_same_every_time_and_looks_like_text(language: str) -> None:
    text = texts.translations(language, 400)
    assert text == texts.translations(language, 400)
    words = [len(list(line) if language == "chinese" else line.split()) for line in text.streams[0]]
    assert 16 < sum(words) / len(words) < 21
    assert sum(h != r for h, r in zip(text.hypotheses, text.streams[0], strict=True)) > 350
    assert all(line.strip() and "\n" not in line for line in [*text.hypotheses, *text.streams[0]])


def test_summaries_have_the_words_that_were_asked_for() -> None:
    text = texts.summaries(200, 5)
    assert [len(summary.split()) for summary in text.streams[0]] == [200] * 5
    assert all(summary.count("\n") > 5 for summary in text.streams[0])


def test_generated_labels_are_mostly_right_and_of_all_classes() -> None:
    gold, predicted = texts.labels(10, 10_000)
    assert set(gold) == set(predicted) == set(range(10))
    assert 7_000 < sum(map(int.__eq__, gold, predicted)) < 8_500
    gold, scores = texts.scored(1_000)
    assert set(gold) == {0, 1}
    means = [sum(s for s, g in zip(scores, gold, strict=True) if g == label) / gold.count(label) for label in (0, 1)]
    assert means[0] < means[1]


@pytest.mark.parametrize("kind", ["english", "summaries", "labels", "scores"])
def test_an_input_is_read_as_it_was_generated(kind: str, tmp_path: Path) -> None:
    made: tuple[Any, ...]
    if kind == "english":
        made = texts.translations("english", 12, 18)
    elif kind == "summaries":
        made = texts.summaries(18, 12)
    else:
        made = texts.labels(18, 12) if kind == "labels" else texts.scored(12)
    loaded = stored.load(stored.store(stored.Recipe(kind, 12, 18), tmp_path))
    assert [list(column) for column in loaded] == [list(column) for column in made]
    assert len(loaded) == stored.count(tmp_path / f"{kind}-12-18") == 12


@pytest.mark.slow
def test_files_of_the_user_are_measured_in_place_of_generated_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in (
        ("h", "a b c d e\nx\n"),
        ("r", "a b c d f\nx\n"),
        ("s", "x\n"),
        ("g", "OK BAD\nOK"),
        ("p", "OK OK OK"),
    ):
        (tmp_path / name).write_text(content)
    hypotheses, reference, short, gold, predicted = (str(tmp_path / name) for name in "hrsgp")
    arguments = ["--metrics", "bleu", "mcc", "rouge-l-60", "--peers", "--rounds", "1", "--sections", "scores"]
    files = ["--hypotheses", hypotheses, "--references", reference, "--labels", gold, predicted]
    assert program.main([*arguments, *files, "--output", str(tmp_path / "out")]) == 0
    (written,) = read(tmp_path / "out" / "benchmark.jsonl")
    assert isinstance(written, Benchmark)
    assert [(case.title, case.items) for case in written.scores] == [("BLEU, 13a", 2), ("MCC", 3)]
    assert (tmp_path / "out" / "benchmark.md").read_text() in capsys.readouterr().out
    assert program.main([*arguments, "--hypotheses", hypotheses, "--references", short]) == 2
    assert "s has 1 lines, but" in capsys.readouterr().err
    assert program.main([*arguments, "--labels", gold, hypotheses]) == 2
    assert "has 6 labels, but" in capsys.readouterr().err


def test_the_list_names_every_metric_and_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["--list"]) == 0
    names = {line.split("\t")[0] for line in capsys.readouterr().out.splitlines()}
    assert names == {case.name for case in CASES} | {rival.package for case in CASES for rival in case.rivals}
    assert case_named("bleu").natives[1] == Native(("bleu",), "bleuscore.compute")


needs_wait4 = pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system does not tell what a process used")


@needs_wait4
def test_a_command_is_measured_with_the_processes_that_it_starts(tmp_path: Path) -> None:
    busy = "sum(range(3_000_000))"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', '{busy}']); print(7.5)"
    command = commands.Command("busy", "busy", ("-c", code), lambda output: (float(output),))
    sample = commands.run_command(command, tmp_path, limit=60)
    assert isinstance(sample, Sample)
    assert sample.values == (7.5,)
    alone = commands.run_command(commands.Command("idle", "idle", ("-c", "pass")), tmp_path, limit=60)
    assert isinstance(alone, Sample)
    assert sample.cpu > 2 * alone.cpu  # two interpreters and a loop


@needs_wait4
def test_commands_that_fail_or_take_too_long_say_so(tmp_path: Path) -> None:
    code = "import sys; print('Exactly why', file=sys.stderr); sys.exit(3)"
    failing = commands.Command("fails", "", ("-c", code))
    assert commands.run_command(failing, tmp_path, limit=60) == "failed: Exactly why"
    endless = commands.Command("endless", "", ("-c", "while True: pass"))
    assert commands.run_command(endless, tmp_path, limit=0.5) == "took more than 0 s"


@needs_wait4
def test_commands_that_print_different_numbers_are_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    several = [
        commands.Command("first", "bleu", ("-c", "print(12.5)"), commands.plain_numbers),
        commands.Command("same", "bleu", ("-c", "print('12.500000000')"), commands.plain_numbers),
        commands.Command("other", "bleu", ("-c", "print(12.6)"), commands.plain_numbers),
    ]
    monkeypatch.setattr(commands, "verbs", lambda: several)
    options = suite.Options(tmp_path, 200, 200, 1, 60.0, ())
    (comparison,) = suite.verbs(options)
    assert [row.wrong for row in comparison.rows] == [False, False, True]
    assert comparison.failures == ["first: other: DIFFERENT: 12.6, samescore 12.5"]


@needs_wait4
def test_the_verbs_answer_on_the_files_that_are_written_for_them(tmp_path: Path) -> None:
    (tmp_path / "commands").mkdir()
    options = suite.Options(tmp_path, 200, 200, 1, 120.0, ())
    comparisons = suite.whole_commands([case_named("bleu")], options)
    assert [comparison.failures for comparison in comparisons] == [[], []]
    claims = [json.loads((tmp_path / "commands" / f"{name}.jsonl").read_text()) for name in ("defaults", "nothing")]
    bleu = score(
        "bleu", Corpus.read(tmp_path / "commands" / "hypotheses.txt", [tmp_path / "commands" / "references.txt"])
    ).value
    assert float(claims[0]["published"]) == pytest.approx(bleu, abs=5e-5)
    assert claims[1]["references"] == ["references.txt", "others.txt"]


def test_the_function_for_identify_is_bleu_of_segments() -> None:
    hypotheses, references = ["a b c d e", "x y z w"], [["a b c d f", "a b c"], ["x y z w"]]
    corpus = Corpus.from_segments(hypotheses, references)
    expected = score("bleu", corpus, tokenizer="none", average="sentences", smoothing="none").value
    assert corpus_bleu(hypotheses, references) == pytest.approx(expected, rel=1e-12)


def test_another_interpreter_does_not_inherit_this_samescore(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere/src")
    assert child_environment(sys.executable, {})["PYTHONPATH"].endswith("/somewhere/src")
    assert "/somewhere/src" not in child_environment("/another/python", {})["PYTHONPATH"]


def test_a_tolerance_needs_a_reason() -> None:
    exact = Rival("sacrebleu", lambda _text: [], Native(("bleu",)))
    assert exact.tolerance == 0
    assert Rival("sacrebleu", lambda _text: [], Native(("bleu",)), reason="another order").tolerance == 1e-12


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="the memory of a child process is that of POSIX")
def test_files_of_many_lines_are_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ("20", "40")
    assert streams.main(["--lines", *sizes, "--metrics", "bleu", "wer", "--output", str(tmp_path)]) == 0
    rows = [json.loads(line) for line in (tmp_path / "streams.jsonl").read_text().splitlines()]
    assert [(row["metric"], row["lines"]) for row in rows] == [("bleu", 20), ("wer", 20), ("bleu", 40), ("wer", 40)]
    assert all(row["peak"] > 2**20 and row["cpu"] > 0 and row["bytes"] > 1_000 for row in rows)
    text = texts.translations("english", 20, 18)
    numbered = [
        [f"{line} {number}" for number, line in enumerate(lines, 1)] for lines in (text.hypotheses, *text.streams)
    ]
    assert float.fromhex(rows[0]["score"]) == score("bleu", Corpus.from_streams(*numbered)).value
    assert (tmp_path / "streams.md").read_text() == capsys.readouterr().out
    for name in ("memory", "time"):
        chart_of = ElementTree.parse(tmp_path / f"streams-{name}.svg")  # noqa: S314  # our own
        drawn = chart_of.findall(".//{*}polyline")
        assert [len(curve.get("points", "").split()) for curve in drawn] == [2, 2]
        assert any(f"{rows[-1]['peak'] / 2**20:,.1f}" in (word.text or "") for word in chart_of.iter()) == (
            name == "memory"
        )


def test_names_at_the_ends_of_curves_stand_below_each_other() -> None:
    curves = [Curve(name, [(10, 5.0), (100, value)]) for name, value in (("a", 20.0), ("b", 20.1), ("c", 2.0))]
    root = ElementTree.fromstring(svg("t", "lines", curves))  # noqa: S314  # our own
    heights = {
        (element.text or "").split()[0]: float(element.get("y", "0"))
        for element in root.iter("{http://www.w3.org/2000/svg}text")
    }
    assert heights["b"] + 13 == pytest.approx(heights["a"])
    assert heights["c"] > heights["a"] + 13


def test_a_metric_that_fails_ends_the_measurement(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        streams.measure("bleu", 1, (tmp_path / "nowhere", tmp_path / "nothing"), 1)
