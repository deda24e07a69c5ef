"""The provable relation between chrF++ and chrF.

chrF averages precision and recall over k character orders, and chrF++ over these and j word orders. Precision and recall
of an order are not negative, so the means of chrF++ are at least k/(k+j) of chrF's; F grows with both, and scales with
them. A text of n words has at least n characters, so j is at most k: chrF++ is at least half of chrF (three quarters if
all six character orders occur, which is unknown). Pooled word counts are at most the character counts, which gives the
same bound. There is no upper bound below 100. With several references, chrF and chrF++ may choose different ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.arithmetic import ONE
from samescore.verbs.audit.relations.kinds import Missing, Relation
from samescore.verbs.audit.relations.sheet import Sheet

_UNLESS = "there are several references, or the two differ in more than the word order"


def relations(sheet: Sheet) -> Iterator[Relation | Missing]:
    """Yield the relations of this module between the cells of a table."""
    for column, name in enumerate(sheet.names):
        knobs = dict(sheet.knobs(column))
        if name != "chrf" or knobs.pop("word_order", 0) not in (1, 2):
            continue
        for other in sheet.of("chrf", like=column):
            plain = dict(sheet.knobs(other))
            if not plain.pop("word_order", 0) and plain == knobs:
                for places in sheet.rows(column, other):
                    yield Relation(
                        "chrF++ is at least half of chrF", places, _half, _UNLESS, equation=False, of_means=True
                    )


def _half(values: Sequence[Interval]) -> Sequence[Interval]:
    return [(values[1][0] / 2, ONE)]
