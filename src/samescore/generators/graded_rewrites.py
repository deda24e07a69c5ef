"""The graded inputs of metrics of texts that are rewritten from sources; see `samescore.generators.graded`."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.data.rewrites import Rewrites
from samescore.generators.graded import BAD, COPIES, NEAR, REFERENCES, UNRELATED, Axioms, Comparison, Lines, rotated

#: Longer texts that the copies rewrite.
_SOURCES = (
    "the cat which was old sat on the mat near the old door",
    "there is a dog , as one hears , in the garden behind our house",
    "they went home early because it rained nearly all of the day long",
)


def rewrites() -> Axioms:
    """Axioms of metrics of texts that are rewritten from sources."""
    references = [list(lines) for lines in REFERENCES]

    def of(hypotheses: Lines, refs: Sequence[Lines] = references, sources: Lines = _SOURCES) -> Rewrites:
        return Rewrites(sources, hypotheses, refs)

    def copied(count: int) -> Rewrites:
        """The first `count` hypotheses are copies of a reference, and the others nearly so."""
        return of((*COPIES[:count], *NEAR[count:]))

    mixed = (COPIES[0], NEAR[1], BAD[2])
    reverse = [lines[::-1] for lines in references]
    return {
        "every segment counts": [
            Comparison("better", copied(3), copied(2), "with an error in the last segment"),
            Comparison("better", copied(2), copied(1), "with another error in the second segment"),
            Comparison("better", copied(1), copied(0), "with another error in the first segment"),
        ],
        "more matches are better": [Comparison("better", copied(2), of(BAD), "for bad hypotheses")],
        "the references count": [Comparison("better", of(COPIES), of(COPIES, UNRELATED), "for unrelated references")],
        "the sources count": [
            Comparison("better", of(_SOURCES, sources=rotated(_SOURCES)), of(_SOURCES), "if they copy their sources")
        ],
        "segments are compared with their own references": [
            Comparison("better", of(COPIES), of(COPIES, rotated(references)), "with the references of other segments")
        ],
        "segment order": [
            Comparison("equal", of(mixed), of(mixed[::-1], references[::-1], _SOURCES[::-1]), "in reverse order"),
        ],
        "duplication": [
            Comparison("equal", of(mixed), of(mixed * 2, references * 2, _SOURCES * 2), "with everything twice")
        ],
        "reference order": [Comparison("equal", of(mixed), of(mixed, reverse), "with the references reversed")],
        "repeatable": [Comparison("equal", of(mixed), of(mixed), "when it is asked again")],
    }
