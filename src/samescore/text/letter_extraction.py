"""Find the letter of a multiple-choice answer in a language model's output, as evaluation harnesses do.

A search takes an output and returns the candidates in the order of the text; most return at most one. The searches of
a rule are tried in order: the first that finds something counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import starmap

#: A search of an output for candidates.
Search = Callable[[str], list[str]]

#: What introduces an answer in simple-evals' MMLU: a word, and a mark that may follow white space.
# fmt: off
_INTRODUCTIONS = (
    ("Answer", ":"), ("Answer", ":\u200b\u200b\u200b\u200b\u200b\u200b"), ("উত্তর", ":"), ("उत्तर", ":"),
    ("উত্তরঃ", ""), ("উত্তর", ":"), ("Antwort", ":"), ("답변", ":"),
    ("정답", ":"), ("답", ":"), ("答案", "："), ("答案", ":"),
    ("答", "："), ("答", ":"), ("答复", "："), ("答曰", "："),
    ("الإجابة:", ""), ("الجواب:", ""), ("إجابة:", ""), ("الإجابة النهائية:", ""),
    ("الإجابة الصحيحة:", ""), ("الإجابة الصحيحة هي:", ""), ("الإجابة هي:", ""), ("الجواب النهائي:", ""),
    ("Respuesta", ":"), ("Risposta", ":"), ("答え", ":"), ("答え", "："),
    ("回答", ":"), ("回答", "："), ("解答", ":"), ("Jawaban", ":"),
    ("Réponse", ":"), ("Resposta", ":"), ("Jibu", ":"), ("Idahun", ":"),
    ("Ìdáhùn", ":"), ("Idáhùn", ":"), ("Àmọ̀nà", ":"), ("Àdáhùn", ":"),
    ("Ànúgọ", ":"), ("Àṣàyàn", ":"),
)
# fmt: on
#: The letters of choices in other scripts.
_AS_LATIN = str.maketrans("أبجدঅবডঢＡＢＣＤ", "ABCDABCDABCD")


def _findall(pattern: str) -> Search:
    return re.compile(pattern).findall


def _first(pattern: str) -> Search:
    search = re.compile(pattern).search
    return lambda text: [found[1]] if (found := search(text)) else []


def _last_of_its_line(text: str) -> list[str]:
    """Return the last ``answer: X`` on the first line that has one."""
    found = [*re.finditer(r"[aA]nswer:\s*([A-J])", text)]
    if not found:
        return []
    end = text.find("\n", found[0].start())
    return [[match[1] for match in found if end < 0 or match.start() < end][-1]]


def _introduced(word: str, mark: str) -> Search:
    introduction = re.escape(word) + (r"\s*" + re.escape(mark) if mark else "")
    search = _first(rf"(?i){introduction}[ \t]*([A-Dأ-دঅবডঢＡ-Ｄ])")
    return lambda text: [letter.translate(_AS_LATIN) for letter in search(text)]


#: The forms of a letter on a line, in order of preference.
_FASTEVAL = [
    re.compile(form)
    for form in (
        r"\([A-D]\)",
        r" [A-D]\)",
        r" [A-D]$",
        r" [A-D][^a-zA-Z]",
        r"[^a-zA-Z][A-D]$",
        r"[^a-zA-Z][A-D][^a-zA-Z]",
    )
]


def _on_the_last_line(text: str) -> list[str]:
    """Return the last letter, in the form that FastEval prefers, on the last line that has one."""
    for line in reversed(text.split("\n")):
        for form in _FASTEVAL:
            if found := form.findall(line):
                return [next(character for character in found[-1] if character in "ABCD")]
    return []


def _qwen(text: str) -> list[str]:
    """Return the letter that Qwen2.5-Math finds in an answer to MMLU's questions, or what else it compares."""
    text = text.replace("\u043a\u0438", "").strip("\n")
    triggers = ("choice is", "answer is")
    if any(text.count(trigger) > 1 for trigger in triggers):
        text = text.partition("\n\n")[0]
    parts = re.split("|".join(triggers), text)
    said = parts[-1].strip("\n").rstrip(".").rstrip("/").strip(" ").lstrip(":")
    letters = re.findall(r"\b[A-E]\b", said.upper())
    if letters:
        return [letters[0] if len(parts) > 1 else letters[-1]]
    return [said.strip().strip(".").rstrip(".").rstrip("/")]


def _lowered(before: str, letters: str) -> Search:
    search = re.compile(rf"{before} \(?([{letters}])").search
    return lambda text: [found[1].upper()] if (found := search(text.lower())) else []


def _lighteval(letters: str, *, anchored: bool) -> tuple[Search, ...]:
    letter = rf"([{letters}]|\([{letters}]\))"
    end = r"(?:\*\*)?(?:[.,]|\s?:| |$)"
    forms = [
        rf"(?i:final answer is):?\s*{letter}\.?\s?I hope",
        rf"(?i:final answer.{{0,100}}?)\s+is:?\s*{letter}",
        rf"(?i:answer)\s?:.{{0,50}}?(?:^| )(?:\*\*)?{letter}{end}",
        rf"(?i:answer).{{0,50}}?(?:^| )(?:\*\*)?{letter}{end}",
        rf"^(?:\*\*)?{letter}{end}",
        rf"\n(?:\*\*)?{letter}{end}",
        rf"(?:^| )(?:\*\*)?{letter}{end}",
        letter,
    ]
    searches = [_findall(form) for form in (forms[:-2] if anchored else forms)]

    def without_brackets(search: Search) -> Search:
        return lambda text: [found.strip("()") for found in search(text)]

    return tuple(map(without_brackets, searches))


def _math_verify(letters: str) -> tuple[Search, ...]:
    letter = f"([{letters}])"
    end = r"(?:\*\*)?(?:[.,:\s]|$)"
    return (
        _findall(rf"(?i:final answer is):?\s*{letter}\.?\s?I hope"),
        _findall(rf"(?i:final answer.{{0,100}}?)\s+is:?\s*{letter}"),
        _findall(rf"(?i:answer):.{{0,50}}?(?:^|\s)(?:\*\*)?{letter}{end}"),
        _findall(rf"(?i:answer).{{0,50}}?(?:^|\s)(?:\*\*)?{letter}{end}"),
        _findall(rf"^(?:\*\*)?{letter}{end}"),
        _findall(rf"(?:^|\s)(?:\*\*)?{letter}{end}"),
    )


#: The searches of the rules whose letters are fixed.
LETTER_RULES: dict[str, tuple[Search, ...]] = {
    "mmlu-pro-letter": (
        _first(r"answer is \(?([A-J])\)?"),
        _last_of_its_line,
        lambda text: re.findall(r"\b[A-J]\b", text)[-1:],
    ),
    "simple-evals-letter": tuple(starmap(_introduced, _INTRODUCTIONS)),
    "fasteval-letter": (_on_the_last_line,),
    "qwen-letter": (_qwen,),
    "choice-is-letter": (lambda text: _lowered("answer is", "a-e")(text.replace("choice is", "answer is")),),
    "the-final-answer-is-letter": (_lowered("the final answer is", "a-d"),),
    "capital": (lambda text: [character for character in text if character.isupper()],),
}

#: The searches of the rules that take the letters of the choices.
BY_LETTERS: dict[str, Callable[[str], tuple[Search, ...]]] = {
    "letter": lambda letters: (_findall(f"[{letters}]"),),
    "answer-colon-choice": lambda letters: (_findall(rf"(?i)ANSWER\s*:\s*([{letters}])"),),
    "lighteval-letter": lambda letters: _lighteval(letters, anchored=False),
    "lighteval-anchored-letter": lambda letters: _lighteval(letters, anchored=True),
    "math-verify-letter": _math_verify,
}
