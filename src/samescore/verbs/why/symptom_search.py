"""The verb *why*: find known causes that match a symptom described in words.

Reported cases, divergences, properties, mistakes, flags of vectors, and notes (metrics that are not implemented here,
pages of the documentation) are searched offline, in a temporary in-memory index. The ranking depends on

- *the names*: entries about the metric in the question, a metric of its family, or its packages are preferred, even more
  if they are about two named packages (`samescore.verbs.why.symptoms`); entries about a different metric are ranked lower;
- *the words*: how rare each is in the catalogue, and where it occurs (`samescore.verbs.why.word_index`). Entries are
  also found by the words that users have for them (`samescore.catalogue.users_words`), and by the words of the symptoms
  that they explain (`samescore.catalogue.symptoms`).

An entry whose id is in the question comes first, as does the note on a metric that is named but not computed here. The
weights were chosen by cross-validation on the symptoms in the catalogue.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Literal

import msgspec

from samescore.base.errors import InputError
from samescore.catalogue.divergences import Divergence, divergences
from samescore.catalogue.mistakes import known_mistakes
from samescore.catalogue.notes import Note, notes
from samescore.catalogue.properties import Property, properties
from samescore.catalogue.reported import Reported, reported_cases
from samescore.catalogue.symptoms import Symptom, symptoms
from samescore.catalogue.users_words import users_words
from samescore.catalogue.vectors import flags
from samescore.records import KnownReason, KnownReasons
from samescore.verbs.why.symptoms import (
    LESS_USED,
    LESS_USED_PACKAGES,
    Named,
    family,
    find_names,
    metric_of,
    package_of,
    packages_in,
    short_for,
)
from samescore.verbs.why.witnessed_words import witnessed_words
from samescore.verbs.why.word_index import WordIndex, words_of

#: Maximum number of reasons returned.
REASONS = 5

#: Maximum length of a question in characters, and maximum number of different words.
_LONGEST = 2_000
_MOST_WORDS = 40
#: Minimum number of words, apart from names, for a question to be about a page.
_FEWEST_WORDS = 2

#: The name of a function.
_NAME = re.compile(r"\w+")
#: Maximum number of metric families of a package if its name alone implies these families.
_FEW_FAMILIES = 2
#: Bonuses of an entry for its metric, its family, being about any metric, and its packages; penalties if it is about a
#: different metric, or about a metric or package that is rarely meant without being named.
_METRIC = 6.0
_FAMILY = 5.0
_ANY_METRIC = 4.5
_ANY_OF_NONE = 1.0
_PACKAGE = 4.0
_BOTH = 2.0
_OTHER = 6.0
_LESS_USED = 1.5
#: Bonus of an entry by kind, and of a mistake if the question is about the user's own program; penalty for rare topics.
_PRIORS = {"reported": 1.0, "property": 1.0, "flag": -1.5}
_OWN = 5.0
_RARE = 1.5
_SELDOM = re.compile(
    "empty|no-(segments|items|documents|references|sequences|questions|input)|single-precision|weights-of-0"
)

_NOTHING = "No entry has any of these words. Add the metric, the package or the score (nltk, rouge, 0.0), or check your files: samescore diff HYPOTHESES -r REFERENCES, samescore explain FIRST SECOND HYPOTHESES -r REFERENCES."


class _Entry(msgspec.Struct, frozen=True):
    """The searchable texts of an entry (`names`, `symptom`, `effects`), the reason to return for it, and its subject.

    The subject consists of the metrics, implementations and knobs that the entry is about.
    """

    reason: KnownReason
    names: str
    symptom: str
    effects: str
    metrics: tuple[str, ...] = ()
    implementations: tuple[str, ...] = ()
    knobs: tuple[str, ...] = ()

    def columns(self, asked: Mapping[str, str]) -> tuple[str, ...]:
        """Return its texts, in the order of `samescore.verbs.why.word_index.COLUMNS`.

        `asked` maps an entry's id to the symptoms that it explains.
        """
        words, name = users_words(), self.reason.id
        users, knobs = words.of_entry(name), words.of_knobs(self.knobs)
        return self.names, self.symptom, self.effects, users, knobs, asked.get(name, "")

    @property
    def rare(self) -> bool:
        """Whether it is a divergence about inputs with nothing to score, or about the last digits of a score."""
        return self.reason.kind == "divergence" and bool(_SELDOM.search(self.reason.id))


class _Subject(msgspec.Struct, frozen=True):
    """The subject of an entry: its metrics, their families, and its packages, including those that its text names.

    `general` means that it is about any metric.
    """

    metrics: frozenset[str]
    families: frozenset[str]
    packages: frozenset[str]
    general: bool = False


class Request(msgspec.Struct, frozen=True):
    """A symptom in words, and `most`, the maximum number of reasons to return."""

    symptom: str
    most: int = REASONS


def execute(request: Request) -> Iterator[KnownReasons]:
    """Yield one record with the known reasons that match the symptom, the likeliest first.

    Raises `InputError` for a question without a word, and `SamescoreError` if this Python's SQLite has no full-text search.
    """
    with closing(SymptomIndex()) as search:
        yield search.reasons(request.symptom, request.most)


class SymptomIndex:
    """The catalogue as an in-memory index for any number of questions.

    Entries are also found by the words of the `explained` symptoms, by default all in the catalogue. Raises
    `SamescoreError` if this Python's SQLite has no full-text search.
    """

    def __init__(self, explained: Iterable[Symptom] | None = None) -> None:
        self._entries = list(_entries())
        asked: dict[str, str] = defaultdict(str)
        for symptom in symptoms() if explained is None else explained:
            for answer in symptom.answers:
                asked[answer] += f"{symptom.words}\n"
        self._index = WordIndex(entry.columns(asked) for entry in self._entries)
        implementations = {name for entry in self._entries for name in entry.implementations}
        self._packages = frozenset(map(package_of, implementations)) | {"evaluate", "torcheval"}
        self._functions: dict[str, str] = {}
        self._metrics_of: dict[str, set[str]] = {}
        for entry in self._entries:
            for name in entry.implementations:
                self._metrics_of.setdefault(package_of(name), set()).update(entry.metrics)
                function = name.rpartition(".")[2].lower()
                if "_" in function and entry.metrics:
                    self._functions.setdefault(function, entry.metrics[0])
        self._subjects: dict[int, _Subject] = {}

    def close(self) -> None:
        """Free the index."""
        self._index.close()

    def names(self) -> set[str]:
        """Return the ids of all entries that can be found."""
        return {entry.reason.id for entry in self._entries}

    def reasons(self, symptom: str, most: int = REASONS) -> KnownReasons:
        """Return up to `most` known reasons for a symptom, the likeliest first, or a hint if there are none.

        Long questions are truncated. Raises `InputError` for a question without a word.
        """
        asked = symptom[:_LONGEST]
        words = words_of(asked)[:_MOST_WORDS]
        if not words:
            raise InputError(
                "the search text has no words", hint='for example: samescore why "bleu 0 for short sentences"'
            )
        about = self._named(" ".join(asked.split()[:_MOST_WORDS]))
        ranks = self._index.ranks(words, words_of(" ".join(about.words)))
        named_any = about.metrics or about.families or about.packages
        rows = [row for row, entry in enumerate(self._entries) if row in ranks or (named_any and entry.metrics)]
        ranks = {row: ranks.get(row, 0.0) + self._gain(row, about) for row in rows}
        ids = {word for word in asked.lower().split() if "-" in word}  # other ids are also plain words
        ids.add(asked.lower().strip())
        first = ids | about.elsewhere | self._pages_about(words, about)
        order = sorted(ranks, key=lambda row: (self._entries[row].reason.id.lower() not in first, -ranks[row], row))
        found = [self._entries[row].reason for row in order[:most] if ranks[row] > 0]
        return KnownReasons(asked, found, "" if found else _NOTHING)

    def _pages_about(self, words: Sequence[str], about: Named) -> set[str]:
        """Return the ids of pages whose symptoms contain every word of a question, apart from the names in it.

        Such a question (*my BLEU differs from the paper*) fits many entries equally well; the page says how to find the
        cause. The result is empty for a question that names a package.
        """
        general = set(words) - set(words_of(" ".join(about.words)))
        if about.packages or len(general) < _FEWEST_WORDS:
            return set()
        pages = [entry for entry in self._entries if entry.reason.kind == "page"]
        return {page.reason.id for page in pages if general <= set(words_of(page.symptom))}

    def _named(self, text: str) -> Named:
        """Return the names in a text, as `find_names` does, with further metrics and families that they imply.

        A function of a catalogued package implies its metric. A name such as F1 means the F1 of the named packages. If
        no metric is named, packages with few metric families imply these families.
        """
        about = find_names(text, self._packages)
        called = {word: self._functions[word] for word in _NAME.findall(text.lower()) if word in self._functions}
        theirs = {metric for package in about.packages for metric in self._metrics_of.get(package, ())}
        metrics = {name for metric in about.metrics for name in _likely_metrics(metric, theirs)} | set(called.values())
        families = set(map(family, metrics)) | (about.families - set(map(family, about.metrics)))
        if not families and len(set(map(family, theirs))) <= _FEW_FAMILIES:
            families = set(map(family, theirs))
        words = (*about.words, *called)
        return msgspec.structs.replace(about, metrics=frozenset(metrics), families=frozenset(families), words=words)

    def _gain(self, row: int, about: Named) -> float:
        """Return the bonus (positive) or penalty (negative) of an entry for its subject and its kind."""
        subject = self._subject(row)
        gain = 0.0
        if about.metrics or about.families:
            if subject.metrics & about.metrics:
                gain += _METRIC
            elif subject.families & about.families:
                gain += _METRIC if not about.metrics else _FAMILY
            elif subject.metrics & short_for(about.metrics):
                gain += _FAMILY
            elif subject.general:
                gain += _ANY_METRIC
            elif subject.families:
                gain -= _OTHER
        elif subject.general:
            gain += _ANY_OF_NONE
        if subject.metrics and subject.metrics <= LESS_USED and not about.metrics & LESS_USED:
            gain -= _LESS_USED
        if about.called:
            covered = sum(not subject.packages.isdisjoint(group) for group in about.called)
            gain += _PACKAGE * covered / len(about.called) + _BOTH * (covered > 1)
        if package_of(next(iter(self._entries[row].implementations), "")) in LESS_USED_PACKAGES - about.packages:
            gain -= _LESS_USED
        kind = self._entries[row].reason.kind
        gain += _PRIORS.get(kind, 0.0) + _OWN * (about.own and kind == "mistake")
        return gain - _RARE * self._entries[row].rare

    def _subject(self, row: int) -> _Subject:
        if row not in self._subjects:
            entry = self._entries[row]
            packages = {package_of(name) for name in entry.implementations}
            packages |= packages_in(entry.reason.sentence, self._packages)
            metrics, families = set(entry.metrics), set(map(family, entry.metrics))
            if not metrics and entry.reason.kind in ("page", "flag", "reported"):
                about = find_names(
                    entry.symptom if entry.reason.kind == "page" else entry.reason.sentence, self._packages
                )
                packages |= about.packages
                metrics, families = metrics | about.metrics, families | about.families
            general = (not entry.metrics and entry.reason.kind in ("flag", "mistake")) or (
                not families and entry.reason.kind == "page"
            )
            self._subjects[row] = _Subject(frozenset(metrics), frozenset(families), frozenset(packages), general)
        return self._subjects[row]


def _likely_metrics(metric: str, theirs: set[str]) -> set[str]:
    """Return the metrics that a metric's name means next to packages that compute the metrics `theirs`.

    For example, next to seqeval, F1 is entity F1.
    """
    others = short_for([metric]) & theirs
    return set(others) if others and metric not in theirs else {metric}


def _entries() -> Iterator[_Entry]:
    """Yield all searchable entries, reported cases first: among equal ranks, the first wins."""
    yield from map(_case_entry, reported_cases().values())
    yield from map(_divergence_entry, divergences().values())
    yield from map(_property_entry, properties().values())
    yield from map(_note_entry, notes().values())
    for name, mistake in known_mistakes().items():
        reason = KnownReason(name, "mistake", mistake.summary, "", "", f"samescore show {name}")
        names = " ".join((name, *mistake.set))
        metrics, knobs = tuple(mistake.metrics), tuple(mistake.set)
        yield _Entry(reason, names, mistake.summary, mistake.input, metrics, knobs=knobs)
    for name, flag in flags().items():
        link = flag.links[0] if flag.links else ""
        reason = KnownReason(name, "flag", _first_sentence(flag.meaning), "", link, f"samescore show {name}")
        yield _Entry(reason, name, flag.meaning, "")


def _case_entry(case: Reported) -> _Entry:
    sides = [word for side in case.sides for word in (side.implementation, side.metric, *side.set)]
    numbers = [number for side in case.sides for number in (side.reported, side.value)]
    reason = KnownReason(
        case.id, "reported", case.symptom, case.remedy or case.why_not, case.link, f"samescore show {case.id}"
    )
    names = " ".join((case.id, case.metric, *case.cause, *sides))
    effects = " ".join((case.because, case.remedy, case.why_not, *numbers))
    metrics = {metric_of(name) for name in (case.metric, *(side.metric for side in case.sides))} - {""}
    symptom = f"{case.symptom} {witnessed_words(case.input, [side.value for side in case.sides])}"
    implementations = tuple(side.implementation for side in case.sides)
    return _Entry(reason, names, symptom, effects, tuple(sorted(metrics)), implementations, tuple(case.cause))


def _divergence_entry(entry: Divergence) -> _Entry:
    link = entry.links[0] if entry.links else ""
    what = _first_sentence(entry.what)
    reason = KnownReason(entry.id, "divergence", what, entry.remedy, link, f"samescore show {entry.id}")
    names = " ".join((entry.id, entry.metric, *entry.knobs, *entry.implementations, entry.right.implementation))
    values = (entry.kind, entry.left.value, entry.right.value)
    effects = " ".join((entry.what.removeprefix(what), entry.remedy, *values))
    implementations = (*entry.implementations, entry.left.implementation, entry.right.implementation)
    shown = witnessed_words(entry.input, [entry.left.value, entry.right.value])
    symptom = f"{what} {entry.message} {shown}"
    return _Entry(reason, names, symptom, effects, (entry.metric,), implementations, tuple(entry.knobs))


def _property_entry(entry: Property) -> _Entry:
    link = entry.links[0] if entry.links else ""
    what = _first_sentence(entry.what)
    reason = KnownReason(entry.id, "property", what, entry.remedy, link, f"samescore show {entry.id}")
    names = " ".join((entry.id, entry.metric, entry.seen.implementation, *entry.seen.set))
    effects = " ".join((entry.what.removeprefix(what), entry.remedy, entry.seen.value))
    return _Entry(reason, names, what, effects, (entry.metric,), (entry.seen.implementation,))


def _note_entry(note: Note) -> _Entry:
    kind: Literal["elsewhere", "page"] = "elsewhere" if note.metric else "page"
    reason = KnownReason(note.id, kind, note.sentence, note.remedy, note.link, f"samescore show {note.id}")
    return _Entry(reason, f"{note.id} {note.metric}", note.symptoms, f"{note.what} {note.remedy}")


def _first_sentence(text: str) -> str:
    found = re.match(r".*?[.!?](?= [A-Z])", text)
    return found[0] if found else text
