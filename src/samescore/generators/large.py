"""Large fresh inputs: more segments, words, references, items and classes than golden vectors have.

Fast implementations go wrong there: they drop the last incomplete batch, cut long texts, count in a byte or in 16 bits,
recurse too deeply. So that each of these changes the score, quality falls from the first segment or word to the last,
the best reference is the last one, and what is rare is in the end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from samescore.catalogue.profile import Profile
from samescore.data.annotations import Annotations
from samescore.data.class_scores import ClassScores
from samescore.data.comparison import MEAN, Comparison
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.label_sets import LabelSets
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.ratings import Ratings
from samescore.data.rewrites import Rewrites
from samescore.data.sampled_responses import SampledResponses
from samescore.data.supported_answers import SupportedAnswers
from samescore.data.tagged import Tagged
from samescore.data.weighted_labels import WeightedLabels
from samescore.data.weighted_scores import WeightedScores
from samescore.generators.class_scores import drawn_scores
from samescore.generators.comparisons import numbers
from samescore.generators.label_sets import drawn_sets
from samescore.generators.supported_answers import drawn_questions
from samescore.generators.texts import Segment, corpus_of
from samescore.generators.weighted_labels import drawn_items
from samescore.metrics import metric
from samescore.settings import Settings

#: Of the inputs of an entry point, the last of so many is a large one.
EVERY = 7

#: Segments, words of the longest text, references of a segment: in turn, one of them is large.
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
#: Words of the longest text where the time of ordinary implementations grows with its square, or faster.
_SLOW_WORDS = {
    "ribes": 257,
    "meteor15": 257,
    "cer": 200,
    "edit-distance": 200,
    "similarity": 200,
    "anls": 200,
}
_QUADRATIC_WORDS = 1025
#: The same for the texts that are not the longest.
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
#: Items and classes.
_LABELS = ((70_001, 2), (1025, 300), (1025, 17), (257, 2), (1001, 3), (65, 5), (33, 2))
#: Items of what takes quadratic time, or is added up without being exact.
_ITEMS = (1025, 257, 65, 129, 33)
#: Words that are repeated more often than a byte can count.
_FREQUENT = ("the", "of", "and", "a")


def is_large(turn: int) -> bool:
    """Is the input of an entry point with this number, from 0, a large one?"""
    return turn % EVERY == EVERY - 1


def large_input(profile: Profile, settings: Settings, rng: random.Random, turn: int) -> Data | None:
    """A large input for an entry point, within the limits of its profile; None for a kind of which there are none."""
    chosen, number = metric(profile.metric), turn // EVERY
    if chosen.takes[0] is Corpus:
        return _corpus(profile, rng, number)
    if chosen.takes[0] is Labels:
        items, classes = _LABELS[number % len(_LABELS)]
        return _labels(rng, items, 2 if getattr(settings, "average", "") == "binary" else classes)
    if chosen.takes[0] is Rewrites:
        return _rewrites(rng, profile, number)
    if profile.statistics and MEAN not in profile.statistics:  # it compares texts, and resamples them often
        return None
    make = _BY_KIND.get(chosen.takes[0])
    return None if make is None else make(rng, _ITEMS[number % len(_ITEMS)], number)


def _corpus(profile: Profile, rng: random.Random, number: int) -> Corpus:
    segments, most_words, most_references = _TEXTS[number % len(_TEXTS)]
    words, references = (
        _words_of(profile.metric, most_words),
        min(most_references, profile.max_references or most_references),
    )
    repeated = profile.metric != "ter"  # every repeated word is one more phrase that may be shifted
    vocabulary = [f"{rng.choice('bcdfgklmnprstvz')}{rng.choice('aeiou')}{k}" for k in range(400)]
    made: list[Segment] = []
    for place in range(segments):
        worse = (place + 1) / segments if segments > 1 else 0.5
        made.append(
            _segment(rng, vocabulary, words if segments < _MANY else rng.randint(3, words), references, worse, repeated)
        )
    return corpus_of(made)


def _words_of(metric_name: str, most: int) -> int:
    """The words of the longest text for a metric."""
    if metric_name in _LINEAR:
        return most
    return min(most, _SLOW_WORDS.get(metric_name, _QUADRATIC_WORDS if most > _QUADRATIC_WORDS else _OFTEN_WORDS))


#: From so many segments on, texts are of different lengths; so many references are many, and so many words.
_MANY = 8
_LONG = 100


def _segment(
    rng: random.Random, vocabulary: Sequence[str], length: int, references: int, worse: float, repeated: bool
) -> Segment:
    """A text, and references of which the last one resembles it most.

    With many references it is the last one; a long text may differ from it in its last word alone, and a short one be the
    same; else the more of its words are wrong the larger `worse` is.
    """
    text = _text(rng, vocabulary, length, repeated)
    right = [*(_changed(rng, text, 0.9, f"r{k}") for k in range(references - 1)), " ".join(text)]
    if references >= _MANY or (length < _LONG and rng.random() > worse):
        return " ".join(text), right
    if length >= _LONG and rng.random() < 0.5:
        return " ".join([*text[:-1], "x"]), right
    return _changed(rng, text, worse, "x"), right


def _text(rng: random.Random, vocabulary: Sequence[str], length: int, repeated: bool) -> list[str]:
    """Words of which every second one is frequent, or all of which are different."""
    if not repeated:
        return [f"{rng.choice(vocabulary)}-{k}" for k in range(length)]
    return [rng.choice(_FREQUENT if k % 2 else vocabulary) for k in range(length)]


def _changed(rng: random.Random, text: Sequence[str], worse: float, mark: str) -> str:
    """The text with other words in place of some, the more of them the nearer to its end; the last one is always another."""

    def is_wrong(place: int) -> bool:
        return place == len(text) - 1 > 1 or rng.random() < worse * (place + 1) / len(text)

    return " ".join(f"{mark}{place}" if is_wrong(place) else word for place, word in enumerate(text))


def _labels(rng: random.Random, items: int, classes: int) -> Labels:
    """Items of which the last ones are wrong most often; classes that come late are rare, and taken for each other."""
    gold = [min(int(classes * rng.random() ** 2), classes - 1) for _ in range(items - classes)] + list(range(classes))
    predicted = [
        label if rng.random() > 0.2 + 0.6 * place / items else rng.randrange(classes)
        for place, label in enumerate(gold)
    ]
    return Labels(gold, predicted)


def _scored_labels(rng: random.Random, items: int, _: int) -> ScoredLabels:
    gold = [int(rng.random() < 0.4) for _ in range(items - 2)] + [0, 1]
    return ScoredLabels(gold, [round(rng.betavariate(1 + label, 2 - label) * 64) / 64 for label in gold])


def _names(number: int) -> list[str]:
    return [f"c{k:03}" for k in range((17, 300, 3)[number % 3])]


def _log_probabilities(rng: random.Random, items: int, number: int) -> TokenLogProbs:
    """Many sequences, or a long one; the last tokens are the least likely."""
    lengths = [items] if number % 2 else [rng.randint(1, 12) for _ in range(items)]
    sequences = [[-rng.randrange(1, 64 + k) / 64 for k in range(length)] for length in lengths]
    return TokenLogProbs(sequences, [" ".join(f"w{k}" for k in range(length)) for length in lengths])


def _ratings(rng: random.Random, items: int, _: int) -> Ratings:
    human = [rng.randrange(64) / 4 for _ in range(items)]
    noisy = [score + rng.randrange(1 + 64 * place // items) / 4 for place, score in enumerate(human)]
    return Ratings([noisy], [human])


def _tagged(rng: random.Random, items: int, number: int) -> Tagged:
    types = _names(number)
    gold = [[f"{prefix}-{rng.choice(types)}" for prefix in "BIB"[: rng.randint(1, 3)]] + ["O"] for _ in range(items)]
    return Tagged(gold, [row if rng.random() > place / items else ["O"] * len(row) for place, row in enumerate(gold)])


def _annotations(rng: random.Random, items: int, number: int) -> Annotations:
    types = _names(number)[:17]
    rows = [[rng.choice(types[: 1 + 16 * place // items]) for _ in range(5)] for place in range(items)]
    return Annotations([list(column) for column in zip(*rows, strict=True)])


def _choices(rng: random.Random, items: int, number: int) -> Choices:
    """Many questions of few choices, or few of many; the last choice is the right one, and the less likely the later."""
    size = (4, 300)[number % 2]
    return Choices([_question(rng, size, place / items) for place in range(items if size == 4 else 9)])


def _question(rng: random.Random, size: int, worse: float) -> dict[str, Any]:
    logprobs = [-rng.randrange(8, 64) / 4 for _ in range(size)]
    logprobs[-1] = -rng.randrange(1, 8 + int(64 * worse)) / 4
    texts = ["y" * rng.randint(1, 9) for _ in range(size)]
    return {"choices": texts, "logprobs": logprobs, "unconditional": [-1.25] * size, "gold": size - 1}


def _rewrites(rng: random.Random, profile: Profile, number: int) -> Rewrites:
    """Many rewrites, long ones, or many references."""
    segments, words, most = ((257, 6, 2), (1, 1025, 2), (2, 8, 300))[number % 3]
    references = min(most, profile.max_references or most)
    vocabulary = [f"w{k}" for k in range(400)]
    sources = [_text(rng, vocabulary, words, repeated=True) for _ in range(segments)]
    outputs = [_changed(rng, source, (place + 1) / segments, "x") for place, source in enumerate(sources)]
    rewritten = [[_changed(rng, source, 0.3, f"r{k}") for k in range(references)] for source in sources]
    return Rewrites([" ".join(source) for source in sources], outputs, rewritten)


def _supported_answers(rng: random.Random, items: int, _: int) -> SupportedAnswers:
    return drawn_questions(rng, lambda: rng.choices([f"w{k}" for k in range(400)], k=rng.choice([1, 3, 300])), items)


def _sampled_responses(rng: random.Random, items: int, number: int) -> SampledResponses:
    """Many questions, or many responses to few of them."""
    many, size = ((items, 5), (9, 300))[number % 2]
    questions = []
    for _ in range(many):
        right = str(rng.randrange(300))
        questions.append(
            {"responses": [rng.choice([right, str(rng.randrange(300))]) for _ in range(size)], "references": [right]}
        )
    return SampledResponses(questions)


_BY_KIND: dict[type[Data], Callable[[random.Random, int, int], Data]] = {
    ScoredLabels: _scored_labels,
    LabelSets: lambda rng, items, number: drawn_sets(rng, _names(number)[:17], items),
    ClassScores: lambda rng, items, number: drawn_scores(rng, _names(number), min(items, 257)),
    WeightedLabels: lambda rng, items, number: drawn_items(rng, _names(number), items),
    WeightedScores: lambda rng, items, number: _weighted_scores(rng, items, number),
    TokenLogProbs: _log_probabilities,
    Ratings: _ratings,
    Tagged: _tagged,
    Annotations: _annotations,
    Choices: _choices,
    SupportedAnswers: _supported_answers,
    SampledResponses: _sampled_responses,
    Comparison: lambda rng, items, _: numbers(rng, min(items, 257)),
}


def _weighted_scores(rng: random.Random, items: int, number: int) -> WeightedScores:
    drawn = _scored_labels(rng, items, number)
    return WeightedScores(drawn.gold, drawn.scores, [rng.randint(1, 16) / 8 for _ in drawn.gold])
