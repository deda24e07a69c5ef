"""Generate texts rewritten from sources, on which implementations of SARI differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from samescore.catalogue.wrong_items import Misreading, Plain, changes_in_field
from samescore.catalogue.wrong_segments import WRONG_SEGMENTS
from samescore.data.rewrites import Rewrites
from samescore.generators.drawn_lines import LETTERS
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import (
    BAD,
    COPIES,
    NEAR,
    REFERENCES,
    UNRELATED,
    Axioms,
    GradedPair,
    Lines,
    rotate_references,
)
from samescore.generators.invented import FREQUENT, MOST_REFERENCES, invent_word, sentence
from samescore.generators.large_texts import changed_text, drawn_text
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


#: The source, the hypothesis and the references of a segment.
_Row = tuple[str, str, list[str]]


_DIRECTED: list[list[_Row]] = [
    [],
    [("a b c d", "a b c d", ["a b c d"])],
    [("a", "", ["a"])],
    [("", "a", ["a"]), ("", "", [""])],
    [("a b", "a b", [])],
    [("a a a b", "a a b", ["a b", "a a a"])],
    [("The CAT sat.", "the cat sat .", ["The cat sat."])],
    [("the cat  sat", "the cat sat", ["the cat sat", "the  cat"])],
    [("It is Very beautiful here", "It is beautiful here", ["it is beautiful here", "it is here"])],
    [("a b c d e", "x y z w v", ["x y z w v"]), ("a b c d e", "a b c d e", ["x y z w v"])],
]


_WORDS = (
    ["a", "b", "c"],
    ["the", "cat", "sat", "on", "a", "mat", "and", "The", "Cat", "ran", "there"],
    ["it", "is", "very", "beautiful,", "here.", "U.S.", "don't", "1,000", "(now)", "&amp;", "co-op", "“so”", "½"],
)


#: Source texts; the reference texts of `graded` are rewrites of these.
_SOURCES = (
    "the cat which was old sat on the mat near the old door",
    "there is a dog , as one hears , in the garden behind our house",
    "they went home early because it rained nearly all of the day long",
)


def rewrites(count: int, max_references: int, seed: int) -> Iterator[Rewrites]:
    """Yield `count` inputs: hand-picked ones, then random edits of random sentences.

    Segments have at most `max_references` references (0: no limit); in every third input, and in all if the number is
    limited, random segments have equally many.
    """
    rng = random.Random(seed)
    for index in range(count):
        if index < len(_DIRECTED):
            rows = _DIRECTED[index]
        else:
            most, words = max_references or 4, rng.choice(_WORDS)
            many = rng.randint(1, most)
            rows = [
                _row(rng, words, many if index % 3 == 0 or max_references else rng.choice([0, 1, 1, 2, 3, most]))
                for _ in range(rng.choice([1, 1, 1, 2, 3, 5, 11]))
            ]
        references = [lines[: max_references or None] for _, _, lines in rows]
        yield Rewrites([row[0] for row in rows], [row[1] for row in rows], references)


def _row(rng: random.Random, words: Sequence[str], references: int) -> _Row:
    source = [rng.choice(words) for _ in range(rng.choice([0, 1, 2, 3, 4, 6, 9, 14]))]
    line, *lines = (_join_words(rng, edit_words(rng, source, words)) for _ in range(references + 1))
    return _join_words(rng, source), line, lines


def edit_words(rng: random.Random, words: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the words with up to four edits: words dropped, replaced, repeated or moved, or words of `others` added."""
    text = list(words)
    for _ in range(rng.choice([0, 1, 1, 2, 4])):
        place, action = rng.randrange(len(text) + 1), rng.randrange(5)
        if action == 0 or place == len(text):
            text.insert(place, rng.choice(others))
        elif action == 1:
            text[place] = rng.choice(others)
        elif action == 2:
            text.insert(place, text[place])
        elif action == 3:
            text.insert(rng.randrange(len(text)), text.pop(place))
        else:
            del text[place : place + rng.randint(1, 3)]
    return text


def _join_words(rng: random.Random, words: Sequence[str]) -> str:
    """Return the words joined by single spaces, rarely by two spaces or a tab."""
    return "".join(word + rng.choice([" "] * 60 + ["  ", "\t"]) for word in words).strip(" ")


def _fresh_data(target: Target, rng: random.Random, _turn: int) -> Rewrites:
    """Return up to five rewritten sentences of invented words, within the limits of an entry point."""
    words = [invent_word(rng) for _ in range(rng.choice([4, 12, 40]))] + rng.sample(FREQUENT, 6)
    many = rng.randint(1, target.max_references or MOST_REFERENCES) if target.equal_references else None
    rows = []
    for _ in range(rng.choice([1, 1, 2, 3, 5])):
        source = sentence(rng, words, 20)
        count = rng.randint(1, target.max_references or MOST_REFERENCES) if many is None else many
        rows.append([" ".join(source), *(" ".join(edit_words(rng, source, words)) for _ in range(count + 1))])
    sources, hypotheses, *_ = zip(*rows, strict=False)
    return Rewrites(sources, hypotheses, [row[2:] for row in rows])


def _large_data(target: Target, rng: random.Random, number: int) -> Rewrites:
    """Return many rewrites, a long one, or two with many references, depending on `number`."""
    segments, words, most = ((257, 6, 2), (1, 1025, 2), (2, 8, 300))[number % 3]
    references = min(most, target.max_references or most)
    vocabulary = [f"w{k}" for k in range(400)]
    sources = [drawn_text(rng, vocabulary, words, repeated=True) for _ in range(segments)]
    outputs = [changed_text(rng, source, (place + 1) / segments, "x") for place, source in enumerate(sources)]
    rewritten = [[changed_text(rng, source, 0.3, f"r{k}") for k in range(references)] for source in sources]
    return Rewrites([" ".join(source) for source in sources], outputs, rewritten)


def _graded_pairs() -> Axioms:
    """Return axioms for metrics of texts that are rewritten from sources."""
    references = [list(lines) for lines in REFERENCES]

    def of(hypotheses: Lines, refs: Sequence[Lines] = references, sources: Lines = _SOURCES) -> Rewrites:
        return Rewrites(sources, hypotheses, refs)

    def copied(count: int) -> Rewrites:
        """Return rewrites whose first `count` hypotheses are copies of a reference; the others have a wrong last word."""
        return of((*COPIES[:count], *NEAR[count:]))

    mixed = (COPIES[0], NEAR[1], BAD[2])
    reverse = [lines[::-1] for lines in references]
    return {
        "every segment counts": [
            GradedPair("better", copied(3), copied(2), "with an error in the last segment"),
            GradedPair("better", copied(2), copied(1), "with another error in the second segment"),
            GradedPair("better", copied(1), copied(0), "with another error in the first segment"),
        ],
        "more matches are better": [GradedPair("better", copied(2), of(BAD), "for bad hypotheses")],
        "the references count": [GradedPair("better", of(COPIES), of(COPIES, UNRELATED), "for unrelated references")],
        "the sources count": [
            GradedPair(
                "better", of(_SOURCES, sources=rotate_references(_SOURCES)), of(_SOURCES), "if they copy their sources"
            )
        ],
        "segments are compared with their own references": [
            GradedPair(
                "better", of(COPIES), of(COPIES, rotate_references(references)), "with the references of other segments"
            )
        ],
        "segment order": [
            GradedPair("equal", of(mixed), of(mixed[::-1], references[::-1], _SOURCES[::-1]), "in reverse order"),
        ],
        "duplication": [
            GradedPair("equal", of(mixed), of(mixed * 2, references * 2, _SOURCES * 2), "with everything twice")
        ],
        "reference order": [GradedPair("equal", of(mixed), of(mixed, reverse), "with the references reversed")],
        "repeatable": [GradedPair("equal", of(mixed), of(mixed), "when it is asked again")],
    }


def strategy() -> SearchStrategy[Rewrites]:
    """Return a strategy for one rewrite of a text of up to six words, with any number of references."""
    from samescore.generators.drawing import st

    line = st.lists(st.sampled_from(LETTERS), max_size=6).map(" ".join)
    return st.tuples(line, line, st.lists(line)).map(lambda row: Rewrites(row[:1], row[1:2], row[2:]))


def _any_rewrite(holds: Callable[[str, str, list[str]], bool]) -> Callable[[Plain], bool]:
    """Return a function that says whether `holds` is true of the source, hypothesis and references of any segment."""
    return lambda plain: any(holds(row["source"], row["hypothesis"], row["references"]) for row in plain["rewrites"])


#: Edge cases of rewrites; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-segments": lambda plain: not plain["rewrites"],
    "several-segments": lambda plain: len(plain["rewrites"]) > 1,
    "no-references": _any_rewrite(lambda _, __, refs: not refs),
    "several-references": _any_rewrite(lambda _, __, refs: len(refs) > 1),
    "unchanged": _any_rewrite(lambda source, h, _: bool(source) and source == h),
    "nothing-kept": _any_rewrite(lambda source, h, _: bool(h) and not set(source.split()) & set(h.split())),
    "empty-source": _any_rewrite(lambda source, _, __: not source),
    "empty-hypothesis": _any_rewrite(lambda _, h, __: not h),
    "empty-reference": _any_rewrite(lambda _, __, refs: "" in refs),
    "shorter-than-order": _any_rewrite(lambda source, _, __: 0 < len(source.split()) < 4),
    "duplicates": _any_rewrite(lambda source, _, __: len(set(source.split())) < len(source.split())),
    "double-space": _any_rewrite(lambda source, h, _: "  " in source + h),
}


#: Misreadings that golden vectors must detect: wrong segments, and wrong sources.
_MISREADINGS: dict[str, Misreading] = changes_in_field(
    "rewrites",
    {
        **{
            name: change
            for name, change in WRONG_SEGMENTS.items()
            if name not in ("segments-by-hypothesis", "sides-exchanged")
        },
        "source-for-hypothesis": lambda rows: [
            {**row, "source": row["hypothesis"], "hypothesis": row["source"]} for row in rows
        ],
        "source-left-out": lambda rows: [{**row, "source": ""} for row in rows],
        "source-of-the-next-segment": lambda rows: [
            {**row, "source": other["source"]} for row, other in zip(rows, rows[1:] + rows[:1], strict=True)
        ],
    },
)


GENERATOR = Generator(
    inputs=lambda target, count, seed: rewrites(count, target.max_references, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=lambda _: _graded_pairs(),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
