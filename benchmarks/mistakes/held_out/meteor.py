"""METEOR with NLTK's alignment: equal words first, then equal stems."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs
from samescore.text.porter import porter_stem

Places = list[tuple[int, str]]


def pair_up(ours: Places, theirs: Places) -> list[tuple[int, int]]:
    """Return pairs of equal words, the last ones first; paired words are removed from both lists."""
    pairs = []
    for i in range(len(ours) - 1, -1, -1):
        for j in range(len(theirs) - 1, -1, -1):
            if ours[i][1] == theirs[j][1]:
                pairs.append((ours.pop(i)[0], theirs.pop(j)[0]))
                break
    return pairs


def aligned(
    hypothesis: Sequence[str], reference: Sequence[str], stem: Callable[[str], str] | None, bug: str
) -> list[tuple[int, int]]:
    """Return the pairs of aligned positions in the order of the hypothesis."""
    if bug == "reference-word-matched-again":
        return [(i, reference.index(word)) for i, word in enumerate(hypothesis) if word in reference]
    ours, theirs = list(enumerate(hypothesis)), list(enumerate(reference))
    pairs = pair_up(ours, theirs)
    if stem:
        if bug == "matched-words-stay-for-their-stems":
            ours, theirs = list(enumerate(hypothesis)), list(enumerate(reference))
        pairs += pair_up([(i, stem(word)) for i, word in ours], [(j, stem(word)) for j, word in theirs])
    return sorted(pairs)


def chunks_of(pairs: Sequence[tuple[int, int]], bug: str) -> int:
    """Return the number of runs of pairs that are adjacent in both texts."""
    breaks = 0
    for k in range(1, len(pairs)):
        adjacent = pairs[k][0] == pairs[k - 1][0] + 1
        if bug != "chunks-by-the-hypothesis-alone":
            adjacent = adjacent and pairs[k][1] == pairs[k - 1][1] + 1
        breaks += not adjacent
    return breaks if bug == "breaks-counted-for-chunks" else breaks + 1


def meteor(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    lowercase: bool = True,
    stem: Callable[[str], str] | None = None,
    first: bool = False,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
    scale: int = 1,
) -> float:
    """Return the mean over segments of METEOR against the best reference, or the first."""
    if not hypotheses or not all(references):
        raise ValueError("each of one or more hypotheses needs references")

    def score(hypothesis: str, reference: str) -> float:
        ours = (hypothesis.lower() if lowercase else hypothesis).split()
        theirs = (reference.lower() if lowercase else reference).split()
        pairs = aligned(ours, theirs, stem, bug)
        if not pairs:
            return 0.0
        precision, recall = len(pairs) / len(ours), len(pairs) / len(theirs)
        if bug == "alpha-weighs-precision":
            mean = precision * recall / (alpha * recall + (1 - alpha) * precision)
        else:
            mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
        fragmentation = chunks_of(pairs, bug) / (len(ours) if bug == "chunks-a-word-of-the-hypothesis" else len(pairs))
        penalty = (gamma * fragmentation) ** beta if bug == "gamma-inside-the-power" else gamma * fragmentation**beta
        penalized: float = scale * ((1 - penalty) * mean)
        return penalized

    total = []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        scores = [score(hypothesis, reference) for reference in (several[:1] if first else several)]
        total.append(sum(scores) / len(scores) if bug == "mean-over-the-references" else max(scores))
    return sum(total) / len(total)


def nltk_stem(word: str) -> str:
    """Return the stem by NLTK's variant of Porter's stemmer."""
    return porter_stem(word, "nltk")


CHOICES = {
    "g": Honest("case kept; equal words only", {"case": "keep", "stemmer": "none"}, Written(meteor, {"lowercase": False})),
    "h": Honest("the first reference; 0 to 100", {"references": "first", "scale": "100"}, Written(meteor, {"stem": nltk_stem, "first": True, "scale": 100})),
    "i": Honest("alpha 0.81, beta 0.83 and gamma 0.28; equal words only", {"alpha": 0.81, "beta": 0.83, "gamma": 0.28, "stemmer": "none"}, Written(meteor, {"alpha": 0.81, "beta": 0.83, "gamma": 0.28})),
}  # fmt: skip

BUGS = [
    ("reference-word-matched-again", "g"),
    ("matched-words-stay-for-their-stems", "h"),
    ("alpha-weighs-precision", "i"),
    ("breaks-counted-for-chunks", "g"),
    ("chunks-by-the-hypothesis-alone", "h"),
    ("gamma-inside-the-power", "i"),
    ("mean-over-the-references", "g"),
    ("chunks-a-word-of-the-hypothesis", "h"),
]

PROGRAMS = programs("METEOR", "meteor", CHOICES, BUGS, "hi", half="final")
