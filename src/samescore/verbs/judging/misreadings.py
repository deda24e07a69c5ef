"""Inputs that are read wrongly, for mutation testing of the golden vectors.

Each mutant is the native metric on such an input (items in another order, left out, counted once, exchanged with the other
side). The wrong readings of texts are those of `samescore.catalogue.wrong_inputs`, by which users' numbers are diagnosed,
too; those of other kinds stand with their generators.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from samescore.base.errors import SamescoreError
from samescore.base.outcome import Outcome
from samescore.catalogue.vectors import Vector
from samescore.catalogue.wrong_inputs import CHANGES, misread
from samescore.catalogue.wrong_items import Misreading, Plain
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data, from_plain, kind_of
from samescore.generators.generator import generator_of
from samescore.metrics import metric
from samescore.settings import Settings
from samescore.verbs.why.attribution.diagnosis import mistaken
from samescore.verbs.why.attribution.mistakes import CataloguedMistake, catalogue

#: What an input is scored as.
ScoreAs = Callable[[Data, Settings], "Outcome | None"]

#: Inputs that show what a wrong reading is about.
_WITHOUT_REFERENCES = Corpus.from_segments(["a b", "c d e"], [[], []])
_ONE_SEGMENT = Corpus.from_segments(["a bc"], [["a b"]])


def names_of(vectors: Iterable[Vector]) -> list[str]:
    """The names of the wrong readings of some vectors of one metric, each once."""
    return list(dict.fromkeys(name for vector in vectors for name in _names(vector)))


def misread_outcome(vector: Vector, name: str, score: ScoreAs) -> Outcome | None:
    """The outcome of a vector's input as it is read wrongly; None if it has none, so that an implementation would notice."""
    if name not in _names(vector):
        return None
    settings = vector.complete_settings()
    if kind_of(vector.input) is Corpus:
        return mistaken(vector.data(), settings, catalogue()[name])
    try:
        data = from_plain(_changes(vector.input)[name](vector.input))
    except SamescoreError:
        return None
    return score(data, settings)


def _names(vector: Vector) -> Iterable[str]:
    if "rule" in vector.input:
        return ()
    return _of_texts(vector.metric) if kind_of(vector.input) is Corpus else _changes(vector.input)


@cache
def _of_texts(name: str) -> tuple[str, ...]:
    """The mistakes in which texts are read wrongly, as far as a metric can make them from what a vector has."""
    return tuple(
        mistake for mistake, entry in catalogue().items() if entry.input in CHANGES and _can_be_made(name, entry)
    )


def _can_be_made(name: str, entry: CataloguedMistake) -> bool:
    """Not one of files, of tokens where the metric takes none, or of references where it needs none."""
    made, chosen = misread(_ONE_SEGMENT, entry.input), metric(name)
    tokenized = isinstance(made, Corpus) and made.tokenized
    takes_tokens = any(knob.needs_tokens("given") for knob in chosen.settings.knobs() if knob.name == "tokenizer")
    of_references = misread(_WITHOUT_REFERENCES, entry.input) is None
    return not (entry.files or (tokenized and not takes_tokens) or (of_references and not chosen.needs_references))


def _changes(data: Plain) -> dict[str, Misreading]:
    """The wrong readings of an input of another kind, by name."""
    if len(data.get("systems", "two")) == 1:
        return {}
    generator = generator_of(kind_of(data))
    weighted = "weights" in data and bool(generator.weighted_misreadings)
    return dict(generator.weighted_misreadings if weighted else generator.misreadings)
