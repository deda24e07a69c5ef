"""Some segments of an input, in any order and any number of times, as an input of its own; inputs joined to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from samescore.base.errors import InputError
from samescore.data.corpus import Corpus
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import ChoiceItem, Choices, TokenLogProbs
from samescore.data.scored import Scored
from samescore.data.trained import CountedTexts


def selected(data: Scored, places: Sequence[int]) -> Scored:
    """The segments at `places`; what all segments share, such as counts of a training text, stays."""
    items = items_of(data)
    return of_items(data, [items[place] for place in places])


def joined(first: Scored, second: Scored) -> Scored:
    """The segments of both; `InputError` if they are of several kinds, or share different counts."""
    if type(first) is not type(second) or shared(first) != shared(second):
        raise InputError(
            "the segments of these inputs cannot be mixed",
            hint="give both systems as the same kind of input, with the same tables of counts",
        )
    return of_items(first, [*items_of(first), *items_of(second)])


def shared(data: Scored) -> Any:
    """What belongs to all segments of an input together."""
    match data:
        case Corpus():
            return data.tokenized
        case CountedTexts():
            return data.unigrams, data.bigrams
        case TokenLogProbs():
            return data.texts is None
    return None


def items_of(data: Scored) -> Sequence[Any]:
    """The segments, items or sequences of an input, from which `of_items` makes another."""
    match data:
        case Corpus():
            return data.segments
        case Labels():
            return list(zip(data.gold, data.predicted, strict=True))
        case ScoredLabels():
            return list(zip(data.gold, data.scores, strict=True))
        case TokenLogProbs():
            return list(zip(data.sequences, data.texts or [""] * len(data), strict=True))
        case Choices():
            return data.items
        case CountedTexts():
            return data.texts


def of_items(like: Scored, items: Sequence[Any]) -> Scored:
    """An input of the kind of `like`, and with what its segments share, of other items."""
    match like:
        case Corpus():
            return Corpus(tuple(items), like.tokenized)
        case Labels():
            return Labels([gold for gold, _ in items], [predicted for _, predicted in items])
        case ScoredLabels():
            return ScoredLabels([gold for gold, _ in items], [score for _, score in items])
        case TokenLogProbs():
            sequences = [sequence for sequence, _ in items]
            return TokenLogProbs(sequences, None if like.texts is None else [text for _, text in items])
        case Choices():
            return Choices(list(map(_plain_item, items)))
        case CountedTexts():
            return CountedTexts(list(items), dict(like.unigrams), dict(like.bigrams))


def _plain_item(item: ChoiceItem) -> dict[str, Any]:
    unconditional = {"unconditional": list(item.unconditional)} if item.unconditional else {}
    return {"choices": list(item.choices), "logprobs": list(item.logprobs), "gold": item.gold, **unconditional}
