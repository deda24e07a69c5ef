"""The record of an identification: the settings of an implementation, inferred from its answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from samescore.records.answer import Answer, Change, NamedMistake, named_mistakes


class DifferentAnswer(msgspec.Struct, frozen=True):
    """A golden input on which an implementation's answer differs from the native one under the settings found."""

    vector: str
    answered: Answer
    native: Answer


class KnownRegion(msgspec.Struct, frozen=True):
    """An entry point of a known implementation, with the arguments (knobs) that differ from their defaults.

    `versions` is the range of versions that behave this way, `version` one of them (empty: the newest).
    """

    name: str
    versions: str
    version: str = ""
    arguments: dict[str, str] = {}

    @property
    def call(self) -> str:
        """The name with the arguments in parentheses, as accepted for a side of a comparison."""
        return f"{self.name}{self._arguments}"

    @property
    def reference(self) -> str:
        """The `call` with the version, as accepted by ``--like``."""
        implementation, _, entry_point = self.name.partition(".")
        name = f"{implementation}=={self.version}.{entry_point}" if self.version else self.name
        return f"{name}{self._arguments}"

    @property
    def _arguments(self) -> str:
        written = (f"{knob}={_argument_text(value)}" for knob, value in self.arguments.items())
        return f"({', '.join(written)})" if self.arguments else ""

    def __str__(self) -> str:
        return f"{self.call} ({self.versions})"


def _argument_text(value: str) -> str:
    """Return a value as written in an argument list: in parentheses if it contains a comma."""
    return f"({value})" if "," in value else value


class AnswerDigits(msgspec.Struct, frozen=True):
    """The rounding of answers: to `digits` decimals or significant digits (`unit`).

    `scale` is the scale on which they were rounded; empty for a metric without a scale. `modes` are the ways of
    rounding that reproduce every answer.
    """

    digits: int
    unit: Literal["decimals", "significant digits"]
    scale: str
    modes: list[Literal["half-even", "half-up", "truncated"]]

    def __str__(self) -> str:
        unit = self.unit if self.digits != 1 else self.unit.removesuffix("s")
        cut = "truncated" if self.modes == ["truncated"] else "rounded"
        half = f" ({self.modes[0]})" if len(self.modes) == 1 and cut == "rounded" else ""
        return f"{cut} to {self.digits} {unit}{half}" + (f" on the scale {self.scale}" if self.scale else "")


class RepeatedError(msgspec.Struct, frozen=True):
    """An error that an implementation raised: how often, on which vector first, and that vector's input as JSON."""

    error: str
    count: int
    vector: str
    input: str


class OpenKnob(msgspec.Struct, frozen=True):
    """A knob whose value the answers do not determine. `values` are other values that reproduce every answer.

    If `any_value`, all other values tried reproduce every answer, so nothing is known about the knob.
    """

    name: str
    values: list[str]
    any_value: bool

    def __str__(self) -> str:
        others = f"could also be {', '.join(self.values)}"
        return f"no answer depends on it: {others}" if self.any_value else others


class StillPossible(msgspec.Struct, frozen=True):
    """The known mistakes of a metric that the answers do not rule out, if none of them explains enough.

    `excluded` counts mistakes that would change an answer that the settings reproduce. `possible` lists mistakes that
    would change only answers that the settings do not reproduce. `stage` is the earliest stage at which a possible
    mistake occurs; empty if none is possible, or if one may occur in the first stage.
    """

    excluded: int
    possible: list[NamedMistake]
    stage: str


class Identification(msgspec.Struct, frozen=True, tag_field="type", tag="identification"):
    """The settings of an implementation, inferred from its answers alone.

    `found` means that the settings reproduce all answers, including some nontrivial ones (not 0, 1 or 100). `like`
    lists the known entry points (with arguments and versions) whose regions contain settings that give the same
    answers, the one with the fewest arguments first; `region` is the first of them. If there is none, `nearest` is the
    nearest region, and `departs` the knobs that lead from it to the settings found. `answers` counts the compared
    answers, `nontrivial` the nontrivial answers, and `explained` how many of the latter are reproduced. `departures`
    lists the answers that are not reproduced. `undetermined` maps knobs to other values that give the same answers;
    `partly_determined` names the knobs in it for which some other value changes an answer. `next_best` is the change of
    one knob that fits the answers next best, and `margin` the number of answers that contradict it. `rounding` says how
    the answers were rounded. `refused` lists inputs on which only the implementation raises an error, and which
    therefore count as unsupported; `errors` are other errors that it raises. `arguments` are the files that a command
    takes for the metric. `mistakes` are up to two known mistakes that the implementation makes under these settings;
    `equivalents` are others that give the same answers as the last of them. If neither settings nor mistakes are found,
    `still_possible` lists the mistakes that are not ruled out.
    """

    implementation: str
    metric: str
    found: bool
    signature: str
    short_signature: str
    like: list[str]
    answers: int
    departures: list[DifferentAnswer]
    undetermined: dict[str, list[str]]
    refused: list[str]
    region: KnownRegion | None = None
    nearest: KnownRegion | None = None
    departs: list[Change] = []
    nontrivial: int | None = None
    explained: int | None = None
    margin: int | None = None
    next_best: Change | None = None
    rounding: AnswerDigits | None = None
    errors: list[RepeatedError] = []
    arguments: str = "HYPOTHESES -r REFERENCES"
    partly_determined: list[str] = []
    mistakes: list[NamedMistake] = []
    equivalents: list[NamedMistake] = []
    still_possible: StillPossible | None = None

    @property
    def named(self) -> str:
        """The mistakes in words; empty if there are none."""
        return named_mistakes(self.mistakes, self.equivalents)

    def left_open(self) -> list[OpenKnob]:
        """Return the knobs whose values the answers do not determine, with the other possible values."""
        return [
            OpenKnob(name, values, name not in self.partly_determined) for name, values in self.undetermined.items()
        ]


def identifications(records: Iterable[object]) -> list[Identification]:
    """Return the identifications in a list of records."""
    return [record for record in records if isinstance(record, Identification)]
