"""Graded inputs for text metrics; see `samescore.generators.graded`."""

#: Texts in which twelve words occur twice.
from __future__ import annotations

from collections.abc import Sequence

from samescore.data.corpus import Corpus
from samescore.generators.graded import (
    BAD,
    COPIES,
    NEAR,
    REFERENCES,
    SYLLABLES,
    UNRELATED,
    VARIED,
    Axioms,
    GradedPair,
    Lines,
    better,
    equal,
    repeatable,
    rotate_references,
)

_REPETITIVE = tuple(" ".join(line.split()[:12] * 2) for line in VARIED)
#: Numbers of segments, words of a text and references that exceed a batch, a byte or a usual limit.
_MANY, _LONG, _MOST_REFERENCES = 129, 257, 300
#: The number of segments, or of words, with errors at the end.
_END = 43


def corpora(*, several: bool, tokens: bool = False) -> Axioms:
    """Return axioms for metrics that compare hypotheses with references: one, or with `several` two for each segment.

    With `tokens`, the corpora hold tokens instead of text.
    """
    references = REFERENCES if several else [lines[:1] for lines in REFERENCES]
    unrelated = UNRELATED if several else [lines[:1] for lines in UNRELATED]

    def corpus(hypotheses: Lines, refs: Sequence[Lines] = references) -> Corpus:
        return _corpus(hypotheses, refs, tokens)

    def copied(count: int) -> Corpus:
        """Return a corpus whose first `count` hypotheses are copies of a reference; the others have a wrong last word."""
        return corpus((*COPIES[:count], *NEAR[count:]))

    mixed = (COPIES[0], NEAR[1], BAD[2])
    many = [f"{COPIES[k % 3]} {SYLLABLES[k // 3]}" for k in range(_MANY)]
    ends = [f"{NEAR[k % 3]} {SYLLABLES[-1 - k // 3]}" for k in range(_MANY)]
    many_copies = [[line] for line in many]
    long = " ".join(f"{SYLLABLES[k % len(SYLLABLES)]}{k}" for k in range(_LONG))
    longest = [*references[1:], [long] * len(references[0])]
    changed = " ".join([*long.split()[: _LONG - _END], *SYLLABLES[:_END]])
    axioms: Axioms = {
        "every segment counts": [
            better(copied(3), copied(2), "with an error in the last segment"),
            better(copied(2), copied(1), "with another error in the second segment"),
            better(copied(1), copied(0), "with another error in the first segment"),
            better(
                corpus(many, many_copies),
                corpus([*many[:-_END], *ends[-_END:]], many_copies),
                f"with errors in the last {_END} of {_MANY} segments",
            ),
        ],
        "more matches are better": [better(copied(2), corpus(BAD), "for bad hypotheses")],
        "parts of a text count": [
            better(copied(0), corpus(BAD), "for worse hypotheses, without one that is exact"),
            better(
                corpus((*COPIES[1:], long), longest),
                corpus((*COPIES[1:], changed), longest),
                f"with errors in the last {_END} of {_LONG} words",
            ),
        ],
        "the references count": [better(corpus(COPIES), corpus(COPIES, unrelated), "for unrelated references")],
        "segments are compared with their own references": [
            better(
                corpus(COPIES), corpus(COPIES, rotate_references(references)), "with the references of other segments"
            )
        ],
        "empty is worst": [GradedPair("not worse", corpus(BAD), corpus(("", "", "")), "for empty hypotheses")],
        "segment order": [equal(corpus(mixed), corpus(mixed[::-1], references[::-1]), "in reverse order")],
        "duplication": [equal(corpus(mixed), corpus(mixed * 2, [*references, *references]), "with everything twice")],
        **repeatable(corpus(mixed)),
    }
    if several:
        reverse = [lines[::-1] for lines in references]
        axioms["reference order"] = [equal(corpus(mixed), corpus(mixed, reverse), "with the references reversed")]
        pool = (UNRELATED[0] * _MOST_REFERENCES)[: _MOST_REFERENCES - 1]
        without_first = [(second, first) for first, second in UNRELATED]
        matching_first = [(copy, first) for copy, (first, _) in zip(COPIES, UNRELATED, strict=True)]
        matching_second = [lines[::-1] for lines in matching_first]
        axioms["every reference counts"] = [
            better(corpus(COPIES, matching_first), corpus(COPIES, without_first), "if the first does not match"),
            better(corpus(COPIES, matching_second), corpus(COPIES, unrelated), "if the second does not match"),
            better(
                corpus(COPIES, [(*pool, copy) for copy in COPIES]),
                corpus(COPIES, [(*pool, other) for other in (BAD[0], *COPIES[1:])]),
                f"if the last of {_MOST_REFERENCES} does not match",
            ),
        ]
    return axioms


def hypotheses(*, tokens: bool = False) -> Axioms:
    """Return axioms for metrics that use only hypotheses and count distinct n-grams; with `tokens`, corpora hold tokens."""

    def corpus(lines: Lines, refs: Sequence[Lines] = REFERENCES) -> Corpus:
        return _corpus(lines, refs, tokens)

    def varied(count: int) -> Corpus:
        """Return a corpus in which the first `count` hypotheses repeat no word, and the others repeat every word."""
        return corpus((*VARIED[:count], *_REPETITIVE[count:]))

    mixed = (VARIED[0], _REPETITIVE[1], _REPETITIVE[2])
    return {
        "every segment counts": [
            better(varied(3), varied(2), "with repetitions in the last segment"),
            better(varied(2), varied(1), "with repetitions in the second segment, too"),
            better(varied(1), varied(0), "with repetitions in the first segment, too"),
        ],
        "the references do not count": [equal(corpus(mixed), corpus(mixed, UNRELATED), "with other references")],
        "empty is worst": [GradedPair("not worse", varied(0), corpus(("", "", "")), "for empty hypotheses")],
        "segment order": [equal(corpus(mixed), corpus(mixed[::-1], REFERENCES[::-1]), "in reverse order")],
        "duplication": [equal(corpus(mixed), corpus(mixed * 2, REFERENCES * 2), "with everything twice")],
        **repeatable(corpus(mixed)),
    }


def _corpus(lines: Lines, references: Sequence[Lines], tokens: bool) -> Corpus:
    if tokens:
        return Corpus.from_tokens([line.split() for line in lines], [[r.split() for r in refs] for refs in references])
    return Corpus.from_segments(list(lines), [list(refs) for refs in references])
