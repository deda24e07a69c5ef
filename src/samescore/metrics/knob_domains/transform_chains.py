"""The domain of a knob whose value is a chain of text transforms."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from samescore.base.numbers import plain
from samescore.text.transforms import CHAINS, MOST_STEPS, step_names, transform

#: Typical chains, which identification and explanation try.
_LIKELY: tuple[str | tuple[str, ...], ...] = (
    "none",
    ("to-lower-case",),
    ("remove-punctuation",),
    ("remove-ascii-punctuation",),
    ("to-lower-case", "remove-punctuation"),
    ("to-lower-case", "remove-ascii-punctuation"),
    ("expand-contractions",),
    ("remove-kaldi-non-words",),
    CHAINS["wer-standardize"],
    (*CHAINS["wer-standardize"], "remove-punctuation"),
    ("whisper-english",),
    ("whisper-normalizer-english",),
    ("whisper-basic",),
)


class Transforms(msgspec.Struct, frozen=True):
    """A domain: ``none``, a chain of steps in order (see `samescore.text.transforms`), or the name of a chain."""

    finite: ClassVar[bool] = False
    values: ClassVar[tuple[object, ...]] = ()

    def likely(self) -> tuple[str | tuple[str, ...], ...]:
        return _LIKELY

    def check(self, value: object) -> str | tuple[str, ...]:
        value = plain(value)
        if isinstance(value, str):
            value = CHAINS.get(value, () if value == "none" else value.split(","))
        if not isinstance(value, (tuple, list)) or not all(isinstance(step, str) for step in value):
            raise ValueError(f"allowed: {self.describe()}")
        if len(value) > MOST_STEPS:
            raise ValueError(f"allowed: {self.describe()}")
        for step in value:
            transform(step)
        return tuple(value) or "none"

    def format(self, value: str | tuple[str, ...]) -> str:
        return value if isinstance(value, str) else ",".join(value)

    def describe(self) -> str:
        known = ", ".join((*step_names(), *CHAINS))
        return f"none, or at most {MOST_STEPS} comma-separated steps of: {known}"
