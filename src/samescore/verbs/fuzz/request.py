"""A request to search for disagreements: which implementations, which inputs, and for how long."""

from __future__ import annotations

from pathlib import Path

import msgspec

from samescore.verbs.inputs.files import files_of_implementations
from samescore.verbs.inputs.knobs import Knobs

#: How long a search takes without `examples` and `seconds`, in seconds.
SECONDS = 60.0


class Request(msgspec.Struct, frozen=True):
    """A search for inputs on which two implementations disagree, or one (without `second`) and its own model.

    The names of the implementations may have settings in parentheses. `metric` may be empty if they have one in common;
    `knobs`, which apply to both, need it. The search ends after so many `examples` or `seconds`; `seed` (None: a random
    one) and `examples` determine what it finds. `known`: it also finds what the catalogue explains. `closest`: both are
    asked under the closest settings that both support. Scores are equal whose relative difference is at most `tolerance`.
    A search continues the last one in the report `resume`.
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
        """The files that the implementations read or run."""
        return files_of_implementations(self.names)
