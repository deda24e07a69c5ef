"""What ``samescore explain`` is asked for: one side alone, two sides by one metric, or by two."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from samescore.base.errors import InputError, SettingsError, UnknownNameError
from samescore.cli.inputs import Compared, parse_knobs, read_input

if TYPE_CHECKING:
    from samescore.records import Account, Crossing, Explanation, Readings


def explained(
    named: tuple[str, ...],
    metrics: tuple[str, ...],
    references: tuple[Path, ...],
    assignments: tuple[str, ...],
    compared: Compared,
    reported: str,
    say: Callable[[str], None],
) -> tuple[Account | Explanation | Crossing, list[Readings]]:
    """The explanation that the arguments ask for, and the readings of the input beside it.

    Two metrics are those of the first and of the second side; with one side, of the same implementation twice.
    """
    from samescore.metrics.aliases import meant
    from samescore.verbs.why.attribution.readings import readings_of

    sides, hypotheses = sides_and_file(named)
    first_metric, second_metric = _metrics(sides, metrics)
    chosen, other = meant(first_metric)[0].name, meant(second_metric)[0].name
    data, knobs = read_input(chosen, hypotheses, references, compared=compared), _knobs(chosen, other, assignments)
    if chosen != other:
        from samescore.verbs.why.bridges.crossing import cross

        if reported:
            raise SettingsError("--reported looks for a number of one metric", hint="leave it out, or name one metric")
        pair = first_metric, second_metric
        return cross(sides[0], sides[-1], pair, data, on_progress=say, **knobs), []
    explanation: Account | Explanation
    if len(sides) == 1 and len(metrics) < 2:
        from samescore.verbs.why.account.account import account

        explanation = account(sides[0], first_metric, data, on_progress=say, **knobs)
    else:
        from samescore.verbs.why.explain import explain

        explanation = explain(
            sides[0], sides[-1], first_metric, data, second_metric=second_metric, on_progress=say, **knobs
        )
    say("other layouts of the input")
    return explanation, readings_of(explanation, data, reported)


def _metrics(sides: tuple[str, ...], metrics: tuple[str, ...]) -> tuple[str, str]:
    """The metric of each side: as named, or else that of the entry point that a side names, or else BLEU."""
    if len(metrics) > 2:
        raise SettingsError(f"{len(metrics)} metrics are named", hint="name one, or one for each side")
    if metrics:
        return metrics[0], metrics[-1]
    own = [_of_entry_point(side) for side in (sides[0], sides[-1])]
    return own[0] or own[1] or "bleu", own[1] or own[0] or "bleu"


def _of_entry_point(text: str) -> str:
    """The metric of the entry point that a side names, or the only one of the user's own function or program.

    Empty if there is none, or if the side is unknown (which is said later).
    """
    from samescore.implementations import modelled
    from samescore.implementations.sides import side

    whole = side(text).name
    if whole.startswith(("py:", "cmd:")):
        return _only_metric(whole)
    name = whole.removeprefix("native:").partition("@")[0]
    if name == "native" or ":" in name:
        return ""
    try:
        return modelled(name).metric_name
    except UnknownNameError:
        return ""


def _only_metric(name: str) -> str:
    """The metric of a function or a program that declares exactly one; else empty."""
    from samescore.implementations import Profiled, implementation

    try:
        own = implementation(name)
    except UnknownNameError:  # without a description, it needs -m
        return ""
    try:
        declared = list(own.profiles_by_metric()) if isinstance(own, Profiled) and not own.unavailable() else []
    finally:
        own.close()
    return declared[0] if len(declared) == 1 else ""


def next_steps(named: tuple[str, ...], explanation: Account | Explanation | Crossing) -> list[str]:
    """What to ask next about the user's own functions and programs whose answers are unexplained, each a line."""
    from samescore.implementations.sides import side
    from samescore.records import Account, Crossing

    if isinstance(explanation, Account):
        answers = [(explanation.side, explanation.metric)]
    elif isinstance(explanation, Crossing):
        answers = [(explanation.first, explanation.first_metric), (explanation.second, explanation.second_metric)]
    else:
        answers = [(explanation.first, explanation.metric), (explanation.second, explanation.metric)]
    names = [side(text).name for text in sides_and_file(named)[0]]
    own = [
        (name, metric)
        for name, (answered, metric) in zip((names[0], names[-1]), answers, strict=False)
        if answered.residual != 0 and name.startswith(("py:", "cmd:"))
    ]
    return [
        f"samescore identify {shlex.quote(name)} -m {metric} says which settings it behaves like"
        for name, metric in dict.fromkeys(own)
    ]


def _knobs(first: str, second: str, assignments: tuple[str, ...]) -> dict[str, object]:
    """The knobs that are set: those of the first metric, or of the second if the first has not got them."""
    from samescore.metrics import metric

    own = metric(first).settings.declared_knobs
    mine = tuple(text for text in assignments if first == second or text.partition("=")[0] in own)
    others = tuple(text for text in assignments if text not in mine)
    return {**parse_knobs(second, others), **parse_knobs(first, mine)}


def sides_and_file(named: tuple[str, ...]) -> tuple[tuple[str, ...], Path]:
    """The implementations among a command's arguments, one or two, and the file of hypotheses, which comes last.

    Raises `InputError` for another number of arguments, and where a file is named in the place of an implementation, or
    an implementation in that of the file.
    """
    usage = "write samescore explain FIRST [SECOND] HYPOTHESES -r REFERENCES"
    *sides, last = named
    if not 1 <= len(sides) <= 2:
        message = "there is no file of hypotheses" if not sides else f"{len(named)} names are given, at most 3 are read"
        raise InputError(f"{message}: {' '.join(named):.200}", hint=usage)
    for side in sides:
        if _is_file(side):
            hint = f"{usage}; reference files follow -r"
            raise InputError(f"{side} is a file, where the name of an implementation is expected", hint=hint)
    if last == "-":
        return tuple(sides), Path(last)
    if not Path(last).exists():
        raise InputError(
            f"cannot read {last}: there is no such file", hint=f"the file of hypotheses comes last: {usage}"
        )
    return tuple(sides), Path(last)


def _is_file(name: str) -> bool:
    """Is there such a file? A name may be one that no file can have."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long, or with a null byte
        return False
