"""Generate corpora of sentences with many edge cases that break implementations.

`corpora(n)` starts with hand-picked corpora (`DIRECTED`) that test single knobs, and continues with random ones:
empty and blank lines, single tokens, copies with edits, length ties, several references or none, punctuation, numbers,
HTML entities, NFC and NFD, CJK, emoji, unusual spaces.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from samescore.data.corpus import Corpus

#: A hypothesis and its references.
Segment = tuple[str, list[str]]

PLAIN = [
    "the",
    "cat",
    "sat",
    "on",
    "a",
    "mat",
    "and",
    "the",
    "dog",
    "ran",
    "over",
    "there",
    "to",
    "be",
    "or",
    "not",
    "The",
    "Cat",
]
SIBLINGS = [
    group.split()
    for group in (
        "relate related relates relating relation relational",
        "happy happily happiness",
        "die dies died dying",
        "enjoy enjoys enjoyed enjoying",
        "hop hops hopping hopped",
        "fully full",
        "geology geological",
        "sky skies",
        "agree agreed agreement",
        "inning innings",
        "general generalize generalization",
        "new news",
        "fli fly flies",
    )
]
INFLECTED = [
    "relational",
    "agreed",
    "agreement",
    "hopping",
    "happy",
    "happily",
    "enjoy",
    "enjoying",
    "dying",
    "innings",
    "news",
    "geology",
    "skies",
    "died",
    "tied",
    "fully",
    "hopefully",
    "generalization",
    "oscillators",
    "conformabli",
    "sky",
    "relate",
    "related",
    "relating",
    "university",
    "cats",
]
_MARKED = [
    "it's",
    "don't",
    "end.",
    "(hi)",
    '"quoted"',
    "a-b",
    "3-4",
    "1,000.50",
    "in",
    "2010.",
    ".3",
    "...",
    ",",
    ".",
    "!",
    "U.S.",
    "50%",
    "$5",
    "a_b",
    "C++",
    "x=y",
    "@home",
    "#tag",
    "&amp;",
    "&quot;",
    "&lt;b&gt;",
    "&AMP;",
    "&amp;lt;",
    "<skipped>",
    "half½",
    "②.",
    "5-",
    "-5",
    "٣.٤",
    "“curly”",
    "«q»",
    "…",
    "—",
    "‐",
    "full，width！",
]
_FOREIGN = [
    "café",
    "café",
    "naïve",
    "我喜欢猫",
    "猫和狗",
    "こんにちは",
    "カタカナ",
    "안녕하세요",
    "Привет",
    "мир",
    "ÅNGSTRÖM",
    "Straße",
    "İstanbul",
    "𠀀𠀁",
    "⅓",
    "→",
    "─",
    "☃",
    "👩\u200d👩\u200d👧",
    "👍🏽\n",
    "KK",
    "ﷺ",
    "ไทย",
    "हिन्दी",
    "a\u200bb",
    "\ufeffbom",
    "①",
]
INFLECTED += [word for group in SIBLINGS for word in group]
WORDS = [*PLAIN * 4, *INFLECTED, *_MARKED, *[word.strip() for word in _FOREIGN]]
SEPARATORS = [" "] * 30 + [
    "  ",
    "\t",
    "\u00a0",
    "\u3000",
    "\u2028",
    "\x85",
    "\x1c",
    "\x1f",
    "\n",
    "\u1680",
    "\u200b",
    "",
]
LINES_WITH_NOTHING = ["", " ", "\t \u00a0", "\n", ".", "\x1c"]


def _text(rng: random.Random, words: list[str]) -> str:
    pieces = []
    for word in words:
        pieces += [word, rng.choice(SEPARATORS)]
    if rng.random() < 0.8:
        pieces = pieces[:-1]
    return "".join(pieces)


def _words(rng: random.Random) -> list[str]:
    length = rng.choice([1, 1, 2, 3, 4, 4, 5, 6, 8, 12])
    vocabulary = rng.choice([WORDS, WORDS, PLAIN, INFLECTED, ["a", "b"], ["a", "bc", "ab", "c"]])
    return [rng.choice(vocabulary) for _ in range(length)]


def _edit_words(rng: random.Random, words: list[str]) -> list[str]:
    edited = list(words)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 4])):
        place = rng.randrange(len(edited) + 1)
        action = rng.randrange(6)
        if action == 0:
            edited.insert(place, rng.choice(WORDS))
        elif action == 1 and edited:
            edited.pop(place - 1)
        elif action == 2 and edited:
            edited[place - 1] = rng.choice(WORDS)
        elif action == 3 and edited:
            edited[place - 1] = edited[place - 1].swapcase()
        elif action == 4:
            edited = [_inflect(rng, word) for word in edited]
        else:
            edited = edited[place:] + edited[:place]
    return edited


def _inflect(rng: random.Random, word: str) -> str:
    forms = word_forms(word)
    return rng.choice(forms) if len(forms) > 1 else word


def word_forms(word: str) -> list[str]:
    """Return the forms and derivations of a word in `SIBLINGS`, including itself; only itself for other words."""
    return next((group for group in SIBLINGS if word in group), [word])


def hostile_segment(rng: random.Random) -> Segment:
    """Return a short text with words that are hard to tokenize, and up to three similar references; some lines have no words."""
    words = _words(rng)
    references = [_text(rng, words)]
    references += [_text(rng, _edit_words(rng, words)) for _ in range(rng.choice([0, 0, 0, 1, 1, 2]))]
    if rng.random() < 0.06:
        references[rng.randrange(len(references))] = rng.choice(LINES_WITH_NOTHING)
    if rng.random() < 0.03:
        references = []
    hypothesis = _text(rng, _edit_words(rng, words))
    if rng.random() < 0.05:
        hypothesis += rng.choice(["2010. ", " 5.\t", "5. \u3000"])
        references = [reference + " 2010 ." for reference in references]
    chance = rng.random()
    if chance < 0.06:
        hypothesis = rng.choice(LINES_WITH_NOTHING)
    elif chance < 0.14 and references:
        hypothesis = references[-1]
    return hypothesis, references


DIRECTED: list[list[Segment]] = [
    [("a b c d e", ["a b c d e f", "a b c d"])],  # two references equally close
    [("a b c d e f", ["a b c d e f g h", "a b c d"])],
    [("a b c d e f g", ["a b c d e f h", "a"])],
    [("it ends in 2010. ", ["it ends in 2010 ."])],  # white space after a final digit and full stop
    [("one two -\n", ["one two"]), ("x -\ny", ["x y"])],
    [("a bc", ["ab c"]), ("x y z w", ["x y z w"])],  # joined n-grams collide
    [("the the the the the the the", ["the cat is on the mat", "there is a cat on the mat"])],
    [("cat", ["cat"]), ("the cat sat on the mat", ["the cat sat on the mat"])],  # shorter than the order
    [("", []), ("a b c d e", ["a b c d e f"])],  # no references and an empty hypothesis
    [("", [])],
    [("a b", []), ("a b c d", ["a b c d"])],
    [("abcdef\x1fgh", ["abcdefgh"])],
    [("the cat is here\nthe dog is there", ["the dog is there\nthe cat is here"])],
    [("b a c b d\na b", ["a b c d\nb a d", "d c b a"])],
    [("a c b d e", ["a b c d e\nb c"])],
    [("", [""]), ("   ", ["a b"])],
    [("&AMP; &amp; X", ["& & x"])],
    [("", ["a b c d e f g h"]), ("a b c d e f", ["a b c d e f"])],
    [],  # no segments at all
]

#: Hand-picked corpora for ROUGE only; in `DIRECTED` they would change the inputs of other metrics.
DIRECTED_ROUGE: list[list[Segment]] = [
    [("I'm gonna say I cannot, lemme", ["i m gon na say i cannot lem me"])],
    [("a. . b", ["a.b"]), ("...", ["a"])],
    [("a b c d e f g h", ["a b c d e f g h i j", ""])],  # a reference shorter than the order, when counts are pooled
]


def corpus_of(segments: list[Segment], max_references: int = 0) -> Corpus:
    """Return a corpus of these segments; references beyond `max_references` (0: no limit) are dropped."""
    references = [references[: max_references or None] for _, references in segments]
    return Corpus.from_segments([hypothesis for hypothesis, _ in segments], references)


def corpora(count: int, max_references: int = 0, seed: int = 0) -> Iterator[Corpus]:
    """Yield `count` corpora, `DIRECTED` four times and then random ones, with up to `max_references` (0: no limit)."""
    rng = random.Random(seed)
    directed = DIRECTED * 4  # each is scored under several settings
    for index in range(count):
        if index < len(directed):
            segments = directed[index]
        else:
            segments = [hostile_segment(rng) for _ in range(rng.choice([1, 1, 2, 3, 4]))]
        yield corpus_of(segments, max_references)


def rouge_corpora(general: Iterator[Corpus], max_references: int = 0) -> Iterator[Corpus]:
    """Yield `DIRECTED_ROUGE` four times, with up to `max_references` (0: no limit), and then the `general` corpora."""
    for segments in DIRECTED_ROUGE * 4:
        yield corpus_of(segments, max_references)
    yield from general
