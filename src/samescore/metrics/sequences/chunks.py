"""Count chunks as conlleval.pl and its Python port do.

The script has no list of chunks: it scans both sides at once, and counts starts on each side, and chunks that start and
end together on both sides. Its tables lack some pairs of neighbours, so a chunk may start where none ends, and vice
versa.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from samescore.base.errors import MetricError
from samescore.metrics.labels.confusion import ClassCounts
from samescore.metrics.sequences.spans import Entity, Sentence, Tag

#: Pairs of neighbouring prefixes between which a chunk starts, and ends, regardless of type. E before B, and S before
#: or after any prefix, are missing.
_BEGINS = {tuple(pair) for pair in ("BB", "IB", "OB", "OI", "EE", "EI", "OE")}
_ENDS = {tuple(pair) for pair in ("BB", "BO", "IB", "IO", "EE", "EI", "EO")}
_OUTSIDE = ("O", "")


def chunk_counts(gold: Sequence[Sentence], predicted: Sequence[Sentence]) -> dict[str, ClassCounts]:
    """Return the counts for each chunk type, sorted by type, with chunk boundaries as conlleval.pl finds them."""
    right: Counter[str] = Counter()
    there: Counter[str] = Counter()
    said: Counter[str] = Counter()
    before = (_OUTSIDE, _OUTSIDE)
    together = False
    for now in chain(zip(_tags(gold), _tags(predicted), strict=True), [None]):
        ends = [now is None or _ends(*pair) for pair in zip(before, now or before, strict=True)]
        if together and all(ends) and before[0][1] == before[1][1]:
            right[before[0][1]] += 1
            together = False
        if now is None:
            break
        same_type = now[0][1] == now[1][1]
        together = together and ends[0] == ends[1] and same_type
        begins = [_begins(*pair) for pair in zip(before, now, strict=True)]
        together = together or (all(begins) and same_type)
        there[now[0][1]] += begins[0]
        said[now[1][1]] += begins[1]
        before = now
    names = sorted(name for name in {*right, *there, *said} if right[name] or there[name] or said[name])
    return {name: ClassCounts(right[name], said[name], there[name]) for name in names}


def _tags(sentences: Sequence[Sentence]) -> Iterator[Tag]:
    """Yield the prefix and type of every tag, and an ``O`` after each sentence; as in Perl, type ``0`` becomes empty."""
    for sentence in sentences:
        for text in sentence:
            prefix, _, type_ = text.partition("-")
            yield prefix, "" if type_ == "0" else type_
        yield _OUTSIDE


def _begins(before: Tag, tag: Tag) -> bool:
    changed = tag[0] not in ("O", ".") and before[1] != tag[1]
    return changed or tag[0] in ("[", "]") or (before[0], tag[0]) in _BEGINS


def _ends(before: Tag, tag: Tag) -> bool:
    changed = before[0] not in ("O", ".") and before[1] != tag[1]
    return changed or before[0] in ("[", "]") or (before[0], tag[0]) in _ENDS


def hyphenated_entities(sentences: Sequence[Sentence]) -> set[Entity]:
    """Return the entities of hyphenated tags: B and S start an entity, E and S end one.

    The end of a sentence also ends an entity, as does a tag of another type. Raises `MetricError` for a tag without a
    hyphen, except ``O``.
    """
    entities: set[Entity] = set()
    for number, sentence in enumerate(sentences):
        begin, before = 0, _OUTSIDE
        for place, tag in enumerate([*map(_typed_tag, sentence), _OUTSIDE]):
            if before[0] != "O" and _are_apart(before, tag):
                entities.add(((number, begin), (number, place - 1), before[1]))
            if before[0] == "O" or _are_apart(before, tag):
                begin = place
            before = tag
    return entities


def _typed_tag(text: str) -> Tag:
    prefix, hyphen, type_ = text.partition("-")
    if not hyphen and text != "O":
        raise MetricError(f"the tag {text!r:.80} has no type", hint="write it with a hyphen: B-PER", kind="ValueError")
    return prefix, type_


def _are_apart(before: Tag, tag: Tag) -> bool:
    """Return whether two neighbouring tags are not part of one entity; the tag `before` belongs to an entity."""
    return tag[0] in ("O", "B", "S") or before[0] in ("E", "S") or before[1] != tag[1]


def each_token(sentences: Sequence[Sentence], outside: bool) -> set[Entity]:
    """Return every token as an entity with its tag as type; tokens tagged ``O`` only if `outside`."""
    return {
        ((number, place), (number, place), tag)
        for number, sentence in enumerate(sentences)
        for place, tag in enumerate(sentence)
        if outside or tag != "O"
    }
