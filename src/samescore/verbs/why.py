"""The verb *why*: which known reason matches a symptom in words?

Reported cases, divergences, properties, mistakes and the flags of vectors are searched offline, in an index in memory that SQLite's
full-text search (FTS5) makes for the question. Each word of the question counts by itself: how rare it is in the
catalogue, and where it occurs (a name counts most, then the symptom, then effects and remedies). What it may mean besides
(`samescore.catalogue.synonyms`) counts less. An entry whose id is in the question comes first.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec

from samescore.catalogue.divergences import Divergence, divergences
from samescore.catalogue.properties import Property, properties
from samescore.catalogue.reported import Reported, reported_cases
from samescore.catalogue.synonyms import FILLER, NAMES, synonyms
from samescore.catalogue.vectors import flags
from samescore.errors import InputError, SamescoreError
from samescore.records import KnownReason, KnownReasons
from samescore.verbs.attribution.mistakes import catalogue as mistakes

if TYPE_CHECKING:
    from sqlite3 import Connection

#: How many reasons are returned.
REASONS = 5

#: The most characters, and the most different words, of a question that are read.
_LONGEST = 2_000
_MOST_WORDS = 40

#: How much a match counts in the names of an entry, its symptom, and its effects and remedies.
_WEIGHTS = (4.0, 3.0, 1.0)
#: How much a match by a synonym counts.
_SYNONYM = 0.5

_NOTHING = (
    "No entry has any of these words. Name the metric, the package, or the number (nltk, rouge, 0.0), "
    "or ask on your files: samescore diff HYPOTHESES -r REFERENCES, samescore explain FIRST SECOND HYPOTHESES -r REFERENCES."
)

_WORD = re.compile(r"[^\W_]+(?:[-._'/:][^\W_]+)*")
_NUMBER = re.compile(r"(?<![\w.])[0-9]+\.[0-9]+(?:e-?[0-9]+)?(?![\w.])")
_ROUGE = re.compile(r"rouge[-_ ]?(lsum|l|n|su4?|s4?|w|[1-9])(?![\w.])")
_BLEU = re.compile(r"bleu[-_ ]([1-4])(?![\w.])")


class _Entry(msgspec.Struct, frozen=True):
    """What is searched of an entry: its names, its symptom, and the rest."""

    reason: KnownReason
    names: str
    symptom: str
    effects: str


def why(symptom: str, most: int = REASONS) -> KnownReasons:
    """The known reasons that match a symptom in words, up to `most`, the likeliest first.

    Raises `InputError` for a question without a word, and `SamescoreError` if this Python's SQLite has no full-text search.
    """
    with closing(Search()) as search:
        return search.reasons(symptom, most)


class Search:
    """The index of the catalogue in memory, for any number of questions. Raises `SamescoreError` as `why` does."""

    def __init__(self) -> None:
        self._entries = list(_entries())
        self._index = _index(self._entries)

    def close(self) -> None:
        """Free the index."""
        self._index.close()

    def reasons(self, symptom: str, most: int = REASONS) -> KnownReasons:
        """The known reasons, as `why` returns them."""
        words = list(dict.fromkeys(_WORD.findall(_normalized(symptom[:_LONGEST]))))[:_MOST_WORDS]
        if not words:
            raise InputError(
                "the question has no words", hint='for example: samescore why "bleu 0 for short sentences"'
            )
        ranks = self._ranks([word for word in words if word not in FILLER] or words)
        named = {word for word in symptom[:_LONGEST].lower().split() if "-" in word}  # other ids are also plain words
        rows = sorted(ranks, key=lambda row: (self._entries[row].reason.id.lower() not in named, -ranks[row], row))
        found = [self._entries[row].reason for row in rows[:most]]
        return KnownReasons(symptom[:_LONGEST], found, "" if found else _NOTHING)

    def _ranks(self, words: Iterable[str]) -> dict[int, float]:
        """How well each entry matches, by its number: the sum over the words."""
        total: dict[int, float] = defaultdict(float)
        for word in words:
            best: dict[int, float] = {}
            for spelling, factor in _spellings(word):
                for row, rank in self._matches(spelling):
                    best[row] = max(best.get(row, 0.0), factor * rank)
            for row, rank in best.items():
                total[row] += rank
        return total

    def _matches(self, spelling: str) -> list[tuple[int, float]]:
        """The entries that have a word, with the rank that BM25 gives them. The word is quoted, so that it is no query."""
        quoted = '"' + spelling.replace('"', " ") + '"'
        query = "SELECT rowid, -bm25(entries, ?, ?, ?) FROM entries WHERE entries MATCH ?"
        return list(self._index.execute(query, (*_WEIGHTS, quoted)))


def _spellings(word: str) -> Iterator[tuple[str, float]]:
    """A word and what it may mean besides, each with how much that counts."""
    yield word, 1.0
    for other in synonyms(word):
        yield _normalized(other), _SYNONYM
    if re.fullmatch(r"[0-9]+d[0-9]+", word):  # a fraction may be shown in percent
        number = float(word.replace("d", "."))
        yield _as_word(number * 100, 2), _SYNONYM
        yield _as_word(number / 100, 4), _SYNONYM
    if re.search(r"[-._/:]", word):
        for part in re.split(r"[-._'/:]", word):
            if part not in FILLER and len(part) > 1:
                yield part, _SYNONYM


def _index(entries: Iterable[_Entry]) -> Connection:
    """The full-text index of the entries, in memory; the row of an entry is its number."""
    try:
        import sqlite3
    except ImportError:  # a Python that was built without it
        raise _no_search("this Python has no SQLite") from None
    index = sqlite3.connect(":memory:")
    columns = "names, symptom, effects, tokenize='porter unicode61 remove_diacritics 2'"
    try:
        index.execute(f"CREATE VIRTUAL TABLE entries USING fts5({columns})")
    except sqlite3.OperationalError as problem:
        index.close()
        raise _no_search(f"this Python's SQLite has no full-text search ({problem})") from None
    rows = (
        (number, _searchable(entry.names), _searchable(entry.symptom), _searchable(entry.effects))
        for number, entry in enumerate(entries)
    )
    index.executemany("INSERT INTO entries(rowid, names, symptom, effects) VALUES (?, ?, ?, ?)", rows)
    return index


def _no_search(problem: str) -> SamescoreError:
    hint = "samescore list reported and samescore list divergences print what would be searched"
    return SamescoreError(problem, hint=hint)


def _entries() -> Iterator[_Entry]:
    """Everything that is searched, reported cases first: of equal ranks, the first counts as likelier."""
    yield from map(_of_case, reported_cases().values())
    yield from map(_of_divergence, divergences().values())
    yield from map(_of_property, properties().values())
    for name, mistake in mistakes().items():
        reason = KnownReason(name, "mistake", mistake.meaning, "", "", f"samescore show {name}")
        yield _Entry(reason, " ".join((name, *mistake.set)), mistake.meaning, mistake.input)
    for name, flag in flags().items():
        link = flag.links[0] if flag.links else ""
        reason = KnownReason(name, "flag", _first_sentence(flag.meaning), "", link, f"samescore show {name}")
        yield _Entry(reason, name, "", flag.meaning)


def _of_case(case: Reported) -> _Entry:
    sides = [word for side in case.sides for word in (side.implementation, side.metric, *side.set)]
    numbers = [number for side in case.sides for number in (side.reported, side.value)]
    reason = KnownReason(
        case.id, "reported", case.symptom, case.remedy or case.why_not, case.link, f"samescore show {case.id}"
    )
    names = " ".join((case.id, case.metric, *case.cause, *sides))
    return _Entry(reason, names, case.symptom, " ".join((case.because, case.remedy, case.why_not, *numbers)))


def _of_divergence(entry: Divergence) -> _Entry:
    link = entry.links[0] if entry.links else ""
    what = _first_sentence(entry.what)
    reason = KnownReason(entry.id, "divergence", what, entry.remedy, link, f"samescore show {entry.id}")
    names = " ".join((entry.id, entry.metric, *entry.knobs, *entry.implementations, entry.right.implementation))
    values = (entry.kind, entry.left.value, entry.right.value)
    effects = " ".join((entry.what.removeprefix(what), entry.remedy, entry.message, *values))
    return _Entry(reason, names, what, effects)


def _of_property(entry: Property) -> _Entry:
    link = entry.links[0] if entry.links else ""
    what = _first_sentence(entry.what)
    reason = KnownReason(entry.id, "property", what, entry.remedy, link, f"samescore show {entry.id}")
    names = " ".join((entry.id, entry.metric, entry.seen.implementation, *entry.seen.set))
    return _Entry(reason, names, what, " ".join((entry.what.removeprefix(what), entry.remedy, entry.seen.value)))


def _first_sentence(text: str) -> str:
    found = re.match(r".*?[.!?](?= [A-Z])", text)
    return found[0] if found else text


def _normalized(text: str) -> str:
    """A text in lower case in which names of metrics and numbers are words: ``chrF++``, ``ROUGE-L``, ``0.84``, ``0.0``."""
    lowered = text.lower()
    for name, word in NAMES.items():
        lowered = lowered.replace(name, word)
    lowered = _BLEU.sub(r"bleu bleu\1", _ROUGE.sub(r"rouge rouge\1", lowered))
    return _NUMBER.sub(lambda number: f" {_as_word(float(number[0]), 4)} ", lowered)


def _as_word(number: float, digits: int) -> str:
    """A number, rounded, as a word."""
    shown = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    return "zero" if shown in ("0", "-0") else shown.replace(".", "d")


def _searchable(text: str) -> str:
    """A text as it is indexed: normalized, and its numbers also with fewer digits, rounded or cut off."""
    numbers = [float(number[0]) for number in _NUMBER.finditer(text)]
    shorter = {_as_word(number, digits) for number in numbers for digits in (1, 2, 3, 4)}
    shorter |= {
        _as_word(math.floor(number * 10**digits) / 10**digits, digits) for number in numbers for digits in (2, 3, 4)
    }
    return " ".join((_normalized(text), *sorted(shorter)))
