"""Rules about error rates: more edits than reference words, or no words at all."""

from __future__ import annotations

import msgspec

from samescore.catalogue.wrong_inputs import misread
from samescore.data.corpus import Corpus
from samescore.verbs.why.account.evidence import (
    Evidence,
    Rule,
    count_of,
    format_number,
    join_remedies,
    place,
    with_number,
)

RATES = ("ter", "wer", "cer")
#: Length ratio from which hypotheses count as much longer than their references.
_MUCH_LONGER = 1.2


class Edits(msgspec.Struct, frozen=True):
    """The number of edits of one segment, and the length of its reference (the mean length of several)."""

    edits: float
    length: float


def _edits(evidence: Evidence) -> list[Edits]:
    """Return the edits of each segment; empty if the metric does not count segments one by one."""
    table = evidence.table
    if table is None or not isinstance(evidence.data, Corpus) or len(table.rows) != len(evidence.data):
        return []
    if evidence.metric.name == "ter":
        rows = (dict(zip(table.columns, row, strict=True)) for row in table.rows)
        return [Edits(row["edits"], row["reference_words"] / max(row["references"], 1)) for row in rows]
    return [Edits(s + d + i, h + s + d) for h, s, d, i in table.rows]


def _more_edits_than_words(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on a rate above 1, for the corpus or single segments, or None."""
    if evidence.value is None or evidence.value <= evidence.unit:
        return None
    unit = "character" if evidence.metric.name == "cer" else "word"
    rows = _edits(evidence)
    beyond = [index for index, row in enumerate(rows) if row.edits > row.length]
    total, length = sum(row.edits for row in rows), sum(row.length for row in rows)
    words = [
        f"{format_number(evidence.value)} is above {format_number(evidence.unit)}: error rates have no upper bound"
    ]
    if beyond:
        worst = max(beyond, key=lambda index: rows[index].edits - rows[index].length)
        words.append(
            f"there are {format_number(total)} edits for {format_number(length)} reference {unit}s; "
            f"{count_of(len(beyond), len(rows), 'segments')} {'have' if len(beyond) > 1 else 'has'} more edits than "
            f"reference {unit}s, the worst {format_number(rows[worst].edits)} edits for {format_number(rows[worst].length)} ({place(worst)})"
        )
    ratio, lengths = _length_ratio(evidence)
    if ratio >= _MUCH_LONGER:
        words.append(lengths)
    return "; ".join(words), join_remedies((*_bounded_rates(evidence), _swap_remedy(evidence), _length_remedy(ratio)))


def _length_ratio(evidence: Evidence) -> tuple[float, str]:
    """Return the length ratio of hypotheses to references, and a clause about it; 0 and empty without references."""
    hypothesis = sum(len(texts.hypothesis_tokens) for texts in evidence.texts)
    reference = sum(len(lines[0]) for texts in evidence.texts if (lines := texts.reference_tokens))
    if not reference:
        return 0.0, ""
    ratio = hypothesis / reference
    return ratio, f"the hypotheses are {ratio:.2g} times as long as the references ({hypothesis} to {reference})"


def _bounded_rates(evidence: Evidence) -> list[str]:
    """Return a remedy that names the match error rate, which counts the same edits and cannot exceed 1, in a list."""
    return [with_number("the match error rate, mer, which is at most 1,", evidence.other("mer"))]


def _swap_remedy(evidence: Evidence) -> str:
    """Return a remedy if swapping hypotheses and references does not increase the rate; otherwise empty."""
    exchanged = misread(evidence.data, "swap")
    value = None if exchanged is None else evidence.on(exchanged)
    if value is None or evidence.value is None or value > evidence.value:
        return ""
    return with_number("with hypotheses and references swapped it", value)


def _length_remedy(ratio: float) -> str:
    return "look for repeated or run-on output" if ratio >= _MUCH_LONGER else ""


def _no_words(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on references without any word, which make the rate divide by 0, or None."""
    rows = _edits(evidence)
    if not rows or any(row.length for row in rows):
        return None
    knob = next((name for name in ("empty_reference", "both_empty") if evidence.has(name)), "")
    how = f"{knob}={getattr(evidence.settings, knob)}" if knob else "the metric"
    return (
        f"no reference has a word, so the rate is a division by 0; {how} decides the score",
        "remove such segments, or state the convention used",
    )


EDIT_RULES = (
    Rule("more-edits-than-words", _more_edits_than_words, RATES),
    Rule("no-reference-words", _no_words, (*RATES, "mer", "wil", "wip")),
)
