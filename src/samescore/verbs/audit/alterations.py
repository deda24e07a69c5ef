"""Apply typical accidents, such as lost or reordered lines, to the input of a claim."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.verbs.audit.file_checks import swap_sides

Lines = Sequence[str]
#: For each segment, its references.
References = Sequence[Sequence[str]]

#: A word is rare if at most `_RARE` segments have it in a reference. A line is moved only if `_NEEDED` rare words match.
_RARE, _NEEDED = 4, 2


def alterations(data: Data) -> Iterator[tuple[str, Data]]:
    """Yield a description of each possible accident, with the resulting input.

    Accidents that do not apply, or do not change the input, are skipped. For an input that is not a text corpus of at
    least two segments, the only accident is that its sides are swapped.
    """
    if (exchanged := swap_sides(data)) is not None:
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


def _without_repetitions(line: str) -> str:
    """Return a line without immediately repeated words."""
    words = line.split(" ")
    return " ".join([*words[:1], *(word for before, word in pairwise(words) if word != before)])


def _without_unknown(line: str) -> str:
    return " ".join(line.replace("<unk>", " ").split()) if "<unk>" in line else line


def _reordered(hypotheses: Lines, references: References) -> Lines:
    """Return the hypotheses reordered to match the references; unchanged if the matches are not one-to-one.

    A line is moved to the reference with which it shares the most rare words, if these are at least `_NEEDED` and more
    than twice as many as it shares with its own reference.
    """
    places = defaultdict[str, set[int]](set)
    for place, texts in enumerate(references):
        for word in {word for text in texts for word in text.split()}:
            places[word].add(place)
    moved: dict[int, int] = {}  # maps old line numbers to new ones
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


#: The alterations of hypotheses and references, by description.
_CHANGES: dict[str, Callable[[Lines, References], tuple[Lines, References]]] = {
    "with only the hypotheses in lower case": lambda h, r: (_lower(h), r),
    "with only the references in lower case": lambda h, r: (h, [_lower(texts) for texts in r]),
    "with everything in lower case": lambda h, r: (_lower(h), [_lower(texts) for texts in r]),
    "without the last line": lambda h, r: (h[:-1], r[:-1]),
    "without the first line": lambda h, r: (h[1:], r[1:]),
    "with the hypotheses shifted up by one line": lambda h, r: (h[1:], r[:-1]),
    "with the hypotheses shifted down by one line": lambda h, r: (h[:-1], r[1:]),
    "with the hypotheses reordered to match the references": lambda h, r: (_reordered(h, r), r),
    "without <unk>": lambda h, r: ([_without_unknown(line) for line in h], r),
    "without repeated words": lambda h, r: ([_without_repetitions(line) for line in h], r),
}
