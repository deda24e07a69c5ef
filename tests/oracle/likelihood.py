"""Perplexity and multiple-choice accuracy, to sixty digits."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import Number, OracleError, decimal, decimal_text, exact, mean, sixty_digits
from tests.oracle.text import SEPARATORS

Settings = dict[str, Any]

LARGEST_DOUBLE = Decimal(2) ** 1024 - Decimal(2) ** 970


@sixty_digits
def perplexity(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the perplexity: the base to the power of minus the mean log-probability, where None is probability 0."""
    sequences = data["logprobs"]
    counted = settings["empty_text"] == "count"
    full = [sequence for sequence in sequences if sequence or counted]
    pooled = settings["average"] == "tokens"
    if not sequences and settings["empty_input"] == "undefined":
        return {"value": None, "stages": {}}
    if not sequences:
        raise OracleError("no sequences")
    units = [_units(data, k, settings["denominator"]) for k, sequence in enumerate(sequences) if sequence or counted]
    if settings["denominator"] != "token" and "texts" not in data:
        raise OracleError("no texts")
    if settings["empty_text"] == "raise" and (not full or (not pooled and full != sequences)):
        raise OracleError("no tokens")
    stages: dict[str, Any] = {"counts": [sum(units), len(full)]}
    if settings["probabilities"] == "doubles":
        full = [[_of_double(value, settings["base"]) for value in sequence] for sequence in full]
    if not full or any(value is None for sequence in full for value in sequence):
        return {"value": None, "stages": stages}
    exactly = [[value if isinstance(value, Fraction) else exact(value) for value in sequence] for sequence in full]
    if pooled:
        values = [value for sequence in exactly for value in sequence]
        return {"value": _finite([_measure(_over(-sum(values, Fraction(0)), sum(units)), settings)]), "stages": stages}
    if settings["average"] == "texts":
        everything = sum((sum(sequence, Fraction(0)) for sequence in exactly), Fraction(0))
        return {"value": _finite([_measure(-everything / len(exactly), settings)]), "stages": stages}
    scores = [
        _measure(_over(-sum(sequence, Fraction(0)), n), settings) for sequence, n in zip(exactly, units, strict=True)
    ]
    value = _finite(scores)
    if value is not None:
        stages["sentences"] = [decimal_text(score) for score in scores]
    return {"value": value, "stages": stages}


def _finite(scores: list[Decimal]) -> Number | None:
    """Return the mean of the scores; None if one is infinite in doubles."""
    return mean(scores) if max(scores) <= LARGEST_DOUBLE else None


def _of_double(logprob: float | None, base: str) -> Fraction | None:
    """Return the logarithm of the double next to a probability; None of zero."""
    if logprob is None:
        return None
    logarithm = Decimal(1) if base == "e" else Decimal(base).ln()
    probability = float((decimal(exact(logprob)) * logarithm).exp())
    return Fraction(Decimal(probability).ln() / logarithm) if probability else None


def _over(total: Fraction, units: int) -> Fraction:
    if units == 0:
        raise OracleError("a text of no bytes")
    return total / units


def _units(data: dict[str, Any], k: int, per: str) -> int:
    """Return the number of tokens, words or bytes of the k-th text."""
    if per == "token":
        return len(data["logprobs"][k])
    text = data["texts"][k] if "texts" in data else ""
    if per == "byte":
        return sum(1 + (ord(c) > 0x7F) + (ord(c) > 0x7FF) + (ord(c) > 0xFFFF) for c in text)
    white = [c in SEPARATORS for c in text]
    return 1 + sum(here and not before for before, here in zip([False, *white], white, strict=False))


def _measure(cross_entropy: Fraction, settings: Settings) -> Decimal:
    """Return the score of a cross-entropy as the settings define it, with b^h computed as e^(h ln b)."""
    logarithm = Decimal(1) if settings["base"] == "e" else Decimal(settings["base"]).ln()
    nats = decimal(cross_entropy) * logarithm
    if settings["measure"] == "nats":
        return nats
    if settings["measure"] == "bits":
        return nats / Decimal(2).ln()
    value = nats.exp()
    if value > LARGEST_DOUBLE and settings["overflow"] == "raise":
        raise OracleError("overflow")
    return value


def accuracy_choices(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share of items whose right text has the largest (normalized) log-likelihood."""
    if not data["items"]:
        raise OracleError("no items")
    answers = [_answer(item, settings) for item in data["items"]]
    right = sum(answer == item["gold"] for answer, item in zip(answers, data["items"], strict=True))
    value = Fraction(right, len(answers)) * int(settings["scale"])
    return {"value": value, "stages": {"answers": answers}}


def _answer(item: dict[str, Any], settings: Settings) -> int:
    """Return the index of the largest value, the first of equal ones."""
    values = []
    for at, text in enumerate(item["choices"]):
        value = exact(item["logprobs"][at])
        if settings["normalization"] == "mutual-information":
            if not item.get("unconditional"):
                raise OracleError("no unconditional log-likelihoods")
            value -= exact(item["unconditional"][at])
        elif settings["normalization"] != "none":
            units = [1 if settings["normalization"] == "characters" else _bytes(ord(character)) for character in text]
            if not units:
                if settings["zero_division"] == "raise":
                    raise OracleError("an empty choice")
                values.append((1, Fraction(0)) if value == 0 else (-1, Fraction(0)))  # 0/0 wins, -1/0 loses
                continue
            value /= sum(units)
        values.append((0, value))
    best = [at for at, value in enumerate(values) if value == max(values)]
    return best[0] if settings["ties"] == "first" else best[-1]


def _bytes(code: int) -> int:
    """Return the number of bytes of a code point in UTF-8."""
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
