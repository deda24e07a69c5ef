"""The kinds of input that metrics take. A new kind is a module of its own and a member of `Data`.

Every kind has `FIELDS` (the fields that its JSON form always has), `plain` and `from_plain` (to its JSON form and
back), and `from_files` (the input in a command's files).
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, get_args

from samescore.data.corpus import Corpus
from samescore.data.labels import Confusion, Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.trained import CountedTexts
from samescore.errors import InputError

Data = Corpus | Labels | Confusion | ScoredLabels | TokenLogProbs | Choices | CountedTexts

KINDS: tuple[type[Data], ...] = get_args(Data)


def digest(data: Data) -> str:
    """The SHA-256 of an input's JSON, keys sorted, ASCII only."""
    text = json.dumps(data.plain(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def from_plain(plain: dict[str, Any]) -> Data:
    """The input that `plain` (the result of a ``plain()`` method) describes; `InputError` when malformed."""
    for kind in KINDS:
        if all(field in plain for field in kind.FIELDS):
            try:
                return kind.from_plain(plain)
            except (KeyError, TypeError, ValueError) as problem:
                raise InputError(f"malformed input: {problem!r}", hint=_fields()) from None
    raise InputError(f"no kind of input has the fields {', '.join(plain) or '(none)'}", hint=_fields())


def _fields() -> str:
    *others, last = (" and ".join(kind.FIELDS) for kind in KINDS)
    return f"fields: {'; '.join(others)}; or {last}"
