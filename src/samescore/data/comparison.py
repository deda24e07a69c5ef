"""Several systems to compare on the same segments: the input of significance tests and intervals."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from samescore.base.checks import as_float, check_list, name_of
from samescore.base.documents import json_document
from samescore.base.errors import InputError
from samescore.base.files import at_place
from samescore.data.corpus import Corpus
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind, input_from_plain
from samescore.data.number_types import number_types
from samescore.data.scored import SCORED_KINDS, Scored

#: The statistic of systems given as plain numbers.
MEAN = "mean"
_FORM = (
    '{"statistic": "bleu", "settings": {"tokenizer": "13a"}, "systems": [{"segments": [...]}, {"segments": [...]}]}; '
    'of numbers {"statistic": "mean", "systems": [{"scores": [0.5, 1]}, {"scores": [0.25, 1]}]}'
)
#: Types of the values of knobs; a value may also be a list of these.
_SIMPLE = (str, int, float, bool)


@dataclasses.dataclass(frozen=True, slots=True)
class Numbers(Kind):
    """A number for each segment of a system, such as a score or a judgement; nan and infinities are allowed.

    In JSON and in lists, the texts ``nan``, ``inf`` and ``-inf`` stand for these numbers. Raises `InputError` for any
    other value that is not a number.

    >>> Numbers([1, 0.5]).scores
    (1.0, 0.5)
    """

    scores: tuple[float, ...]
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)

    TAG: ClassVar[str] = "numbers"
    FIELDS: ClassVar[tuple[str, ...]] = ("scores",)

    def __init__(self, scores: Sequence[float | str]) -> None:
        listing = getattr(scores, "tolist", None)
        values = listing() if callable(listing) else scores
        check_list(values, "scores")
        object.__setattr__(self, "scores", tuple(_number(value, f"scores[{i}]") for i, value in enumerate(values)))
        object.__setattr__(self, "number_types", number_types(scores))

    def __len__(self) -> int:
        return len(self.scores)

    def plain(self) -> dict[str, Any]:
        """Return the numbers as JSON-compatible data; infinities and nan are texts."""
        return {"scores": [score if math.isfinite(score) else str(score) for score in self.scores]}

    def entries(self) -> tuple[float, ...]:
        return self.scores

    def of_entries(self, entries: Sequence[Any]) -> Numbers:
        return Numbers(entries)


System = Scored | Numbers


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison(Kind):
    """Several systems' outputs for the same segments, and the statistic to compare them by; the baseline comes first.

    `statistic` is the name of a metric, with its knobs in `settings`, or ``mean`` for the mean of each system's
    `Numbers`. A single system suffices for an interval. Raises `InputError` for systems of different kinds or lengths,
    for `Numbers` with a metric as statistic, and for ``mean`` with any other input.

    >>> Comparison("mean", [Numbers([1, 0.5]), Numbers([0.25, 0.5])]).segments
    2
    """

    statistic: str
    knobs: tuple[tuple[str, Any], ...]
    systems: tuple[System, ...]

    TAG: ClassVar[str] = "comparison"
    FIELDS: ClassVar[tuple[str, ...]] = ("statistic", "systems")

    def __init__(self, statistic: str, systems: Sequence[System], settings: Mapping[str, Any] | None = None) -> None:
        if not isinstance(statistic, str) or not statistic:
            what = "empty" if statistic == "" else name_of(statistic)
            raise InputError(f"statistic is {what}, not a name", hint='pass the name of a metric, or "mean"')
        if not isinstance(systems, (list, tuple)) or not systems:
            raise InputError("systems must be a list with one input per system", hint=f"in JSON {_FORM}")
        object.__setattr__(self, "statistic", statistic)
        object.__setattr__(self, "knobs", _knobs({} if settings is None else settings))
        object.__setattr__(self, "systems", tuple(systems))
        self._check()

    def _check(self) -> None:
        kind = Numbers if self.statistic == MEAN else SCORED_KINDS
        for i, system in enumerate(self.systems):
            if not isinstance(system, kind):
                wanted = "Numbers" if self.statistic == MEAN else f"an input of {self.statistic}"
                raise InputError(f"systems[{i}] is {name_of(system)}, not {wanted}", hint=f"in JSON {_FORM}")
        kinds = {type(system).__name__ for system in self.systems}
        tokenized = {system.tokenized for system in self.systems if isinstance(system, Corpus)}
        if len(kinds) > 1 or len(tokenized) > 1:
            raise InputError(
                f"the systems have inputs of different kinds: {', '.join(sorted(kinds))}",
                hint="give all systems the same kind of input, with texts all as strings or all as tokens",
            )
        lengths = [len(system) for system in self.systems]
        if len(set(lengths)) > 1:
            raise InputError(
                f"the systems have different numbers of segments: {', '.join(map(str, lengths))}",
                hint="give all systems the same segments in the same order",
            )

    @property
    def settings(self) -> dict[str, Any]:
        """The explicitly set knobs of the statistic."""
        return dict(self.knobs)

    @property
    def segments(self) -> int:
        """The number of segments (or items, sequences, numbers), which is the same for each system."""
        return len(self.systems[0])

    @classmethod
    def from_files(cls, files: InputFiles) -> Comparison:
        """Read the comparison from a command's file, a JSON object like the result of `plain`.

        Raises `InputError` if the file is malformed or reference files are given.
        """
        path = files.only()
        plain = json_document(path, dict[str, Any], _FORM)
        with at_place(str(path)):
            return input_from_plain(plain, (cls,))

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Comparison:
        """Build the comparison from the result of `plain`; raises like the constructor."""
        check_list(plain["systems"], "systems")
        kinds = (Numbers,) if plain["statistic"] == MEAN else SCORED_KINDS
        return cls(
            plain["statistic"], [input_from_plain(system, kinds) for system in plain["systems"]], plain.get("settings")
        )

    def __len__(self) -> int:
        return self.segments

    def plain(self) -> dict[str, Any]:
        """Return the comparison as JSON-compatible data."""
        settings = {name: list(value) if isinstance(value, tuple) else value for name, value in self.knobs}
        systems = [system.plain() for system in self.systems]
        return {"statistic": self.statistic, "settings": settings, "systems": systems}

    def entries(self) -> Sequence[Any]:
        """Return, for each segment, a tuple of the entries of all systems."""
        return list(zip(*(system.entries() for system in self.systems), strict=True))

    def of_entries(self, entries: Sequence[Any]) -> Comparison:
        systems = [system.of_entries([entry[k] for entry in entries]) for k, system in enumerate(self.systems)]
        return Comparison(self.statistic, systems, self.settings)

    def common(self) -> Any:
        return self.statistic, self.knobs


def _knobs(settings: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return knobs and their values, sorted by name, with lists as tuples.

    Raises `InputError` for any other content.
    """
    if not isinstance(settings, Mapping):
        raise InputError(f"settings is {name_of(settings)}, not a mapping of knobs to values", hint=f"in JSON {_FORM}")
    knobs = []
    for name, value in settings.items():
        values = value if isinstance(value, (list, tuple)) else (value,)
        if not isinstance(name, str) or not all(isinstance(entry, _SIMPLE) for entry in values):
            raise InputError(
                f"settings: the entry {name!r:.80} is not a knob with a simple value", hint=f"in JSON {_FORM}"
            )
        knobs.append((name, tuple(value) if isinstance(value, list) else value))
    return tuple(sorted(knobs))


def _number(value: object, name: str) -> float:
    if value in ("nan", "inf", "-inf"):
        value = float(str(value))
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{name} is {name_of(value)}, not a number", hint='write numbers, "nan", "inf" or "-inf"')
    number = as_float(value, name)
    return math.nan if math.isnan(number) else number  # one nan object makes equal inputs compare equal
