"""The input of a claim as it is when something happens to its files that happens by mistake."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.verbs.audit.file_checks import swapped

Lines = Sequence[str]
#: For each segment, its references.
References = Sequence[Sequence[str]]

#: Words in at most so many references say which reference a line belongs to; a line needs so many of them.
_RARE, _NEEDED = 4, 2


def alterations(data: Data) -> Iterator[tuple[str, Data]]:
    """What may have been done, and the input then; only what changes the input, and can be done to it."""
    if (exchanged := swapped(data)) is not None:
        yield "with hypotheses and references swapped", exchanged
    if not isinstance(data, Corpus) or data.tokenized or len(data) < 2:
        return
    hypotheses = [str(line) for line in data.hypothesis_lines]
    references = [[str(line) for line in lines] for lines in data.reference_lines]
    for how, change in _CHANGES.items():
        changed = change(hypotheses, references)
        if changed != (hypotheses, references):
            yield how, Corpus.from_segments(*changed)


def _lower(lines: Lines) -> list[str]:
    return [line.lower() for line in lines]


def _once(line: str) -> str:
    """A line without the words that repeat the one before."""
    words = line.split(" ")
    return " ".join([*words[:1], *(word for before, word in pairwise(words) if word != before)])


def _without_unknown(line: str) -> str:
    return " ".join(line.replace("<unk>", " ").split()) if "<unk>" in line else line


def _in_order(hypotheses: Lines, references: References) -> Lines:
    """The hypotheses in the order of the references that they resemble; as they are if that is no permutation.

    A line resembles the reference with which it shares most rare words.
    """
    places = defaultdict[str, set[int]](set)
    for place, texts in enumerate(references):
        for word in {word for text in texts for word in text.split()}:
            places[word].add(place)
    moved: dict[int, int] = {}  # from which line to which
    for line, hypothesis in enumerate(hypotheses):
        rare = [found for word in set(hypothesis.split()) if len(found := places.get(word, set())) <= _RARE]
        shared = Counter(place for found in rare for place in found)
        if shared:
            best, most = max(shared.items(), key=lambda item: (item[1], -item[0]))
            if most >= _NEEDED and 2 * shared[line] < most:
                moved[line] = best
    if sorted(moved.values()) != sorted(moved):
        return hypotheses
    ordered = list(hypotheses)
    for line, place in moved.items():
        ordered[place] = hypotheses[line]
    return ordered


#: What is done to hypotheses and references.
_CHANGES: dict[str, Callable[[Lines, References], tuple[Lines, References]]] = {
    "with only the hypotheses in lower case": lambda h, r: (_lower(h), r),
    "with only the references in lower case": lambda h, r: (h, [_lower(texts) for texts in r]),
    "with everything in lower case": lambda h, r: (_lower(h), [_lower(texts) for texts in r]),
    "without the last line": lambda h, r: (h[:-1], r[:-1]),
    "without the first line": lambda h, r: (h[1:], r[1:]),
    "with the hypotheses shifted up by one line": lambda h, r: (h[1:], r[:-1]),
    "with the hypotheses shifted down by one line": lambda h, r: (h[:-1], r[1:]),
    "with the hypotheses reordered to match the references": lambda h, r: (_in_order(h, r), r),
    "without <unk>": lambda h, r: ([_without_unknown(line) for line in h], r),
    "without repeated words": lambda h, r: ([_once(line) for line in h], r),
}
