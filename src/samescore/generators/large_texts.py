"""Generate large texts: many segments, long segments or many references; see `samescore.generators.large`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from samescore.data.corpus import Corpus
from samescore.generators.target import Target
from samescore.generators.texts import Segment, corpus_of

#: The numbers of segments, of words of the longest text, and of references of a segment, by index of the input.
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


#: Maximum number of words of a text for metrics whose usual implementations take at least quadratic time.
_SLOW_WORDS = {
    "ribes": 257,
    "meteor15": 257,
    "cer": 200,
    "edit-distance": 200,
    "similarity": 200,
    "anls": 200,
}


#: Maximum number of words for the other metrics if more than this number was requested.
_QUADRATIC_WORDS = 1025
#: Maximum number of words for the other metrics if at most `_QUADRATIC_WORDS` were requested.
_OFTEN_WORDS = 320
#: Metrics whose usual implementations take linear time, so the number of words is not limited.
_LINEAR = (
    "bleu",
    "chrf",
    "nist",
    "gleu",
    "cider",
    "rouge-n",
    "distinct",
    "exact-match",
    "answer-match",
    "answer-f1",
    "char-f1",
    "ngram-perplexity",
)


#: Words repeated more often than a byte can count.
_FREQUENT = ("the", "of", "and", "a")


def large_corpus(target: Target, rng: random.Random, number: int) -> Corpus:
    """Return a corpus with many segments, a long text, or many references for a segment, depending on `number`."""
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


#: Number of segments from which their lengths vary, and number of references that counts as many.
_MANY = 8
#: Number of words that counts as a long text.
_LONG = 100


def _segment(
    rng: random.Random, vocabulary: Sequence[str], length: int, references: int, worse: float, repeated: bool
) -> Segment:
    """Return a hypothesis of `length` words, and references; the last reference is the most similar.

    With many references, the hypothesis equals the last reference. With few, a short hypothesis may equal it, and a
    long one may differ in only the last word; otherwise more words are wrong the larger `worse` is (0 to 1).
    """
    text = drawn_text(rng, vocabulary, length, repeated)
    right = [*(changed_text(rng, text, 0.9, f"r{k}") for k in range(references - 1)), " ".join(text)]
    if references >= _MANY or (length < _LONG and rng.random() > worse):
        return " ".join(text), right
    if length >= _LONG and rng.random() < 0.5:
        return " ".join([*text[:-1], "x"]), right
    return changed_text(rng, text, worse, "x"), right


def drawn_text(rng: random.Random, vocabulary: Sequence[str], length: int, repeated: bool) -> list[str]:
    """Return `length` words: if `repeated`, every second one is a frequent word; else all are different."""
    if not repeated:
        return [f"{rng.choice(vocabulary)}-{k}" for k in range(length)]
    return [rng.choice(_FREQUENT if k % 2 else vocabulary) for k in range(length)]


def changed_text(rng: random.Random, text: Sequence[str], worse: float, mark: str) -> str:
    """Return the text with words replaced by `mark` and a number, more often towards its end and the larger `worse` is.

    The last word is always replaced in a text of three words or more.
    """

    def is_wrong(place: int) -> bool:
        return place == len(text) - 1 > 1 or rng.random() < worse * (place + 1) / len(text)

    return " ".join(f"{mark}{place}" if is_wrong(place) else word for place, word in enumerate(text))
