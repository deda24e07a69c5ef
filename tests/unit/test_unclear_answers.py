"""An answer with several numbers, none of which agrees with the native metric or is named after it."""

from __future__ import annotations

from typing import Any

import pytest

from samescore import Corpus
from samescore.base.outcome import Score
from samescore.implementations.printed import Number
from samescore.implementations.tries import Attempt, Chosen, Reply, several_numbers

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TEXTS = Corpus.from_segments(["a"], [["a"]])


def _reply(kind: str, *names: str) -> Reply:
    return Reply(Score(1.0), {name: Number(0.5 + place, 1) for place, name in enumerate(names)}, kind)


def _chosen(*replies: Reply, reading: str = "a", agreed: int = 0) -> Chosen:
    layout: Any = None  # it makes no difference here
    attempts = tuple(Attempt(_TEXTS, Score(1.0), reply) for reply in replies)
    return Chosen(layout, reading, None, attempts, agreed, 1, 0.0)


@pytest.mark.parametrize(
    ("chosen", "text"),
    [
        (_chosen(_reply("parts", "a", "b")), "a=0.5, b=1.5"),
        (_chosen(_reply("text", "x", "y"), _reply("parts", "a", "b")), "a=0.5, b=1.5"),
        (_chosen(_reply("text", "x", "y")), ""),
        (_chosen(_reply("parts", "a")), ""),
        (_chosen(_reply("parts", "a", "b"), agreed=1), ""),
        (_chosen(_reply("parts", "bleu", "b"), reading="bleu"), ""),
        (_chosen(_reply("parts", *"abcdefghijkl")), ", ".join(f"{name}={0.5 + k}" for k, name in enumerate("abcdefghijkl"))),
        (
            _chosen(_reply("parts", *"abcdefghijklmn")),
            ", ".join(f"{name}={0.5 + k}" for k, name in enumerate("abcdefghijkl")) + " and 2 more",
        ),
    ],
)  # fmt: skip
def test_numbers_are_listed_if_the_score_is_unclear(chosen: Chosen, text: str) -> None:
    assert several_numbers(chosen, ["bleu"]) == text
