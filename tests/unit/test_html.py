"""Pages: everything that the records say is there, nothing foreign is markup, nothing is loaded."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest

from samescore import records
from samescore.records import Change, Record, Result, ShareOfGap, VectorVerdict
from samescore.report.html.page import page
from samescore.report.html.run import Shown
from samescore.report.html.waterfall import waterfall
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: A command for each kind of result.
_COMMANDS = {
    "run": "run native native:nltk native:rouge -m bleu -m rouge-n --vector article --no-report",
    "diff": "diff hyp -r ref -i native:sacrebleu -i native:nltk -i native:bleuscore -i native:jiwer",
    "explain": "explain native:sacrebleu native:nltk.sentence_bleu hyp -r ref",
    "audit": "audit claims.jsonl -j 1",
    "drift": "drift native:sacrebleu==2.3.1 native:sacrebleu==2.6.0 -m ter",
    "gate": "run native:sacrebleu==2.6.0 -m ter --against baseline.jsonl --no-report",
    "identify": "identify native:nltk -m ribes",
    "account": "explain native:sacrebleu hyp -r ref --reported 1.5",
    "crossing": "explain native:sacrebleu native:jiwer hyp -r ref -m ter -m cer",
    "why": "why rouge of chinese",
    "fuzz": "fuzz native:nltk native:sacrebleu -m bleu --examples 200 --seed 1 --known",
}
_HOSTILE = "</script><img src=x onerror=alert(1)>'\"&\u202e\x1b[31m"
_SHOWN = Shown(_HOSTILE, [_HOSTILE], _HOSTILE)


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
    return gathered


@pytest.mark.parametrize("kind", _COMMANDS)
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
    plain = msgspec.to_builtins(record)
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


@pytest.mark.parametrize("kind", _COMMANDS)
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


def test_records_without_a_result_make_no_page() -> None:
    assert page([records.Absent("x", "not there", "bleu")][:0], {}) == ""
