"""Split texts into the units that ROUGE compares: the tokens of a text, or of each of its sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from samescore.base.errors import MetricError, SettingsError
from samescore.data.corpus import Line
from samescore.metrics.preparation import Seen, unseen
from samescore.metrics.rouge.settings import RougeSettings
from samescore.metrics.words import tokenize
from samescore.text.chinese_sentences import chinese_sentences
from samescore.text.porter import porter_stem
from samescore.text.resources.segmenters import english_sentences
from samescore.text.resources.wordnet import exceptions
from samescore.text.rouge_stemmer import stem_by_rules
from samescore.text.tokenizers import ascii_lower

_WHITE = re.compile(r"[ \t\n\r\f\v]+")
#: Minimum length of words stemmed by rouge-score and ROUGE-1.5.5.
STEM_FROM = 4

Sentences = list[list[str]]


def _split_at_spaced_stops(text: str) -> list[str]:
    """Return the parts of a text that end with a full stop preceded by a space, and the rest."""
    *ended, last = text.split(" .")
    return [*(f"{sentence} ." for sentence in ended), last]


#: Functions that split a text into sentences other than lines.
STRETCHES: dict[str, Callable[[str], list[str]]] = {
    "full-stop": lambda text: text.split("."),
    "full-stop-words": lambda text: text.split("."),
    "spaced-full-stop": _split_at_spaced_stops,
    "chinese": chinese_sentences,
    "punkt": english_sentences,
}
#: Ways to split for which a sentence of white space alone has one empty token.
_WITH_EMPTY_TOKENS = ("full-stop", "chinese")


def tokens(line: Line, settings: RougeSettings, seen: Seen = unseen) -> list[str]:
    """Return a text's tokens, stemmed if ``stemmer`` selects a stemmer; `seen` gets each stage."""
    if getattr(settings, "sentences", "whole") in STRETCHES:
        return [token for sentence in sentences(line, settings, seen) for token in sentence]
    words = tokenize(prepare_line(line, settings, seen), settings, seen)
    stems = _stemmed(words, settings)
    if settings.stemmer != "none":
        seen("stemmer", stems)
    return stems


def sentences(line: Line, settings: RougeSettings, seen: Seen = unseen) -> Sentences:
    """Return the tokens of each nonempty line of a text, or of each sentence as split by the knob ``sentences``.

    `seen` gets each stage. Raises `SettingsError` for a text given as tokens.
    """
    if isinstance(line, tuple):
        raise SettingsError(
            f"{settings.metric} reads text, but the corpus holds tokens", hint="use Corpus.from_segments"
        )
    text = str(prepare_line(line, settings, seen))
    stretches = STRETCHES.get(getattr(settings, "sentences", "line"), _lines)
    blank = [""] if getattr(settings, "sentences", "line") in _WITH_EMPTY_TOKENS else []
    texts = [stretch for stretch in stretches(text) if stretch]
    seen("sentences", texts)
    words = [tokenize(stretch, settings) or blank for stretch in texts]
    seen("tokenizer", words)
    stems = [_stemmed(sentence, settings) for sentence in words]
    if settings.stemmer != "none":
        seen("stemmer", stems)
    return stems


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _stemmed(words: Sequence[str], settings: RougeSettings) -> list[str]:
    if settings.stemmer == "none":
        return list(words)
    stem = rouge_stem if settings.stemmer == "rouge155" else partial(porter_stem, mode=stem_mode(settings))
    return [stem(token) if len(token) >= STEM_FROM else token for token in words]


def rouge_stem(word: str) -> str:
    """Return the stem that ROUGE-1.5.5 uses with -m: from WordNet's exceptions, or else by rules.

    The letters A to Z are lowercased first.

    Source: ROUGE-1.5.5.pl, ``MorphStem``. Raises `SettingsError` if the lists of exceptions are not installed.
    """
    word = ascii_lower(word)
    return exceptions().get(word) or stem_by_rules(word)


def stem_mode(settings: RougeSettings) -> Any:
    """Return the variant of the Porter stemmer that the knob ``stemmer`` selects."""
    return settings.stemmer.removeprefix("porter-")


def prepare_line(line: Line, settings: RougeSettings, seen: Seen = unseen) -> Line:
    """Return a text truncated to ``length_limit``, or whole without a limit; a list of tokens is never truncated.

    Under ``case=ascii``, the letters A to Z are lowercased.
    """
    if isinstance(line, tuple):
        return tuple(ascii_lower(token) for token in line) if settings.case == "ascii" else line
    if settings.length_limit:
        cut = _CUTS[settings.length_unit]
        room, kept = settings.length_limit, []
        for row in line.split("\n"):
            start, length = cut(row, room)
            kept.append(start)
            room -= length
            if room <= 0:
                break
        line = "\n".join(kept)
        seen("length_limit", line)
    if settings.case == "ascii":
        line = ascii_lower(line)
        seen("case", line)
    return line


def _cut_characters(row: str, room: int) -> tuple[str, int]:
    row = row.strip()
    return row[:room], len(row)


def _cut_words(row: str, room: int) -> tuple[str, int]:
    words = row.split()
    return " ".join(words[:room]), len(words)


def _cut_bytes(row: str, room: int) -> tuple[str, int]:
    encoded = row.encode("utf-8", "surrogatepass")
    return encoded[:room].decode("utf-8", "ignore"), len(encoded)


def _cut_fields(row: str, room: int) -> tuple[str, int]:
    r"""Return the first `room` fields of Perl's ``split(/\s+/)``, and the number of all fields.

    Only trailing empty fields are dropped.
    """
    fields = _WHITE.split(row)
    while fields and not fields[-1]:
        fields.pop()
    return " ".join(fields[:room]), len(fields)


#: Functions that truncate a line to a number of units, by the unit; each also returns the number of units in the line.
_CUTS = {"characters": _cut_characters, "words": _cut_words, "bytes": _cut_bytes, "fields": _cut_fields}


class EmptyTextKnob(Protocol):
    """Settings with the knob ``empty_text``."""

    empty_text: str


def need_tokens(units: Sequence[object], settings: EmptyTextKnob) -> None:
    """Raise `MetricError` for a text without tokens if the knob ``empty_text`` requires tokens."""
    if not units and settings.empty_text in ("raise", "raise-short-reference"):
        raise MetricError("a text has no tokens", kind="ValueError")
