"""Convert tags to entities: seqeval's lenient scheme, and its strict ones.

An entity is its first token, its last token (or in the strict schemes the token after it), and its type. A tag is a
one-character prefix, a hyphen, and a type; under ``suffix`` the type comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from samescore.base.errors import MetricError

#: The sentence and position of the first token, the sentence and position of the end, and the type.
Entity = tuple[tuple[int, int], tuple[int, int], str]
#: The prefix and the type of a tag.
Tag = tuple[str, str]
Sentence = Sequence[str]

#: Pairs of neighbouring prefixes between which an entity starts, and ends, regardless of type.
_BEGINS = {"EE", "EI", "SE", "SI", "OE", "OI"}
_ENDS = {a + b for a, b in product("BI", "BSO")}


def check_prefixes(sentences: Sequence[Sentence], prefixes: str, suffix: bool) -> None:
    """Raise `MetricError` for a tag without one of the known prefixes; `prefixes` is any, iob or iobes.

    ``O`` is always known, and under iobes also a prefix alone.
    """
    if prefixes == "any":
        return
    alone = {"O"} | (set("BIES") if prefixes == "iobes" else set())
    known = "BIES" if prefixes == "iobes" else "BI"
    for text in (text for sentence in sentences for text in sentence):
        prefix, hyphen = (text[-1:], text[-2:-1]) if suffix else (text[:1], text[1:2])
        if text not in alone and not (hyphen == "-" and prefix in known):
            raise MetricError(
                f"the tag {text!r:.80} has no known prefix",
                hint=f"the known prefixes are {', '.join(known)}",
                kind="ValueError",
            )


def lenient(sentences: Sequence[Sentence], suffix: bool, types: str = "first-hyphen") -> set[Entity]:
    """Return the entities of arbitrary tags: a tag that does not fit the previous one starts an entity.

    An end without a start, as before tags such as ``.``, closes the entity that started last, even in an earlier
    sentence.
    """
    entities: set[Entity] = set()
    begin, last = (0, 0), (0, -1)
    before: Tag = ("O", "")
    for place, tag in _with_ends(sentences, suffix, types):
        if _ends(before, tag):
            entities.add((begin, last, before[1]))
        if _begins(before, tag):
            begin = place
        before, last = tag, place
    return entities


def _with_ends(sentences: Sequence[Sentence], suffix: bool, types: str) -> Iterator[tuple[tuple[int, int], Tag]]:
    """Yield every tag with its position, and an ``O`` after each sentence."""
    for number, sentence in enumerate(sentences):
        for place, text in enumerate((*sentence, "O")):
            yield (number, place), _lenient_tag(text, suffix, types)


def _lenient_tag(text: str, suffix: bool, types: str) -> Tag:
    if types == "last-hyphen":
        return (text[-1], text.split("-")[0]) if suffix else (text[0], text.split("-")[-1])
    if suffix:
        return text[-1], text[:-1].rsplit("-", 1)[0] or "_"
    return text[0], text[1:].split("-", 1)[-1] or "_"


def _begins(before: Tag, tag: Tag) -> bool:
    return tag[0] in "BS" or before[0] + tag[0] in _BEGINS or (tag[0] not in "O." and before[1] != tag[1])


def _ends(before: Tag, tag: Tag) -> bool:
    return before[0] in "ES" or before[0] + tag[0] in _ENDS or (before[0] not in "O." and before[1] != tag[1])


#: For each scheme, its prefixes, then the pairs of neighbours between which an entity starts, continues, and ends:
#: ``=`` stands for tokens of one type, ``/`` for tokens of different types, ``*`` for both; ``?`` is any prefix.
_SCHEMES = {
    "iob1": ("IOB", "OI* II/ BI* IB= BB=", "BI= II=", "II/ IO* IB* BO* BI/ BB="),
    "iob2": ("IOB", "?B*", "BI= II=", "IO* II/ IB* BO* BI/ BB*"),
    "ioe1": ("IOE", "OI* II/ EI* EE=", "II= IE=", "II/ IO* IE/ EI= EE="),
    "ioe2": ("IOE", "OI* OE* EI* EE* II/ IE/", "IE= II=", "E?*"),
    "iobes": ("IOBES", "?B* ?S*", "BI= BE= II= IE=", "S?* E?*"),
    "bilou": ("BILOU", "?B* ?U*", "BI= BL= II= IL=", "U?* L?*"),
}
SCHEMES = tuple(_SCHEMES)
_PREFIXES = "IOBESUL"


#: Prefixes of neighbours, and whether their types are equal.
_Pairs = frozenset[tuple[str, bool]]


def _pairs(rules: str) -> _Pairs:
    """Return the neighbours that rules allow, each as both prefixes and whether their types are equal."""
    allowed = set()
    for rule in rules.split():
        first, second, types = rule[0], rule[1], rule[2]
        for a, b in product(_PREFIXES if first == "?" else first, _PREFIXES if second == "?" else second):
            allowed |= {(a + b, same) for same in (True, False) if types == "*" or same == (types == "=")}
    return frozenset(allowed)


_RULES = {name: (row[0], _pairs(row[1]), _pairs(row[2]), _pairs(row[3])) for name, row in _SCHEMES.items()}


#: The scheme for each set of prefixes in a corpus; prefixes are in alphabetical order.
_TELLING = {
    "iob2": "BIO BI BO B",
    "ioe2": "EIO EI EO E",
    "iobes": "BEIOS BEIS BEIO BEOS BEI BES BEO BE S",
    "bilou": "BILOU BILU BILO BLOU BIL BLU BLO BL U",
}


def detected_scheme(sentences: Sequence[Sentence], suffix: bool) -> str:
    """Return the scheme that follows from the prefixes of all tags; raises `MetricError` if no scheme does."""
    prefixes = "".join(sorted({_strict_tag(text, suffix)[0] for sentence in sentences for text in sentence}))
    for scheme, telling in _TELLING.items():
        if prefixes in telling.split():
            return scheme
    raise MetricError(
        f"no scheme has the prefixes {', '.join(prefixes) or '(none)'}",
        hint=f"set scheme to one of {', '.join(SCHEMES)}",
        kind="ValueError",
    )


def strict(sentences: Sequence[Sentence], scheme: str, suffix: bool) -> set[Entity]:
    """Return the entities that are complete under a scheme.

    Raises `MetricError` for a prefix of no scheme, and for a prefix that this scheme does not have, unless the tag lies
    inside an entity that was already found.
    """
    entities: set[Entity] = set()
    for number, sentence in enumerate(sentences):
        tags = [_strict_tag(text, suffix) for text in (*sentence, "O")]
        entities.update(
            ((number, first), (number, end), type_) for first, end, type_ in _spans_of_sentence(tags, scheme)
        )
    return entities


def _strict_tag(text: str, suffix: bool) -> Tag:
    prefix, type_ = (text[-1], text[:-1]) if suffix else (text[0], text[1:])
    if prefix not in _PREFIXES:
        raise MetricError(
            f"the tag {text!r:.80} has no known prefix",
            hint=f"the known prefixes are {', '.join(_PREFIXES)}",
            kind="KeyError",
        )
    return prefix, type_.strip("-") or "_"


def _spans_of_sentence(tags: list[Tag], scheme: str) -> Iterator[tuple[int, int, str]]:
    prefixes, starts, inside, ends = _RULES[scheme]

    def allowed(before: Tag, tag: Tag, pairs: _Pairs) -> bool:
        return (before[0] + tag[0], before[1] == tag[1]) in pairs

    place, before = 0, tags[-1]
    while place < len(tags):
        tag = tags[place]
        if tag[0] not in prefixes:
            raise MetricError(
                f"{scheme.upper()} has no prefix {tag[0]}", hint="choose a different scheme", kind="ValueError"
            )
        first, place = place, place + 1
        if allowed(before, tag, starts):
            while allowed(tags[place - 1], tags[place], inside):
                place += 1
            if allowed(tags[place - 1], tags[place], ends):
                yield first, place, tag[1]
        before = tags[place - 1]
