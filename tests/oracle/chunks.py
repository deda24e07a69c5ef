"""The counts of conlleval.pl, of its port to Python and of its option -r, from the positions where chunks start and end.

The script has no lists of chunks. Every position where both sides start a chunk of the same type is followed to the first
position that decides about it: both sides end, only one ends, or the types differ.
"""

from __future__ import annotations

from typing import Any

from tests.oracle.arithmetic import OracleError

Tags = list[str]
#: The prefix and the type of a tag.
Parsed = tuple[str, str]
#: For each type, the numbers of right, predicted and gold chunks.
Counts = dict[str, list[int]]

#: Pairs of prefixes between which a chunk both starts and ends, only starts, or only ends.
BETWEEN = {"both": ["B B", "I B", "E E", "E I"], "begin": ["O B", "O I", "O E"], "end": ["B O", "I O", "E O"]}


def counts(data: dict[str, Any], scheme: str) -> Counts:
    """Return the counts of the types that occur, for the schemes of conlleval."""
    sides = [_flat(data[side], scheme) for side in ("gold_tags", "predicted_tags")]
    if scheme == "conlleval":
        begins = [[_begins(_at(row, k - 1), row[k]) for k in range(len(row))] for row in sides]
        ends = [[_closes(_at(row, k - 1), row[k]) for k in range(len(row))] for row in sides]
    elif scheme == "typed":
        begins = [[row[k][0] != "O" and _split(_at(row, k - 1), row[k]) for k in range(len(row))] for row in sides]
        ends = [
            [
                _at(row, k - 1)[0] != "O" and (row[k][0] == "O" or _split(_at(row, k - 1), row[k]))
                for k in range(len(row))
            ]
            for row in sides
        ]
    else:
        begins = [[tag[0] != "O" for tag in row] for row in sides]
        ends = [[_at(row, k - 1)[0] != "O" for k in range(len(row))] for row in sides]
    found: Counts = {}
    for side, column in ((0, 2), (1, 1)):
        for tag, is_one in zip(sides[side], begins[side], strict=True):
            if is_one:
                found.setdefault(tag[1], [0, 0, 0])[column] += 1
    for place in _right(sides, begins, ends):
        found.setdefault(sides[0][place - 1][1], [0, 0, 0])[0] += 1
    return dict(sorted(found.items()))


def _right(sides: list[list[Parsed]], begins: list[list[bool]], ends: list[list[bool]]) -> set[int]:
    """Return the positions before which a right chunk has ended."""
    gold, predicted = sides
    right = set()
    for start in range(len(gold)):
        if not (begins[0][start] and begins[1][start] and gold[start][1] == predicted[start][1]):
            continue
        for place in range(start + 1, len(gold) + 1):
            if place == len(gold):
                right.add(place)
            elif ends[0][place] and ends[1][place]:
                if gold[place - 1][1] == predicted[place - 1][1]:
                    right.add(place)
                    break
                if gold[place][1] != predicted[place][1]:
                    break
            elif ends[0][place] or ends[1][place] or gold[place][1] != predicted[place][1]:
                break
    return right


def each(data: dict[str, Any]) -> Counts:
    """Return the counts under scheme=tags, from the tokens side by side."""
    gold, predicted = ([tag for tags in data[side] for tag in tags] for side in ("gold_tags", "predicted_tags"))
    pairs = list(zip(gold, predicted, strict=True))
    return {
        tag: [pairs.count((tag, tag)), predicted.count(tag), gold.count(tag)] for tag in sorted({*gold, *predicted})
    }


def _flat(sentences: list[Tags], scheme: str) -> list[Parsed]:
    """Return the tags of all sentences with an ``O`` after each."""
    row: list[Parsed] = []
    for tags in sentences:
        for tag in tags:
            if scheme == "tokens":
                row.append(("O", "") if tag == "O" else ("B", tag))
                continue
            if scheme == "typed" and tag != "O" and "-" not in tag:
                raise OracleError(f"no type: {tag}")
            cut = tag.index("-") if "-" in tag else len(tag)
            name = tag[cut + 1 :]
            row.append((tag[:cut], "" if scheme == "conlleval" and name == "0" else name))
        row.append(("O", ""))
    return row


def _at(row: list[Parsed], place: int) -> Parsed:
    return row[place] if place >= 0 else ("O", "")


def _split(before: Parsed, tag: Parsed) -> bool:
    return before[0] in {"O", "E", "S"} or tag[0] in {"B", "S"} or before[1] != tag[1]


def _begins(before: Parsed, tag: Parsed) -> bool:
    if tag[0] in {"[", "]"} or (tag[0] not in {"O", "."} and before[1] != tag[1]):
        return True
    return f"{before[0]} {tag[0]}" in BETWEEN["both"] + BETWEEN["begin"]


def _closes(before: Parsed, tag: Parsed) -> bool:
    if before[0] in {"[", "]"} or (before[0] not in {"O", "."} and before[1] != tag[1]):
        return True
    return f"{before[0]} {tag[0]}" in BETWEEN["both"] + BETWEEN["end"]
