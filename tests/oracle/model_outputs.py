"""Answers in the outputs of language models: the rules of harnesses as scans from left to right, without patterns."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.oracle import inspect_numbers, math_verify, math_verify_equality, symbolic
from tests.oracle.answer_views import places, reasoned, unmarked, view, without
from tests.oracle.answers import ASCII_PUNCTUATION
from tests.oracle.arithmetic import OracleError, decimal_text, exact, mean
from tests.oracle.latex_answers import pair, shown
from tests.oracle.letters import RULES, UNSTRIPPED, candidates, lines_or_box
from tests.oracle.opencompass_latex import attempts, rewritten
from tests.oracle.scanning import edge, first_of, lit, matches
from tests.oracle.text import SEPARATORS

Settings = dict[str, Any]
#: The end of what is found at a place of a text, and the answer in it; None if nothing is found there.
Found = tuple[int, str] | None

DIGITS = "0123456789"


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share of questions with a right answer."""
    scores: list[Fraction | None] = []
    units, counts = [], [0, 0, 0]
    for segment in data["segments"]:
        if not segment["references"]:
            raise OracleError("no gold answer")
        kept = segment["references"][: {"best": None, "first": 1}[settings["references"]]]
        golds = [prepared(text, settings, gold=True) for text in kept]
        answer = prepared(segment["hypothesis"], settings, gold=False)
        unanswered = {"compare": False, "wrong": not answer, "wrong-output": not segment["hypothesis"]}
        wrong = unanswered[settings["empty_answer"]]
        as_given = _is_box(segment["hypothesis"], settings)
        decided = [] if wrong else [_right(answer, gold, settings, as_given=as_given) for gold in golds]
        right = True if True in decided else None if None in decided else False
        guess = answer is None and settings["not_found"] == "quarter"
        counts = [counts[0] + (right is True), counts[1] + guess, counts[2] + (right is None)]
        share = {True: Fraction(1), False: Fraction(guess, 4), None: _UNDECIDED[settings["undecided"]]}[right]
        scores.append(None if share is None else share * int(settings["scale"]))
        units.append(
            [answer or "" if as_given else _shown(answer, settings), *(_shown(gold, settings) for gold in golds)]
        )
    if not scores:
        raise OracleError("no questions")
    sentences = ["nan" if each is None else decimal_text(each) for each in scores]
    value = None if None in scores else mean([each for each in scores if each is not None])
    return {"value": value, "stages": {"tokens": units, "counts": list(map(str, counts)), "sentences": sentences}}


#: The share that an undecided answer counts.
_UNDECIDED = {"nan": None, "wrong": Fraction(0), "right": Fraction(1)}


def _right(answer: str | None, gold: str | None, settings: Settings, *, as_given: bool) -> bool | None:
    if answer is None or gold is None:
        return answer == gold and settings["not_found"] == "missing"
    if settings["latex"].startswith("opencompass") and not as_given:
        pairs = attempts(answer, gold, settings["latex"])
    else:
        pairs = [(answer, gold) if as_given else pair(answer, gold, settings["latex"])]
    decided = [_equal(*each, settings) for each in pairs]
    return True if True in decided else None if None in decided else False


def _shown(text: str | None, settings: Settings) -> str:
    if text is None:
        return ""
    if settings["latex"].startswith("opencompass"):
        return rewritten(text, settings["latex"])
    return shown(text, settings["latex"])


def _is_box(output: str, settings: Settings) -> bool:
    """Return whether the answer is one that is compared as given."""
    searched = _searched(output, settings, gold=False)
    return settings["extract"] == "answer-line-or-box" and searched is not None and lines_or_box(searched)[1]


def _searched(text: str, settings: Settings, *, gold: bool) -> str | None:
    searched: str | None = text
    if not gold:
        searched = view(reasoned(text, settings["reasoning"]), settings["view"])
        searched = None if searched is None else unmarked(searched, settings["markup"])
    normalizes = not gold or settings["normalized"] == "both"
    if searched is not None and settings["commas"] == "delete-first" and normalizes:
        searched = without(searched, ",")
    return searched


def prepared(text: str, settings: Settings, *, gold: bool) -> str | None:
    """Return an answer before LaTeX is rewritten; None if there is none."""
    searched = _searched(text, settings, gold=gold)
    normalizes = not gold or settings["normalized"] == "both"
    if settings["extract"] != "none" and (not gold or settings["gold_answers"] == "extracted"):
        searched = None if searched is None else _extracted(searched, settings)
    if searched is None and settings["not_found"] == "whole":
        searched = _searched(text, settings, gold=gold)
    if searched is None:
        texts = {"invalid": "[invalid]", "INVALID": "[INVALID]", "invalidanswer": "[invalidanswer]", "empty": ""}
        searched = texts.get(settings["not_found"])
    if searched is None or not normalizes:
        return searched
    return _normalized(searched, settings, gold=gold)


def _extracted(text: str, settings: Settings) -> str | None:
    rule = settings["extract"]
    if isinstance(rule, str) and rule in RULES:
        letters = {"A-D": "ABCD", "A-E": "ABCDE", "A-J": "ABCDEFGHIJ"}[settings["letters"]]
        said = candidates(rule, text, letters)
        chosen = said[{"first": 0, "last": -1}[settings["select"]]] if said else None
        return chosen if chosen is None or rule in UNSTRIPPED else chosen.strip()
    if isinstance(rule, str):
        found: list[str | None] = next(filter(None, (_scan(text, finder) for finder in _FINDERS[rule])), [])
        if rule == "verl-number" and any(answer != "." for answer in found):
            found = [answer for answer in found if answer != "."]
    else:
        matches: list[Any] = next(filter(None, (re.findall(pattern, text) for pattern in rule)), [])
        found = [
            next((part for part in match if part), None) if isinstance(match, tuple) else match for match in matches
        ]
    if not found:
        return None
    answer = {"first": found[0], "last": found[-1]}[settings["select"]]
    return None if answer is None else answer.strip()


def _scan(text: str, finder: Callable[[str, int], Found]) -> list[str | None]:
    """Return all answers, which do not overlap."""
    found: list[str | None] = []
    at = 0
    while at <= len(text):
        here = finder(text, at)
        if here is None:
            at += 1
            continue
        end, answer = here
        found.append(answer if answer or finder is not _rest_of_the_line else None)
        at = max(end, at + 1) if end == at else end
    return found


def _run(text: str, at: int, allowed: Callable[[str], bool]) -> int:
    """Return where the characters from a place on are not allowed any more."""
    return next((end for end in range(at, len(text)) if not allowed(text[end])), len(text))


def _after_sign(text: str, at: int) -> int:
    return at + 1 if text[at : at + 1] == "-" else at


def _digits_and(more: str) -> Callable[[str], bool]:
    return lambda character: character in DIGITS + more


def _signed(more: str, fewest: int = 1) -> Callable[[str, int], Found]:
    def find(text: str, at: int) -> Found:
        start = _after_sign(text, at)
        end = _run(text, start, _digits_and(more))
        return (end, text[at:end]) if end - start >= fewest else None

    return find


def _harness_number(text: str, at: int) -> Found:
    return _signed("$.,", 2)(text, at) or _signed("")(text, at)


def _after(prefix: str, finder: Callable[[str, int], Found]) -> Callable[[str, int], Found]:
    return lambda text, at: finder(text, at + len(prefix)) if text[at:].startswith(prefix) else None


def _number_and_more(text: str, at: int) -> Found:
    found = _signed(".,")(text, at)
    if found is None:
        return None
    end = found[0]
    if text[end : end + 1] not in ("", "\n"):
        return end + 1, text[at:end]
    return (end, text[at : end - 1]) if end - _after_sign(text, at) > 1 else None


def _ends_in_digit(text: str, at: int) -> Found:
    found = _signed(".,")(text, at)
    last = max((place for place in range(at, found[0]) if text[place] in DIGITS), default=None) if found else None
    return None if last is None else (last + 1, text[at : last + 1])


def _unsigned(text: str, at: int) -> Found:
    end = _run(text, at, str.isdecimal)
    if end == at:
        return None
    more = _run(text, end + 1, str.isdecimal)
    return (more, text[at:more]) if text[end : end + 1] == "." and more > end + 1 else (end, text[at:end])


def _helm_number(text: str, at: int) -> Found:
    start = _after_sign(text, at)
    end = _run(text, start, lambda character: character.isdecimal() or character == ",")
    if end == start:
        return None
    more = _run(text, end + 1, str.isdecimal)
    return (more, text[at:more]) if text[end : end + 1] not in ("", "\n") and more > end + 1 else (end, text[at:end])


def _decimal(text: str, at: int) -> Found:
    start = _after_sign(text, at)
    end = _run(text, start, str.isdecimal)
    if end == start:
        return None
    more = _run(text, end + 1, str.isdecimal)
    return (more, text[at:more]) if text[end : end + 1] == "." and more > end + 1 else (end, text[at:end])


def _grouped(text: str, at: int) -> Found:
    end = _run(text, at, str.isdecimal)
    if end == at:
        return None
    for mark in (",", "."):
        while text[end : end + 1] == mark and _run(text, end + 1, str.isdecimal) > end + 1:
            end = _run(text, end + 1, str.isdecimal)
            if mark == ".":
                break
    return end, text[at:end]


def _last_word(text: str, at: int) -> Found:
    return (len(text) + 1, text[at:]) if at == max(places(text, " "), default=-1) + 1 else None


def _letter(allowed: str, opening: str = "") -> Callable[[str, int], Found]:
    def find(text: str, at: int) -> Found:
        at += 1 if opening and text[at : at + 1] == opening else 0
        letter = text[at : at + 1]
        return (at + 1, letter) if letter and letter in allowed else None

    return find


def _marked_letter(text: str, at: int) -> Found:
    if text[at : at + 6].replace("\u017f", "s").lower() != "answer":
        return None
    colon = _run(text, at + 6, lambda character: character in " \t")
    letter = _run(text, colon + 1, lambda character: character in " \t")
    return _letter("ABCDabcd", "$")(text, letter) if text[colon : colon + 1] == ":" else None


def _spaced_letter(text: str, at: int) -> Found:
    return _letter("ABCDEFGHIJ", "(")(text, _run(text, at, lambda character: character in SEPARATORS))


def _first_letter_of(alphabet: str) -> Callable[[str, int], Found]:
    return lambda text, at: _letter("ABCDEFGHIJ")(text, _run(text, at, lambda character: character not in alphabet))


def _rest_of_the_line(text: str, at: int) -> Found:
    """Return all but the last character of a line from a place after the words on."""
    words = ("answer is ", "The answer: ", "The final answer: ")
    end = _run(text, at, lambda character: character != "\n")
    return (end - 1, text[at : end - 1]) if text[:at].endswith(words) and end > at else None


def _rest_after_the_answer_is(text: str, at: int) -> Found:
    found = _rest_of_the_line(text, at) if text[:at].endswith("The answer is ") else None
    return found and (found[0], found[1])


_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FINDERS: dict[str, list[Callable[[str, int], Found]]] = {
    "hash": [_after("#### ", _signed(".,"))],
    "the-answer-is": [_after("The answer is ", _signed(".,"))],
    "the-answer-is-and-more": [_after("The answer is ", _number_and_more)],
    "the-answer-is-digits": [_after("The answer is ", _ends_in_digit)],
    "the-final-answer-is": [_after("The final answer is ", _harness_number)],
    "unsigned-number": [_unsigned],
    "lm-eval-number": [_harness_number],
    "helm-number": [_helm_number],
    "opencompass-number": [_decimal],
    "verl-number": [_signed(".,")],
    "fasteval-number": [_grouped],
    "last-word": [_last_word],
    "answer-is-letter": [_after("answer is ", _letter("ABCDEFGHIJ", "("))],
    "answer-colon-letter": [_marked_letter],
    "helm-letter": [
        _after("answer is ", _letter("ABCDEFGHIJ", "(")),
        _after("[aA]nswer:", _spaced_letter),
        _after("correct answer is ", _first_letter_of(_CAPITALS + _CAPITALS.lower())),
        _after("correct answer is ", _first_letter_of(_CAPITALS)),
    ],
    "flan-answer": [_rest_of_the_line],
    "the-answer-is-text": [_rest_after_the_answer_is],
}


def _normalized(answer: str, settings: Settings, *, gold: bool) -> str:
    """Return an answer with the parts deleted that the knobs name, in their order."""
    fixed = {"numpy": True, "python": False}[settings["strings"]]
    width = len(answer)
    for knob in ("commas", "dollars", "marker", "final_stop"):
        if settings[knob] == "delete":
            answer = _deleted(answer, knob)
            width = len(answer)
            answer = _trimmed(answer) if fixed else answer
    answer = _trimmed(answer) if fixed else answer
    if settings["trailing_zeros"] == "delete" and not gold and "." in answer:
        for character in "0.":
            while answer and answer[-1] == character:
                answer = answer[:-1]
    answer = {"keep": answer, "lower": answer.lower(), "fold": answer.casefold()}[settings["case"]]
    if fixed and settings["case"] != "keep":
        answer = _trimmed("".join(character for at, character in enumerate(answer) if at < width))
    if settings["punctuation"] == "delete":
        answer = without(answer, "".join(ASCII_PUNCTUATION))
    if settings["punctuation"] == "delete-with-articles":
        words = _without_articles(without(answer, "".join(ASCII_PUNCTUATION)))
        answer = " ".join(words.split())
    if settings["punctuation"] == "trim":
        answer = answer.strip()
        while answer and (answer[0] in ASCII_PUNCTUATION or answer[0] in " \t\n\r\v\f"):
            answer = answer[1:]
        while answer and (answer[-1] in ASCII_PUNCTUATION or answer[-1] in " \t\n\r\v\f"):
            answer = answer[:-1]
    answer = _trimmed(answer) if fixed else answer
    return answer.strip() if settings["strip"] else answer


def _without_articles(text: str) -> str:
    kept, at = "", 0
    for found in matches(text, edge, first_of(lit("an"), lit("a"), lit("the")), edge):
        kept, at = kept + text[at : found.start] + " ", found.end
    return kept + text[at:]


def _deleted(answer: str, what: str) -> str:
    if what in ("commas", "dollars"):
        return without(answer, {"commas": ",", "dollars": "$"}[what])
    if what == "marker":
        return answer[max((at + 5 for at in places(answer, "#### ")), default=0) :]
    at = len(answer) - 2 if answer.endswith(".\n") else len(answer) - 1
    return "".join(answer[k] for k in range(len(answer)) if k != at or answer[k] != ".")


def _trimmed(text: str) -> str:
    """Return the text without NULs at its end."""
    return _trimmed(text[:-1]) if text.endswith("\0") else text


def _equal(answer: str, gold: str, settings: Settings) -> bool | None:
    how = settings["equal"]
    if how.endswith("zero-difference"):
        same = how.startswith("text") and answer == gold != ""
        return True if same else symbolic.zero_difference(answer, gold)
    if how == "math-verify":
        (text, value), (gold_text, gold_value) = math_verify.parts_of(answer), math_verify.parts_of(gold)
        if "\0unknown" in (text, gold_text):
            return None
        if text.strip() == gold_text.strip() != "":
            return True
        return math_verify_equality.same(value, gold_value)
    if how == "either":
        return answer == gold or (min(len(answer), len(gold)) > 0 and (gold in answer or answer in gold))
    if how.startswith("inspect"):
        return inspect_numbers.right(answer, gold, how)
    if how == "prefix":
        return answer[: len(gold)] == gold
    if how == "suffix":
        return len(gold) <= len(answer) and answer[len(answer) - len(gold) :] == gold
    if how == "substring":
        return gold in answer
    if how == "text" or (how == "integer" and answer == gold):
        return answer == gold
    pair = _number(answer, float), _number(gold, {"integer": lambda digits: float(int(digits)), "number": float}[how])
    return None not in pair and abs(pair[0] - pair[1]) < exact(settings["tolerance"])  # type: ignore[operator]


def _number(text: str, parse: Callable[[str], float]) -> Fraction | None:
    """Return the number in a text as Python reads it; None for a text without one, and for one that is not finite."""
    try:
        return Fraction(parse(text))
    except (ValueError, OverflowError):
        return None
