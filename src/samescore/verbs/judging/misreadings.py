"""Mistakes that no knob describes, for mutation testing of the golden vectors.

Each is the native metric on an input that is read wrongly (items in another order, left out, counted once, added to those
of the call before, exchanged with the other side).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from samescore.verbs.judging.misread_answers import SAMPLED_RESPONSES, SUPPORTED_ANSWERS
from samescore.verbs.judging.misread_items import WRONG_ITEMS, Items, Plain, once, pairs
from samescore.verbs.judging.misread_labels import LABEL_READINGS


def _in_each(items: Items, field: str, change: Callable[[Any], Any]) -> Items:
    """The items, each with one changed field."""
    return [{**item, field: change(item[field])} for item in items]


def _references(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """A change of the references of each segment."""
    return lambda segments: _in_each(segments, "references", change)


def _first_word_left_out(line: Any) -> Any:
    return " ".join(line.split()[1:]) if isinstance(line, str) else line[1:]


def _last_word_left_out(line: Any) -> Any:
    return " ".join(line.split()[:-1]) if isinstance(line, str) else line[:-1]


def _joined(lines: Sequence[Any]) -> Any:
    """Lines of text, or of tokens, as one."""
    if all(isinstance(line, str) for line in lines):
        return " ".join(lines)
    return [token for line in lines for token in line]


def _paired_with_the_next(segments: Items) -> Items:
    """Every hypothesis with the references of the next segment."""
    following = segments[1:] + segments[:1]
    return [{**ours, "references": other["references"]} for ours, other in zip(segments, following, strict=True)]


def _by_hypothesis(segments: Items) -> Items:
    """One segment for each distinct hypothesis, with the references of the last one that has it."""
    hypotheses = once([segment["hypothesis"] for segment in segments])
    references = [[s["references"] for s in segments if s["hypothesis"] == h][-1] for h in hypotheses]
    return [{"hypothesis": h, "references": r} for h, r in zip(hypotheses, references, strict=True)]


def _growing(field: str, join: Callable[[Items], Any]) -> Callable[[Items], Items]:
    """A buffer that is not emptied between segments: each segment also has what those before it had."""
    return lambda segments: [
        {**segment, field: join([before[field] for before in segments[: place + 1]])}
        for place, segment in enumerate(segments)
    ]


def _exchanged(segments: Items) -> Items:
    """The hypothesis and the first reference of each segment, exchanged."""
    return [
        {"hypothesis": r[0], "references": [s["hypothesis"], *r[1:]]} if (r := s["references"]) else s for s in segments
    ]


def _transposed(segments: Items) -> Items:
    """Lists of references read as streams: ``references[i][j]`` for ``references[j][i]``."""
    if any(len(segment["references"]) != len(segments) for segment in segments):
        return segments
    streams = zip(*(segment["references"] for segment in segments), strict=True)
    return [{**segment, "references": list(stream)} for segment, stream in zip(segments, streams, strict=True)]


_SEGMENTS: dict[str, Callable[[Items], Items]] = {
    **{f"segments-{name}": change for name, change in WRONG_ITEMS.items()},
    **{f"references-{name}": _references(change) for name, change in WRONG_ITEMS.items() if name != "first-twice"},
    "references-joined": lambda segments: _in_each(
        segments, "references", lambda lines: [_joined(lines)][: len(lines)]
    ),
    "references-of-the-next-segment": _paired_with_the_next,
    "references-transposed": _transposed,
    "segments-by-hypothesis": _by_hypothesis,
    "hypotheses-pile-up": _growing("hypothesis", _joined),
    "references-pile-up": _growing("references", lambda lists: [line for lines in lists for line in lines]),
    "sides-exchanged": _exchanged,
    "first-word-of-hypothesis-left-out": lambda s: _in_each(s, "hypothesis", _first_word_left_out),
    "last-word-of-hypothesis-left-out": lambda s: _in_each(s, "hypothesis", _last_word_left_out),
    "last-word-of-references-left-out": _references(lambda lines: list(map(_last_word_left_out, lines))),
}


def _sequences(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    """A change of the sequences, with the texts that belong to them."""

    def changed(data: Plain) -> Plain:
        if "texts" not in data:
            return {"logprobs": change(data["logprobs"])}
        return pairs("logprobs", "texts", change)(data)

    return changed


def _tokens(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    return lambda data: {**data, "logprobs": [change(sequence) for sequence in data["logprobs"]]}


_LOGPROBS: dict[str, Callable[[Plain], Plain]] = {
    **{f"sequences-{name}": _sequences(change) for name, change in WRONG_ITEMS.items()},
    **{f"tokens-{name}": _tokens(change) for name, change in WRONG_ITEMS.items()},
    "sequences-joined": lambda data: {
        "logprobs": [_joined(data["logprobs"])],
        **({"texts": [_joined(data["texts"])]} if "texts" in data else {}),
    },
    "texts-of-the-next-sequence": lambda data: (
        {**data, "texts": data["texts"][1:] + data["texts"][:1]} if "texts" in data else data
    ),
}


def _moved_gold(step: int) -> Callable[[Items], Items]:
    """Indices counted from another first number; those that do not exist stay as they are."""

    def moved(items: Items) -> Items:
        return [
            {**item, "gold": place if 0 <= (place := item["gold"] + step) < len(item["choices"]) else item["gold"]}
            for item in items
        ]

    return moved


def _choices(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """A change of the order of an item's choices; the gold index stays the same."""

    def changed(items: Items) -> Items:
        fields = ("choices", "logprobs", "unconditional")
        return [{**item, **{f: change(item[f]) for f in fields if f in item}} for item in items]

    return changed


_CHOICES: dict[str, Callable[[Items], Items]] = {
    **{f"items-{name}": change for name, change in WRONG_ITEMS.items()},
    "choices-reversed": _choices(lambda values: values[::-1]),
    "first-choice-left-out": _choices(lambda values: values[1:]),
    "last-choice-left-out": _choices(lambda values: values[:-1]),
    "gold-counted-from-1": _moved_gold(-1),
    "gold-of-the-next-choice": _moved_gold(1),
}


def _of(field: str, changes: dict[str, Callable[[Items], Items]]) -> dict[str, Callable[[Plain], Plain]]:
    """Changes of the list in one field of an input."""

    def changed(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
        return lambda data: {**data, field: change(data[field])}

    return {name: changed(change) for name, change in changes.items()}


#: The fields of ratings.
SIDES = ("metric_scores", "human_scores")


def rows_of(scores: Items) -> Items:
    """The scores of each system; a flat list is that of a single one."""
    return scores if scores and isinstance(scores[0], list) else [scores]


def _without_last(data: Plain) -> Plain:
    """The scores of both sides without the last one of each system."""
    return {**data, **{side: [row[:-1] for row in rows_of(data[side])] for side in SIDES}}


def _missing_as_zero(data: Plain) -> Plain:
    """Missing scores of both sides are 0."""
    sides = {side: [[0 if score is None else score for score in row] for row in rows_of(data[side])] for side in SIDES}
    return {**data, **sides}


_SYSTEMS: dict[str, Callable[[Items], Items]] = {
    "systems-exchanged": lambda systems: systems[::-1],
    "first-system-twice": lambda systems: [systems[0]] * len(systems),
    "last-system-twice": lambda systems: [systems[-1]] * len(systems),
}
_RATINGS: dict[str, Callable[[Plain], Plain]] = {
    "last-scores-left-out": _without_last,
    "missing-scores-as-0": _missing_as_zero,
}


#: The items of rewrites are read as wrongly as segments, and the source may be another side.
_REWRITES: dict[str, Callable[[Items], Items]] = {
    **{name: change for name, change in _SEGMENTS.items() if name not in ("segments-by-hypothesis", "sides-exchanged")},
    "source-for-hypothesis": lambda rows: [
        {**row, "source": row["hypothesis"], "hypothesis": row["source"]} for row in rows
    ],
    "source-left-out": lambda rows: [{**row, "source": ""} for row in rows],
    "source-of-the-next-segment": lambda rows: [
        {**row, "source": other["source"]} for row, other in zip(rows, rows[1:] + rows[:1], strict=True)
    ],
}


def _missing_as_label(rows: Items) -> Items:
    """A missing label is one like any other: a text, -99 among numbers, or the empty set among sets."""
    kinds = {type(label) for row in rows for label in row}
    missing: Any = "missing" if str in kinds else [] if list in kinds else -99
    return [[missing if label is None else label for label in row] for row in rows]


def _items(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """A change of the items, which are the columns."""
    return lambda rows: (
        [list(row) for row in zip(*change(list(zip(*rows, strict=True))), strict=True)] or [[] for _ in rows]
    )


_ANNOTATIONS: dict[str, Callable[[Items], Items]] = {
    **{f"items-{name}": _items(how) for name, how in WRONG_ITEMS.items()},
    "items-as-annotators": lambda rows: [list(item) for item in zip(*rows, strict=True)],
    "first-annotator-twice": lambda rows: [rows[0], *rows],
    "first-two-annotators-only": lambda rows: rows[:2],
    "missing-labels-as-a-label": _missing_as_label,
}

#: The wrong readings of an input, by the fields that it has.
_READINGS: dict[str, dict[str, Callable[[Plain], Plain]]] = {
    "segments": _of("segments", _SEGMENTS),
    **LABEL_READINGS,
    "logprobs": _LOGPROBS,
    "items": _of("items", _CHOICES),
    "systems": _of("systems", _SYSTEMS),
    "metric_scores": _RATINGS,
    "rewrites": _of("rewrites", _REWRITES),
    "annotations": _of("annotations", _ANNOTATIONS),
    "supported_answers": _of("supported_answers", SUPPORTED_ANSWERS),
    "sampled_responses": _of("sampled_responses", SAMPLED_RESPONSES),
}


def readings(data: Plain) -> dict[str, Callable[[Plain], Plain]]:
    """The wrong readings of an input of this kind, by name."""
    if "rule" in data or len(data.get("systems", "two")) == 1:
        return {}
    return next(changes for field, changes in _READINGS.items() if field in data)
