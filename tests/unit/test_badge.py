"""Badges: the counts of a run, whatever it is called, in an SVG that anyone may show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from samescore.base.errors import InputError
from samescore.records import (
    Answer,
    Footer,
    Header,
    Participant,
    Repeated,
    Result,
    RunReport,
    VectorVerdict,
)
from samescore.report.badge import Badge, badge, endpoint, svg
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_HOSTILE = "</text><script>alert(1)</script>'\"&\u202e\x1b[31m\x00\ud800"


def _report(*verdicts: tuple[str, VectorVerdict], footer: bool = True, more: tuple[str, ...] = ()) -> RunReport:
    """A run whose implementations gave these verdicts."""
    names = list(dict.fromkeys([*(name for name, _ in verdicts), *more]))
    results = [
        Result(f"v{number}", "bleu", name, "", verdict, Answer("score", value=1.0), [], [], "", [], "")
        for number, (name, verdict) in enumerate(verdicts)
    ]
    header = Header("x", "0", {}, [Participant(name, "", "", "") for name in names])
    return RunReport.of(header, [*results, *([Footer(len(results), {}, 0)] if footer else [])])


def _parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314 (made here)


def test_a_badge_counts_the_verdicts_of_the_implementation() -> None:
    kinds = [
        *[VectorVerdict.AGREE] * 3,
        VectorVerdict.DIVERGE,
        VectorVerdict.DIVERGE,
        VectorVerdict.UNSUPPORTED,
    ]
    report = _report(*[("tool", kind) for kind in kinds], ("native", VectorVerdict.DISAGREE))
    assert badge(report) == Badge("samescore", "3 agree · 2 explained · 0 unexplained", "1a7f37")
    assert badge(report, "native") == Badge("samescore", "0 agree · 0 explained · 1 unexplained", "b3261e")


@pytest.mark.parametrize("verdict", [VectorVerdict.DISAGREE, VectorVerdict.ERROR, VectorVerdict.STALE])
def test_a_failing_verdict_counts_as_unexplained(verdict: VectorVerdict) -> None:
    drawn = badge(_report(("tool", VectorVerdict.AGREE), ("tool", verdict)))
    assert drawn.message == "1 agree · 0 explained · 1 unexplained"
    assert drawn.colour == "b3261e"


def test_expected_failures_are_counted_apart() -> None:
    drawn = badge(_report(("tool", VectorVerdict.AGREE), ("tool", VectorVerdict.EXPECTED)))
    assert drawn.message == "1 agree · 0 explained · 1 expected · 0 unexplained"


def test_nothing_answered_is_not_praised() -> None:
    drawn = badge(_report(("tool", VectorVerdict.UNSUPPORTED), ("tool", VectorVerdict.UNAVAILABLE)))
    assert drawn == Badge("samescore", "nothing answered", "59636e")


def test_a_run_that_is_not_about_one_implementation_or_not_whole_has_no_badge() -> None:
    with pytest.raises(InputError, match="2 implementations"):
        badge(_report(("one", VectorVerdict.AGREE), ("two", VectorVerdict.AGREE)))
    with pytest.raises(InputError) as several:
        badge(_report(("one", VectorVerdict.AGREE), more=("two",)))
    assert (several.value.message, several.value.hint) == (
        "the run has 2 implementations; a badge shows only one",
        "run one implementation alone: samescore run NAME --report FILE",
    )
    with pytest.raises(InputError) as interrupted:
        badge(_report(("one", VectorVerdict.AGREE), footer=False))
    assert (interrupted.value.message, interrupted.value.hint) == (
        "the run was interrupted, so its counts are incomplete",
        "repeat the run",
    )


def test_answers_that_changed_on_repetition_are_unexplained() -> None:
    whole = _report(("tool", VectorVerdict.AGREE), ("native", VectorVerdict.AGREE))
    repeated = [Repeated(name, 9, 4, 3, changes, [], "") for name, changes in (("tool", 2), ("native", 5))]
    drawn = badge(msgspec.structs.replace(whole, repeated=repeated))
    assert drawn == Badge("samescore", "1 agree · 0 explained · 2 unexplained", "b3261e")


@pytest.mark.parametrize(
    ("narrowed", "option"),
    [({"pattern": "gleu and basic"}, "-k 'gleu and basic'"), ({"last_failed": True}, "--last-failed")],
)
def test_a_narrowed_run_has_no_badge(narrowed: dict[str, Any], option: str) -> None:
    whole = _report(("tool", VectorVerdict.AGREE))
    with pytest.raises(InputError) as raised:
        badge(msgspec.structs.replace(whole, header=msgspec.structs.replace(whole.header, **narrowed)))
    assert raised.value.message == f"the run was restricted by {option}; a badge needs all vectors of its metrics"
    assert raised.value.hint == f"repeat the run without {option}"


def test_an_svg_shows_foreign_text_as_text() -> None:
    root = _parsed(svg(Badge(_HOSTILE, _HOSTILE * 9, "1a7f37")))
    tags = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()}
    assert tags == {"svg", "title", "rect", "path", "g", "text"}
    words = "".join(root.itertext())
    assert "<script>alert(1)</script>" in words
    assert all(character.isprintable() or character == "\n" for character in words)
    assert max(len(element.text or "") for element in root.iter()) < 200


def test_an_svg_has_a_name_for_those_who_do_not_see_it_and_room_for_its_text() -> None:
    root = _parsed(svg(Badge("samescore", "3 agree", "1a7f37")))
    name = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{name}title") == root.get("aria-label") == "samescore: 3 agree"
    assert root.get("role") == "img"
    first, second = root.iter(f"{name}text")
    end = float(first.get("x", "")) + float(first.get("textLength", ""))
    assert end < float(second.get("x", ""))
    assert float(second.get("x", "")) + float(second.get("textLength", "")) < float(root.get("width", ""))
    wide = _parsed(svg(Badge("samescore", "一致一致一致", "1a7f37")))
    assert float(wide.get("width", "")) > float(_parsed(svg(Badge("samescore", "abcabc", "1a7f37"))).get("width", ""))


@pytest.mark.parametrize(
    ("message", "width"),
    [("", 12), ("ab", 26), ("il", 20), ("mW", 33), ("一", 24), ("\uff21", 24), ("ü", 19)],
)
def test_a_badge_is_as_wide_as_its_characters(message: str, width: int) -> None:
    """Characters of 7, 4.2, 10.5 and 12 pixels between margins of 6; the label "a" takes 19."""
    assert float(_parsed(svg(Badge("a", message, "1a7f37"))).get("width", "")) == 19 + width


def test_the_endpoint_is_what_shields_io_reads() -> None:
    content = '{"schemaVersion": 1, "label": "samescore", "message": "3 agree", "color": "1a7f37"}\n'
    assert endpoint(Badge("samescore", "3 agree", "1a7f37")) == content
    assert "\x1b" not in json.loads(endpoint(Badge(_HOSTILE, _HOSTILE, "1a7f37")))["label"]


def test_render_writes_a_badge(tmp_path: Path) -> None:
    run = call("run", "native", "native:nltk", "-m", "gleu", "--report", "run.jsonl", cwd=tmp_path)
    assert run.returncode == 0
    results = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text(encoding="utf-8").splitlines()]
    verdicts = [record["verdict"] for record in results if record.get("implementation") == "native:nltk"]
    message = f"{verdicts.count('agree')} agree · {verdicts.count('diverge')} explained · 0 unexplained"
    for name in ("badge.svg", "badge.json"):
        done = call("render", "run.jsonl", "--badge", name, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, f"badge: {name}\n"), done.stderr
    assert message in (tmp_path / "badge.svg").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "badge.json").read_text(encoding="utf-8"))["message"] == message


def test_render_says_why_there_is_no_badge(tmp_path: Path) -> None:
    call("run", "native:nltk", "native:jiwer", "-m", "gleu", "-m", "wip", "--report", "two.jsonl", cwd=tmp_path)
    two = call("render", "two.jsonl", "--badge", "badge.svg", cwd=tmp_path)
    assert two.returncode == 2
    assert "2 implementations" in two.stderr
    png = call("render", "two.jsonl", "--badge", "badge.png", cwd=tmp_path)
    assert png.returncode == 2
    assert ".svg or .json" in png.stderr
    assert not (tmp_path / "badge.svg").exists()
    call("run", "native", "-k", "gleu and basic", "--report", "part.jsonl", cwd=tmp_path)
    part = call("render", "part.jsonl", "--badge", "badge.svg", cwd=tmp_path)
    assert part.returncode == 2
    assert "restricted by -k 'gleu and basic';" in part.stderr
    assert not (tmp_path / "badge.svg").exists()
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    assert call("render", "empty.jsonl", "--badge", "badge.svg", cwd=tmp_path).returncode == 2
