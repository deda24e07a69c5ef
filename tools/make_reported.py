"""Write docs/reported.md from the reported cases: ``python -m tools.make_reported``. A test checks that it is up to date."""

from __future__ import annotations

from pathlib import Path

from samescore.catalogue.reported import Reported, ReportedSide, reported_cases

_HEAD = """# Disagreements that users reported

This page is generated from `conformance/reported/` by `python -m tools.make_reported`.

It lists {count} public threads in which users report scores that disagree. {computed} of them are computed here, with the
numbers, the cause and a remedy. In {equal} of these cases, the remedy is a change of settings that makes both numbers equal. In
{whole} of them, the cause explains the whole gap. *Input*: the thread's own, or one of ours that shows the same disagreement (if
the thread has none, or a long or private one). *Residual*: the part of the gap that the cause does not explain. For every row, a
test (`conformance/test_reported.py`) checks that the native models and the installed packages return the numbers, that the named
knobs turn one number into the other, and that the remedy makes them equal.

`samescore show CASE` prints a case with its input; `samescore why "words of the symptom"` finds a case by its symptom
([how it searches](searches.md#why)).

| case | symptom | input | first | second | cause | remedy | residual |
|---|---|---|---|---|---|---|---|
"""

_WHY_NOT = """
## Not computed

| case | symptom | why not |
|---|---|---|
"""


def page() -> str:
    """Return the Markdown of the page."""
    cases = list(reported_cases().values())
    computed = [case for case in cases if case.sides]
    equal, whole = sum(case.agree is not None for case in computed), sum(not case.residual for case in computed)
    text = _HEAD.format(count=len(cases), computed=len(computed), equal=equal, whole=whole)
    text += "".join(map(_row, computed))
    if len(computed) < len(cases):
        text += _WHY_NOT
        text += "".join(
            f"| {_link(case)} | {_cell(case.symptom)} | {_cell(case.why_not)} |\n" for case in cases if not case.sides
        )
    return text


def _row(case: Reported) -> str:
    cells = (
        _link(case),
        _cell(case.symptom),
        "ours" if case.ours else "the thread's",
        _number(case.sides[0]),
        _number(case.sides[1]) if case.second else "",
        ", ".join(f"`{name}`" for name in case.cause) or _cell(case.because),
        _cell(case.remedy),
        _cell(case.residual) or "0",
    )
    return f"| {' | '.join(cells)} |\n"


def _link(case: Reported) -> str:
    return f"[{case.id}]({case.link})"


def _number(side: ReportedSide) -> str:
    """Return a cell with a side's number in six digits, its implementation and settings, and the number in the thread."""
    try:
        shown = f"{float(side.value):.6g}"
    except ValueError:
        shown = side.value
    details = [f"{name}={value}" for name, value in side.set.items()]
    details += [f"mistake: {side.mistake}"] if side.mistake else []
    details += [f"thread: {side.reported}"] if side.reported else []
    settings = f" ({'; '.join(details)})" if details else ""
    return f"{shown} `{side.implementation}`{_cell(settings)}"


def _cell(text: str) -> str:
    """Return a text for a cell of the table, with characters that have a meaning in Markdown escaped."""
    for character in "\\|*_<[":
        text = text.replace(character, f"\\{character}")
    return text


if __name__ == "__main__":
    target = Path(__file__).resolve().parents[1] / "docs" / "reported.md"
    target.write_text(page(), encoding="utf-8")
    print(f"{target}: {len(page().splitlines())} lines")
