"""The kinds of input a metric can take, and their JSON form."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from samescore.data.corpus import Corpus
from samescore.data.labels import Confusion, Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.errors import InputError

_HINT = "fields: segments; gold and predicted; classes and confusion; gold and scores; logprobs; or items"

Data = Corpus | Labels | Confusion | ScoredLabels | TokenLogProbs | Choices


def digest(data: Data) -> str:
    """The SHA-256 of an input's JSON, keys sorted, ASCII only."""
    text = json.dumps(data.plain(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def from_plain(plain: dict[str, Any]) -> Data:
    """The input that `plain` (the result of a ``plain()`` method) describes; `InputError` when malformed."""
    try:
        match plain:
            case {"segments": segments}:
                build = Corpus.from_tokens if plain.get("tokenized") else Corpus.from_segments
                return build([s["hypothesis"] for s in segments], [s["references"] for s in segments])
            case {"gold": gold, "predicted": predicted}:
                return Labels(gold, predicted)
            case {"classes": classes, "confusion": matrix}:
                return Confusion(classes, matrix)
            case {"gold": gold, "scores": scores}:
                return ScoredLabels(gold, scores)
            case {"logprobs": sequences}:
                return TokenLogProbs(sequences, plain.get("texts"))
            case {"items": items}:
                return Choices(items)
    except (KeyError, TypeError, ValueError) as problem:
        raise InputError(f"malformed input: {problem!r}", hint=_HINT) from None
    raise InputError(f"an input with the fields {', '.join(plain) or '(none)'} is of no known kind", hint=_HINT)
