"""Count hits, substitutions, deletions and insertions under the knobs of error rates, with kernels where possible."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate

from samescore.base.errors import SettingsError
from samescore.data.corpus import Corpus
from samescore.kernels import cheapest_edits
from samescore.kernels.banded_edits import banded_error_counts
from samescore.kernels.edit_counts import error_counts
from samescore.kernels.numbered import Numbered
from samescore.metrics.edits.cheapest import by_characters, cheapest, without_empty_row
from samescore.metrics.edits.levenshtein import deletions_last, most_hits
from samescore.metrics.edits.steps import counts_of, deletions_last_steps, most_hits_steps, same_direction_steps
from samescore.metrics.edits.wer_settings import ErrorRateSettings, WordErrorSettings
from samescore.metrics.numbering import numbered_corpus
from samescore.metrics.words import all_used_references

COLUMNS = ("hits", "substitutions", "deletions", "insertions")
#: The columns counted by the kernel `samescore.kernels.cheapest_edits.cheapest_counts`.
_ALL_COLUMNS = (*COLUMNS, "reference", "longer")
_CHEAPEST = {
    "sclite": cheapest_edits.PAIRS_FIRST,
    "kaldialign": cheapest_edits.GAPS_FIRST,
    "no-empty-row": cheapest_edits.NO_EMPTY_ROW,
    "characters": cheapest_edits.BY_BYTES,
}


def rule_of(settings: ErrorRateSettings) -> str:
    """Return the name of the alignment rule: the value of ``costs`` or, if it is ``one``, the value of ``alignment``.

    Settings without these knobs have the rule ``most-hits``. CER is an example: it only needs the number of edits.
    """
    costs = getattr(settings, "costs", "one")
    return str(getattr(settings, "alignment", "most-hits") if costs == "one" else costs)


def columns_of(settings: ErrorRateSettings) -> tuple[str, ...]:
    """Return the columns to count: H, S, D and I, and a length if the settings need it.

    The length is the longer text's or, under the rule ``no-empty-row``, the reference's: these cannot be computed from
    the four counts.
    """
    if (
        getattr(settings, "denominator", "reference") == "longer"
        or getattr(settings, "hits", "aligned") == "longer-less-edits"
    ):
        return (*COLUMNS, "longer")
    return (*COLUMNS, "reference") if rule_of(settings) == "no-empty-row" else COLUMNS


#: Functions that return the steps of an alignment, by rule.
_STEPS: dict[str, Callable[[Sequence[str], Sequence[str]], bytes]] = {
    "sclite": partial(cheapest, pairs_first=True),
    "kaldialign": partial(cheapest, pairs_first=False),
    "characters": by_characters,
    "deletions-last": deletions_last_steps,
    "most-hits": most_hits_steps,
    "same-direction": same_direction_steps,
}


def row_of(reference: Sequence[str], hypothesis: Sequence[str], settings: ErrorRateSettings) -> list[int]:
    """Return the counts in `columns_of` for a reference and a hypothesis. Raises `MetricError` as `align` does."""
    counts = align(reference, hypothesis, rule_of(settings))
    match columns_of(settings)[len(COLUMNS) :]:
        case ("longer",):
            return [*counts, max(len(reference), len(hypothesis))]
        case ("reference",):
            return [*counts, len(reference)]
    return counts


def align(reference: Sequence[str], hypothesis: Sequence[str], rule: str) -> list[int]:
    """Return H, S, D and I of the alignment that `rule`, a result of `rule_of`, selects.

    Under the rule ``characters``, raises `MetricError` as `by_characters` does.
    """
    if rule == "no-empty-row":
        return without_empty_row(reference, hypothesis)
    if rule in ("sclite", "kaldialign", "characters", "same-direction"):
        return counts_of(_STEPS[rule](reference, hypothesis))
    count = most_hits if rule == "most-hits" else deletions_last
    edits, hits = count(reference, hypothesis)
    insertions = edits - (len(reference) - hits)  # because S+D+I = edits and H+S+D = N
    substitutions = len(hypothesis) - hits - insertions
    return [hits, substitutions, len(reference) - hits - substitutions, insertions]


def steps_of(reference: Sequence[str], hypothesis: Sequence[str], settings: ErrorRateSettings) -> bytes:
    """Return the steps of the alignment of two texts under these settings, see `samescore.metrics.edits.steps`.

    Under settings that only fix the number of edits, as for WER and CER, the result is RapidFuzz's alignment. Raises
    `SettingsError` under the rule ``no-empty-row``, and the errors of `align`.
    """
    rule = rule_of(settings)
    if rule == "no-empty-row":
        raise SettingsError(
            "costs=no-empty-row pairs a first word several times, so it is not an alignment",
            hint="set costs to a different value",
        )
    if rule == "most-hits" and not settings.has_knob("alignment"):
        rule = "deletions-last"
    return _STEPS[rule](reference, hypothesis)


def counts_numbers(settings: ErrorRateSettings) -> bool:
    """Return whether a kernel supports these settings for units given as numbers."""
    rule = rule_of(settings)
    if rule in ("characters", "same-direction"):
        return False
    return rule in _CHEAPEST or columns_of(settings) == COLUMNS


def rows_of_numbers(text: Numbered, settings: ErrorRateSettings) -> array[int]:
    """Return the counts in `columns_of`, segment by segment, as computed by the kernels."""
    rule = rule_of(settings)
    if rule in _CHEAPEST:
        return _chosen(cheapest_edits.cheapest_counts(text, _CHEAPEST[rule], array("B"), array("q")), settings)
    counts: array[int] = error_counts(text, rule == "most-hits", banded_error_counts(text, rule == "most-hits"))
    return counts


def rows_by_bytes(corpus: Corpus, settings: WordErrorSettings) -> array[int] | None:
    """Return the result of `rows_of_numbers` for words compared byte by byte, under the rule ``characters``.

    Returns None if `by_characters` might raise, if a segment has no references, or if no kernel splits the texts.
    """
    made = numbered_corpus(corpus, settings, all_used_references)
    if made is None:
        return None
    text, vocabulary = made
    try:
        words = [word.encode() for word in vocabulary]
    except UnicodeEncodeError:
        return None
    if max(map(len, words), default=0) >= cheapest_edits.TOO_LONG:
        return None
    starts = array("q", accumulate(map(len, words), initial=0))
    counted = cheapest_edits.cheapest_counts(text, cheapest_edits.BY_BYTES, array("B", b"".join(words)), starts)
    return _chosen(counted, settings)


def _chosen(counted: array[int], settings: ErrorRateSettings) -> array[int]:
    """Return the columns that these settings use, given all columns that a kernel counts."""
    columns = columns_of(settings)
    rows = array("q", bytes(8 * len(columns) * (len(counted) // len(_ALL_COLUMNS))))
    for place, column in enumerate(columns):
        rows[place :: len(columns)] = counted[_ALL_COLUMNS.index(column) :: len(_ALL_COLUMNS)]
    return rows
