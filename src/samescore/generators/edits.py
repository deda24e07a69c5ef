"""Generate corpora for edit metrics: the general corpora, hand-picked ones, and texts with moved phrases.

Each corpus of the hand-picked `EDITS` tests one limit or convention. The random texts have few distinct words, so a
search for shifts has many candidates.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from samescore.data.corpus import Corpus
from samescore.generators.texts import Segment, corpus_of


def _numbered(letter: str, count: int) -> str:
    return " ".join(f"{letter}{k}" for k in range(count))


EDITS: list[list[Segment]] = [
    [("b c d a", ["a b c d"]), ("d e f a b c", ["a b c d e f", "x"])],
    [("c c a b", ["b a c c"]), ("b a b c", ["a c b b"]), ("c a f a", ["a a c f"])],  # ties between equal shifts
    [("cat's\t", ["cat 's"]), ("it's Ann's.", ["it 's Ann 's ."])],  # 's before another white space
    [("at Ann's.", ["at Ann's."]), ("Ann's, x", ["Ann's x"])],  # 's before a mark
    [("", [""]), ("", ["", ""])],
    [("", ["a b c"]), ("a b c", ["a b c"])],
    [("a b", [""]), ("...", ["."])],
    [(_numbered("w", 28), [f"{_numbered('y', 28)} {_numbered('w', 28)}"])],  # matches outside the beam
    # Matches outside the beam, with more words than the reference.
    [(f"{_numbered('y', 28)} {_numbered('w', 28)}", [_numbered("w", 28)])],
    [
        (f"{_numbered('w', 60)} x y", [f"x y {_numbered('w', 60)}"])
    ],  # the phrase is too far from its place to be shifted
    [(f"{_numbered('w', 11)} a b c", [f"a b c {_numbered('w', 11)}"])],  # the phrase is too long to be shifted at once
    [(f"{_numbered('w', 11)} {_numbered('x', 12)}", [f"{_numbered('x', 12)} {_numbered('w', 11)}"])],
    [
        ("a b a a b b a b a b a a b b b a " * 2, ["b b a b a a a b b a a b b a b a " * 2])
    ],  # more candidates for shifts than are examined
    [("a", [_numbered("w", 120)]), (_numbered("w", 60), ["w59"])],  # the beam must be widened
    [("a\tb", ["a b"]), ("a \t b", ["a b"]), ("\ta  b\t", ["a b"])],  # word separators
    [("ca", ["abc"]), ("a c b", ["b c a"])],  # transpositions with an insertion between
    [("b a", ["a b"]), ("a cat", ["act a"])],
    [("ab" * 1001, ["b"]), ("x", ["y"])],  # more units than NLTK accepts
    [("a b b", ["b b a"]), ("a b", ["b a b"]), ("a a b", ["b a a b a"])],  # several alignments
    [("b c", ["a b c d"]), ("x b y", ["b"])],
    [("我喜欢猫。", ["我 喜欢 猫"]), ("full，width", ["fullwidth"])],
    [],
    [(" ", ["a"]), ("x", ["\t"]), ("same", ["same"])],
]


def few_words(rng: random.Random) -> Segment:
    """Return a text of few distinct words, and one to three references with phrases moved and words edited."""
    words = [rng.choice("abcdefghij"[: rng.choice([2, 3, 5, 10])]) for _ in range(rng.choice([3, 5, 8, 12, 18]))]
    references = [" ".join(_edit_phrases(rng, words)) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    if rng.random() < 0.1:
        return " ".join(words) + "'s\t", [f"{reference} 's" for reference in references]
    if rng.random() < 0.1:
        return " ".join(words) + "'s.", [f"{reference}'s." for reference in references]
    return " ".join(words), references


def _edit_phrases(rng: random.Random, words: list[str]) -> list[str]:
    moved = list(words)
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        start = rng.randrange(len(moved) + 1)
        phrase = moved[start : start + rng.choice([1, 2, 3, 5])]
        del moved[start : start + len(phrase)]
        place = rng.randrange(len(moved) + 1)
        moved[place:place] = phrase
    for _ in range(rng.choice([0, 0, 1, 2])):
        place = rng.randrange(len(moved) + 1)
        moved[place : place + rng.choice([0, 1, 1, 2])] = [
            rng.choice("abxyAB") for _ in range(rng.choice([0, 1, 1, 3]))
        ]
    return moved


def edit_corpora(general: Iterator[Corpus], max_references: int = 0, seed: int = 0) -> Iterator[Corpus]:
    """Yield as many corpora as `general` has: `EDITS` twice, then its corpora, every third replaced by `few_words` segments."""
    rng = random.Random(seed)
    directed = EDITS * 2  # each is scored under two settings
    for index, corpus in enumerate(general):
        if index < len(directed):
            yield corpus_of(directed[index], max_references)
        elif index % 3:
            yield corpus
        else:
            yield corpus_of([few_words(rng) for _ in range(rng.choice([1, 1, 2, 3]))], max_references)
