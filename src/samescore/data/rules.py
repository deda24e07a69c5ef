"""Build large inputs from a rule, which replaces their texts or items: ``{"rule": {"kind": "texts", "seed": 1, ...}}``.

A rule can be implemented in any language. Its numbers come from a linear congruential generator: the state starts as
the seed; each step multiplies it by 1103515245, adds 12345 and keeps the last 31 bits; ``draw(n)`` makes a step and
returns ``(state // 65536) % n``. docs/vectors.md describes the rules in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from samescore.base.errors import InputError

#: Maximum number of words or items that a rule makes.
_MOST = 5_000_000

_Seed = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
_Count = Annotated[int, msgspec.Meta(ge=1, le=_MOST)]
#: Number of different values of a draw (15 bits).
_Range = Annotated[int, msgspec.Meta(ge=1, le=2**15)]


class TextRule(msgspec.Struct, frozen=True, tag_field="kind", tag="texts", forbid_unknown_fields=True):
    """A rule for random segments of `words` words; their references differ from the hypothesis in a few words."""

    seed: _Seed
    segments: _Count
    words: _Count
    references: _Count
    vocabulary: _Range

    @property
    def size(self) -> int:
        """The maximum number of words that the rule produces."""
        return self.segments * self.words * (1 + 2 * self.references)

    def make(self) -> dict[str, Any]:
        """Return the JSON form of the segments."""
        drawn = draws(self.seed)
        return {"segments": [self._segment(drawn) for _ in range(self.segments)]}

    def _segment(self, drawn: Iterator[int]) -> dict[str, Any]:
        words = [self._word(drawn) for _ in range(self.words)]
        references = [" ".join(self._change_words(words, drawn)) for _ in range(self.references)]
        return {"hypothesis": " ".join(words), "references": references}

    def _word(self, drawn: Iterator[int]) -> str:
        return f"w{next(drawn) % self.vocabulary}"

    def _change_words(self, words: list[str], drawn: Iterator[int]) -> list[str]:
        """Return the words with about one in eight replaced, one in eight dropped, and one in eight followed by a new word."""
        changed = []
        for word in words:
            change = next(drawn) % 8
            if change == 0:
                changed.append(self._word(drawn))
            elif change == 2:
                changed += [word, self._word(drawn)]
            elif change != 1:
                changed.append(word)
        return changed


class LabelRule(msgspec.Struct, frozen=True, tag_field="kind", tag="labels", forbid_unknown_fields=True):
    """A rule for labels of items: gold classes are random; a quarter of the predictions are random, the others right."""

    seed: _Seed
    items: _Count
    classes: _Range

    @property
    def size(self) -> int:
        """The number of items that the rule makes."""
        return self.items

    def make(self) -> dict[str, Any]:
        """Return the JSON form of the labels: gold and predicted classes."""
        drawn, gold, predicted = draws(self.seed), [], []
        names = [f"c{label}" for label in range(self.classes)]
        for _ in range(self.items):
            gold.append(names[next(drawn) % self.classes])
            predicted.append(names[next(drawn) % self.classes] if next(drawn) % 4 == 0 else gold[-1])
        return {"gold": gold, "predicted": predicted}


class ScoreRule(msgspec.Struct, frozen=True, tag_field="kind", tag="scores", forbid_unknown_fields=True):
    """A rule for items of two classes with scores k / 1024, which are 1/4 higher on average for positive items."""

    seed: _Seed
    items: _Count

    @property
    def size(self) -> int:
        """The number of items that the rule makes."""
        return self.items

    def make(self) -> dict[str, Any]:
        """Return the JSON form of the items: gold classes and scores."""
        drawn, gold, scores = draws(self.seed), [], []
        for _ in range(self.items):
            gold.append(next(drawn) % 2)
            scores.append((next(drawn) % 768 + 256 * gold[-1]) / 1024)
        return {"gold": gold, "scores": scores}


class _RuledInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: TextRule | LabelRule | ScoreRule


def draws(seed: int) -> Iterator[int]:
    """Yield numbers from 0 to 2**15 - 1 without end; ``draw(n)`` is the next one modulo n."""
    state = seed
    while True:
        state = (1103515245 * state + 12345) & 0x7FFFFFFF
        yield state >> 16


def expand_rule(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON form of the input that a rule describes; return any other input unchanged.

    Raises `InputError` if the rule is malformed or describes more than 5,000,000 words or items.
    """
    if "rule" not in plain:
        return dict(plain)
    try:
        rule = msgspec.convert(plain, type=_RuledInput).rule
    except msgspec.ValidationError as problem:
        raise InputError(f"the input's rule: {problem}", hint="docs/vectors.md describes rules") from None
    if rule.size > _MOST:
        raise InputError(f"the rule creates {rule.size:,} words or items", hint=f"the limit is {_MOST:,}")
    return rule.make()
