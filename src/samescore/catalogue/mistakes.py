"""The catalogue of known mistakes, ``golden/mistakes.toml``: knobs with wrong values, or misread inputs."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from samescore.base.errors import DataError
from samescore.catalogue.paths import data_document, data_folder
from samescore.catalogue.wrong_inputs import CHANGES, SENTENCE_MEANS, UNWEIGHTED
from samescore.metrics.mistakes import meanings


class CataloguedMistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the catalogue: either knobs to set (`set`), or the name of a wrong reading of the input (`input`).

    `stored` means that the vectors store the wrong scores that it gives; `last`, that it is tried only if nothing else
    explains a number; `files`, that it is made in reading files, which vectors do not have.
    """

    meaning: str
    set: dict[str, str | float | int | bool] = {}
    input: str = ""
    stored: bool = True
    last: bool = False
    files: bool = False


@lru_cache(maxsize=1)
def catalogue() -> dict[str, CataloguedMistake]:
    """Return every catalogued mistake by name. Raises `DataError` if the file is malformed."""
    path = data_folder("golden") / "mistakes.toml"
    mistakes: dict[str, CataloguedMistake] = data_document(path, dict[str, CataloguedMistake])
    for name, mistake in mistakes.items():
        if bool(mistake.set) == bool(mistake.input):
            raise DataError(f"{path}: {name}: a mistake needs either knobs to set or an input change")
        if mistake.input and mistake.input not in (*CHANGES, SENTENCE_MEANS, UNWEIGHTED):
            raise DataError(f"{path}: {name}: there is no wrong input {mistake.input!r}")
    return mistakes


class KnownMistake(msgspec.Struct, frozen=True):
    """A known mistake: the fields of its catalogue entry (empty if it has none), and its meanings in stages.

    `metrics` maps each metric with a stage in which it can occur to its meaning in this metric.
    """

    meaning: str
    set: dict[str, str | float | int | bool] = {}
    input: str = ""
    metrics: dict[str, str] = {}

    @property
    def summary(self) -> str:
        """The meanings of the mistake, without repetitions, joined by semicolons."""
        return "; ".join(dict.fromkeys(filter(None, (self.meaning, *self.metrics.values()))))


@lru_cache(maxsize=1)
def known_mistakes() -> dict[str, KnownMistake]:
    """Return all known mistakes by name: those in the catalogue first, then those that occur only in stages."""
    by_name = meanings()
    found = {
        name: KnownMistake(mistake.meaning, mistake.set, mistake.input, by_name.get(name, {}))
        for name, mistake in catalogue().items()
    }
    for name, metrics in by_name.items():
        found.setdefault(name, KnownMistake("", metrics=metrics))
    return found
