"""Translate the arguments of a package's entry point into knobs.

The table ``[profile.arguments]`` of a profile describes each argument::

    tokenize = { knob = "tokenizer" }                                          accepts the values of the knob
    lowercase = { knob = "case", values = { true = "lower", false = "keep" } }  accepts only these two values
    smooth_value = { follows = "smoothing", knobs = { floor = "floor_value", add-k = "add_k" } }
                                                                               sets the knob named for the smoothing
    weights = { knob = "weights", length = "max_order" }                       also sets max_order to their count
    force = { no_effect = "it silences a warning" }                            sets nothing
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from samescore.base.errors import DataError, SettingsError, nearest
from samescore.base.numbers import number_from_text
from samescore.metrics.knob_domains.pattern_lists import Patterns
from samescore.metrics.knob_domains.transform_chains import Transforms
from samescore.settings import ClassNames, Knob, Settings, Weights

_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")
_FRACTION = re.compile(r"([0-9.]{1,40}) ?/ ?([0-9.]{1,40})")


class Value(msgspec.Struct, frozen=True):
    """The value of an argument as written: one text without its quotes, or several items in brackets."""

    text: str
    items: tuple[str, ...] | None = None  # None unless the value is in brackets
    quoted: bool = False

    @property
    def key(self) -> str:
        """The value in the spelling of profile tables: ``true`` for True, ``nan`` for np.nan, ``1`` for 1.0."""
        single = self.single
        if single.quoted:
            return single.text.lower()
        name = single.text.rpartition(".")[2] if _DOTTED.fullmatch(single.text) else single.text
        return re.sub(r"(?<=[0-9])\.0*$", "", name).lower()

    @property
    def single(self) -> Value:
        """The only item of a one-item list; any other value unchanged."""
        return Value(self.items[0], quoted=self.quoted) if self.items is not None and len(self.items) == 1 else self


class Argument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An argument of an entry point, and the knobs that it sets; see the module docstring.

    `no_effect` is the reason why the argument changes no score. `why` is the reason why values other than `values` are
    not supported.
    """

    knob: str = ""
    values: dict[str, Any] = {}  # the knob's value for each value of the argument; if empty, they are the same
    idle: list[str] = []  # values of the argument that set no knob
    follows: str = ""  # the knob whose value decides which knob is set
    knobs: dict[str, str] = {}  # the knob to set, by the value of `follows`; an empty name sets nothing
    length: str = ""  # a knob that is set to the number of items
    together: str = ""  # another argument that must be given with the same meaning
    last: list[str] = []  # the items that must come before the last item, which is the knob's value
    no_effect: str = ""
    why: str = ""

    def assigned(
        self, name: str, value: Value, kind: type[Settings], others: Settings, allowed: Callable[[Knob], str]
    ) -> dict[str, object]:
        """Return canonical values for the knobs of `kind` that the argument `name` sets if its value is `value`.

        The dictionary is empty if the argument sets nothing. `others` are the settings made by the other arguments.
        `allowed` returns a description of the values that the entry point allows for a knob. Raises `SettingsError` for
        an unsupported value, or one that conflicts with `others`.
        """
        if self.no_effect or value.key in self.idle:
            return {}
        target = self.knob
        if self.follows:
            current = kind.knob(self.follows).domain.format(getattr(others, self.follows))
            if current not in self.knobs:
                raise SettingsError(
                    f"{name} is not supported with {self.follows}={current}",
                    hint=f"{name} is supported with {self.follows}={' or '.join(self.knobs)}",
                )
            target = self.knobs[current]
            if not target:
                return {}
        knob = kind.knob(target)
        if self.values:
            if value.key not in self.values:
                possible = [_in_python(key) for key in (*self.values, *self.idle)]
                raise SettingsError(
                    f"{name}={value.text:.80} is not supported" + (f": {self.why}" if self.why else ""),
                    hint=nearest(value.text, possible, f"{name} is one of: {', '.join(possible)}"),
                )
            return {target: knob.domain.check(self.values[value.key])}
        if value.text == "None" and not value.quoted:
            return {target: "uniform"} if isinstance(knob.domain, Weights) else {}
        if self.last:
            return {target: self._last(name, value, knob)}
        canonical = knob_value(knob, value, name, allowed(knob))
        if self.length and isinstance(canonical, tuple):
            count = len(canonical)
            even = all(weight == 1 / count for weight in canonical)
            return {target: "uniform" if even else canonical, self.length: kind.checked(self.length, count)}
        return {target: canonical}

    def _last(self, name: str, value: Value, knob: Knob) -> object:
        """Return the knob's value, which is the last item of `value`.

        Raises `SettingsError` unless the items before it equal `last`.
        """
        if value.items is None or list(value.items[:-1]) != self.last:
            pattern = ", ".join([*self.last, knob.name])
            raise SettingsError(f"{name}={value.text:.80} is not supported", hint=f"write {name}=({pattern})")
        return knob_value(knob, Value(value.items[-1]), name)

    def check(self, name: str, kind: type[Settings]) -> None:
        """Raise an error unless the description of the argument `name` is valid.

        Raises `DataError` unless it has either `no_effect` or knobs (`knob`, or `follows` together with `knobs`), and
        `SettingsError` if a knob does not exist or does not allow a value.
        """
        if bool(self.no_effect) == bool(self.knob or self.knobs) or bool(self.follows) != bool(self.knobs):
            raise DataError(f"the argument {name} needs exactly one of: knob; follows with knobs; no_effect")
        for value in self.values.values():
            kind.checked(self.knob, value)
        for knob in filter(None, [self.knob, self.length, self.follows, *self.knobs.values()]):
            kind.knob(knob)
        for value in self.knobs:
            kind.checked(self.follows, value)


def knob_value(knob: Knob, value: Value, name: str, allowed: str = "") -> object:
    """Convert `value`, as written for the argument `name`, to the knob's canonical value.

    Raises `SettingsError` if the knob does not allow it; the hint has `allowed` or, if that is empty, the
    knob's own explanation.
    """
    try:
        if isinstance(knob.domain, (Weights, ClassNames, Transforms, Patterns)) and value.items is not None:
            many: list[object] = list(value.items)
            return knob.domain.check(
                [_number(item) for item in value.items] if isinstance(knob.domain, Weights) else many
            )
        return knob.domain.check(value.single.text)
    except ValueError as problem:
        raise SettingsError(
            f"{name}={value.text:.80} is not allowed",
            hint=f"{name} {allowed}" if allowed else str(problem),
        ) from None


def _number(text: str) -> float:
    """Parse a decimal number, or a fraction such as ``1/3``. Raises `ValueError` for any other text."""
    if fraction := _FRACTION.fullmatch(text):
        above, below = (number_from_text(part) for part in fraction.groups())
        if below:
            return above / below
    return number_from_text(text)


def _in_python(key: str) -> str:
    """Return a key of a profile table in Python's spelling: ``True`` for ``true``."""
    return {"true": "True", "false": "False", "none": "None"}.get(key, key)


def unknown_argument_error(
    name: str, arguments: Mapping[str, Argument], kind: type[Settings], free: list[str], elsewhere: str
) -> SettingsError:
    """Return the error for a name that is neither an argument of an entry point nor a knob of `kind`.

    Its hint lists the arguments and the knobs in `free`. It starts with `elsewhere`, which says what an argument of
    this name sets in a different package; if that is empty, it suggests the most similar known name.
    """
    own = f"the arguments {', '.join(arguments)}, and " if arguments else ""
    understood = f"supported: {own}the knobs {', '.join(free) or 'of other metrics'}"
    known = [*arguments, *(knob.name for knob in kind.knobs())]
    return SettingsError(
        f"{name!r:.80} is neither a supported argument nor a knob of {kind.metric}",
        hint=f"{elsewhere}; {understood}" if elsewhere else nearest(name, known, understood),
    )
