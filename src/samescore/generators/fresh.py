"""Fresh inputs: new with every seed, so that no table of answers can know them.

About half are small and hostile (repeated words, ties, copies, empty texts, several references, characters of many
scripts, unusual spaces); the others are ordinary texts of up to some hundred words, largely of invented words, and every
seventh is large (`samescore.generators.large`). Numbers are such that sums of them are exact: the inputs tell metrics
apart, not orders of addition.
"""

from __future__ import annotations

import random
from collections.abc import Callable
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
from samescore.data.ratings import Rating, Ratings
from samescore.data.rewrites import Rewrites
from samescore.data.sampled_responses import SampledResponses
from samescore.data.supported_answers import SupportedAnswers
from samescore.data.tagged import Tagged
from samescore.data.weighted_labels import WeightedLabels
from samescore.data.weighted_scores import WeightedScores
from samescore.generators.annotations import labelled
from samescore.generators.answers import answer_segment
from samescore.generators.class_scores import drawn_scores
from samescore.generators.comparisons import TRANSLATION, numbers, texts
from samescore.generators.edits import few_words
from samescore.generators.label_sets import drawn_sets
from samescore.generators.large import EVERY, is_large, large_input
from samescore.generators.likelihoods import choice_items
from samescore.generators.rewrites import edited
from samescore.generators.sampled_responses import drawn_responses
from samescore.generators.special_words import special_pair, special_segments
from samescore.generators.supported_answers import drawn_questions
from samescore.generators.tagged import sentences
from samescore.generators.texts import Segment, corpus_of, hostile_segment
from samescore.generators.weighted_labels import drawn_items
from samescore.metrics import metric
from samescore.metrics.base import Pool
from samescore.settings import Settings

#: Which inputs, of so many as there is one large one of, are made of words that no pool has.
_SPECIAL_TURN = 3
#: How many references an ordinary segment may have.
_MOST_REFERENCES = 4
_FREQUENT = [
    "the",
    "of",
    "a",
    "and",
    "to",
    "in",
    "is",
    "it",
    "was",
    "for",
    "on",
    "with",
    "not",
    "at",
    "by",
    "this",
    "The",
    "It",
]
_MARKS = [".", ",", "?", "!", ";", ":", '"', "(", ")", "'s", "-", "%"]
_SYLLABLES = [
    "ka",
    "lo",
    "mi",
    "ter",
    "van",
    "do",
    "ri",
    "sha",
    "en",
    "pu",
    "gra",
    "sto",
    "el",
    "ba",
    "qui",
    "zu",
    "nen",
    "or",
    "dy",
    "thi",
    "ß",
    "é",
    "ø",
    "ż",
    "ра",
    "ми",
    "の",
    "山",
]


def fresh_input(profile: Profile, settings: Settings, rng: random.Random, turn: int = 0) -> Data:
    """A random input of the kind that an entry point takes under `settings`, within the limits of its profile.

    `turn` is the number of the input, from 0: some of them are large.
    """
    chosen = metric(profile.metric)
    if is_large(turn) and (large := large_input(profile, settings, rng, turn)) is not None:
        return _tokenized(large) if isinstance(large, Corpus) and needs_tokens(settings) else large
    if chosen.takes[0] is Comparison:
        return _comparison(rng, profile)
    if chosen.facts.inputs == "probabilities":
        return _probabilities(rng)
    if chosen.takes[0] is Rewrites:
        return _rewrites(rng, profile)
    if chosen.takes[0] is not Corpus:
        return _BY_KIND[chosen.takes[0]](rng)
    corpus = _corpus(chosen.facts.inputs, profile, rng, turn)
    return _tokenized(corpus) if needs_tokens(settings) else corpus


def needs_tokens(settings: Settings) -> bool:
    """Do these settings need a corpus of the caller's tokens?"""
    return any(knob.needs_tokens(getattr(settings, knob.name)) for knob in settings.knobs())


def _tokenized(corpus: Corpus) -> Corpus:
    return Corpus.from_tokens(
        [str(segment.hypothesis).split() for segment in corpus],
        [[str(reference).split() for reference in segment.references] for segment in corpus],
    )


def _corpus(pool: Pool, profile: Profile, rng: random.Random, turn: int) -> Corpus:
    if turn % EVERY == _SPECIAL_TURN:
        words = [_invented(rng) for _ in range(8)]
        return corpus_of(special_segments(rng, words, turn // EVERY, alone=pool == "answers"), profile.max_references)
    most = profile.max_references or _MOST_REFERENCES
    hostile = _HOSTILE.get(pool, (hostile_segment,))
    words = [_invented(rng) for _ in range(rng.choice([3, 8, 40]))] + rng.sample(_FREQUENT, 8)
    segments: list[Segment] = []
    for _ in range(rng.choice([1, 1, 2, 3, 5])):
        if rng.random() < 0.5:
            segments.append(rng.choice(hostile)(rng))
        else:
            longest = 12 if pool == "edits" else 30  # characters are aligned in quadratic time
            segments.append(_ordinary(rng, words, rng.randint(1, most), longest, lines=pool == "rouge"))
    if profile.equal_references:
        fewest = min(len(references) for _, references in segments)
        segments = [(hypothesis, references[:fewest]) for hypothesis, references in segments]
    return corpus_of(segments, profile.max_references)


def _invented(rng: random.Random) -> str:
    word = "".join(rng.choice(_SYLLABLES) for _ in range(rng.choice([1, 2, 2, 3, 4])))
    return word.capitalize() if rng.random() < 0.15 else word


def _ordinary(rng: random.Random, words: list[str], references: int, longest: int, *, lines: bool) -> Segment:
    """A sentence of up to `longest` words (with `lines` several, one a line), and others that resemble it."""
    text = [_sentence(rng, words, longest) for _ in range(rng.randint(1, 4) if lines else 1)]
    said = [_reworded(rng, sentence, words) for sentence in text]
    for _ in range(rng.choice([0, 0, 1, 2])):
        word, alike = special_pair(rng)
        text[-1].insert(rng.randint(0, len(text[-1])), word)
        said[-1].insert(rng.randint(0, len(said[-1])), rng.choice([word, alike, alike]))
    right = [_joined(rng, text)]
    right += [_joined(rng, [_reworded(rng, sentence, words) for sentence in text]) for _ in range(references - 1)]
    return _joined(rng, said), right


def _sentence(rng: random.Random, words: list[str], longest: int) -> list[str]:
    sentence = [rng.choice(words) for _ in range(rng.randint(4, longest))]
    for _ in range(rng.choice([0, 1, 1, 3])):
        sentence.insert(rng.randrange(len(sentence)), rng.choice([*_MARKS, str(rng.randrange(3000)), "1,5", "U.K."]))
    return sentence


def _joined(rng: random.Random, sentences: list[list[str]]) -> str:
    return "\n".join(" ".join(sentence) + rng.choice([".", " .", "", "!"]) for sentence in sentences)


def _reworded(rng: random.Random, sentence: list[str], words: list[str]) -> list[str]:
    """The sentence with up to a third of its words replaced, left out, added, repeated or moved."""
    changed = list(sentence)
    for _ in range(rng.randint(0, max(1, len(sentence) // 3))):
        place = rng.randrange(len(changed))
        action = rng.randrange(5)
        if action == 0:
            changed[place] = rng.choice(words)
        elif action == 1 and len(changed) > 1:
            del changed[place]
        elif action == 2:
            changed.insert(place, rng.choice(words))
        elif action == 3:
            changed.insert(place, changed[place])
        else:
            changed.insert(rng.randrange(len(changed)), changed.pop(place))
    return changed


#: What hostile segments are for each pool; the general ones where none are named.
_HOSTILE: dict[Pool, tuple[Callable[[random.Random], Segment], ...]] = {
    "edits": (few_words, few_words, hostile_segment),
    "answers": (answer_segment, answer_segment, answer_segment, hostile_segment),
}


def _labels(rng: random.Random) -> Labels:
    """Labels of a few classes, which appear in any order; some are only predicted, or only gold."""
    invented = [_invented(rng) for _ in range(rng.choice([2, 3, 5, 12]))]
    several: list[list[Any]]
    several = [["0", "1"], [0, 1], ["BAD", "OK"], list(range(rng.choice([1, 3, 5]) + 1)), sorted(set(invented))]
    names = rng.choice(several)
    pool = [name for name in names for _ in range(rng.choice([1, 1, 2, 5]))]
    gold = rng.choices(pool, k=rng.choice([1, 2, 5, 9, 20, 60]))
    accuracy = rng.choice([0.2, 0.5, 0.8, 0.9])
    return Labels(gold, [label if rng.random() < accuracy else rng.choice(pool) for label in gold])


def _scored_labels(rng: random.Random) -> ScoredLabels:
    """Items with scores that are multiples of 1/4 or 1/64: with many ties, or few."""
    share, grain = rng.choice([0.2, 0.5, 0.5, 0.8]), rng.choice([4, 64])
    gold = [int(rng.random() < share) for _ in range(rng.choice([2, 5, 9, 20, 60]))]
    return ScoredLabels(gold, [round(rng.gauss(label, 1) * grain) / grain for label in gold])


def _probabilities(rng: random.Random) -> ScoredLabels:
    """Items with probabilities, multiples of 1/64; some are certain."""
    share = rng.choice([0.2, 0.5, 0.5, 0.8])
    gold = [int(rng.random() < share) for _ in range(rng.choice([2, 5, 9, 20, 60]))]
    return ScoredLabels(gold, [round(rng.betavariate(1 + label, 2 - label) * 64) / 64 for label in gold])


def _log_probabilities(rng: random.Random) -> TokenLogProbs:
    """Sequences of token log-probabilities, multiples of 1/64 down to -12, with their texts."""
    sequences = [
        [-rng.randrange(rng.choice([64, 768])) / 64 for _ in range(rng.choice([1, 2, 5, 20]))]
        for _ in range(rng.choice([1, 1, 2, 3, 5]))
    ]
    texts = [" ".join(_invented(rng) for _ in range(rng.randint(1, len(sequence)))) for sequence in sequences]
    return TokenLogProbs(sequences, texts)


def _choices(rng: random.Random) -> Choices:
    return choice_items(rng, [*(_invented(rng) for _ in range(6)), "no", "yes"])


def _ratings(rng: random.Random) -> Ratings:
    """Scores of up to six systems, multiples of 1/4 with ties, of which a few are missing."""
    systems, segments = rng.choice([(1, 5), (1, 12), (1, 24), (2, 8), (4, 6), (6, 3)])

    def scores() -> list[list[Rating]]:
        return [[rng.randrange(16) / 4 for _ in range(segments)] for _ in range(systems)]

    metric, human = scores(), scores()
    if rng.random() < 0.2:
        rng.choice([metric, human])[0][rng.randrange(segments)] = None
    return Ratings(metric, human)


def _tagged(rng: random.Random) -> Tagged:
    """Sentences of entities of invented types."""
    return sentences(rng, [_invented(rng) for _ in range(rng.choice([1, 2, 4]))])


def _rewrites(rng: random.Random, profile: Profile) -> Rewrites:
    """Sentences of invented words, rewritten, within the limits of an entry point."""
    words = [_invented(rng) for _ in range(rng.choice([4, 12, 40]))] + rng.sample(_FREQUENT, 6)
    many = rng.randint(1, profile.max_references or _MOST_REFERENCES) if profile.equal_references else None
    rows = []
    for _ in range(rng.choice([1, 1, 2, 3, 5])):
        source = _sentence(rng, words, 20)
        count = rng.randint(1, profile.max_references or _MOST_REFERENCES) if many is None else many
        rows.append([" ".join(source), *(" ".join(edited(rng, source, words)) for _ in range(count + 1))])
    sources, hypotheses, *_ = zip(*rows, strict=False)
    return Rewrites(sources, hypotheses, [row[2:] for row in rows])


def _label_sets(rng: random.Random) -> LabelSets:
    """Sets of two to five invented labels."""
    return drawn_sets(rng, [_invented(rng) for _ in range(rng.choice([2, 3, 5]))], rng.choice([1, 2, 5, 12]))


def _class_scores(rng: random.Random) -> ClassScores:
    """Probabilities of three to five invented classes."""
    return drawn_scores(
        rng, sorted({_invented(rng) for _ in range(5)})[: rng.choice([3, 5])], rng.choice([2, 5, 12, 30])
    )


def _weighted_scores(rng: random.Random) -> WeightedScores:
    """Items with probabilities, multiples of 1/64, and weights in eighths."""
    items = _probabilities(rng)
    return WeightedScores(items.gold, items.scores, [rng.randint(1, 16) / 8 for _ in items.gold])


def _weighted_labels(rng: random.Random) -> WeightedLabels:
    """Items of two to five invented classes, with weights in eighths."""
    return drawn_items(rng, [_invented(rng) for _ in range(rng.choice([2, 3, 5]))], rng.choice([2, 5, 12, 30]))


def _supported_answers(rng: random.Random) -> SupportedAnswers:
    """Answers of invented words."""
    words = [_invented(rng) for _ in range(rng.choice([2, 6]))]
    return drawn_questions(rng, lambda: rng.choices(words, k=rng.choice([1, 2, 4])), rng.choice([1, 2, 5]))


def _sampled_responses(rng: random.Random) -> SampledResponses:
    """Responses of invented words."""
    words = [_invented(rng) for _ in range(rng.choice([2, 6]))]
    return drawn_responses(rng, lambda: rng.choice(words), rng.choice([1, 2, 5]))


def _annotations(rng: random.Random) -> Annotations:
    """Invented labels of two to four annotators."""
    return labelled(rng, [_invented(rng) for _ in range(rng.choice([2, 3, 5]))])


def _comparison(rng: random.Random, profile: Profile) -> Comparison:
    """Two systems' texts of invented words, or their numbers, under a statistic that the entry point has."""
    statistic = rng.choice(profile.statistics or (MEAN, MEAN, *TRANSLATION))
    if statistic == MEAN:
        return numbers(rng, rng.choice([2, 4, 8, 16]))
    words = [_invented(rng) for _ in range(rng.choice([8, 40]))]
    return texts(rng, statistic, {}, words, profile.max_references or _MOST_REFERENCES)


_BY_KIND: dict[type[Data], Callable[[random.Random], Data]] = {
    Labels: _labels,
    ScoredLabels: _scored_labels,
    TokenLogProbs: _log_probabilities,
    Choices: _choices,
    Ratings: _ratings,
    Tagged: _tagged,
    Annotations: _annotations,
    LabelSets: _label_sets,
    ClassScores: _class_scores,
    WeightedLabels: _weighted_labels,
    WeightedScores: _weighted_scores,
    SupportedAnswers: _supported_answers,
    SampledResponses: _sampled_responses,
}
