"""Large inputs that are described by a rule instead of text: ``{"rule": {"kind": "texts", "seed": 1, ...}}``.

A rule is simple enough for any language. Its numbers are those of a linear congruential generator: the state begins with the
seed; each step multiplies it by 1103515245, adds 12345 and keeps the last 31 bits; ``draw(n)`` makes a step and returns the
state divided by 65536 as integers, modulo n. docs/vectors.md has the rules in full.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from samescore.base.errors import InputError

#: A rule makes at most so many words, items or states.
_MOST = 5_000_000

_Seed = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
_Count = Annotated[int, msgspec.Meta(ge=1, le=_MOST)]
#: A draw has 15 bits.
_Range = Annotated[int, msgspec.Meta(ge=1, le=2**15)]
_Draw = Callable[[int], int]


class TextRule(msgspec.Struct, frozen=True, tag_field="kind", tag="texts", forbid_unknown_fields=True):
    """Segments of so many words, each with so many references that differ from it here and there."""

    seed: _Seed
    segments: _Count
    words: _Count
    references: _Count
    vocabulary: _Range

    @property
    def size(self) -> int:
        """How many words it makes at most."""
        return self.segments * self.words * (1 + 2 * self.references)

    def made(self) -> dict[str, Any]:
        """The segments."""
        draw = generator(self.seed)
        return {"segments": [self._segment(draw) for _ in range(self.segments)]}

    def _segment(self, draw: _Draw) -> dict[str, Any]:
        words = [self._word(draw) for _ in range(self.words)]
        references = [" ".join(self._changed(words, draw)) for _ in range(self.references)]
        return {"hypothesis": " ".join(words), "references": references}

    def _word(self, draw: _Draw) -> str:
        return f"w{draw(self.vocabulary)}"

    def _changed(self, words: list[str], draw: _Draw) -> list[str]:
        """The words, of which one of eight is another one, one is left out, and one is followed by another one."""
        made = []
        for word in words:
            change = draw(8)
            if change == 0:
                made.append(self._word(draw))
            elif change == 2:
                made += [word, self._word(draw)]
            elif change != 1:
                made.append(word)
        return made


class LabelRule(msgspec.Struct, frozen=True, tag_field="kind", tag="labels", forbid_unknown_fields=True):
    """Items of so many classes, a quarter of which are predicted at random."""

    seed: _Seed
    items: _Count
    classes: _Range

    @property
    def size(self) -> int:
        """How many items it makes."""
        return self.items

    def made(self) -> dict[str, Any]:
        """The classes of gold and of the predictions."""
        draw, gold, predicted = generator(self.seed), [], []
        for _ in range(self.items):
            gold.append(draw(self.classes))
            predicted.append(draw(self.classes) if draw(4) == 0 else gold[-1])
        return {"gold": [f"c{label}" for label in gold], "predicted": [f"c{label}" for label in predicted]}


class ScoreRule(msgspec.Struct, frozen=True, tag_field="kind", tag="scores", forbid_unknown_fields=True):
    """Items of two classes with scores k / 1024, which are higher for the positive ones."""

    seed: _Seed
    items: _Count

    @property
    def size(self) -> int:
        """How many items it makes."""
        return self.items

    def made(self) -> dict[str, Any]:
        """The classes and the scores."""
        draw, gold, scores = generator(self.seed), [], []
        for _ in range(self.items):
            gold.append(draw(2))
            scores.append((draw(768) + 256 * gold[-1]) / 1024)
        return {"gold": gold, "scores": scores}


class _RuledInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: TextRule | LabelRule | ScoreRule


def generator(seed: int) -> _Draw:
    """The function ``draw`` of a seed."""
    state = seed

    def draw(limit: int) -> int:
        nonlocal state
        state = (1103515245 * state + 12345) % 2**31
        return state // 65536 % limit

    return draw


def expanded(plain: Mapping[str, Any]) -> dict[str, Any]:
    """The input that a rule makes; any other input as it is. `InputError` if the rule is malformed or makes too much."""
    if "rule" not in plain:
        return dict(plain)
    try:
        rule = msgspec.convert(plain, type=_RuledInput).rule
    except msgspec.ValidationError as problem:
        raise InputError(f"the input's rule: {problem}", hint="docs/vectors.md describes rules") from None
    if rule.size > _MOST:
        raise InputError(f"the rule makes {rule.size:,} words or items", hint=f"at most {_MOST:,}")
    return rule.made()
