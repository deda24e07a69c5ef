"""Generate fresh texts; see `samescore.generators.fresh`."""

from __future__ import annotations

import random
from collections.abc import Callable

from samescore.data.corpus import Corpus
from samescore.generators.answers import answer_segment
from samescore.generators.edits import few_words
from samescore.generators.invented import FREQUENT, MOST_REFERENCES, invent_word, sentence
from samescore.generators.outputs import output_segment
from samescore.generators.sizes import EVERY
from samescore.generators.special_words import special_pair, special_segments
from samescore.generators.target import Target
from samescore.generators.texts import Segment, corpus_of, hostile_segment
from samescore.metrics.base import Pool

#: The position, in each cycle with one large input, of the input with words that no pool has.
_SPECIAL_TURN = 3
#: Generators of edge-case segments for a pool; other pools use `hostile_segment`.
_HOSTILE: dict[Pool, tuple[Callable[[random.Random], Segment], ...]] = {
    "edits": (few_words, few_words, hostile_segment),
    "answers": (answer_segment, answer_segment, answer_segment, hostile_segment),
    "outputs": (output_segment, output_segment, output_segment, hostile_segment),
}


def fresh_corpus(target: Target, rng: random.Random, turn: int) -> Corpus:
    """Return a corpus of edge-case and ordinary segments or, once in each cycle of `turn`, of words that no pool has."""
    pool = target.pool
    if turn % EVERY == _SPECIAL_TURN:
        words = [invent_word(rng) for _ in range(8)]
        return corpus_of(
            special_segments(rng, words, turn // EVERY, alone=pool in ("answers", "outputs")), target.max_references
        )
    most = target.max_references or MOST_REFERENCES
    hostile = _HOSTILE.get(pool, (hostile_segment,))
    words = [invent_word(rng) for _ in range(rng.choice([3, 8, 40]))] + rng.sample(FREQUENT, 8)
    segments: list[Segment] = []
    for _ in range(rng.choice([1, 1, 2, 3, 5])):
        if rng.random() < (0.9 if pool == "outputs" else 0.5):  # a sentence is never a right answer
            segments.append(rng.choice(hostile)(rng))
        else:
            longest = 12 if pool == "edits" else 30  # characters are aligned in quadratic time
            segments.append(_ordinary_segment(rng, words, rng.randint(1, most), longest, lines=pool == "rouge"))
    if target.equal_references:
        fewest = min(len(references) for _, references in segments)
        segments = [(hypothesis, references[:fewest]) for hypothesis, references in segments]
    return corpus_of(segments, target.max_references)


def _ordinary_segment(rng: random.Random, words: list[str], references: int, longest: int, *, lines: bool) -> Segment:
    """Return a sentence of about `longest` words at most (with `lines`, up to four, one per line), and similar references."""
    text = [sentence(rng, words, longest) for _ in range(rng.randint(1, 4) if lines else 1)]
    said = [_reword(rng, line, words) for line in text]
    for _ in range(rng.choice([0, 0, 1, 2])):
        word, alike = special_pair(rng)
        text[-1].insert(rng.randint(0, len(text[-1])), word)
        said[-1].insert(rng.randint(0, len(said[-1])), rng.choice([word, alike, alike]))
    right = [_join_sentences(rng, text)]
    right += [_join_sentences(rng, [_reword(rng, line, words) for line in text]) for _ in range(references - 1)]
    return _join_sentences(rng, said), right


def _join_sentences(rng: random.Random, sentences: list[list[str]]) -> str:
    return "\n".join(" ".join(sentence) + rng.choice([".", " .", "", "!"]) for sentence in sentences)


def _reword(rng: random.Random, sentence: list[str], words: list[str]) -> list[str]:
    """Return the sentence with up to a third of its words, or one, replaced, dropped, added, repeated or moved."""
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
