"""Find the answer in a language model's output by the rules of evaluation harnesses.

A rule is one or more regular expressions, tried in order: the first that matches provides the candidates, of which a
harness takes the first or the last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from samescore.text.answer_filters import HARNESS_NUMBER, MARKED_NUMBER
from samescore.text.boxes import (
    between_dollars,
    box_at_the_end,
    box_or_dollars,
    invalid_as_missing,
    last_box,
    last_braced_box,
    lighteval_box,
    spaced_box,
)
from samescore.text.inspect_replies import (
    choices_after_answer,
    first_letter,
    first_word,
    last_letter,
    last_line,
    last_word,
)
from samescore.text.letter_extraction import BY_LETTERS, LETTER_RULES, Search
from samescore.text.math_verify_answers import parsed_answer
from samescore.text.opencompass_answers import box_or_sentence, sentence
from samescore.text.opencompass_options import first_option
from samescore.text.patterns import pattern


class Rule(NamedTuple):
    """The searches of a rule, each like ``findall`` of a pattern.

    Candidates in `skipped` are skipped unless all are. With `strips`, white space at the ends of a candidate is removed.
    What the last search finds is `final` if the rule says so: it is compared without the rewriting of LaTeX.
    """

    searches: tuple[Callable[[str], list[Any]], ...]
    skipped: frozenset[str] = frozenset()
    strips: bool = True
    final: bool = False


def _rule(text: str, skipped: Sequence[str] = (), *, strips: bool = True) -> Rule:
    """Return the rule of a pattern that takes linear time."""
    return Rule((re.compile(text).findall,), frozenset(skipped), strips)


def _bounded_rule(*texts: str) -> Rule:
    """Return the rule of patterns that take quadratic time, and therefore reject very long texts."""
    return Rule(tuple(pattern(text).find_all for text in texts))


def _of_letters(searches: Callable[[str], tuple[Search, ...]]) -> Callable[[str], Rule]:
    return lambda letters: Rule(searches(letters))


def _inspect_choices(letters: str, *, several: bool, old: bool) -> Rule:
    return Rule((lambda text: choices_after_answer(text, letters, several=several, old=old),))


#: The phrase that Minerva's examples in a prompt end with; lm-evaluation-harness does not escape its full stops.
_MINERVA_START = "Final Answer: The final answer is"
_MINERVA_END = re.compile(r"[^\n] I hope it is correct[^\n]")
_LAST_SENTENCE = "I hope it is correct."


def minerva_answer(text: str) -> list[str]:
    """Return what follows 'Final Answer: The final answer is', up to 'I hope it is correct' on the same line.

    >>> minerva_answer("Final Answer: The final answer is $5$. I hope it is correct.")
    [' $5$']
    """
    for line in (text + _LAST_SENTENCE).split("\n"):
        _, start, rest = line.partition(_MINERVA_START)
        end = _MINERVA_END.search(rest)
        if start and end:
            return [rest[: end.start()]]
    return []


_ANSWER_LINE = re.compile(r"(?i)Answer\s*:\s*([^\n]+)")
#: The named rules that take no letters.
_RULES: dict[str, Rule] = {
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
    "cleva-number": Rule((lambda text: [found.lstrip(")") for found in re.findall(r"[-+*/%.()\d]+", text)],)),
    "answer-colon-line": Rule((_ANSWER_LINE.findall,), strips=False),
    "last-box": Rule((last_box,), strips=False),
    "last-braced-box": Rule((last_braced_box,), strips=False),
    "spaced-box": Rule((spaced_box,), strips=False),
    "lighteval-box": Rule((lighteval_box,), strips=False),
    "between-dollars": Rule((between_dollars,), strips=False),
    "box-or-dollars": Rule((box_or_dollars,), strips=False),
    "answer-line-or-box": Rule(
        (lambda text: invalid_as_missing(_ANSWER_LINE.findall(text)), box_at_the_end), strips=False, final=True
    ),
    "minerva-answer": Rule((minerva_answer,)),
    "math-verify-answer": Rule((parsed_answer,), strips=False),
    "opencompass-sentence": Rule((sentence,), strips=False),
    "opencompass-box-or-sentence": Rule((box_or_sentence,), strips=False),
    "the-answer-is-text": _rule(r"(?<=The answer is )(.*)(?=.)"),
    **{name: Rule(searches) for name, searches in LETTER_RULES.items()},
    "inspect-letter": Rule((last_letter,)),
    "inspect-0.3.180-letter": Rule((first_letter,)),
    "inspect-word": Rule((last_word,), strips=False),
    "inspect-0.3.180-word": Rule((first_word,), strips=False),
    "inspect-line": Rule((last_line,), strips=False),
}
#: The named rules that take the letters of the choices.
_RULES_OF_LETTERS: dict[str, Callable[[str], Rule]] = {
    **{name: _of_letters(searches) for name, searches in BY_LETTERS.items()},
    "opencompass-option": lambda letters: Rule((lambda text: first_option(text, letters),)),
    "inspect-choice": partial(_inspect_choices, several=False, old=False),
    "inspect-choices": partial(_inspect_choices, several=True, old=False),
    "inspect-0.3.180-choice": partial(_inspect_choices, several=False, old=True),
    "inspect-0.3.180-choices": partial(_inspect_choices, several=True, old=True),
}
#: The names of the rules.
RULES = (*_RULES, *_RULES_OF_LETTERS)
#: The letters of the choices, by the value of `letters`.
LETTERS = {"A-D": "ABCD", "A-E": "ABCDE", "A-J": "ABCDEFGHIJ"}


class Found(NamedTuple):
    """An answer, and whether it is compared without the rewriting of LaTeX."""

    answer: str
    final: bool = False


def find_answer(text: str, rule: Rule, select: str) -> Found | None:
    """Return the ``first`` or ``last`` candidate of a rule; None if there is none.

    A candidate is the whole match of a pattern without groups, the only group of a pattern, or the first of its groups
    that is not empty; a selected candidate whose groups are all empty is None. Raises `ValueError` if a pattern might
    take too long for the text.

    >>> find_answer("#### 4. #### 1,000", rule_of("hash"), "first").answer, find_answer("4", rule_of("hash"), "first")
    ('4.', None)
    """
    found, last = next(((found, at) for at, search in enumerate(rule.searches, 1) if (found := search(text))), ([], 0))
    kept = [each for each in found if each not in rule.skipped] or found[:1]
    if not kept:
        return None
    selected = kept[0] if select == "first" else kept[-1]
    chosen: str | None = next(filter(None, selected), None) if isinstance(selected, tuple) else selected
    if chosen is None:
        return None
    return Found(chosen.strip() if rule.strips else chosen, rule.final and last == len(rule.searches))


@lru_cache(maxsize=256)
def rule_of(extract: str | tuple[str, ...], letters: str = "A-D") -> Rule:
    """Return the rule with this name, or the rule of a user's patterns. Raises `ValueError` for an unsafe pattern."""
    if isinstance(extract, str):
        return _RULES[extract] if extract in _RULES else _RULES_OF_LETTERS[extract](LETTERS[letters])
    return Rule(tuple(pattern(text).find_all for text in extract))
