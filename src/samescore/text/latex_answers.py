"""Rewrite answers in LaTeX before they are compared, in the steps of the programs that grade them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from samescore.text.latex_opencompass import FIRST, FIRST_ATTEMPTS, SECOND, SECOND_ATTEMPTS
from samescore.text.latex_steps import (
    CLEANED,
    COMMANDS,
    EXPRESSION,
    HENDRYCKS,
    LONG_ROOTS,
    NO_DOLLARS,
    PERCENT,
    SHORT_FRACTION,
    SUBSTITUTED,
    UNWRAPPED,
    WORDS,
    Step,
    before_any_units,
    before_units,
    deleting,
    last_side,
    lenient_slash,
    minerva,
    slash,
    through,
    without_commas_of_digits,
    without_commas_of_thousands,
    without_text_command,
    without_whole_words,
    without_words,
)


class Rewriting(NamedTuple):
    """Steps in order, and what is compared if one of them fails.

    `failure` is ``error`` if there is no result then, ``pair`` if both texts are compared as given, and ``text`` if only
    this text is. Before that come the steps `first`, which cannot fail. With `attempts`, the texts are compared after
    the steps of each in which no step fails; the first of them is `steps`.
    """

    steps: tuple[Step, ...]
    failure: str = "error"
    first: tuple[Step, ...] = ()
    attempts: tuple[tuple[Step, ...], ...] = ()


#: The rewritings by name.
REWRITINGS: dict[str, Rewriting] = {
    "none": Rewriting(()),
    "hendrycks": Rewriting((*HENDRYCKS, lenient_slash), "pair"),
    "hendrycks-lm-eval": Rewriting((*HENDRYCKS, slash), "pair"),
    "hendrycks-verl": Rewriting((CLEANED, before_units, deleting("\\\\%", "\\%"), *EXPRESSION, lenient_slash), "pair"),
    "hendrycks-lighteval": Rewriting((CLEANED, before_any_units, PERCENT, *EXPRESSION, lenient_slash)),
    "prm800k": Rewriting((*HENDRYCKS, lenient_slash), "text", (without_text_command,)),
    "minerva-0.4.13": Rewriting(
        (
            *(last_side, without_whole_words, SUBSTITUTED, without_words, deleting(*COMMANDS), *UNWRAPPED),
            *(SHORT_FRACTION, *LONG_ROOTS, NO_DOLLARS, without_commas_of_thousands),
        )
    ),
    "minerva-0.4.9.2": Rewriting((*minerva(WORDS), without_commas_of_digits)),
    "opencompass-v1": Rewriting(FIRST, attempts=FIRST_ATTEMPTS),
    "opencompass-v2": Rewriting(SECOND, attempts=SECOND_ATTEMPTS),
    "minerva-verl": Rewriting((*minerva(WORDS.replace(" ft ", " ")), without_commas_of_digits, str.strip)),
}


def rewritten(text: str, name: str) -> str:
    r"""Return an answer after all steps of a rewriting. Raises `ValueError` if one fails.

    >>> rewritten(r"x=\dfrac12", "hendrycks"), rewritten("$1,000$ dollars", "minerva-verl")
    ('\\frac{1}{2}', '1000')
    """
    rewriting = REWRITINGS[name]
    return through((*rewriting.first, *rewriting.steps), text)


def rewritten_or_given(text: str, name: str) -> str:
    """Return an answer after all steps of a rewriting, or before them if one fails."""
    text = through(REWRITINGS[name].first, text)
    try:
        return through(REWRITINGS[name].steps, text)
    except ValueError:
        return text


def compared(answer: str, gold: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield an answer and a gold answer as they are compared; any pair may be equal.

    Raises `ValueError` if the program has no result.
    """
    rewriting = REWRITINGS[name]
    if rewriting.attempts:
        for steps in rewriting.attempts:
            with suppress(ValueError):
                yield through(steps, answer), through(steps, gold)
    elif rewriting.failure == "text":
        yield rewritten_or_given(answer, name), rewritten_or_given(gold, name)
    else:
        yield _both_or_none(answer, gold, rewriting)


def _both_or_none(answer: str, gold: str, rewriting: Rewriting) -> tuple[str, str]:
    try:
        return through(rewriting.steps, answer), through(rewriting.steps, gold)
    except ValueError:
        if rewriting.failure == "error":
            raise
        return answer, gold
