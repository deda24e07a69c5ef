"""Generate inputs: text with the word frequencies of natural language and the edits of a translation, and labels.

The same call returns the same input, on any machine and in any process.
"""

from __future__ import annotations

import math
import operator
import random
from array import array
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

#: Probabilities of the differences between a hypothesis and its reference: a word is replaced, dropped, or gets a new
#: neighbour, and a block of up to three words of a line moves.
_REPLACED, _LEFT_OUT, _ADDED, _MOVED = 0.12, 0.05, 0.05, 0.2
_SIGMA = 0.5  # of the logarithm of a sentence's length


class Text(NamedTuple):
    """A text of hypotheses and streams of references: ``streams[k][i]`` is reference k of hypothesis i."""

    hypotheses: list[str]
    streams: list[list[str]]

    def __len__(self) -> int:
        return len(self.hypotheses)


class LabelColumns(NamedTuple):
    """The gold and the predicted class of each item."""

    gold: Sequence[int | str]
    predicted: Sequence[int | str]

    def __len__(self) -> int:
        return len(self.gold)


class ScoredColumns(NamedTuple):
    """The gold label (0 or 1) of each item, and a classifier's score."""

    gold: Sequence[int]
    scores: Sequence[float]

    def __len__(self) -> int:
        return len(self.gold)


Input = Text | LabelColumns | ScoredColumns


class _Language(NamedTuple):
    """The words of a language, most frequent first, their cumulative weights, and the marks that join words to sentences."""

    words: list[str]
    weights: list[float]
    joiner: str
    comma: str
    stops: str

    def draw(self, rng: random.Random, count: int) -> list[str]:
        return rng.choices(self.words, cum_weights=self.weights, k=count)


_SYLLABLES = {
    "english": [
        "the",
        "a",
        "of",
        "in",
        "to",
        "re",
        "con",
        "ing",
        "er",
        "ly",
        "st",
        "and",
        "on",
        "or",
        "is",
        "at",
        "en",
        "it",
        "as",
        "be",
        "sion",
        "pro",
        "de",
        "al",
        "ti",
        "ment",
        "fo",
        "wa",
        "ha",
        "ver",
        "ni",
    ],
    "german": [
        "der",
        "die",
        "und",
        "ge",
        "ver",
        "schaft",
        "ung",
        "be",
        "ein",
        "zu",
        "ß",
        "ö",
        "mä",
        "lich",
        "keit",
        "über",
        "stand",
        "ent",
        "haft",
        "aus",
        "wür",
        "sch",
        "er",
        "en",
        "tz",
        "ei",
        "nk",
    ],
}


def _western(name: str, per_syllable: float) -> _Language:
    rng = random.Random(name)
    syllables = _SYLLABLES[name]
    words: dict[str, None] = {}
    while len(words) < 20_000:  # frequent words are short
        length = 1 + int(math.log(len(words) / 40 + 1, per_syllable))
        word = "".join(rng.choices(syllables, k=rng.randint(max(1, length - 1), length + 1)))
        if name == "german" and rng.random() < 0.25:
            word = word.capitalize()
        words[word] = None
    return _Language(list(words), _zipf(len(words)), " ", ",", ".?!")


def _chinese() -> _Language:
    """Return a language whose words are Chinese characters; a few are numbers and Latin words."""
    rng = random.Random("chinese")
    characters = [chr(rng.randint(0x4E00, 0x9FA5)) for _ in range(4000)]
    characters[30::60] = [rng.choice(("GDP", "3.5%", "2022", "AI", "1,000")) for _ in characters[30::60]]
    return _Language(characters, _zipf(len(characters)), "", "，", "。？！")


def _zipf(count: int) -> list[float]:
    return list(accumulate(1 / (rank + 2.7) ** 1.05 for rank in range(count)))


def _language(name: str) -> _Language:
    return _chinese() if name == "chinese" else _western(name, 5 if name == "german" else 6)


def translations(language: str, lines: int, tokens: int = 18) -> Text:
    """Return `lines` lines of text as references, and edited copies as hypotheses.

    `language` is ``english``, ``german`` or ``chinese``: the text has its characters and layout, but no meaning. `tokens`
    is the mean number of words (in Chinese, of characters) of a line.
    """
    rng = random.Random(f"{language} {tokens}")
    writer = _language(language)
    references = [_sentence(rng, writer, tokens) for _ in range(lines)]
    hypotheses = [_edited(rng, writer, words) for words in references]
    return Text(
        [writer.joiner.join(words) for words in hypotheses], [[writer.joiner.join(words) for words in references]]
    )


def summaries(tokens: int, documents: int) -> Text:
    """Return summaries of `tokens` English words, one sentence per line; hypotheses have half of the sentences reordered."""
    rng = random.Random(f"summaries {tokens}")
    writer = _language("english")
    hypotheses, references = [], []
    for _ in range(documents):
        sentences: list[list[str]] = []
        left = tokens
        while left > 0:
            sentences.append(_sentence(rng, writer, 18)[:left])
            left -= len(sentences[-1])
        order = list(range(len(sentences)))
        chosen = rng.sample(order, len(order) // 2)
        for place, other in zip(sorted(chosen), chosen, strict=True):
            order[place] = other
        references.append("\n".join(" ".join(words) for words in sentences))
        hypotheses.append("\n".join(" ".join(_edited(rng, writer, sentences[i])) for i in order))
    return Text(hypotheses, [references])


def _sentence(rng: random.Random, writer: _Language, tokens: int) -> list[str]:
    length = max(1, round(rng.lognormvariate(math.log(tokens) - _SIGMA**2 / 2, _SIGMA)))
    words = writer.draw(rng, length)
    for k in range(length - 1):
        chance = rng.random()
        if chance < 0.06:
            words[k] += writer.comma
        elif chance < 0.08 and writer.joiner:
            words[k] = rng.choice((str(rng.randint(1, 2100)), f"{rng.randint(1, 99)},{rng.randint(100, 999)}.5"))
        elif chance < 0.09 and writer.joiner:
            words[k] = rng.choice((f'"{words[k]}"', f"({words[k]})", f"{words[k]}-{words[k + 1]}", f"{words[k]}'s"))
    words[0] = words[0][0].upper() + words[0][1:]
    words[-1] += rng.choices(writer.stops, (8, 1, 1))[0]
    return words


def _edited(rng: random.Random, writer: _Language, words: list[str]) -> list[str]:
    """Return the words with some replaced, dropped or added, and sometimes a block of them moved."""
    others = iter(writer.draw(rng, len(words)))
    edited: list[str] = []
    for word, other in zip(words, others, strict=True):
        chance = rng.random()
        if chance < _REPLACED:
            edited.append(other)
        elif chance < _REPLACED + _ADDED:
            edited += [word, other]
        elif chance >= _REPLACED + _ADDED + _LEFT_OUT:
            edited.append(word)
    if len(edited) > 4 and rng.random() < _MOVED:
        start = rng.randrange(len(edited) - 3)
        block = edited[start : start + rng.randint(1, 3)]
        del edited[start : start + len(block)]
        place = rng.randint(0, len(edited))
        edited[place:place] = block
    return edited or [words[0]]


def labels(classes: int, items: int) -> tuple[bytes, bytes]:
    """Return gold and predicted classes, one byte per item; three predictions in four are right.

    Classes have different frequencies; `classes` is at most 32.
    """
    rng = random.Random(f"labels {classes}")
    gold = rng.randbytes(items).translate(bytes(int(classes * (k / 256) ** 2) for k in range(256)))
    errors = rng.randbytes(items).translate(bytes(0 if k < 192 else k % classes for k in range(256)))
    predicted = bytes(map(operator.add, gold, errors)).translate(bytes(k % classes for k in range(256)))
    return gold, predicted


def scored(items: int) -> tuple[bytes, array[float]]:
    """Return gold labels (0 or 1, one byte per item), and a classifier's scores, which are higher for most items of class 1."""
    rng = random.Random("scored")
    gold = rng.randbytes(items).translate(bytes(int(k < 77) for k in range(256)))
    draw = rng.random
    return gold, array("d", (draw() + 0.3 * label for label in gold))
