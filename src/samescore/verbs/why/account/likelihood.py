"""Rules about unusual perplexities: a dominant token, tokens of probability 0, or overflow."""

from __future__ import annotations

import math

from samescore.data.likelihoods import TokenLogProbs
from samescore.verbs.why.account.evidence import Evidence, Rule, count_of, format_number, join_remedies

#: The largest cross-entropy, in nats, with a perplexity in the range of doubles.
_LARGEST = math.log(1.7976931348623157e308)
#: Share of a sum from which a single sequence or token is considered dominant.
_DECIDES = 0.5


def _impossible(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on tokens of probability 0, or None."""
    if not isinstance(evidence.data, TokenLogProbs):
        return None
    sequences = evidence.data.sequences
    zero = [index for index, sequence in enumerate(sequences) if -math.inf in sequence]
    if not zero:
        return None
    return (
        f"{count_of(len(zero), len(sequences), 'sequences')} {'have' if len(zero) > 1 else 'has'} a token of probability 0 "
        f"(sequence {zero[0] + 1}): the perplexity is infinite",
        "look for scored padding, or probabilities rounded to 0",
    )


def _too_large(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on a cross-entropy whose exponential exceeds the range of doubles, or None."""
    data = evidence.data
    if not isinstance(data, TokenLogProbs) or evidence.value is not None:
        return None
    finite = [sequence for sequence in data.sequences if sequence and -math.inf not in sequence]
    means = [-math.fsum(sequence) / len(sequence) for sequence in finite]
    if not means or max(means) <= _LARGEST:
        return None
    return (
        f"the cross-entropy reaches {format_number(max(means))} nats per token, and e to that power is beyond the largest double",
        join_remedies(
            (
                "check the sign and the base of the log-probabilities",
                evidence.with_set(", the cross-entropy itself,", measure="nats"),
            )
        ),
    )


def _one_sequence(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on a mean of perplexities if one sequence makes up at least half of their sum, or None."""
    data = evidence.data
    if not isinstance(data, TokenLogProbs) or getattr(evidence.settings, "average", "") != "sequences":
        return None
    values = evidence.stages.get("sentences", [])
    if len(values) < 3 or not evidence.value or max(values) < _DECIDES * math.fsum(values):
        return None
    worst = max(range(len(values)), key=lambda index: values[index])
    return (
        f"sequence {worst + 1} of {len(values)} alone makes up {100 * values[worst] / math.fsum(values):.0f} % of the sum of perplexities ({format_number(values[worst])}; {len(data.sequences[worst])} tokens)",
        evidence.with_set(average="tokens"),
    )


LIKELIHOOD_RULES = (
    Rule("probability-zero", _impossible, ("perplexity",)),
    Rule("too-large", _too_large, ("perplexity",)),
    Rule("one-sequence-decides", _one_sequence, ("perplexity",)),
)
