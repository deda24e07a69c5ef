"""The kinds of input that list segments or items, so that systems can be compared on them.

A confusion matrix is not among them: it does not say which items both systems got right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from samescore.base.errors import InputError
from samescore.data.corpus import Corpus
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.trained import CountedTexts

Scored = Corpus | Labels | ScoredLabels | TokenLogProbs | Choices | CountedTexts

SCORED_KINDS: tuple[type[Scored], ...] = get_args(Scored)


def described(plain: Mapping[str, Any], kinds: Iterable[Any]) -> Any:
    """The input of one of `kinds` that `plain` (the result of a ``plain()`` method) describes; `InputError` otherwise."""
    kinds = tuple(kinds)
    for kind in kinds:
        if all(field in plain for field in kind.FIELDS):
            try:
                return kind.from_plain(plain)
            except (KeyError, TypeError, ValueError, AttributeError) as problem:
                raise InputError(f"malformed input: {problem!r}", hint=_fields(kinds)) from None
    raise InputError(f"no kind of input has the fields {', '.join(map(str, plain)) or '(none)'}", hint=_fields(kinds))


def _fields(kinds: Iterable[Any]) -> str:
    *others, last = (" and ".join(kind.FIELDS) for kind in kinds)
    return f"fields: {'; '.join([*others, 'or ' + last] if others else [last])}"
