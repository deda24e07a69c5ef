"""The view of an identification: the settings that reproduce an implementation's answers."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from samescore.records import Identification, StillPossible
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.view import View

if TYPE_CHECKING:
    from samescore.report.html.vectors import Shown

#: Maximum numbers of inputs with a different answer, and of errors, that a terminal shows.
_MOST, _MOST_ERRORS = 5, 3
#: Maximum number of possible mistakes that are named.
_MOST_POSSIBLE = 5


def view(identified: Identification, vectors: Mapping[str, Shown] | None = None) -> View:
    """Build the view: the settings found, or the nearest ones. `vectors` has the data of golden vectors by id."""
    few = _too_few_numbers(identified)
    command = _command(identified)
    errors = tuple(
        show.Stack(
            (
                f"it fails on {f'{each.count} inputs' if each.count > 1 else 'an input'}, the first is {each.vector}: {each.error}",
                show.Span(each.input, "code"),
            )
        )
        for each in identified.errors
    )
    blocks = show.compact(
        show.Sentence(_finding(identified)),
        *(() if few else _settings(identified, vectors or {})),
        show.Items(errors, most=_MOST_ERRORS, rest="and {} more kinds of error"),
        show.Facts((("natively", show.Span(command, "command")),) if command else ()),
        show.Folded("All settings", (show.Paragraph(show.Span(identified.signature, "settings")),)),
    )
    return View("identify", identified.metric, _style(identified), _finding(identified).rstrip(":"), blocks)


def _style(identified: Identification) -> show.Style:
    """Return the style: only a known entry point with its defaults is good."""
    if identified.mistakes or _too_few_numbers(identified):
        return "bad"
    region = identified.region
    usual = identified.found and region is not None and not region.arguments
    return "good" if usual else "known"


def _too_few_numbers(identified: Identification) -> bool:
    """Return whether no settings were found and the implementation fails on most inputs."""
    return not identified.found and 2 * sum(error.count for error in identified.errors) > identified.answers


def _settings(identified: Identification, vectors: Mapping[str, Shown]) -> Iterator[show.Block]:
    others = tuple(f"or {other}: no answer distinguishes them" for other in identified.like[1:])
    yield show.Items(others, indent=2)
    known = show.Paragraph((show.Span(_known_settings(identified), "settings"), " (the rest at its default)"))
    if identified.found and identified.like:  # the verdict names an entry point, and so these settings
        yield show.Folded("Settings that are not the metric's defaults", (known,), printed=True, indent=2)
    else:
        yield msgspec.structs.replace(known, indent=2)
    right = identified.answers - len(identified.departures)
    if identified.found or identified.mistakes:
        said = (
            "these settings reproduce every answer" if identified.found else f"these settings reproduce {right} answers"
        )
        yield show.Paragraph(f"{identified.answers} golden inputs were run; {said}")
    columns = (
        show.Column("vector", pattern="{}:"),
        show.Column("answered", number=True, pattern="answered {},"),
        show.Column("natively", number=True, pattern="natively {}"),
    )
    rows = tuple((each.vector, each.answered.text, each.native.text) for each in identified.departures)
    yield show.Table(columns, rows, most=_MOST, joint=" ", indent=2)
    drawn = [(each.vector, vectors[each.vector].input) for each in identified.departures if each.vector in vectors]
    inputs = tuple((name, show.Input(json.dumps(plain), plain)) for name, plain in drawn[:3])
    yield show.Folded("First inputs with a different answer", (show.Facts(inputs),) if inputs else ())
    for remark in _remarks(identified):
        yield show.Paragraph(remark)
    yield from map(show.Sentence, _left_open(identified))
    left_open = tuple((knob.name, str(knob)) for knob in identified.left_open())
    yield show.Folded("Not determined by the answers", (show.Facts(left_open),) if left_open else ())
    if refused := identified.refused:
        yield show.Paragraph(
            f"it raises an error on {count_phrase(len(refused), 'input')} where these settings do not, first on {refused[0]}"
        )
        yield show.Folded("All inputs", (show.Paragraph(", ".join(refused)),))


def _finding(identified: Identification) -> str:
    """Return the result as a sentence."""
    name, metric, like = identified.implementation, identified.metric, identified.like
    if identified.mistakes:
        return f"{name} computes {metric} with a mistake ({identified.named}) and these settings:"
    if identified.found and like:
        return f"{name} computes {metric} as {like[0]}"
    if identified.found and identified.nearest and [change.knob for change in identified.departs] == ["scale"]:
        return f"{name} computes {metric} like {identified.nearest}, on the scale 0-{identified.departs[0].after}"
    if identified.found:
        return f"{name} computes {metric} unlike any known implementation, with these settings:"
    if _too_few_numbers(identified):
        return f"{name} returns too few numbers to identify its settings: it fails on most golden inputs"
    right = f"{identified.answers - len(identified.departures)} of {identified.answers}"
    if identified.nontrivial == 0:
        return f"{name}: all of its answers are 0, 1, 100 or not numbers; many settings give these, for example:"
    if identified.explained == 0:
        return (
            f"{name}: no settings reproduce its nontrivial answers; the nearest reproduce {right}, all of them trivial:"
        )
    return f"{name}: no settings reproduce all of its answers; the nearest reproduce {right}:"


def _remarks(identified: Identification) -> Iterator[str]:
    """Yield further remarks on the answers and the settings, one sentence each."""
    if identified.rounding is not None and identified.explained:
        yield f"answers are {identified.rounding}"
    if identified.found and identified.margin is not None and identified.next_best is not None:
        answers = (
            f"{identified.margin} answers distinguish these settings"
            if identified.margin > 1
            else "one answer distinguishes these settings"
        )
        yield f"{answers} from the next-best, with {identified.next_best}"
    if identified.nearest is not None and identified.explained:
        yield f"the nearest known implementation is {identified.nearest}{_departing(identified)}"
    if (possible := identified.still_possible) is not None:
        yield _not_excluded(possible)


def _left_open(identified: Identification) -> Iterator[str]:
    """Yield a sentence on the knobs that no answer depends on, and one on each other knob with several possible values."""
    left = identified.left_open()
    if free := [knob.name for knob in left if knob.any_value]:
        yield f"no answer depends on {', '.join(free)}"
    yield from (f"{knob.name} {knob}, with the same answers" for knob in left if not knob.any_value)


def _not_excluded(known: StillPossible) -> str:
    """Return a sentence on the known mistakes that the answers do not rule out."""
    if not known.possible:
        return f"none of the {known.excluded} known mistakes fits: each changes an answer that these settings give"
    names = ", ".join(mistake.name for mistake in known.possible[:_MOST_POSSIBLE])
    others = f" and {len(known.possible) - _MOST_POSSIBLE} more" if len(known.possible) > _MOST_POSSIBLE else ""
    return f"{known.excluded} known mistakes do not fit (each changes an answer that these settings give); still possible: {names}{others}{f', none of them before {known.stage}' if known.stage else ''}"


def _known_settings(identified: Identification) -> str:
    """Return the short signature without the undetermined knobs."""
    free = {knob.name for knob in identified.left_open() if knob.any_value}
    metric, *parts = identified.short_signature.split("|")
    return "|".join([metric, *(part for part in parts if part.partition(":")[0] not in free)])


def _departing(identified: Identification) -> str:
    changes = ", ".join(map(str, identified.departs))
    return f", with {changes}" if changes else ""


def _command(identified: Identification) -> str:
    """Return the command that scores files as the implementation does; empty if no settings do."""
    if not identified.found or identified.mistakes:
        return ""
    base = f"samescore score {identified.arguments}"
    region = identified.region
    if region is None:
        return f"{base} --signature {shlex.quote(identified.short_signature)}"
    return f"{base} -m {identified.metric} --like {shlex.quote(region.reference)}"
