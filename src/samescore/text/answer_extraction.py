"""Find the answer in a language model's output by the rules of evaluation harnesses.

A rule is one or more regular expressions, tried in order: the first that matches provides the candidates, of which a
harness takes the first or the last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from samescore.text.answer_filters import HARNESS_NUMBER, MARKED_NUMBER
from samescore.text.patterns import pattern

#: The characters of an output that verl searches.
_CLIP = 300


class Rule(NamedTuple):
    """The searches of a rule, each like ``findall`` of a pattern, and candidates that are skipped unless all are."""

    searches: tuple[Callable[[str], list[Any]], ...]
    skipped: frozenset[str] = frozenset()


def _rule(text: str, skipped: Sequence[str] = ()) -> Rule:
    """Return the rule of a pattern that takes linear time."""
    return Rule((re.compile(text).findall,), frozenset(skipped))


def _bounded_rule(*texts: str) -> Rule:
    """Return the rule of patterns that take quadratic time, and therefore reject very long texts."""
    return Rule(tuple(pattern(text).find_all for text in texts))


#: The named rules.
RULES: dict[str, Rule] = {
    "hash": Rule((MARKED_NUMBER.findall,)),
    "the-answer-is": _rule(r"The answer is (-?[0-9.,]+)"),
    "the-answer-is-and-more": _rule(r"The answer is (-?[0-9.,]+)."),
    "the-answer-is-digits": _rule(r"The answer is (-?[0-9.,]*[0-9]+)"),
    "the-final-answer-is": _rule(r"The final answer is ((-?[$0-9.,]{2,})|(-?[0-9]+))"),
    "unsigned-number": _rule(r"\d+(?:\.\d+)?"),
    "lm-eval-number": Rule((HARNESS_NUMBER.findall,)),
    "helm-number": _rule(r"-?[\d,]+(?:.\d+)?"),
    "opencompass-number": _rule(r"-?\d+\.\d+|-?\d+"),
    "verl-number": _rule(r"-?[0-9.,]+", skipped=(".",)),
    "fasteval-number": _rule(r"\d+(?:,\d+)*(?:\.\d+)?"),
    "last-word": Rule((lambda text: [text.rpartition(" ")[2]],)),
    "answer-is-letter": _rule(r"answer is \(?([ABCDEFGHIJ])\)?"),
    "answer-colon-letter": _rule(r"(?i)Answer[ \t]*:[ \t]*\$?([A-D])\$?"),
    "helm-letter": _bounded_rule(
        r"answer is \(?([A-J])\)?",
        r"\.*\[aA\]nswer:\s*\(?([A-J])\)?",
        r"correct answer is [^A-Za-z]*([A-J])",
        r"correct answer is [^A-Z]*([A-J])",
    ),
    "flan-answer": _bounded_rule(
        r"((?<=The answer is )(.*)(?=.)|(?<=answer is )(.*)(?=.)|(?<=The answer: )(.*)(?=.)"
        r"|(?<=The final answer: )(.*)(?=.))"
    ),
}


def find_answer(text: str, rule: Rule, select: str) -> str | None:
    """Return the ``first`` or ``last`` candidate of a rule, without white space at its ends; None if there is none.

    A candidate is the whole match of a pattern without groups, the only group of a pattern, or the first of its groups
    that is not empty; a selected candidate whose groups are all empty is None. Raises `ValueError` if a pattern might
    take too long for the text.

    >>> find_answer("#### 4. #### 1,000", RULES["hash"], "first"), find_answer("4", RULES["hash"], "first")
    ('4.', None)
    """
    found = next(filter(None, (search(text) for search in rule.searches)), [])
    kept = [each for each in found if each not in rule.skipped] or found[:1]
    if not kept:
        return None
    chosen = kept[0] if select == "first" else kept[-1]
    if isinstance(chosen, tuple):
        chosen = next(filter(None, chosen), None)
    return None if chosen is None else chosen.strip()


@lru_cache(maxsize=256)
def rule_of(extract: str | tuple[str, ...]) -> Rule:
    """Return the rule with this name, or the rule of a user's patterns. Raises `ValueError` for an unsafe pattern."""
    if isinstance(extract, str):
        return RULES[extract]
    return Rule(tuple(pattern(text).find_all for text in extract))


#: The part of an output that is searched, by its name; None if the output lacks it.
VIEWS: dict[str, Callable[[str], str | None]] = {
    "whole": str,
    "stripped": str.strip,
    "before-question": lambda text: text.partition("Question:")[0],
    "after-answer": lambda text: text.rpartition("Answer")[2].strip() if "Answer" in text else None,
    "last-300": lambda text: text[-_CLIP:],
}


def _cut_greedily(text: str) -> str:
    """Cut from the first ``<think>`` to the last ``</think>`` with any blank line after it; all if it is not closed."""
    if "<think>" not in text:
        return text
    if "</think>" not in text:
        return ""
    end = "</think>\n\n" if "</think>\n\n" in text else "</think>"
    before, _, rest = text.partition("<think>")
    return before + rest.rpartition(end)[2] if end in rest else text


def _cut_pairs(text: str) -> str:
    """Cut each ``<think>`` with all up to the next ``</think>``; without ``<think>``, all up to the last ``</think>``."""
    if "<think>" not in text:
        return text.rpartition("</think>")[2].strip()
    kept, at = [], 0
    while (start := text.find("<think>", at)) >= 0 and (end := text.find("</think>", start)) >= 0:
        kept.append(text[at:start])
        at = end + len("</think>")
    return "".join([*kept, text[at:]]).strip()


#: Ways to remove the text between ``<think>`` and ``</think>``.
REASONING: dict[str, Callable[[str], str]] = {"keep": str, "cut-greedily": _cut_greedily, "cut-pairs": _cut_pairs}
