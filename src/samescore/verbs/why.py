"""The verb *why*: which known reason matches a symptom in words?

Reported cases, divergences, properties, mistakes, flags of vectors, and notes (metrics that are not computed here, pages of
the documentation) are searched offline, in an index in memory that SQLite's full-text search (FTS5) makes for the question.
What counts is

- *what is named*: an entry about the metric of the question, or about a metric of its family, and about its packages, all
  the better if it is about both of two packages (`samescore.verbs.symptoms`); an entry about another metric is set back;
- *the words*: how rare each is in the catalogue, and where it occurs (a name counts most, then the symptom, then effects and
  remedies). What it may mean besides (`samescore.catalogue.synonyms`) counts less.

A metric that is not computed here comes first if it is named, and so does an entry whose id is in the question.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Literal

import msgspec

from samescore.catalogue.divergences import Divergence, divergences
from samescore.catalogue.notes import Note, notes
from samescore.catalogue.properties import Property, properties
from samescore.catalogue.reported import Reported, reported_cases
from samescore.catalogue.synonyms import FILLER, NAMES, synonyms
from samescore.catalogue.vectors import flags
from samescore.errors import InputError, SamescoreError
from samescore.records import KnownReason, KnownReasons
from samescore.verbs.attribution.mistakes import known_mistakes
from samescore.verbs.symptoms import Named, family, metric_of, named, package_of, packages_in, short_for
from samescore.verbs.witnessed_words import IMPERFECT, witnessed_words

if TYPE_CHECKING:
    from sqlite3 import Connection

#: How many reasons are returned.
REASONS = 5

#: The most characters, and the most different words, of a question that are read.
_LONGEST = 2_000
_MOST_WORDS = 40

#: How much a match counts in the names of an entry, its symptom, and its effects and remedies.
_WEIGHTS = (2.0, 2.0, 1.0)
#: How much a match by a synonym counts, and a word that is part of a name.
_SYNONYM = 0.65
_NAME = 0.7
#: How much a number of four digits or more counts: hardly anybody has it for another reason.
_DIGITS = 2.0
_LONG = re.compile("[0-9]+d[0-9]{4,}")
#: What an entry gains by its metric, and by its packages; and what it loses if it is about another metric.
_METRIC = 8.0
_FAMILY = 5.0
_PACKAGE = 8.0
_BOTH = 2.0
_OTHER = 6.0
#: What an entry gains by its kind, and what it loses if it is about what seldom happens.
_PRIORS = {"reported": 2.0, "property": 2.5, "flag": -1.5}
_ID = 5.0
_RARE = 3.0
_SELDOM = re.compile(
    "empty|no-(segments|items|documents|references|sequences|questions|input)|single-precision|weights-of-0"
)

_NOTHING = (
    "No entry has any of these words. Name the metric, the package, or the number (nltk, rouge, 0.0), "
    "or ask on your files: samescore diff HYPOTHESES -r REFERENCES, samescore explain FIRST SECOND HYPOTHESES -r REFERENCES."
)

_WORD = re.compile(r"[^\W_]+(?:[-._'/:][^\W_]+)*")
_NUMBER = re.compile(r"(?<![\w.])[0-9]+\.[0-9]+(?:e-?[0-9]+)?(?![\w.])")
_ROUGE = re.compile(r"rouge[-_ ]?(lsum|l|n|su4?|s4?|w|[1-9])(?![\w.])")
_IMPERFECT = re.compile(
    r"\b(?:not|isn't|never|below|less than|lower than|smaller than) (?:100|1|one|perfect)(?:\.0+)?(?![\w.])"
)
_BLEU = re.compile(r"bleu[-_ ]([1-4])(?![\w.])")


class _Entry(msgspec.Struct, frozen=True):
    """What is searched of an entry: its names, its symptom, and the rest; and what it is about.

    `rare`: it is about inputs without anything to score, or about the last digits of a score.
    """

    reason: KnownReason
    names: str
    symptom: str
    effects: str
    metrics: tuple[str, ...] = ()
    implementations: tuple[str, ...] = ()

    @property
    def rare(self) -> bool:
        return self.reason.kind == "divergence" and bool(_SELDOM.search(self.reason.id))


class _Subject(msgspec.Struct, frozen=True):
    """What an entry is about: its metrics, their families, and its packages, also those that its text names."""

    metrics: frozenset[str]
    families: frozenset[str]
    packages: frozenset[str]


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
        implementations = {name for entry in self._entries for name in entry.implementations}
        self._packages = frozenset(map(package_of, implementations)) | {"evaluate", "torcheval"}
        self._functions = {
            name.partition(".")[2].lower(): entry.metrics[0]
            for entry in self._entries
            for name in entry.implementations
            if "_" in name.partition(".")[2] and entry.metrics
        }
        self._subjects: dict[int, _Subject] = {}

    def close(self) -> None:
        """Free the index."""
        self._index.close()

    def reasons(self, symptom: str, most: int = REASONS) -> KnownReasons:
        """The known reasons, as `why` returns them."""
        asked = symptom[:_LONGEST]
        words = list(dict.fromkeys(_WORD.findall(_normalized(asked))))[:_MOST_WORDS]
        if not words:
            raise InputError(
                "the question has no words", hint='for example: samescore why "bleu 0 for short sentences"'
            )
        about = self._named(" ".join(asked.split()[:_MOST_WORDS]))
        words += _words_of_numbers(asked)
        ranks = self._ranks([word for word in words if word not in FILLER] or words, about.words)
        named_any = about.metrics or about.families or about.packages
        rows = range(len(self._entries)) if named_any else list(ranks)
        ranks = {
            row: ranks.get(row, 0.0) + self._gain(row, about) + _ID * (self._entries[row].reason.id in words)
            for row in rows
        }
        ids = {word for word in asked.lower().split() if "-" in word}  # other ids are also plain words
        first = ids | about.elsewhere
        order = sorted(ranks, key=lambda row: (self._entries[row].reason.id.lower() not in first, -ranks[row], row))
        found = [self._entries[row].reason for row in order[:most] if ranks[row] > 0]
        return KnownReasons(asked, found, "" if found else _NOTHING)

    def _named(self, text: str) -> Named:
        """What a text names; functions of the catalogue's packages stand for their metrics."""
        about = named(text, self._packages)
        called = {word: self._functions[word] for word in text.lower().split() if word in self._functions}
        return msgspec.structs.replace(
            about,
            metrics=about.metrics | frozenset(called.values()),
            families=about.families | frozenset(map(family, called.values())),
            words=about.words | frozenset(called),
        )

    def _gain(self, row: int, about: Named) -> float:
        """What an entry gains, or loses, by what it is about."""
        subject = self._subject(row)
        gain = 0.0
        if about.metrics or about.families:
            if subject.metrics & about.metrics:
                gain += _METRIC
            elif subject.families & about.families:
                gain += _METRIC if not about.metrics else _FAMILY
            elif subject.metrics & short_for(about.metrics):
                gain += _FAMILY
            elif subject.metrics:
                gain -= _OTHER
        if about.called:
            covered = sum(not subject.packages.isdisjoint(group) for group in about.called)
            gain += _PACKAGE * covered / len(about.called) + _BOTH * (covered > 1)
        return gain + _PRIORS.get(self._entries[row].reason.kind, 0.0) - _RARE * self._entries[row].rare

    def _subject(self, row: int) -> _Subject:
        if row not in self._subjects:
            entry = self._entries[row]
            packages = {package_of(name) for name in entry.implementations}
            packages |= packages_in(entry.reason.sentence, self._packages)
            metrics, families = set(entry.metrics), set(map(family, entry.metrics))
            if entry.reason.kind == "page":
                about = named(entry.symptom, self._packages)
                packages |= about.packages
                metrics, families = metrics | about.metrics, families | about.families
            self._subjects[row] = _Subject(frozenset(metrics), frozenset(families), frozenset(packages))
        return self._subjects[row]

    def _ranks(self, words: Sequence[str], names: Collection[str]) -> dict[int, float]:
        """How well each entry matches, by its number: the sum over the words, the more the more of them it has.

        Words of `names` count less.
        """
        total: dict[int, float] = defaultdict(float)
        matched: dict[int, int] = defaultdict(int)
        for word in words:
            best: dict[int, float] = {}
            for spelling, factor in _spellings(word):
                for row, rank in self._matches(spelling):
                    best[row] = max(best.get(row, 0.0), factor * rank)
            for row, rank in best.items():
                total[row] += rank * (_NAME if word in names else _DIGITS if _LONG.fullmatch(word) else 1.0)
                matched[row] += 1
        return {row: rank * (1 + matched[row] / len(words)) / 2 for row, rank in total.items()}

    def _matches(self, spelling: str) -> list[tuple[int, float]]:
        """The entries that have a word, with the rank that BM25 gives them. The word is quoted, so that it is no query."""
        quoted = '"' + spelling.replace('"', " ") + '"'
        query = "SELECT rowid, -bm25(entries, ?, ?, ?) FROM entries WHERE entries MATCH ?"
        return list(self._index.execute(query, (*_WEIGHTS, quoted)))


def _words_of_numbers(text: str) -> list[str]:
    """What numbers in a text say in words: more than 100 % is above, and less than 0 negative."""
    above = any(float(number) > 100 for number in re.findall(r"([0-9]+(?:\.[0-9]+)?) ?(?:%|percent)", text))
    negative = re.search(r"(?<![\w.-])[-−][0-9]+\.[0-9]", text)
    return ["above"] * above + ["negative"] * bool(negative)


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
    yield from map(_of_note, notes().values())
    for name, mistake in known_mistakes().items():
        reason = KnownReason(name, "mistake", mistake.summary, "", "", f"samescore show {name}")
        yield _Entry(reason, " ".join((name, *mistake.set)), mistake.summary, mistake.input, tuple(mistake.metrics))
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
    effects = " ".join((case.because, case.remedy, case.why_not, *numbers))
    metrics = {metric_of(name) for name in (case.metric, *(side.metric for side in case.sides))} - {""}
    symptom = f"{case.symptom} {witnessed_words(case.input, [side.value for side in case.sides])}"
    return _Entry(reason, names, symptom, effects, tuple(metrics), tuple(side.implementation for side in case.sides))


def _of_divergence(entry: Divergence) -> _Entry:
    link = entry.links[0] if entry.links else ""
    what = _first_sentence(entry.what)
    reason = KnownReason(entry.id, "divergence", what, entry.remedy, link, f"samescore show {entry.id}")
    names = " ".join((entry.id, entry.metric, *entry.knobs, *entry.implementations, entry.right.implementation))
    values = (entry.kind, entry.left.value, entry.right.value)
    effects = " ".join((entry.what.removeprefix(what), entry.remedy, *values))
    implementations = (*entry.implementations, entry.left.implementation, entry.right.implementation)
    shown = witnessed_words(entry.input, [entry.left.value, entry.right.value])
    return _Entry(reason, names, f"{what} {entry.message} {shown}", effects, (entry.metric,), implementations)


def _of_property(entry: Property) -> _Entry:
    link = entry.links[0] if entry.links else ""
    what = _first_sentence(entry.what)
    reason = KnownReason(entry.id, "property", what, entry.remedy, link, f"samescore show {entry.id}")
    names = " ".join((entry.id, entry.metric, entry.seen.implementation, *entry.seen.set))
    effects = " ".join((entry.what.removeprefix(what), entry.remedy, entry.seen.value))
    return _Entry(reason, names, what, effects, (entry.metric,), (entry.seen.implementation,))


def _of_note(note: Note) -> _Entry:
    kind: Literal["elsewhere", "page"] = "elsewhere" if note.metric else "page"
    reason = KnownReason(note.id, kind, note.sentence, note.remedy, note.link, f"samescore show {note.id}")
    return _Entry(reason, f"{note.id} {note.metric}", note.symptoms, f"{note.what} {note.remedy}")


def _first_sentence(text: str) -> str:
    found = re.match(r".*?[.!?](?= [A-Z])", text)
    return found[0] if found else text


def _normalized(text: str) -> str:
    """A text in lower case in which names of metrics and numbers are words: ``chrF++``, ``ROUGE-L``, ``0.84``, ``0.0``."""
    lowered = text.lower()
    for name, word in NAMES.items():
        lowered = lowered.replace(name, word)
    lowered = _IMPERFECT.sub(f" {IMPERFECT} ", lowered)
    lowered = _BLEU.sub(r"bleu bleu\1", _ROUGE.sub(r"rouge rouge\1", lowered))
    return _NUMBER.sub(lambda number: f" {_as_word(float(number[0]), 4)} {_in_full(number[0])} ", lowered)


def _in_full(number: str) -> str:
    """A number of more than four decimals as a word with all of its digits; empty for a shorter one."""
    return number.replace(".", "d") if len(number.partition(".")[2]) > 4 else ""


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
