"""A request to search for disagreements: the implementations, the inputs, and the time limit."""

from __future__ import annotations

from pathlib import Path

import msgspec

from samescore.verbs.inputs.files import files_of_implementations
from samescore.verbs.inputs.knobs import Knobs

#: Default time limit of a search in seconds, without `examples` and `seconds`.
SECONDS = 60.0


class Request(msgspec.Struct, frozen=True):
    """A search for inputs on which two implementations disagree, or one (without `second`) and its own model.

    The names of the implementations may have settings in parentheses. `metric` may be empty if they have exactly one in
    common; `knobs` apply to both, and require a metric. The search ends after `examples` inputs or `seconds` (if neither
    is given, after `SECONDS`); `seed` (None: random) and `examples` determine its result. With `known`, differences that
    the catalogue explains are reported, too. With `closest`, both run under the closest settings that both support.
    Scores with a relative difference of at most `tolerance` are equal. `resume` is a report whose last search is
    continued.
    """

    first: str
    second: str = ""
    metric: str = ""
    knobs: Knobs = ()
    examples: int | None = None
    seconds: float | None = None
    seed: int | None = None
    known: bool = False
    closest: bool = False
    tolerance: float = 0.0
    resume: Path | None = None

    @property
    def names(self) -> list[str]:
        """The names of the implementations."""
        return [self.first, self.second] if self.second else [self.first]

    @property
    def paths(self) -> list[Path]:
        """The files that the implementations read or execute."""
        return files_of_implementations(self.names)
