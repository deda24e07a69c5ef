"""Read entities in the schemes BIO, BIOUL and BMES as AllenNLP does, and in IOB as spaCy does.

The type of a tag is the part after its first hyphen, or after its second character, as the scheme requires.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.base.errors import MetricError
from samescore.metrics.sequences.spans import Entity, Sentence

#: The first token, the last token, and the type of an entity.
Span = tuple[int, int, str]


def read(sentences: Sequence[Sentence], scheme: str) -> set[Entity]:
    """Return the entities under ``bio``, ``bioul``, ``bmes`` or ``iob-runs``; raises `MetricError` for an invalid tag."""
    spans = {"bio": _bio, "bioul": _bioul, "bmes": _bmes, "iob-runs": _iob_runs}[scheme]
    return {
        ((number, first), (number, last), type_)
        for number, tags in enumerate(sentences)
        for first, last, type_ in _located(spans(tags), f"sentence {number + 1}", tags, scheme)
    }


def _located(spans: Iterator[Span], sentence: str, tags: Sentence, scheme: str) -> Iterator[Span]:
    """Yield the given spans; raises `MetricError` with the sentence and the token for an invalid tag."""
    try:
        yield from spans
    except _UnfitError as error:
        token = f"token {error.place + 1}: the tag {tags[error.place]!r:.80}"
        message = f"{sentence}, {token} does not fit under scheme={scheme}"
        raise MetricError(message, hint="choose a different scheme", kind="ValueError") from None


class _UnfitError(Exception):
    """Raised for an invalid tag, with its position in the sentence."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


def _bio(tags: Sentence) -> Iterator[Span]:
    """Yield entities: a B, or an I that does not follow a tag of its type, starts an entity.

    Raises `_UnfitError` for a prefix other than B, I and O.
    """
    begin: int | None = None
    for place, tag in enumerate((*tags, "O")):
        if tag[:1] not in ("B", "I", "O"):
            raise _UnfitError(place)
        if begin is not None and tag[0] == "I" and tag[2:] == tags[begin][2:]:
            continue
        if begin is not None:
            yield begin, place - 1, tags[begin][2:]
        begin = None if tag[0] == "O" else place


def _bioul(tags: Sentence) -> Iterator[Span]:
    """Yield entities: a U is an entity; a B starts an entity that ends with an L, with only I between them.

    The last tag gives the type. Raises `_UnfitError` for a tag that does not fit, or a missing L.
    """
    begin: int | None = None
    for place, tag in enumerate(tags):
        fits = tag == "O" or tag[0] in "BU" if begin is None else tag[0] in "IL"
        if not fits:
            raise _UnfitError(place)
        if tag[0] == "B":
            begin = place
        elif tag[0] in "UL":
            yield place if begin is None else begin, place, tag.partition("-")[2]
            begin = None
    if begin is not None:
        raise _UnfitError(len(tags) - 1)


def _bmes(tags: Sentence) -> Iterator[Span]:
    """Yield entities: any tag starts one, except an M or E that continues a B or M of its type; O has no type."""
    begin = 0
    for place in range(1, len(tags) + 1):
        before = tags[place - 1]
        if place < len(tags):
            tag = tags[place]
            if tag[0] in "ME" and before[0] in "BM" and tag[2:] == before[2:]:
                continue
        yield begin, place - 1, before[2:]
        begin = place


def _iob_runs(tags: Sentence) -> Iterator[Span]:
    """Yield entities: any tag except O starts one, unless it continues an entity.

    I or L continues an entity if the rest of the tag equals the rest of the previous tag. An entity without a type is
    skipped if it has several tokens; if it has only one, `_UnfitError` is raised.
    """
    begin: int | None = None
    for place, tag in enumerate((*tags, "O")):
        before = tags[place - 1] if begin is not None else "O"
        if begin is not None and tag[0] in "IL" and tag[1:] == before[1:]:
            continue
        if begin is not None:
            if before[2:]:
                yield begin, place - 1, before[2:]
            elif begin == place - 1:
                raise _UnfitError(begin)
        begin = place if tag != "O" else None
