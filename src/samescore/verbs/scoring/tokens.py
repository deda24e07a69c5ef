"""The verb *tokens*: show the tokens or other units that a metric, or an implementation, compares for each line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Literal

import msgspec

from samescore.base.errors import InputError, SettingsError
from samescore.base.lines import read_lines
from samescore.metrics import metric, parse_signature
from samescore.metrics.base import ComparesTexts
from samescore.metrics.preparation import Units, ngrams
from samescore.records import PreparationStage, PreparedLine
from samescore.settings import Settings
from samescore.verbs.inputs.knobs import Knobs
from samescore.verbs.inputs.settings import settings_for
from samescore.verbs.scoring.request import Request as ScoringRequest

Side = Literal["hypothesis", "reference"]


class Request(msgspec.Struct, frozen=True):
    """Lines, and the metric or implementation whose preparation of the lines is shown.

    The lines come from files of `hypotheses` and of `references`, or are `texts` of one `side`. `metric`, `assignments`
    and `signature` are as for *score*. Each line is prepared once like each implementation in `like` or, if it is
    empty, once with the metric's settings. `numbers` selects lines, counted from 1 (empty: all), and `most` is the
    maximum number of lines of each file that are shown (0: all).
    """

    hypotheses: tuple[Path, ...] = ()
    references: tuple[Path, ...] = ()
    texts: tuple[str, ...] = ()
    side: Side = "hypothesis"
    metric: str = ""
    like: tuple[str, ...] = ()
    assignments: Knobs = ()
    signature: str = ""
    numbers: tuple[int, ...] = ()
    most: int = 0


class _Text(msgspec.Struct, frozen=True):
    """A line with its place."""

    text: str
    side: Side
    file: str
    line: int


def execute(request: Request, say: Callable[[str], object] = lambda _: None) -> Iterator[PreparedLine]:
    """Yield the prepared lines in order; the hypotheses of a line number come before its references.

    A line that several implementations prepare comes once for each, in the order of `like`.
    `say` gets a sentence about lines that `most` leaves out. Raises `InputError` for a file that cannot be read and a
    line that it does not have, and `SettingsError` for a metric that does not compare texts line by line.
    """
    settings = [(like, _settings(request, like)) for like in request.like or ("",)]
    for text in _selected(request, say):
        for like, each in settings:
            yield _prepared(text, each, like)


def _settings(request: Request, like: str) -> Settings:
    if request.signature:
        return parse_signature(request.signature)
    metrics = (request.metric,) if request.metric else ()
    [(name, knobs)] = ScoringRequest(metrics=metrics, like=like, assignments=request.assignments).asked_metrics()
    return settings_for(name, like=like, **knobs)


def _selected(request: Request, say: Callable[[str], object]) -> Iterator[_Text]:
    columns = [[_Text(text, request.side, "", number)] for number, text in enumerate(request.texts, 1)]
    columns += [_lines(path, "hypothesis") for path in request.hypotheses]
    columns += [_lines(path, "reference") for path in request.references]
    for number in request.numbers:
        for column in columns:
            if number > len(column):
                file = (column[0].file or "the text") if column else "the file"
                lines = f"{len(column)} line{'s' if len(column) != 1 else ''}"
                raise InputError(f"--line {number} is too large: {file} has {lines}", hint="choose a smaller number")
    rows = list(zip_longest(*columns))
    chosen = [rows[number - 1] for number in request.numbers] or rows
    shown = chosen[: request.most] if request.most else chosen
    for row in shown:
        yield from filter(None, row)
    if len(shown) < len(chosen):
        say(f"{len(shown):,} of {len(chosen):,} lines are shown; show all of them with --most 0")


def _lines(path: Path, side: Side) -> list[_Text]:
    return [_Text(text, side, str(path), number) for number, text in enumerate(read_lines(path), 1)]


def _prepared(text: _Text, settings: Settings, like: str) -> PreparedLine:
    chosen = metric(settings.metric)
    stages: list[PreparationStage] = []

    def seen(name: str, product: Units) -> None:
        value = settings.knob(name).domain.format(getattr(settings, name)) if settings.has_knob(name) else ""
        stages.append(PreparationStage(name, value, _plain(product)))

    if not isinstance(chosen, ComparesTexts):
        raise SettingsError(
            f"{chosen.name} does not compare texts line by line, so it has no tokens",
            hint="choose a metric for texts: bleu, chrf, rouge-l, ter, wer, answer-f1, ...",
        )
    units = chosen.prepare(text.text, settings, seen, reference=text.side == "reference")
    if chosen.counts_ngrams and (counted := ngrams(units, settings)):
        seen(*counted)
    return PreparedLine(
        settings.metric,
        settings.short_signature,
        text.file,
        text.line,
        text.side,
        text.text,
        stages,
        _plain(units),
        like,
    )


def _plain(units: Units) -> object:
    """Return units as texts and lists."""
    return units if isinstance(units, str) else [_plain(unit) for unit in units]
