"""The full-text index of ``samescore why``, which ranks entries by the words of a question.

The index is in memory, in SQLite's full-text search (FTS5). A word's weight depends on its rarity in the catalogue
(BM25), and on the column in which it occurs. Its synonyms (`samescore.catalogue.synonyms`) weigh less, and a rare
synonym does not weigh more than the word with all its synonyms. A word that no entry has is replaced by the word with
the most similar spelling.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from samescore.base.errors import SamescoreError, nearest_names
from samescore.catalogue.synonyms import FILLER, NAMES, synonyms
from samescore.text.porter import porter_stem
from samescore.verbs.why.witnessed_words import EXCESSIVE, IMPERFECT

if TYPE_CHECKING:
    from sqlite3 import Connection

#: The columns with their weights: an entry's names, what happens, its effects and remedies, users' words for it, users'
#: words for everything about its knobs, and the symptoms that it explains.
COLUMNS = {"names": 2.0, "symptom": 2.0, "effects": 0.5, "users": 3.0, "knobs": 0.5, "asked": 1.0}
_CREATE = (
    "CREATE VIRTUAL TABLE entries USING fts5(names, symptom, effects, users, knobs, asked, "
    "tokenize='porter unicode61 remove_diacritics 2')"
)
_INSERT = "INSERT INTO entries(rowid, names, symptom, effects, users, knobs, asked) VALUES (?, ?, ?, ?, ?, ?, ?)"
_MATCH = "SELECT rowid, -bm25(entries, ?, ?, ?, ?, ?, ?) FROM entries WHERE entries MATCH ?"
_TERMS = "CREATE VIRTUAL TABLE terms USING fts5vocab(entries, row)"
#: Minimum length of a word that is corrected if it is misspelled, and minimum similarity of its correction.
_LETTERS = 5
_SIMILAR = 0.8
#: Weights of a match by a synonym, and of a word that is part of a name.
_SYNONYM = 0.65
_NAME = 0.4
#: Weight of a number with at least four decimals, which rarely matches by chance.
_DIGITS = 2.0
#: Maximum factor for entries that match all words of a question rather than few.
_COVERAGE = 2.0

_WORD = re.compile(r"[^\W_]+(?:[-._'/:][^\W_]+)*")
_LONG = re.compile("[0-9]+d[0-9]{4,}")
_NUMBER = re.compile(r"(?<![\w.])[0-9]+\.[0-9]+(?:e-?[0-9]+)?(?![\w.])")
_VERSION = re.compile(r"==([0-9]+\.[0-9]+)(?=\.[a-z_])")
_ROUGE = re.compile(r"rouge[-_ ]?(lsum|l|n|su4?|s4?|w|[1-9])(?![\w.])")
_IMPERFECT = re.compile(
    r"\b(?:not|isn't|never|below|less than|lower than|smaller than) (?:100|1|one|perfect)(?:\.0+)?(?![\w.])"
)
_EXCESSIVE = re.compile(
    r"\b(?:above|over|exceeds?|exceeding|(?:more|greater|higher|larger|bigger) than) (?:100|1|one|(?:a |one )?hundred)(?:\.0+)?(?![\w.])"
)
#: A number between 1 and 3 after the name of a quantity that is at most 1, or after a verb.
_ABOVE_ONE = re.compile(
    r"\b(?:wer|cer|ter|mcc|f1|rouge\S*|kappa|auc|of|is|was|gives?|returns?|gets?|got) (?:of |is |= ?)?[12]\.[0-9]+(?![\w.])",
    re.IGNORECASE,
)
_BLEU = re.compile(r"bleu[-_ ]([1-4])(?![\w.])")


class WordIndex:
    """An index of entries, each with a text for every one of `COLUMNS`; an entry is identified by its position.

    Raises `SamescoreError` if this Python's SQLite has no full-text search.
    """

    def __init__(self, entries: Iterable[Sequence[str]]) -> None:
        self._database = _database()
        rows = [(number, *map(_searchable, texts)) for number, texts in enumerate(entries)]
        self._database.executemany(_INSERT, rows)
        self._size = len(rows)

    def close(self) -> None:
        """Free the index."""
        self._database.close()

    def ranks(self, words: Sequence[str], names: Collection[str]) -> dict[int, float]:
        """Return the rank, by position, of each entry that has one of the words; a higher rank is a better match.

        The rank is the sum over the words, times a factor that grows with the share of words that match. Words in
        `names` weigh less. Uninformative words are ignored, unless there are no others.
        """
        words = [word for word in words if word not in FILLER] or words
        total: dict[int, float] = defaultdict(float)
        matched: dict[int, int] = defaultdict(int)
        for word in words:
            factor = _NAME if word in names else _DIGITS if _LONG.fullmatch(word) else 1.0
            for row, rank in self._ranks(word).items():
                total[row] += factor * rank
                matched[row] += 1
        return {
            row: rank * (1 + _COVERAGE * matched[row] / len(words)) / (1 + _COVERAGE) for row, rank in total.items()
        }

    def _ranks(self, word: str) -> dict[int, float]:
        """Return the rank, by position, of each entry with a word or its synonyms, else with its corrected spelling."""
        found = [(factor, self._matches(spelling)) for spelling, factor in _spellings(word)]
        if not any(matches for _, matches in found):
            found = [(1.0, self._matches(similar)) for similar in self._similar(word)]
        rarity = self._rarity(len({row for _, matches in found for row, _ in matches}))
        best: dict[int, float] = {}
        for factor, matches in found:
            if factor < 1:  # a rare synonym is not more informative than the usual word
                factor *= min(1.0, rarity / self._rarity(len(matches)))
            for row, rank in matches:
                best[row] = max(best.get(row, 0.0), factor * rank)
        return best

    def _similar(self, word: str) -> list[str]:
        """Return the stem in the index whose spelling is most similar to a word, as a list of at most one.

        The list is empty for a short word, and if no stem is similar enough.
        """
        if len(word) < _LETTERS or not word.isalpha():
            return []
        return nearest_names(porter_stem(word), self._stems, 1, _SIMILAR)

    @cached_property
    def _stems(self) -> list[str]:
        """The stems of the words in the index."""
        self._database.execute(_TERMS)
        return [stem for (stem,) in self._database.execute("SELECT term FROM terms ORDER BY term") if stem.isalpha()]

    def _rarity(self, entries: int) -> float:
        """Return the weight that BM25 gives to a word that occurs in this number of entries.

        A word in more than half of all entries gets almost no weight.
        """
        return max(math.log((self._size - entries + 0.5) / (entries + 0.5)), 1e-6)

    def _matches(self, spelling: str) -> list[tuple[int, float]]:
        """Return the entries that contain a word, with their BM25 ranks; the word is not interpreted as a query."""
        quoted = '"' + spelling.replace('"', " ") + '"'
        return list(self._database.execute(_MATCH, (*COLUMNS.values(), quoted)))


def words_of(text: str) -> list[str]:
    """Return the words of a question without repetitions, in order, followed by words derived from its numbers."""
    return [*dict.fromkeys(_WORD.findall(_normalized(text))), *_words_of_numbers(text)]


def _words_of_numbers(text: str) -> list[str]:
    """Return words derived from the numbers in a text.

    More than 100 %, or WER 1.5, gives "above" and `EXCESSIVE`; a number below 0 gives "negative"; 0.27 next to 27 gives
    "scale".
    """
    percents = re.findall(r"([0-9]+(?:\.[0-9]+)?) ?(?:%|percent)", text)
    above = any(float(number) > 100 for number in percents) or bool(_ABOVE_ONE.search(text))
    negative = re.search(r"(?<![\w.-])[-−][0-9]+\.[0-9]", text)
    numbers = [float(number) for number in re.findall(r"(?<![\w.])[0-9]+(?:\.[0-9]+)?(?![\w.]|-)", text)]
    scaled = any(97 < larger / smaller < 103 for smaller in numbers if 0 < smaller < 1 for larger in numbers)
    return ["above", EXCESSIVE] * above + ["negative"] * bool(negative) + ["scale"] * scaled


def _spellings(word: str) -> Iterator[tuple[str, float]]:
    """Yield a word and its synonyms, each with its weight."""
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


def _database() -> Connection:
    """Create an empty in-memory index. Raises `SamescoreError` if this Python's SQLite has no full-text search."""
    try:
        import sqlite3
    except ImportError:  # a Python that was built without it
        raise _no_search("this Python has no SQLite") from None
    database = sqlite3.connect(":memory:")
    try:
        database.execute(_CREATE)
    except sqlite3.OperationalError as problem:
        database.close()
        raise _no_search(f"this Python's SQLite has no full-text search ({problem})") from None
    return database


def _no_search(problem: str) -> SamescoreError:
    hint = "search the output of samescore list reported and samescore list divergences instead"
    return SamescoreError(problem, hint=hint)


def _normalized(text: str) -> str:
    """Return a text in lower case, with names of metrics and decimal numbers rewritten as single words.

    Examples of both are ``chrF++``, ``ROUGE-L``, ``0.84`` and ``0.0``.
    """
    lowered = text.lower()
    for name, word in NAMES.items():
        lowered = lowered.replace(name, word)
    lowered = _EXCESSIVE.sub(rf" \g<0> {EXCESSIVE} ", _IMPERFECT.sub(f" {IMPERFECT} ", lowered))
    lowered = _BLEU.sub(r"bleu bleu\1", _ROUGE.sub(r"rouge rouge\1", lowered))
    return _NUMBER.sub(lambda number: f" {_as_word(float(number[0]), 4)} {_in_full(number[0])} ", lowered)


def _in_full(number: str) -> str:
    """Return a number with more than four decimals as a word with all its digits; empty for a shorter number."""
    return number.replace(".", "d") if len(number.partition(".")[2]) > 4 else ""


def _as_word(number: float, digits: int) -> str:
    """Return a number, rounded to `digits` decimals, as a word: ``zero``, or with ``d`` as the decimal point."""
    shown = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    return "zero" if shown in ("0", "-0") else shown.replace(".", "d")


@lru_cache(maxsize=4096)
def _searchable(text: str) -> str:
    """Return a text as it is indexed: normalized, followed by its numbers with fewer digits, rounded and truncated."""
    numbers = [float(number[0]) for number in _NUMBER.finditer(text)]
    shorter = {_as_word(number, digits) for number in numbers for digits in (1, 2, 3, 4)}
    shorter |= {
        _as_word(math.floor(number * 10**digits) / 10**digits, digits) for number in numbers for digits in (2, 3, 4)
    }
    versions = (version.replace(".", "d") for version in _VERSION.findall(text))
    return " ".join((_normalized(text), *sorted(shorter), *versions))
