"""Deterministic inputs for live parity: corpora and labels full of what breaks implementations.

`corpora(n)` begins with hand-picked cases (`DIRECTED`), each the witness of some knob, and goes on
with random ones: empty and white-space lines, single tokens, copies with edits, length ties, several
references and none, punctuation, numbers, HTML entities, NFC and NFD, CJK, emoji, exotic spaces.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, islice

from samescore.catalogue.profile import Profile
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.generators.edits import edit_corpora
from samescore.generators.labels import answers, choices, labels, log_probabilities, scored_labels
from samescore.metrics import metric
from samescore.settings import Choice, ClassNames, Flag, Integer, Knob, Real, Settings, Text

_PLAIN = [
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
_SIBLINGS = [
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
_INFLECTED = [
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
_INFLECTED += [word for group in _SIBLINGS for word in group]
_WORDS = [*_PLAIN * 4, *_INFLECTED, *_MARKED, *[word.strip() for word in _FOREIGN]]
_SEPARATORS = [" "] * 30 + [
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
_LINES_WITH_NOTHING = ["", " ", "\t \u00a0", "\n", ".", "\x1c"]


def _text(rng: random.Random, words: list[str]) -> str:
    pieces = []
    for word in words:
        pieces += [word, rng.choice(_SEPARATORS)]
    if rng.random() < 0.8:
        pieces = pieces[:-1]
    return "".join(pieces)


def _words(rng: random.Random) -> list[str]:
    length = rng.choice([1, 1, 2, 3, 4, 4, 5, 6, 8, 12])
    vocabulary = rng.choice([_WORDS, _WORDS, _PLAIN, _INFLECTED, ["a", "b"], ["a", "bc", "ab", "c"]])
    return [rng.choice(vocabulary) for _ in range(length)]


def _edited(rng: random.Random, words: list[str]) -> list[str]:
    edited = list(words)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 4])):
        place = rng.randrange(len(edited) + 1)
        action = rng.randrange(6)
        if action == 0:
            edited.insert(place, rng.choice(_WORDS))
        elif action == 1 and edited:
            edited.pop(place - 1)
        elif action == 2 and edited:
            edited[place - 1] = rng.choice(_WORDS)
        elif action == 3 and edited:
            edited[place - 1] = edited[place - 1].swapcase()
        elif action == 4:
            edited = [_inflected(rng, word) for word in edited]
        else:
            edited = edited[place:] + edited[:place]
    return edited


def _inflected(rng: random.Random, word: str) -> str:
    for group in _SIBLINGS:
        if word in group:
            return rng.choice(group)
    return word


def _segment(rng: random.Random) -> tuple[str, list[str]]:
    words = _words(rng)
    references = [_text(rng, words)]
    references += [_text(rng, _edited(rng, words)) for _ in range(rng.choice([0, 0, 0, 1, 1, 2]))]
    if rng.random() < 0.06:
        references[rng.randrange(len(references))] = rng.choice(_LINES_WITH_NOTHING)
    if rng.random() < 0.03:
        references = []
    hypothesis = _text(rng, _edited(rng, words))
    if rng.random() < 0.05:
        hypothesis += rng.choice(["2010. ", " 5.\t", "5. \u3000"])
        references = [reference + " 2010 ." for reference in references]
    chance = rng.random()
    if chance < 0.06:
        hypothesis = rng.choice(_LINES_WITH_NOTHING)
    elif chance < 0.14 and references:
        hypothesis = references[-1]
    return hypothesis, references


# (hypothesis, references) of each segment.
DIRECTED: list[list[tuple[str, list[str]]]] = [
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

#: The same for ROUGE, apart so that no other metric's inputs shift.
DIRECTED_ROUGE: list[list[tuple[str, list[str]]]] = [
    [("I'm gonna say I cannot, lemme", ["i m gon na say i cannot lem me"])],
    [("a. . b", ["a.b"]), ("...", ["a"])],
    [("a b c d e f g h", ["a b c d e f g h i j", ""])],  # a reference shorter than the order, when counts are pooled
]


def corpora(count: int, max_references: int = 0, seed: int = 0) -> Iterator[Corpus]:
    """`count` corpora, `DIRECTED` four times first; with `max_references`, later references are left out."""
    rng = random.Random(seed)
    directed = DIRECTED * 4  # each meets several settings
    for index in range(count):
        if index < len(directed):
            segments = directed[index]
        else:
            segments = [_segment(rng) for _ in range(rng.choice([1, 1, 2, 3, 4]))]
        kept = [refs[:max_references] if max_references else refs for _, refs in segments]
        yield Corpus.from_segments([hypothesis for hypothesis, _ in segments], kept)


def _corpora_of(directed: list[list[tuple[str, list[str]]]], max_references: int) -> Iterator[Corpus]:
    for segments in directed:
        kept = [refs[: max_references or None] for _, refs in segments]
        yield Corpus.from_segments([hypothesis for hypothesis, _ in segments], kept)


_OF_EDITS = {"ter", "wer", "cer", "mer", "wil", "wip", "edit-distance"}


def inputs_for(metric_name: str, count: int, max_references: int = 0, seed: int = 0) -> Iterator[Data]:
    """`count` inputs of the kind that a metric takes."""
    if metric_name in ("gleu", "nist", "ribes", "meteor", "cider"):
        from samescore.generators.translation import translation_corpora

        return translation_corpora(metric_name, count, max_references, seed)
    if metric_name.startswith("rouge"):
        return islice(
            chain(_corpora_of(DIRECTED_ROUGE * 4, max_references), corpora(count, max_references, seed)), count
        )
    takes = metric(metric_name).takes
    if ScoredLabels in takes:
        return scored_labels(count, seed)
    if TokenLogProbs in takes:
        return log_probabilities(count, seed)
    if Choices in takes:
        return choices(count, seed)
    if metric_name in ("exact-match", "answer-f1", "drop-f1"):
        return answers(count, seed)
    if metric_name in _OF_EDITS:
        return edit_corpora(corpora(count, max_references, seed), max_references, seed)
    return labels(count, seed) if Labels in takes else corpora(count, max_references, seed)


def random_value(rng: random.Random, knob: Knob) -> object:
    """Some allowed value of a knob."""
    domain = knob.domain
    if isinstance(domain, Choice):
        return rng.choice([value for value in domain.values if value != "jieba"])  # which may not be installed
    if isinstance(domain, Flag):
        return rng.random() < 0.5
    if isinstance(domain, Integer):
        return rng.randint(domain.low, min(domain.high, 7))
    if isinstance(domain, Real):
        return rng.choice([x for x in (0.0, 0.1, 0.5, 1.0, 2.0, 3.0, 5.0) if domain.low <= x <= domain.high])
    if isinstance(domain, Text):
        return rng.choice(["0", "1", "OK", "BAD", "a"])
    if isinstance(domain, ClassNames):
        return rng.choice(["present", ("BAD", "OK"), ("1", "2"), ("a",)])
    return "uniform"


def settings_in(profile: Profile, rng: random.Random) -> Settings:
    """Settings inside a profile's region: its defaults half of the time, else free knobs drawn at random."""
    if rng.random() < 0.4:
        return profile.settings()
    kind = metric(profile.metric).settings
    chosen: dict[str, object] = {}
    for knob in kind.knobs():
        if knob.name in profile.free and rng.random() < 0.7:
            options = profile.free[knob.name]
            chosen[knob.name] = rng.choice(options) if isinstance(options, list) else random_value(rng, knob)
    if chosen.get("tokenizer") == "given":  # the generated corpora hold text
        chosen.pop("tokenizer")
    if "weights" in profile.free and rng.random() < 0.3:
        order = chosen.get("max_order", 4)
        chosen["weights"] = [rng.choice([0.1, 0.25, 0.3, 0.5, 1.0]) for _ in range(int(str(order)))]
    if chosen.get("smoothing") == "nltk-6" and int(str(chosen.get("max_order", 4))) < 3:
        chosen["max_order"] = 4
        chosen.pop("weights", None)
    if profile.metric == "chrf" and not chosen.get("char_order", 6):
        chosen["char_order"] = 6
    if profile.metric == "chrf" and int(str(chosen.get("min_char_order", 1))) > int(str(chosen.get("char_order", 6))):
        chosen.pop("min_char_order")
    if profile.metric == "gleu" and int(str(chosen.get("min_order", 1))) > int(str(chosen.get("max_order", 4))):
        chosen.pop("min_order")
    return profile.settings(**chosen)
