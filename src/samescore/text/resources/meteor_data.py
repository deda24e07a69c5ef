"""Read METEOR 1.5's dictionaries for English from its own files: synonyms (from WordNet 3.0) and paraphrases.

The wheel of pycocoevalcap contains both; the synonyms are inside METEOR's program. The environment variable
``METEOR_DATA`` can name a different folder, laid out like a METEOR distribution: ``synonym/english.synsets``,
``synonym/english.exceptions`` and ``data/paraphrase-en.gz``.
"""

from __future__ import annotations

import gzip
import os
import zipfile
import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from samescore.base.errors import InputError, SettingsError
from samescore.base.files import LARGEST_FILE, read_bytes
from samescore.text.meteor_words import split_words
from samescore.text.resources.phrase_index import Entry, entries_of

Phrase = tuple[str, ...]

_JAR = "meteor-1.5.jar"
_HINT = "pip install pycocoevalcap, or name a folder of METEOR 1.5's files in the environment variable METEOR_DATA"
#: Word endings and their replacements, in the program's order.
_SUFFIXES = (
    "s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y s: ies:y es:e es: ed:e ed: ing:e ing: er: est: er:e est:e"
)
_ENDINGS = [pair.split(":") for pair in _SUFFIXES.split()]
#: Maximum number of words of a phrase in the published tables.
LONGEST_PHRASE = 7


class Synonyms:
    """METEOR's synonyms: `sets(word)` returns the numbers of the synonym sets of a word and its base forms, cached.

    `synsets` and `exceptions` are the contents of METEOR's files.
    """

    def __init__(self, synsets: str, exceptions: str) -> None:
        self._sets = {word: frozenset(split_words(numbers)) for word, numbers in _pairs(synsets)}
        self._bases: dict[str, list[str]] = {}
        for base, forms in _pairs(exceptions):
            for form in split_words(forms):
                self._bases.setdefault(form, []).append(base)
        self.sets = lru_cache(maxsize=2**16)(self._all_sets)

    def _all_sets(self, word: str) -> frozenset[str]:
        """Return the numbers of the synonym sets of a word and of its base forms; empty if it is unknown."""
        bases = self._bases.get(word) or [self._base(word)]
        return frozenset().union(*(self._sets.get(form, frozenset()) for form in (word, *bases)))

    def _base(self, word: str) -> str:
        """Return the first dictionary word that results from replacing the ending of `word`; empty if there is none.

        A word that ends with ss, or has at most two characters, is returned unchanged.
        """
        if word.endswith("ss") or len(word) <= 2:
            return word
        made = (word[: -len(old)] + new for old, new in _ENDINGS if word.endswith(old))
        return next((form for form in made if form in self._sets), "")


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Return an iterator over pairs of lines: first and second, third and fourth, ...; drop a single last line."""
    lines = iter(text.split("\n"))
    return zip(lines, lines, strict=False)


def synonyms() -> Synonyms:
    """Load METEOR's synonyms; raise `SettingsError` if they are not installed or cannot be read."""
    return _synonyms(_folder())


@cache
def _synonyms(folder: Path) -> Synonyms:
    names = [f"synonym/english.{part}" for part in ("synsets", "exceptions")]
    jar = folder / _JAR
    try:
        if jar.is_file():
            with zipfile.ZipFile(jar) as archive:
                contents = [_member(archive, name) for name in names]
        else:
            contents = [read_bytes(folder / name) for name in names]
        return Synonyms(*(content.decode("utf-8") for content in contents))
    except (InputError, OSError, KeyError, UnicodeDecodeError, zipfile.BadZipFile, zlib.error) as problem:
        raise SettingsError(f"METEOR's synonyms in {folder} cannot be read: {problem}", hint=_HINT) from None


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    """Read a file of the archive.

    Raises `InputError` if it exceeds the maximum file size, and `KeyError` if the archive does not contain it.
    """
    size = archive.getinfo(name).file_size
    if size > LARGEST_FILE:
        raise InputError(f"{name} has {size} bytes, more than {LARGEST_FILE}")
    return archive.read(name)


def paraphrases(phrases: frozenset[str]) -> dict[str, tuple[Phrase, ...]]:
    """Return the paraphrases of each phrase among the given phrases, in the order of METEOR's table.

    Phrases without paraphrases are absent. The first call indexes the published table in the user's cache folder, which
    takes seconds. Raises `SettingsError` if the table is not installed or cannot be read.
    """
    path = _folder() / "data" / "paraphrase-en.gz"
    found: dict[str, list[Phrase]] = {}
    wanted = frozenset(phrase.encode("utf-8", "surrogatepass") + b"\n" for phrase in phrases)
    try:
        for phrase, other in entries_of(path, _entries, wanted):
            if phrase in wanted and other in wanted:
                found.setdefault(_text(phrase), []).append(tuple(_text(other).split(" ")))
    except (OSError, EOFError, zlib.error) as problem:
        raise SettingsError(f"METEOR's paraphrases {path} cannot be read: {problem}", hint=_HINT) from None
    return {phrase: tuple(others) for phrase, others in found.items()}


def _text(line: bytes) -> str:
    return line[:-1].decode("utf-8", "surrogatepass")


def _entries(path: Path) -> Iterator[Entry]:
    """Yield each phrase of a table with its paraphrase, which are the second and the third of every three lines."""
    with gzip.open(path, "rb") as table:
        for _, phrase, other in zip(table, table, table, strict=False):
            yield phrase, other


def _folder() -> Path:
    """Return the folder with METEOR's files; raise `SettingsError` if none is named or installed."""
    if named := os.environ.get("METEOR_DATA"):
        return Path(named)
    found = find_spec("pycocoevalcap")
    for place in (found.submodule_search_locations or ()) if found else ():
        return Path(place) / "meteor"
    raise SettingsError("the synonyms and paraphrases of METEOR 1.5 are not installed", hint=_HINT)
