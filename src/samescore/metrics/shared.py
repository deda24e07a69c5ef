"""Split and number references shared by many systems only once.

A single system is numbered together with its references in one pass, which is faster than storing the references for
others. If references are shared (`samescore.data.shared`), the numbers of their words and characters are cached, and
the hypotheses of each further system are looked up in them. The counts are the same, because kernels do not depend on
the order of numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from samescore.data.shared import SharedReferences
from samescore.kernels.beside import joined, known_words
from samescore.kernels.characters import number_characters
from samescore.kernels.numbered import KnownWords, Numbered
from samescore.kernels.vocabulary import Vocabulary

#: Numbered references larger than the cache's limit divided by this number are not cached.
_SHARE = 2

#: The hypotheses, and the references of each.
Texts = tuple[Sequence[str], Sequence[Sequence[str]]]
#: A function that numbers the words of hypotheses and their references, by a vocabulary or by known words.
Splitting = Callable[..., Numbered]


class _Words(NamedTuple):
    """The numbered words of references, with an empty hypothesis in each segment, and a lookup table for hypotheses."""

    text: Numbered
    known: KnownWords

    @property
    def memory(self) -> int:
        size: int = self.text.memory + self.known.memory
        return size


class _Characters(NamedTuple):
    """The numbered characters of references, with an empty hypothesis in each segment, and each segment's code points."""

    text: Numbered
    points: array[int]
    firsts: array[int]

    @property
    def memory(self) -> int:
        size: int = self.text.memory + 4 * len(self.points) + 8 * len(self.firsts)
        return size


def split_with_references(shared: SharedReferences | None, key: Hashable, texts: Texts, split: Splitting) -> Numbered:
    """Return the numbered words of texts, as `split` computes them.

    Shared references are split once for all systems with the same `key`.
    """
    words: _Words | None = _cached(shared, key, lambda: _split_references(texts[1], split))
    if words is None:
        return split(*texts)
    return joined(split(*_without_references(texts), known=words.known), words.text)


def _split_references(references: Sequence[Sequence[str]], split: Splitting) -> _Words:
    empty, vocabulary = [""] * len(references), Vocabulary()
    text = split(empty, references)
    return _Words(text, known_words(text, split(empty, references, vocabulary=vocabulary).ids, vocabulary))


def characters_beside(
    shared: SharedReferences | None, key: Hashable, texts: Texts, prepare: Callable[[Texts], Texts], dropped: array[int]
) -> Numbered:
    """Return the numbered characters of texts after `prepare`, without those marked in `dropped`.

    Shared references are numbered once for all systems with the same `key`.
    """
    read: _Characters | None = _cached(shared, key, lambda: _read_characters(texts[1], prepare, dropped))
    if read is None:
        return number_characters(*prepare(texts), dropped)
    return joined(
        number_characters(*prepare(_without_references(texts)), dropped, (read.points, read.firsts)), read.text
    )


def _read_characters(
    references: Sequence[Sequence[str]], prepare: Callable[[Texts], Texts], dropped: array[int]
) -> _Characters:
    texts = prepare(([""] * len(references), references))
    points, firsts = array("I"), array("q", [0])
    for lines in texts[1]:
        points.extend(point for point in map(ord, dict.fromkeys(chain.from_iterable(lines))) if not dropped[point])
        firsts.append(len(points))
    return _Characters(number_characters(*texts, dropped), points, firsts)


def _without_references(texts: Texts) -> Texts:
    """Return the texts without their references."""
    return texts[0], [()] * len(texts[0])


def _cached(shared: SharedReferences | None, key: Hashable, make: Callable[[], Any]) -> Any:
    """Return `make()` cached with the shared references.

    Returns None if no references are shared, or if the result is too large.
    """
    if shared is None:
        return None
    most = shared.memory_limit // _SHARE

    def small() -> Any:
        made = make()
        return made if made.memory <= most else None

    return shared.remembered(key, small, lambda made: made.memory if made else 0)
