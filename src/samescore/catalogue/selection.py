"""Select vectors by an expression such as ``unicode and not chrf``, like pytest's option ``-k``.

A word matches every vector whose id contains it, and every vector that has a flag of this name. A word that is the full
id of a vector matches only this vector. Words are combined with ``and``, ``or``, ``not`` and parentheses, as in Python.
Case is ignored. An empty expression selects all vectors.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterable, Sequence

from samescore.base.errors import InputError

_TOKEN = re.compile(r"[()]|[^\s()]+")
_JOINING = ("and", "or", "not", "(", ")")
#: Maximum nesting of parentheses.
_DEEPEST = 50
_HINT = "write it as in -k 'bleu and not (empty or case)'"

#: A function that says whether a word matches a vector.
Holds = Callable[[str], bool]


@dataclasses.dataclass(frozen=True, slots=True)
class Selection:
    """A parsed expression that selects vectors. `words` are the words in it, in lower case."""

    words: tuple[str, ...]
    _means: Callable[[Holds], bool]

    def matches(self, identifier: str, flags: Collection[str] = (), whole: Collection[str] = ()) -> bool:
        """Return whether the vector with this id and these flags is selected; `whole` are the words that are full ids."""
        name = identifier.lower()
        return self._means(lambda word: word == name or (word not in whole and (word in name or word in flags)))


def selection(expression: str) -> Selection:
    """Parse an expression.

    Raises `InputError` for a syntax error, with its position, or for parentheses that are nested too deeply.

    >>> [name for name in ("bleu-empty", "bleu-case", "chrf-case") if selection("case and not chrf").matches(name)]
    ['bleu-case']
    """
    reader = _Reader(expression)
    means = reader.read() if reader.tokens else _everything
    return Selection(tuple(dict.fromkeys(word for word, _ in reader.tokens if word not in _JOINING)), means)


def _everything(_: Holds) -> bool:
    return True


class _Reader:
    """A recursive-descent parser of expressions; only parentheses recurse."""

    def __init__(self, expression: str) -> None:
        self.expression = expression
        self.tokens = [(match[0].lower(), match.start()) for match in _TOKEN.finditer(expression)]
        self._next = 0

    def read(self) -> Callable[[Holds], bool]:
        means = self._alternatives(0)
        if self._next < len(self.tokens):
            raise self._wrong("'and', 'or' or the end")
        return means

    def _alternatives(self, depth: int) -> Callable[[Holds], bool]:
        parts = [self._conjunction(depth)]
        while self._take("or"):
            parts.append(self._conjunction(depth))
        return parts[0] if len(parts) == 1 else _joined(any, parts)

    def _conjunction(self, depth: int) -> Callable[[Holds], bool]:
        parts = [self._term(depth)]
        while self._take("and"):
            parts.append(self._term(depth))
        return parts[0] if len(parts) == 1 else _joined(all, parts)

    def _term(self, depth: int) -> Callable[[Holds], bool]:
        negative = False
        while self._take("not"):
            negative = not negative
        if self._take("("):
            if depth == _DEEPEST:
                raise InputError(f"-k nests parentheses more than {_DEEPEST} deep", hint=_HINT)
            means = self._alternatives(depth + 1)
            if not self._take(")"):
                raise self._wrong("')'")
        elif self._next < len(self.tokens) and self.tokens[self._next][0] not in _JOINING:
            means = _word(self.tokens[self._next][0])
            self._next += 1
        else:
            raise self._wrong("a part of an id or a flag")
        return _negated(means) if negative else means

    def _take(self, token: str) -> bool:
        taken = self._next < len(self.tokens) and self.tokens[self._next][0] == token
        self._next += taken
        return taken

    def _wrong(self, wanted: str) -> InputError:
        place = self.tokens[self._next][1] + 1 if self._next < len(self.tokens) else len(self.expression) + 1
        return InputError(f"-k {self.expression!r}: expected {wanted} at character {place}", hint=_HINT)


def _word(word: str) -> Callable[[Holds], bool]:
    return lambda holds: holds(word)


def _negated(means: Callable[[Holds], bool]) -> Callable[[Holds], bool]:
    return lambda holds: not means(holds)


def _joined(
    join: Callable[[Iterable[bool]], bool], parts: Sequence[Callable[[Holds], bool]]
) -> Callable[[Holds], bool]:
    return lambda holds: join(part(holds) for part in parts)
