"""Disagreements that users reported in public threads: ``conformance/reported/*.toml``.

A case has the sides that were compared and their numbers, and says why these differ and how to make them equal::

    [nltk-1785]
    link = "https://github.com/nltk/nltk/issues/1785"
    symptom = "A corpus that is identical to its references scores below 1 if one sentence has three words."
    metric = "bleu"
    input = {segments = [{hypothesis = "John loves Mary", references = ["John loves Mary"]}]}
    ours = false
    first = {implementation = "nltk.corpus_bleu", value = "0.84...", source = "nltk==3.10.4"}
    second = {implementation = "sacrebleu.corpus_bleu", value = "100.00000000000004", source = "sacrebleu==2.6.0"}
    cause = ["denominator_floor"]
    because = "NLTK counts one n-gram of every order even in a segment that is too short to have any."
    remedy = "Use an order for which no segment is too short."
    agree = {first = {implementation = "nltk.corpus_bleu", set = {max_order = 3}}, second = {...}}

A case with one side is about a single surprising number. A case that cannot be computed has `why_not` instead of sides.
`samescore.verbs.golden.reported` verifies everything that a case states.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.errors import DataError, SamescoreError, UnknownNameError, nearest
from samescore.catalogue.divergences import Divergence, divergences
from samescore.catalogue.paths import data_document, data_folder
from samescore.catalogue.vectors import vector
from samescore.data.kinds import Data, from_plain
from samescore.metrics import find as find_metric

_SLUG = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
#: The origin of a number: a package and its version, the test suite's independent computation, or a manual calculation.
_SOURCE = re.compile(r"[A-Za-z][\w.-]*==[0-9][\w.]*|oracle|worked: .+", re.DOTALL)


class ReportedQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The implementation, metric, settings and input of one side of a case.

    `implementation` is an entry point, as in the catalogue of divergences, or ``native``. `metric` is empty if it is
    the case's metric. `set` has the knobs that differ from the entry point's defaults. `mistake` is a mistake of
    ``golden/mistakes.toml`` in the input or the settings; `input` replaces the case's input for this side (for example
    the same texts in subwords).
    """

    implementation: str
    metric: str = ""
    set: dict[str, Any] = {}
    mistake: str = ""
    input: dict[str, Any] | None = None

    @property
    def model(self) -> str:
        """The native model of this side as written in a command: ``native:nltk.corpus_bleu(max_order=3)``."""
        native = self.implementation == "native"
        implied = (
            {"max_order"} if "weights" in self.set and not native else set()
        )  # a package has a weight for each order
        settings = [f"{knob}={_in_command(value)}" for knob, value in self.set.items() if knob not in implied]
        name = self.implementation if native else f"native:{self.implementation}"
        return f"{name}({', '.join(settings)})" if settings else name


class ReportedSide(ReportedQuestion, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One side of a case and its number.

    `value` is the double in decimal, or ``raised`` or ``undefined``. `source` is its origin: ``NAME==VERSION``
    (recorded), ``oracle`` (the computation of the test suite), or ``worked: `` and the calculation. `reported` is the
    number in the thread, if it gives one for this side.
    """

    value: str
    source: str
    reported: str = ""


class Agreed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sides after the remedy; a side that the remedy does not change is absent."""

    first: ReportedQuestion | None = None
    second: ReportedQuestion | None = None


class Reported(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One reported disagreement; see the module docstring.

    `cause` has the knobs behind the gap, the largest share first. It is ``["metric"]`` if the sides compute different
    metrics, ``["input"]`` if they are given different texts, ``["scale"]`` if one number is printed on two scales, and
    the name of a mistake if one side makes it. `ours` says that the input is not the thread's, because the thread's is
    long, private or missing. `agree` is absent if no settings make both sides equal. `residual` describes what remains
    unexplained; empty if nothing. `uncatalogued` says why no entry of the catalogue of divergences links to the thread.
    """

    link: str
    symptom: str
    metric: str = ""
    input: str | dict[str, Any] | None = None
    ours: bool = True
    first: ReportedSide | None = None
    second: ReportedSide | None = None
    cause: list[str] = []
    because: str = ""
    remedy: str = ""
    agree: Agreed | None = None
    residual: str = ""
    why_not: str = ""
    uncatalogued: str = ""
    id: str = ""  # filled from the file

    @property
    def sides(self) -> list[ReportedSide]:
        """The sides of the case: none, one or two."""
        return [side for side in (self.first, self.second) if side is not None]

    @property
    def by_knobs(self) -> bool:
        """Whether the case has two sides that differ only in knobs: neither has its own input, metric or mistake."""
        plain = all(not side.mistake and side.input is None and not side.metric for side in self.sides)
        return plain and self.second is not None and self.cause[0] not in ("metric", "input", "scale")

    @property
    def divergences(self) -> list[Divergence]:
        """The entries of the catalogue of divergences that link to the thread."""
        return [entry for entry in divergences().values() if self.link in entry.links]

    def data(self, asked: ReportedQuestion) -> Data:
        """Return the input of the side `asked`. Raises `DataError` if neither the side nor the case has one."""
        given = self.input if asked.input is None else asked.input
        if given is None:
            raise DataError(
                f"{self.id}: no input for {asked.implementation}", hint="give the case or the side an input"
            )
        return vector(given).data() if isinstance(given, str) else from_plain(given)

    def metric_of(self, asked: ReportedQuestion) -> str:
        """Return the metric of the side `asked`, as the case names it (``rouge1``, ``chrf++``)."""
        return asked.metric or self.metric


def _in_command(value: object) -> str:
    """Return a knob's value as written in a command; a list is in parentheses."""
    return f"({', '.join(map(str, value))})" if isinstance(value, list) else str(value)


def load_file(path: Path) -> dict[str, Reported]:
    """Load and check the cases of one file.

    Raises `DataError`, which names the file, the case and the problem, if the file is malformed.
    """
    return {name: _checked(case, path) for name, case in _read(path).items()}


def _read(path: Path) -> dict[str, Reported]:
    """Load the cases of one file without checking metrics and inputs, which would import unneeded modules."""
    loaded: dict[str, Reported] = data_document(path, dict[str, Reported])
    return {name: msgspec.structs.replace(case, id=name) for name, case in loaded.items()}


def _checked(case: Reported, path: Path) -> Reported:
    place = f"{path.name}: {case.id}"
    if not _SLUG.fullmatch(case.id):
        raise DataError(f"{place}: an id must be words and digits joined by '-'")
    if not case.link.startswith("https://") or not case.symptom.strip():
        raise DataError(f"{place}: link and symptom must not be empty")
    if bool(case.why_not) == bool(case.sides):
        raise DataError(f"{place}: a case needs either sides or a reason for having none")
    if case.second is not None and case.first is None:
        raise DataError(f"{place}: a case with a second side must also have a first")
    if case.sides and not (case.because.strip() and case.remedy.strip() and case.metric):
        raise DataError(f"{place}: metric, because and remedy must not be empty")
    if case.second is not None and not case.cause:
        raise DataError(f"{place}: the cause is missing")
    try:
        for side in case.sides:
            find_metric(case.metric_of(side))
            case.data(side)
            if not _SOURCE.fullmatch(side.source):
                raise DataError(
                    f"the source {side.source!r} is not NAME==VERSION, oracle, or 'worked: ' with a derivation"
                )
    except SamescoreError as problem:
        raise DataError(f"{place}: {problem}") from None
    return case


@lru_cache(maxsize=1)
def reported_cases() -> dict[str, Reported]:
    """Return every shipped case by id, in file order. Raises `DataError` if a file is malformed or an id is used twice.

    This function does not check metrics and inputs; a test checks them with `load_file`.
    """
    by_id: dict[str, Reported] = {}
    for path in sorted((data_folder("conformance") / "reported").glob("*.toml")):
        for name, case in _read(path).items():
            if name in by_id:
                raise DataError(f"{path.name}: the id {name} is used twice")
            by_id[name] = case
    return by_id


def reported_case(identifier: str) -> Reported:
    """Return the case called `identifier`. Raises `UnknownNameError` if there is none."""
    if identifier not in reported_cases():
        raise UnknownNameError(
            f"unknown reported case: {identifier!r}",
            hint=nearest(identifier, reported_cases(), "list them with: samescore list reported"),
        )
    return reported_cases()[identifier]
