"""Perplexity under an add-k n-gram model, with exact fractions counted in the training text."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal, decimal_text, exact, mean, sixty_digits
from tests.oracle.text import tokenize

Settings = dict[str, Any]
SMALLEST_DOUBLE = Fraction(1, 2**1075)
LARGEST_DOUBLE = Fraction(2**1024 - 2**970)


@sixty_digits
def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the perplexity of the hypotheses under a model of all references."""
    if not data["segments"]:
        raise OracleError("no segments")
    lines = [
        [_tokens(line, settings) for line in (segment["hypothesis"], *segment["references"])]
        for segment in data["segments"]
    ]
    training = [_padded(text, settings) for _, *references in lines for text in references]
    vocabulary = _vocabulary(training, [text for _, *references in lines for text in references], settings)
    size = len(vocabulary) + (1 if settings["vocabulary"] == "unknown" and vocabulary else 0)
    by_text, lengths = [], []
    for text, *_ in lines:
        probabilities = _probabilities(text, training, vocabulary, size, settings)
        by_text.append(probabilities)
        lengths.append(len(text) if settings["denominator"] == "tokens" else len(probabilities))
    stages: dict[str, Any] = {"tokens": lines, "counts": [sum(map(len, by_text)), sum(lengths), size]}
    if settings["average"] == "corpus":
        by_text, lengths = [[p for row in by_text for p in row]], [sum(lengths)]
    if 0 in lengths and settings["empty_text"] == "raise":
        raise OracleError("N = 0")
    scores = [_perplexity(row, n, settings) for row, n in zip(by_text, lengths, strict=True) if n]
    if not scores or None in scores:
        return {"value": None, "stages": stages}
    if settings["average"] == "sentences":
        stages["sentences"] = [decimal_text(value) for value in scores if value is not None]
    return {"value": mean([value for value in scores if value is not None]), "stages": stages}


def _tokens(line: Any, settings: Settings) -> list[str]:
    if settings["case"] == "lower":
        line = line.lower() if isinstance(line, str) else [token.lower() for token in line]
    return tokenize(line, settings["tokenizer"])


def _padded(text: list[str], settings: Settings) -> list[str]:
    if settings["padding"] == "none":
        return text
    ends = settings["order"] - 1
    return ["<s>"] * ends + text + ["</s>"] * ends


def _vocabulary(padded: list[list[str]], plain: list[list[str]], settings: Settings) -> list[str]:
    texts = plain if settings["vocabulary"] == "words" else padded
    return sorted({word for text in texts for word in text})


def _probabilities(
    text: list[str], training: list[list[str]], vocabulary: list[str], size: int, settings: Settings
) -> list[Fraction]:
    n, k = settings["order"], exact(settings["add_k"])
    words = _padded(text, settings)
    if settings["vocabulary"] == "unknown":
        words = [word if word in vocabulary else "<UNK>" for word in words]
    probabilities = []
    for end in range(n, len(words) + 1):
        gram = words[end - n : end]
        numerator = sum(_occurrences(gram, other, settings["ngram_key"] == "joined") for other in training) + k
        below = sum(_contexts(gram[:-1], other, settings["context_count"]) for other in training) + k * size
        if below == 0:
            raise OracleError("0/0")
        probabilities.append(Fraction(numerator) / below)
    return probabilities


def _occurrences(gram: list[str], text: list[str], joined: bool) -> int:
    windows = [text[at : at + len(gram)] for at in range(len(text) - len(gram) + 1)]
    return sum("".join(window) == "".join(gram) if joined else window == gram for window in windows)


def _contexts(context: list[str], text: list[str], how: str) -> int:
    """Return the number of occurrences of the context in the text: all, or only those followed by a word."""
    last = len(text) - len(context)
    if how == "followed" or not context:
        last -= 1
    return sum(text[at : at + len(context)] == context for at in range(last + 1))


def _perplexity(probabilities: list[Fraction], length: int, settings: Settings) -> Decimal | None:
    product = Fraction(1)
    for probability in probabilities:
        product *= probability
    if settings["summation"] == "product":
        if product < SMALLEST_DOUBLE:
            raise OracleError("underflow")
        if 1 / product > LARGEST_DOUBLE:
            return None
    if product == 0:
        return None
    return (-decimal(product).ln() / length).exp()
