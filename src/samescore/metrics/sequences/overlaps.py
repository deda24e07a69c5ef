"""Match predicted entities with gold: the five outcomes of MUC-5, under the schemes of SemEval-2013."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.metrics.sequences.tag_runs import TagRun

#: The schemes, by the parts of an entity that must match: its type and boundaries; its boundaries; any overlap, which
#: counts half if the boundaries differ; its type, with any overlap.
MATCHES = ("strict", "exact", "partial", "type")
#: The gold entities to match with a prediction: the nearest of its type, else the first that overlaps; the first that
#: overlaps; every one that overlaps.
CANDIDATES = ("nearest", "first", "every")

CORRECT, INCORRECT, PARTIAL, MISSED, SPURIOUS = range(5)


def outcomes(
    gold: Sequence[TagRun], predicted: Sequence[TagRun], match: str, candidates: str, min_overlap: float
) -> list[int]:
    """Return the numbers of correct, incorrect, partial, missed and spurious entities of a sentence.

    The entities of each side must be in order and without overlaps. A gold entity is matched at most once; an overlap
    counts only if it covers at least `min_overlap` percent of the gold entity. Time grows with the number of entities.
    """
    counts = [0] * 5
    met: set[int] = set()
    nearby = 0
    for said in predicted:
        while nearby < len(gold) and gold[nearby].end < said.start:
            nearby += 1
        free = []
        place = nearby
        while place < len(gold) and gold[place].start <= said.end:
            if place not in met and _share(gold[place], said) >= min_overlap:
                free.append(place)
            place += 1
        chosen = _chosen(gold, said, free, match, candidates)
        for place in chosen:
            counts[_outcome(gold[place], said, match)] += 1
        met.update(chosen)
        counts[SPURIOUS] += not chosen
    counts[MISSED] = len(gold) - len(met)
    return counts


def _share(right: TagRun, said: TagRun) -> float:
    """Return the percentage of the tokens of a gold entity that an overlapping prediction covers."""
    shared = min(right.end, said.end) - max(right.start, said.start) + 1
    return shared / (right.end - right.start + 1) * 100.0


def _chosen(gold: Sequence[TagRun], said: TagRun, free: list[int], match: str, candidates: str) -> list[int]:
    """Return the positions of the free gold entities to match with a prediction.

    Only the first free entity can have the same boundaries, so except for ``match=type`` the first is used.
    """
    if candidates == "every":
        return free
    of_type = [place for place in free if gold[place].type == said.type]
    if candidates == "nearest" and match == "type" and of_type:
        return [min(of_type, key=lambda place: abs(gold[place].start - said.start) + abs(gold[place].end - said.end))]
    return free[:1]


def _outcome(right: TagRun, said: TagRun, match: str) -> int:
    same_type = right.type == said.type
    same_borders = (right.start, right.end) == (said.start, said.end)
    if match == "partial":
        return CORRECT if same_borders else PARTIAL
    fits = {"strict": same_type and same_borders, "exact": same_borders, "type": same_type}[match]
    return CORRECT if fits else INCORRECT
