"""The description of a program: what it computes, its two choices, its mistake, and how it rounds."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

Half = Literal["tuning", "final"]

#: The forms in which the programs of a family return their scores, in turn: half of them round.
_FORMS = ("exact", "number", "exact", "dictionary")


@dataclasses.dataclass(frozen=True)
class Honest:
    """A correct implementation with two choices of its own, which `words` names.

    `settings` are the knobs in which it differs from the metric's defaults. `scorer` is a data class with the field
    ``bug``, the key of a mistake or "", whose objects take the two arguments of the metric.
    """

    words: str
    settings: Mapping[str, object]
    scorer: Any


@dataclasses.dataclass(frozen=True)
class Program:
    """A program; `cause` is the key of its mistake in ``causes.toml``, or "" for a right program.

    `digits` is the number of decimals of its scores, None if they are not rounded; a rounded score may be an entry of a
    dictionary, under `key`. Programs of the half "final" are never used for tuning.
    """

    name: str
    family: str
    metric: str
    honest: Honest
    cause: str = ""
    digits: int | None = None
    key: str = ""
    half: Half = "tuning"

    @property
    def choices(self) -> str:
        return self.honest.words

    @property
    def settings(self) -> Mapping[str, object]:
        return self.honest.settings

    @property
    def rounded(self) -> bool:
        return self.digits is not None

    @property
    def exact(self) -> Callable[..., float]:
        """The function, with its mistake, before its result is rounded."""
        scorer: Callable[..., float] = dataclasses.replace(self.honest.scorer, bug=self.cause)
        return scorer

    @property
    def function(self) -> Callable[..., Any]:
        """The function as its users call it."""
        score = self.exact
        if self.digits is None:
            return score
        digits, key = self.digits, self.key

        def rounded(*arguments: Any) -> Any:
            value = round(score(*arguments), digits)
            return {key: value} if key else value

        rounded.__signature__ = inspect.signature(score)  # type: ignore[attr-defined]
        return rounded


def programs(
    family: str,
    metric: str,
    choices: Mapping[str, Honest],
    bugs: Iterable[tuple[str, str]],
    right: Iterable[str],
    half: Half = "tuning",
) -> list[Program]:
    """Return the programs of a metric: a wrong one for each pair of a cause and the letter of its choices, then `right` ones.

    Every second one rounds: to 2 decimals if its scores go to 100, else to 4, or to 3 in a dictionary.
    """
    made = []
    for place, (cause, letter) in enumerate([*bugs, *(("", letter) for letter in right)]):
        honest, form = choices[letter], _FORMS[place % len(_FORMS)]
        hundred = str(honest.settings.get("scale", "100" if metric in _HUNDRED else "1")) == "100"
        digits = None if form == "exact" else 2 if hundred else 4 if form == "number" else 3
        name = "_".join([metric, cause or "right", letter]).replace("-", "_")
        key = metric.replace("-", "_") if form == "dictionary" else ""
        made.append(Program(name, family, metric, honest, cause, digits, key, half))
    return made


#: Metrics whose scores are on a scale of 100 unless a program sets a different one.
_HUNDRED = ("bleu", "chrf", "ter")
