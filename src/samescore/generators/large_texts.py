"""Generate large texts: many segments, long ones, or many references; see `samescore.generators.large`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from samescore.data.corpus import Corpus
from samescore.generators.target import Target
from samescore.generators.texts import Segment, corpus_of

#: Segments, words of the longest text, references of a segment: one of them is large in turn.
_TEXTS = (
    (1025, 6, 2),
    (1, 5000, 2),
    (2, 8, 300),
    (257, 6, 2),
    (2, 1025, 2),
    (5, 8, 17),
    (33, 12, 5),
    (65, 129, 1),
    (8, 257, 3),
)


#: Words of the longest text for metrics whose usual implementations take at least quadratic time.
_SLOW_WORDS = {
    "ribes": 257,
    "meteor15": 257,
    "cer": 200,
    "edit-distance": 200,
    "similarity": 200,
    "anls": 200,
}


_QUADRATIC_WORDS = 1025
#: The same for the other texts.
_OFTEN_WORDS = 320
_LINEAR = (
    "bleu",
    "chrf",
    "nist",
    "gleu",
    "cider",
    "rouge-n",
    "distinct",
    "exact-match",
    "answer-f1",
    "char-f1",
    "ngram-perplexity",
)


#: Words repeated more often than a byte can count.
_FREQUENT = ("the", "of", "and", "a")


def large_corpus(target: Target, rng: random.Random, number: int) -> Corpus:
    """Many segments, a long text, or many references of one."""
    segments, most_words, most_references = _TEXTS[number % len(_TEXTS)]
    words, references = (
        _words_of(target.metric.name, most_words),
        min(most_references, target.max_references or most_references),
    )
    repeated = target.metric.name != "ter"  # every repeated word is one more phrase that may be shifted
    vocabulary = [f"{rng.choice('bcdfgklmnprstvz')}{rng.choice('aeiou')}{k}" for k in range(400)]
    made: list[Segment] = []
    for place in range(segments):
        worse = (place + 1) / segments if segments > 1 else 0.5
        made.append(
            _segment(rng, vocabulary, words if segments < _MANY else rng.randint(3, words), references, worse, repeated)
        )
    return corpus_of(made)


def _words_of(metric_name: str, most: int) -> int:
    """Return the number of words in the longest text generated for a metric, at most `most`."""
    if metric_name in _LINEAR:
        return most
    return min(most, _SLOW_WORDS.get(metric_name, _QUADRATIC_WORDS if most > _QUADRATIC_WORDS else _OFTEN_WORDS))


#: Number of segments from which lengths vary; numbers that count as many references, and many words.
_MANY = 8
_LONG = 100


def _segment(
    rng: random.Random, vocabulary: Sequence[str], length: int, references: int, worse: float, repeated: bool
) -> Segment:
    """Return a text with references, of which the last one is most similar.

    With many references, the last one is best. A long text may differ from it in only its last word, and a short one be
    equal; otherwise more words are wrong the larger `worse` is.
    """
    text = drawn_text(rng, vocabulary, length, repeated)
    right = [*(changed_text(rng, text, 0.9, f"r{k}") for k in range(references - 1)), " ".join(text)]
    if references >= _MANY or (length < _LONG and rng.random() > worse):
        return " ".join(text), right
    if length >= _LONG and rng.random() < 0.5:
        return " ".join([*text[:-1], "x"]), right
    return changed_text(rng, text, worse, "x"), right


def drawn_text(rng: random.Random, vocabulary: Sequence[str], length: int, repeated: bool) -> list[str]:
    """Words of which every second one is frequent, or which are all different."""
    if not repeated:
        return [f"{rng.choice(vocabulary)}-{k}" for k in range(length)]
    return [rng.choice(_FREQUENT if k % 2 else vocabulary) for k in range(length)]


def changed_text(rng: random.Random, text: Sequence[str], worse: float, mark: str) -> str:
    """Return the text with some words replaced, increasingly towards its end; the last one is always replaced."""

    def is_wrong(place: int) -> bool:
        return place == len(text) - 1 > 1 or rng.random() < worse * (place + 1) / len(text)

    return " ".join(f"{mark}{place}" if is_wrong(place) else word for place, word in enumerate(text))
