"""The rules that find letters and answers: time on hostile outputs, and texts that regular expressions match oddly."""

from __future__ import annotations

import random
import re
import time

import pytest

from samescore.text.answer_extraction import RULES, find_answer, rule_of
from samescore.text.inspect_replies import _choices, last_line, last_word

#: Rules whose patterns take quadratic time; they refuse very long outputs instead.
_REFUSES = ("helm-letter", "flan-answer")
_SIZE = 60_000
#: The most seconds that a rule may take for an output; in quadratic time it takes minutes.
_SECONDS = 5.0
_HOSTILE = {
    "introductions": "ANSWER:" * (_SIZE // 7) + "x y",
    "introductions of lines": "ANSWER:\n" * (_SIZE // 8) + "x y",
    "spaces after an introduction": "ANSWER:" + " " * _SIZE + "!",
    "dollar and spaces": "$A" + " " * _SIZE + "ANSWER: B!",
    "letters and commas": "ANSWER: " + "A, " * (_SIZE // 3) + "\u00e9",
    "final answers": "final answer " * (_SIZE // 13),
    "final answer and spaces": "final answer" + " " * _SIZE + "x",
    "boxes": "The correct answer is " * (_SIZE // 22),
    "clauses": "\u7b54\u6848\u662f" * (_SIZE // 3) + " x",
    "lines": "A\n" * (_SIZE // 2),
    "digits": "1" * _SIZE,
    "letters": "A" * _SIZE,
}


@pytest.mark.parametrize("text", _HOSTILE.values(), ids=_HOSTILE)
@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in _REFUSES])
def test_a_rule_is_fast_on_hostile_outputs(rule: str, text: str) -> None:
    began = time.process_time()
    find_answer(text, rule_of(rule), "last")
    assert time.process_time() - began < _SECONDS


_WORD = r"(?is)ANSWER\s*:\s*(\S+?)(?=[.,;:!?]?\s*(?:\n|$))(?!.*ANSWER\s*:)"
_LINE = r"(?i)ANSWER\s*:\s*([^\n]+)\s*\Z"


@pytest.mark.parametrize(
    "text",
    [
        "ANSWER: yes.",
        "ANSWER: ANSWER:B",
        "ANSWER:xANSWER \n :",
        "ANSWER: aANSWER: b",
        "ANSWER: ANSWER: b c",
        "ANSWER: .",
        "ANSWER: yes.\nso",
        "ANSWER: yes!",
        "ANSWER:  \n",
        "ANSWER: \n \n",
        "ANSWER: a\nb\nANSWER: c \n",
        "An\u017fwer: a",
        "ANSWER:",
        "",
    ],
)
def test_words_and_lines_are_those_of_the_patterns(text: str) -> None:
    """The patterns of inspect-ai 0.3.285, which take quadratic time and more."""
    for search, pattern in ((last_word, _WORD), (last_line, _LINE)):
        found = re.search(pattern, text)
        assert search(text) == ([found[1]] if found else [])


#: The patterns of the scorer `choice` of inspect-ai, which take quadratic time and more: on a line, and anywhere.
_CHOICES = {
    True: r"(?im)^ANSWER\s*:\s*([A-Za-z\d ,]+)\s*(?:$|\n|\.)",
    False: r"(?i)ANSWER\s*:\s*([A-Za-z\d ,]+)(?:[^\w]|\n|$|\.)",
}
_PIECES = ("ANSWER:", "\nanswer :\n", "ANSWER: \n\n", " ", "\n", "A", "b", ",", ".", "-", "\u00e9", "1", "_")


@pytest.mark.parametrize("at_a_line", [True, False])
def test_choices_are_those_of_the_patterns(at_a_line: bool) -> None:
    """Random outputs of up to nine pieces; a text of spaces may be longer or shorter."""
    rng, found = random.Random(1), 0
    for _ in range(10_000):
        text = "".join(rng.choices(_PIECES, k=rng.randint(1, 9)))
        expected = [match[1].strip() for match in re.finditer(_CHOICES[at_a_line], text)]
        assert [said.strip() for said in _choices(text, at_a_line=at_a_line)] == expected, text
        found += bool(expected)
    assert found > 1000
