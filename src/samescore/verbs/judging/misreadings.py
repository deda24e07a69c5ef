"""Read inputs wrongly, for mutation testing of the golden vectors.

Each mutant is the native metric on such an input (items reordered, dropped, counted once, or exchanged with the other
side). `samescore.catalogue.wrong_inputs` defines the wrong readings of texts, which also serve to diagnose users'
numbers; the generator of each other kind of input defines its wrong readings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from samescore.base.errors import SamescoreError
from samescore.base.outcome import Outcome
from samescore.catalogue.mistakes import CataloguedMistake, catalogue
from samescore.catalogue.vectors import Vector
from samescore.catalogue.wrong_inputs import CHANGES, misread
from samescore.catalogue.wrong_items import Misreading, Plain
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data, from_plain, kind_of
from samescore.generators.generator import generator_of
from samescore.metrics import metric
from samescore.settings import Settings
from samescore.verbs.why.attribution.diagnosis import mistaken

#: A function that scores an input under settings; it returns None if they contradict each other.
ScoreAs = Callable[[Data, Settings], "Outcome | None"]

#: Inputs that show whether a wrong reading needs references, and whether it makes tokens.
_WITHOUT_REFERENCES = Corpus.from_segments(["a b", "c d e"], [[], []])
_ONE_SEGMENT = Corpus.from_segments(["a bc"], [["a b"]])


def names_of(vectors: Iterable[Vector]) -> list[str]:
    """Return the names of the wrong readings that are possible for vectors of one metric, without repetitions."""
    return list(dict.fromkeys(name for vector in vectors for name in _possible_names(vector)))


def misread_outcome(vector: Vector, name: str, score: ScoreAs) -> Outcome | None:
    """Return the outcome of a vector's input under the wrong reading `name`.

    Return None if the reading is not possible for the vector, or if the misread input is invalid, which an
    implementation would notice. `score` scores an input that is not a text.
    """
    if name not in _possible_names(vector):
        return None
    settings = vector.complete_settings()
    if kind_of(vector.input) is Corpus:
        return mistaken(vector.data(), settings, catalogue()[name])
    try:
        data = from_plain(_misreadings(vector.input)[name](vector.input))
    except SamescoreError:
        return None
    return score(data, settings)


def _possible_names(vector: Vector) -> Iterable[str]:
    if "rule" in vector.input:
        return ()
    return _text_misreadings(vector.metric) if kind_of(vector.input) is Corpus else _misreadings(vector.input)


@cache
def _text_misreadings(name: str) -> tuple[str, ...]:
    """Return the names of the catalogued mistakes in reading texts that a metric can make with a vector's input."""
    return tuple(
        mistake for mistake, entry in catalogue().items() if entry.input in CHANGES and _is_possible(name, entry)
    )


def _is_possible(name: str, entry: CataloguedMistake) -> bool:
    """Return whether a metric can make a mistake in reading an input.

    It cannot if the mistake concerns files, makes tokens that the metric does not accept, or concerns references that
    the metric does not need.
    """
    made, chosen = misread(_ONE_SEGMENT, entry.input), metric(name)
    tokenized = isinstance(made, Corpus) and made.tokenized
    takes_tokens = any(knob.needs_tokens("given") for knob in chosen.settings.knobs() if knob.name == "tokenizer")
    of_references = misread(_WITHOUT_REFERENCES, entry.input) is None
    return not (entry.files or (tokenized and not takes_tokens) or (of_references and not chosen.needs_references))


def _misreadings(data: Plain) -> dict[str, Misreading]:
    """Return the functions that misread an input that is not a text, by name; empty for a single compared system."""
    if len(data.get("systems", "two")) == 1:
        return {}
    generator = generator_of(kind_of(data))
    weighted = "weights" in data and bool(generator.weighted_misreadings)
    return dict(generator.weighted_misreadings if weighted else generator.misreadings)
