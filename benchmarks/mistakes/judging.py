"""Compare the findings of samescore about a program with the program's mistake."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from benchmarks.mistakes.program import Program
from samescore.base.documents import toml_document
from samescore.catalogue.mistakes import catalogue
from samescore.metrics import metric, parse_signature
from samescore.records import Identification, RunReport, explained_failures

#: The verdict on a wrong program: its mistake is named, a different one is named, or none.
Verdict = Literal["named", "misnamed", "unknown"]

#: Number of mistakes in the summary of a run.
_SHOWN = 2


class Cause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of one of the files ``causes.toml``: the names of mistakes, and the settings, that count as correct findings."""

    meaning: str
    names: list[str] = []
    settings: list[str] = []


class Said(msgspec.Struct, frozen=True):
    """The findings about a program: `mistakes` by name, and `settings` other than its own that explain all its answers.

    `equivalents` are mistakes that produce the same answers as the last one of `mistakes`. `found` says that all answers
    are explained; `explained` and `nontrivial` are numbers of answers.
    """

    mistakes: tuple[str, ...] = ()
    equivalents: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    found: bool = False
    explained: int | None = None
    nontrivial: int | None = None


@lru_cache(maxsize=1)
def causes() -> dict[str, Cause]:
    """Return every cause of the three files by its key."""
    found: dict[str, Cause] = {}
    here = Path(__file__).parent
    for folder in (here, here / "later", here / "held_out"):
        found |= toml_document(folder / "causes.toml", dict[str, Cause], "")
    return found


def said(program: Program, identification: Identification) -> Said:
    """Return the findings of an identification.

    Settings count only if they explain every answer. They are the knobs that differ from the program's, unless the
    program's value produces the same answers.
    """
    names = tuple(mistake.name for mistake in identification.mistakes if not _chosen(program, mistake.name))
    equivalents = tuple(mistake.name for mistake in identification.equivalents)
    settings = _departures(program, identification) if identification.found else ()
    return Said(names, equivalents, settings, identification.found, identification.explained, identification.nontrivial)


def _chosen(program: Program, name: str) -> bool:
    """Return whether a mistake is a choice that the program declares: the value of a knob."""
    values = catalogue()[name].set if name in catalogue() else {}
    return bool(values) and all(program.settings.get(knob) == value for knob, value in values.items())


def said_by_run(report: RunReport) -> Said:
    """Return the findings in the summary of a run: the first mistakes and knob values that it names, and likenesses."""
    shown = [
        mistake.mistake.partition(":")[0] for mistake in explained_failures(report.failures, report.likenesses)[:_SHOWN]
    ]
    names = tuple(name for name in shown if name in catalogue())
    settings = tuple(text.partition(" ")[0] for text in shown if text not in names)  # "match=prefix instead of equal"
    behaving = [likeness for likeness in report.likenesses if likeness.named]
    names += tuple(mistake.name for likeness in behaving for mistake in likeness.mistakes)
    settings += tuple(f"{change.knob}={change.after}" for likeness in behaving for change in likeness.changes)
    return Said(tuple(dict.fromkeys(names)), settings=settings, found=not report.failures)


def _departures(program: Program, identification: Identification) -> tuple[str, ...]:
    own = metric(program.metric).settings().replace(**program.settings)
    departures = []
    for difference in own.differences(parse_signature(identification.signature)):
        domain = difference.knob.domain
        same = domain.format(difference.left) in identification.undetermined.get(difference.knob.name, ())
        if not difference.knob.rounding and not same:
            departures.append(f"{difference.knob.name}={domain.format(difference.right)}")
    return tuple(departures)


def verdict(program: Program, words: Said) -> Verdict:
    """Return whether the findings name the mistake of a program.

    Named: a mistake or setting of the findings denotes the program's mistake, and so does every mistake of the findings;
    the last one may also do it by an equivalent. Misnamed: the findings have other mistakes, or the program is found to be
    right. A right program is misnamed if the findings have any mistake.
    """
    if not program.cause:
        return "misnamed" if words.mistakes else "named" if words.found else "unknown"
    cause = causes()[program.cause]
    named = bool(words.mistakes) and _names(words, cause.names)
    wrong = bool(words.mistakes) and not named
    right = named or any(_denotes(text, cause.settings) for text in words.settings)
    if wrong or ((words.found or words.settings) and not right):
        return "misnamed"
    return "named" if right else "unknown"


def _names(words: Said, accepted: Collection[str]) -> bool:
    """Return whether each of the mistakes, or all of them together, denote the cause."""
    *others, last = words.mistakes
    together = [{*others, name} for name in (last, *words.equivalents)]
    return any(names <= set(accepted) or names in [set(name.split(" + ")) for name in accepted] for names in together)


def _denotes(setting: str, accepted: Collection[str]) -> bool:
    return setting in accepted or setting.partition("=")[0] in accepted


def counted(verdicts: Mapping[str, Verdict], names: Collection[str]) -> tuple[int, int, int]:
    """Return the numbers of these programs that are named, misnamed and unknown."""
    several = [verdicts[name] for name in names if name in verdicts]
    return several.count("named"), several.count("misnamed"), several.count("unknown")
