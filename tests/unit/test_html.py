"""Pages: everything that the records say is there, nothing foreign is markup, nothing is loaded."""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest

from samescore import records
from samescore.records import Answer, Behaviour, Change, NamedMistake, Record, Result, ShareOfGap, VectorVerdict
from samescore.report.html.page import page
from samescore.report.html.results import data, result_view
from samescore.report.html.vectors import Shown
from samescore.report.html.waterfall import waterfall
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: A command for each kind of result.
_COMMANDS = {
    "run": "run native native:nltk native:rouge -m bleu -m rouge-n -k article --no-report",
    "diff": "diff hyp -r ref -i native:sacrebleu -i native:nltk -i native:bleuscore -i native:jiwer",
    "explain": "explain native:sacrebleu native:nltk.sentence_bleu hyp -r ref",
    "audit": "audit claims.jsonl -j 1",
    "drift": "drift native:sacrebleu==2.3.1 native:sacrebleu==2.6.0 -m ter",
    "gate": "run native:sacrebleu==2.6.0 -m ter --against baseline.jsonl --no-report",
    "identify": "identify native:nltk -m ribes",
    "account": "explain native:sacrebleu hyp -r ref --reported 1.5",
    "crossing": "explain native:sacrebleu native:jiwer hyp -r ref -m ter -m cer",
    "why": "why rouge of chinese",
    "fuzz": "fuzz native:nltk native:sacrebleu -m bleu --examples 40 --seed 1 --known",
}
_KINDS = (*_COMMANDS, "benchmark", "compare")
_BENCHMARK = records.Benchmark(
    (("samescore", "0.1.0"),),
    scores=(
        records.BenchmarkCase(
            "bleu",
            "BLEU, 13a",
            100,
            "line",
            (
                records.BenchmarkRow("samescore", (0.25, 0.2, 0.3), (0.25, 0.2, 0.3), (10.0, 12.0), 20_000.0),
                records.BenchmarkRow(
                    "quick", (0.5, 0.4, 0.6), (0.5, 0.4, 0.6), ratio=2.0, wall_ratio=2.0, agreement="=="
                ),
                records.BenchmarkRow("slow", (25.0, 24.0, 26.0), (9.0, 8.0, 10.0), ratio=100.0, agreement="=="),
                records.BenchmarkRow("lost", problem="took more than 120 s"),
            ),
        ),
    ),
    by_lines=(records.BenchmarkSeries("BLEU, 13a", "samescore", ((10, 5000.0), (100, 1234.4))),),
)
_COMPARED = records.SystemComparison(
    [records.ComparedSystem("a", "a.txt"), records.ComparedSystem("b"), records.ComparedSystem("c")],
    [
        records.MetricComparison(
            "bleu",
            "bleu|tokenizer:13a",
            higher_is_better=True,
            segments=12,
            systems=[
                records.SystemScore("a", 31.5, records.ScoreInterval(30.0, 33.0), 1, (1, 2)),
                records.SystemScore("b", 30.5, records.ScoreInterval(29.0, 32.0), 1, (1, 2)),
                records.SystemScore("c", None, problem="no reference"),
            ],
            pairs=[
                records.PairTest("a", "b", -1.0, 0.5, 0.5, records.PairVerdict.OPEN),
                records.PairTest("a", "c", None, None, None, records.PairVerdict.UNTESTED, problem="c has no score"),
            ],
            test="p-value|test:t",
            interval="interval|method:percentile",
        )
    ],
    references=["ref.txt"],
    correction="holm",
)
_HOSTILE = "</script><img src=x onerror=alert(1)>'\"&\u202e\x1b[31m"
_SHOWN = Shown({"segments": [{"hypothesis": _HOSTILE, "references": [_HOSTILE]}]}, [_HOSTILE], _HOSTILE)


class _Read(HTMLParser):
    """The elements of a page with their attributes, its visible text, and its data."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.scripts.append(data)
        elif self._inside != "style":
            self.words.append(data)

    def handle_endtag(self, _: str) -> None:
        self._inside = ""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Record]]:
    """The records of each kind of result, on a few lines."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "hyp").write_text("the cat sat on a mat .\na dog\nit is <b>so</b>\n", encoding="utf-8")
    (folder / "ref").write_text("The cat sat on the mat.\na dog\nit was so\n", encoding="utf-8")
    claim = {"metric": "BLEU", "hypotheses": "hyp", "references": ["ref"], "source": "a source"}
    claims = [{**claim, "published": "51.9"}, {**claim, "published": "1.1"}, {"metric": "f1", "published": "1.5"}]
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, claims)) + "\n", encoding="utf-8")
    assert call("run", "native:sacrebleu==2.3.1", "-m", "ter", "--report", "baseline.jsonl", cwd=folder).returncode == 0
    gathered = {}
    for kind, command in _COMMANDS.items():
        (folder / f"{kind}.jsonl").write_text(
            call(*command.split(), "--format", "jsonl", cwd=folder).stdout, encoding="utf-8"
        )
        gathered[kind] = list(records.read(folder / f"{kind}.jsonl"))
    gathered["benchmark"] = [_BENCHMARK]
    gathered["compare"] = [_COMPARED]
    return gathered


@pytest.mark.parametrize("kind", _KINDS)
def test_a_page_loads_nothing_and_runs_only_its_own_script(kind: str, saved: dict[str, list[Record]]) -> None:
    read = _Read(page(saved[kind], {}))
    for tag, attributes in read.elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "form", "base")
        assert "src" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "#").startswith("#")
    (script,) = (text for text in read.scripts if "use strict" in text)
    allowed = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    (policy,) = (a["content"] for t, a in read.elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert "default-src 'none'" in policy
    assert f"script-src 'sha256-{allowed}'" in policy


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of the texts in plain data."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _leaves(inner, (*path, key))
    if isinstance(value, str):
        yield path


def _poisoned(record: Record) -> Record:
    """The record with hostile text wherever its type allows any text."""
    plain = msgspec.json.decode(msgspec.json.encode(record))
    for path in list(_leaves(plain)):
        parent = plain
        for key in path[:-1]:
            parent = parent[key]
        before, parent[path[-1]] = parent[path[-1]], _HOSTILE + str(parent[path[-1]])
        try:
            msgspec.convert(plain, type(record))
        except (msgspec.ValidationError, ValueError):
            parent[path[-1]] = before
    return msgspec.convert(plain, type(record))


def _strings(data: str) -> Iterator[str]:
    """The texts in a block of data."""
    plain = json.loads(data)
    for path in _leaves(plain):
        text = plain
        for key in path:
            text = text[key]
        yield text


@pytest.mark.parametrize("kind", _KINDS)
def test_foreign_text_is_never_markup(kind: str, saved: dict[str, list[Record]]) -> None:
    some = saved[kind][:200]
    vectors = {f"{_HOSTILE}{record.vector}": _SHOWN for record in some if isinstance(record, Result)}
    text = page([_poisoned(record) for record in some], vectors)
    assert text
    read = _Read(text)
    assert not [tag for tag, _ in read.elements if tag == "img"]
    assert "onerror=alert(1)" in text, "the hostile text is there, as text"
    assert "\u202e" not in text
    assert "\x1b" not in text
    plain = _Read(page(some, {}))
    assert len(read.scripts) == len(plain.scripts)
    assert all(string.isprintable() for data in read.scripts if "use strict" not in data for string in _strings(data))


def test_how_far_an_answer_is_off_is_said_as_verdicts_say_it(saved: dict[str, list[Record]]) -> None:
    """Relative to the expected score, in the list of answers and in the card of a failure: 20 %, not 16.7 % of the answer."""
    result = next(
        record for record in saved["run"] if isinstance(record, Result) and record.verdict is VectorVerdict.AGREE
    )
    (report,) = records.runs(saved["run"])
    off = msgspec.structs.replace(
        result, verdict=VectorVerdict.DISAGREE, outcome=msgspec.structs.replace(result.outcome, value=60.0)
    )
    case = report.cases[off.vector]
    case = msgspec.structs.replace(case, expected=msgspec.structs.replace(case.expected, kind="score", value="50.0"))
    changed = msgspec.structs.replace(report, results=[off], cases={**report.cases, off.vector: case})
    assert result_view(changed, off, {}).difference == "20 % too high"
    rows: Any = data(changed, {})["results"]
    assert rows[0][5] == "20 % too high"


def test_the_page_of_a_run_has_every_answered_result(saved: dict[str, list[Record]]) -> None:
    results = [record for record in saved["run"] if isinstance(record, Result) and record.verdict.answered]
    assert len(results) > 40
    read = _Read(page(saved["run"], {}))
    (data,) = (json.loads(text) for text in read.scripts if "use strict" not in text)
    shown = Counter(
        (data["implementations"][row[1]], data["vectors"][row[0]][0], data["verdicts"][row[2]][0])
        for row in data["results"]
    )
    assert shown == Counter((result.implementation, result.vector, result.verdict.value) for result in results)
    cells = [
        attributes["aria-label"] or ""
        for tag, attributes in read.elements
        if tag == "button" and "aria-label" in attributes
    ]
    agreeing = sum(result.verdict is VectorVerdict.AGREE for result in results if result.implementation == "native")
    assert f"native, bleu: {sum(r.metric == 'bleu' for r in results if r.implementation == 'native')} agree" in cells
    assert agreeing == sum(int(cell.split(": ")[1].split()[0]) for cell in cells if cell.startswith("native, "))


def _share(knob: str, value: int) -> ShareOfGap:
    return ShareOfGap([Change(knob, "text", "a", "b")], float(value), str(Fraction(value)), False)


def test_a_waterfall_ends_where_the_second_number_stands() -> None:
    drawing = _Read(
        str(waterfall("first", "second", 10.0, 5.0, [_share("small", -2), _share("large", 7), _share("idle", 0)]))
    )
    bars = [attributes for tag, attributes in drawing.elements if tag == "rect"]
    assert [bar["class"] for bar in bars] == ["total", "up", "down", "total"]
    left, width = ([float(bar[name] or "") for bar in bars] for name in ("x", "width"))
    unit = width[0] / 10
    assert [round(w / unit, 1) for w in width] == [10, 7, 2, 15]
    assert [round((x - left[0]) / unit, 1) for x in left] == [0, 10, 15, 0]
    words = " ".join(drawing.words)
    assert words.index("large: a -> b") < words.index("small: a -> b")
    assert "idle" not in words


def test_numbers_far_from_0_are_marks_on_an_axis_that_says_where_it_begins() -> None:
    """The changes are 2 and 1 on an axis from 89.8 to 92.2: from 90 up to 92, and down to 91."""
    drawing = _Read(str(waterfall("first", "second", 90.0, 1.0, [_share("up", 2), _share("down", -1)])))
    bars = [attributes for tag, attributes in drawing.elements if tag == "rect"]
    left, width = ([float(bar[name] or "") for bar in bars] for name in ("x", "width"))
    assert width[0] == width[3] < 1, "no bar says that 91 is much more than 90"
    assert width[1:3] == pytest.approx([200 / 2.4, 100 / 2.4], abs=0.01)
    assert left == pytest.approx([20 / 2.4, 20 / 2.4, 120 / 2.4, 120 / 2.4], abs=0.01)
    words = " ".join(" ".join(drawing.words).split())
    assert "The axis does not begin at 0" in words
    assert words.endswith("score 90.0 90.5 91.0 91.5 92.0"), "the ticks of the axis"
    near = str(waterfall("first", "second", 10.0, 5.0, [_share("up", 5)]))
    assert "axis does not begin" not in near
    equal = _Read(str(waterfall("first", "second", 90.0, 0.0, [])))
    assert [a["width"] for tag, a in equal.elements if tag == "rect"] == ["100.00", "100.00"]


def test_a_benchmark_has_a_bar_for_each_ratio_on_a_logarithmic_axis(saved: dict[str, list[Record]]) -> None:
    read = _Read(page(saved["benchmark"], {}))
    bars = [(float(a["x"] or ""), float(a["width"] or "")) for tag, a in read.elements if tag == "rect"]
    assert [x for x, _ in bars] == [0.0, 0.0]
    assert bars[1][1] == 100, "the axis ends at 100 times"
    assert bars[0][1] == pytest.approx(50 * math.log10(2), abs=0.01)
    words = " ".join(" ".join(read.words).split())
    assert "Faster in 2 of 2 comparisons with packages" in words
    assert "Packages take 2.0× to 100× as long" in words
    assert "took more than 120 s" in words
    assert "metric 10 lines 100 lines BLEU, 13a samescore 5,000 1,234" in words


def test_a_benchmark_with_another_number_says_so_first() -> None:
    (case,) = _BENCHMARK.scores
    wrong = records.BenchmarkRow("other", ratio=0.5, agreement="DIFFERENT: 2.0, samescore 1.0", wrong=True)
    text = page([records.Benchmark((), (msgspec.structs.replace(case, rows=(*case.rows, wrong)),))], {})
    heading = " ".join(text.split("<h1>")[1].split("</h1>")[0].split())
    assert heading.endswith("1 measurement differs or failed")
    assert "BLEU, 13a: other: DIFFERENT: 2.0, samescore 1.0" in text


def test_several_results_have_a_list_of_contents(saved: dict[str, list[Record]]) -> None:
    read = _Read(page([*saved["explain"], *saved["diff"], *saved["why"]], {}))
    sections = [attributes["id"] for tag, attributes in read.elements if tag == "section"]
    links = [attributes["href"] for tag, attributes in read.elements if tag == "a"]
    assert sections == ["result-1", "result-2", "result-3"]
    assert links[:3] == ["#result-1", "#result-2", "#result-3"]
    assert "nav" not in [tag for tag, _ in _Read(page(saved["why"], {})).elements]


def test_a_strip_of_versions_has_a_letter_for_each_behaviour_in_its_columns() -> None:
    behaviours = [
        Behaviour("package", "bleu", "old", ["1", "2"]),
        Behaviour("package", "bleu", "old", ["3"]),
        Behaviour("package", "bleu", "new", ["2", "3", "4", "5"]),
    ]
    text = page(behaviours, {})
    rows = [row.split("</tr>")[0] for row in text.split("<tr>")[1:]]
    head, *lines = [[cell for tag, cell in _cells(row)] for row in rows]
    assert head == ["package", "1", "2", "3", "4", "5"]
    assert lines == [["old bleu", "A 1 to 2", "B 3", "–"], ["new bleu", "–", "A 2 to 5"]]
    assert 'colspan="2"' in rows[1].split("A</b>")[0]


def _cells(row: str) -> Iterator[tuple[str, str]]:
    """The cells of a row: tag and text."""
    for part in row.replace("<th", "<td").split("<td")[1:]:
        read = _Read(f"<td{part}")
        yield "td", " ".join(" ".join(read.words).split())


def test_the_failures_to_look_at_first_are_the_basic_ones_on_short_inputs() -> None:
    def result(vector: str, kind: str = "score") -> Result:
        answer = Answer("score", 0.5) if kind == "score" else Answer("raised", error="ValueError")
        return Result(
            vector, "bleu", "wrong", "", VectorVerdict.DISAGREE, answer, [], [], "value", [], f"again {vector}"
        )

    header = records.Header("samescore-report/1", "0.1.0", {}, [records.Participant("wrong", "1", "", "")], ["bleu"])
    names = ("long", "raising", "edge", "short")
    inputs = {name: {"segments": [{"hypothesis": "x" * n, "references": ["x"]}]} for n, name in enumerate(names[::-1])}
    vectors = {name: Shown(inputs[name], ["edge"] if name == "edge" else ["basic"], "") for name in names}
    text = page([header, *(result(name, "raised" if name == "raising" else "score") for name in names)], vectors)
    first = [part.split("</span>")[0] for part in text.split("Results</h2>")[0].split('<span class="name">')[1:]]
    assert first == ["short", "long", "raising"], "edge is the fourth"
    assert "4 of 4 answers" in text


def test_failures_of_the_most_frequent_mistake_come_first() -> None:
    """A mistake behind two failures comes before one behind a single short input."""
    often, once = NamedMistake("", "a weight of 1"), NamedMistake("", "no separators")
    names = {"exotic": [once], "unexplained": [], "usual": [often], "usual too": [often]}
    answer = Answer("score", 0.5)
    results = [
        Result(name, "chrf", "wrong", "", VectorVerdict.DISAGREE, answer, [], [], "value", mistakes, "again")
        for name, mistakes in names.items()
    ]
    header = records.Header("samescore-report/1", "0.1.0", {}, [records.Participant("wrong", "1", "", "")], ["chrf"])
    text = page([header, *results], {})
    first = [part.split("</span>")[0] for part in text.split("Results</h2>")[0].split('<span class="name">')[1:]]
    assert first == ["usual", "usual too", "exotic"]


def test_records_without_a_result_make_no_page() -> None:
    assert page([records.Absent("x", "not there", "bleu")][:0], {}) == ""
