"""Read WordNet (Princeton, versions 2 and 3) from its own files, and find the synonyms of a word as NLTK does."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from samescore.base.errors import InputError, MissingDataError
from samescore.base.files import read_bytes

#: The parts of speech, by file name, with their word endings and the replacements that give base forms.
_PARTS = {
    "noun": "s: ses:s ves:f xes:x zes:z ches:ch shes:sh men:man ies:y",
    "verb": "s: ies:y es:e es: ed:e ed: ing:e ing:",
    "adj": "er: est: er:e est:e",
    "adv": "",
}
_MARKER = re.compile(r"\(.*\)$")
_HINT = (
    "apt-get install wordnet-base, or unpack NLTK's corpora/wordnet.zip, and name the folder with data.noun in the "
    "environment variable WNSEARCHDIR"
)


class _Part:
    """The entries of one part of speech. `places` maps each lemma to the file offsets of its synsets.

    The constructor raises `InputError` for files that are missing or malformed.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._path = folder / f"data.{name}"
        self._data = read_bytes(self._path)
        self.places: dict[str, tuple[int, ...]] = {}
        index = folder / f"index.{name}"
        for number, line in enumerate(read_bytes(index).decode("utf-8", "replace").split("\n"), 1):
            if line and not line.startswith(" "):
                fields = line.split()
                try:
                    self.places[fields[0]] = tuple(map(int, fields[len(fields) - int(fields[2]) :]))
                except (IndexError, ValueError):
                    raise InputError(f"{index}, line {number}: not an entry of WordNet's index", hint=_HINT) from None
        irregular = read_bytes(folder / f"{name}.exc").decode("utf-8", "replace").split("\n")
        self._irregular = {fields[0]: fields[1:] for line in irregular if (fields := line.split())}
        self._endings = [pair.split(":") for pair in _PARTS[name].split()]

    def lemmas(self, form: str) -> list[str]:
        """Return a form and its base forms, without the words that are not in the index."""
        bases = self._irregular.get(form)
        if bases is None:
            bases = [form[: -len(old)] + new for old, new in self._endings if form.endswith(old)]
        return [lemma for lemma in dict.fromkeys([form, *bases]) if lemma in self.places]

    def words(self, place: int) -> Iterator[str]:
        """Return an iterator over the words of the synset at a file offset; raise `InputError` if there is none."""
        line = self._data[place : self._data.find(b"\n", place)] if 0 <= place < len(self._data) else b""
        fields = line.decode("utf-8", "replace").split()
        try:
            if int(fields[0]) != place:
                raise ValueError("another synset")
            count = int(fields[3], 16)
            names = fields[4 : 4 + 2 * count : 2]
        except (IndexError, ValueError):
            raise InputError(f"{self._path}: no synset at {place}", hint=_HINT) from None
        return (_MARKER.sub("", name) for name in names)


class Dictionary:
    """The dictionary in a folder: `synonyms(word)` returns the synonyms of a word, cached; see `_synonyms`.

    The constructor raises `InputError` for files that are missing or malformed.
    """

    def __init__(self, folder: Path) -> None:
        self._parts = [_Part(folder, name) for name in _PARTS]
        self.synonyms = lru_cache(maxsize=2**16)(self._synonyms)

    def _synonyms(self, word: str) -> frozenset[str]:
        """Return the single words of every synset of `word` or one of its base forms; empty if the word is unknown.

        The case of `word` is ignored; the case of the returned words is kept.
        """
        found = set[str]()
        for part in self._parts:
            for lemma in part.lemmas(word.lower()):
                for place in part.places[lemma]:
                    found.update(name for name in part.words(place) if "_" not in name)
        return frozenset(found)


def wordnet() -> Dictionary:
    """Load the installed dictionary; raise `MissingDataError` if there is none, and `InputError` if it is malformed."""
    for folder in _folders():
        if (folder / "data.noun").is_file():
            return _dictionary(folder)
    raise MissingDataError("WordNet's synonyms need its dictionary, which is not installed", hint=_HINT)


@cache
def _dictionary(folder: Path) -> Dictionary:
    return Dictionary(folder)


def _folders() -> Iterator[Path]:
    """Yield the folders where WordNet may be installed.

    If ``WNSEARCHDIR`` is set, it is the only one; otherwise they are ``dict`` in ``WNHOME``, if set, Debian's folder
    and NLTK's data folders.
    """
    if folder := os.environ.get("WNSEARCHDIR"):
        yield Path(folder)
        return
    if home := os.environ.get("WNHOME"):
        yield Path(home) / "dict"
    yield Path("/usr/share/wordnet")
    data = [*filter(None, os.environ.get("NLTK_DATA", "").split(os.pathsep)), str(Path.home() / "nltk_data")]
    for root in data:
        yield Path(root) / "corpora" / "wordnet"
