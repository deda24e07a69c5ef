"""IFEval, from the descriptions of its instructions: every instruction is followed, not followed, or undecided (None)."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import regex

from tests.oracle.arithmetic import OracleError, decimal_text, mean

Settings = dict[str, Any]
Given = dict[str, Any]


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share of prompts or instructions that are followed."""
    rows = [_verdicts(prompt, settings) for prompt in data["instructed_responses"]]
    counts = [sum(row.count(kind) for row in rows) for kind in (True, False, None)]
    if not rows:
        raise OracleError("no prompts")
    scores = [_of_prompt(row, settings) for row in rows]
    scale = int(settings["scale"])
    shown = ["nan" if one is _NONE else decimal_text(scale * (one or Fraction(0))) for one in scores]
    kept: list[Any] = [one for one in scores if one is not None]
    if settings["level"] == "instruction":
        kept = [one for row in rows for one in _counted(row, settings)]
    if not kept:
        raise OracleError("nothing counts")
    value = None if _NONE in kept else scale * mean(kept)
    return {"value": value, "stages": {"counts": counts, "sentences": shown}}


#: The score of what is undecided.
_NONE = "undecided"


def _counted(row: list[Any], settings: Settings) -> list[Any]:
    """Return the scores of the instructions that count."""
    instead = {"nan": _NONE, "not-followed": Fraction(0), "followed": Fraction(1), "leave-out": None}
    scores = [instead[settings["undecided"]] if one is None else Fraction(one) for one in row]
    return [one for one in scores if one is not None]


def _of_prompt(row: list[Any], settings: Settings) -> Any:
    counted = _counted(row, settings)
    if settings["level"] == "prompt":
        if False in row:
            return Fraction(0)
        if len(counted) < len(row):
            return None
        return _NONE if _NONE in counted else Fraction(all(counted))
    if not row and settings["level"] == "share":
        raise OracleError("no instructions")
    if not row:
        return Fraction(0)
    return _NONE if _NONE in counted else mean(counted) if counted else None


def _verdicts(prompt: dict[str, Any], settings: Settings) -> list[Any]:
    response = prompt["response"]
    if settings["strip"]:
        response = response.strip()
    texts = [response]
    if settings["check"] == "loose":
        lines = response.split("\n")
        texts = []
        for bare, first, last in product((False, True), repeat=3):
            cut = "\n".join(lines[first : len(lines) - last]) if first or last else response
            cut = cut.strip() if first or last else cut
            texts.append("".join(letter for letter in cut if letter != "*" or not bare))
    found = []
    for name, arguments in zip(prompt["instruction_id_list"], prompt["kwargs"], strict=True):
        dropped: tuple[Any, ...] = {"non-empty": (None, 0, "", []), "non-null": (None,)}[settings["arguments"]]
        given = {key: value for key, value in arguments.items() if value not in dropped}
        found.append(_verdict(name, given, [text for text in texts if text.strip()], settings))
    return found


def _verdict(name: str, given: Given, texts: list[str], settings: Settings) -> Any:
    """Return whether any text follows an instruction; None if that is undecided."""
    if name not in _NAMES:
        raise OracleError("unknown instruction")
    if set(given) - set(_NAMES[name].split()):
        raise OracleError("unknown argument")
    _check(given, _NAMES[name].split())
    if name == "combination:repeat_prompt" and not given.get("prompt_to_repeat"):
        raise OracleError("no prompt")
    answers: list[Any] = []
    for text in texts:
        if True in answers:
            break
        try:
            answers.append(None if _is_random(name, given) else _CHECKS[name](text, given, settings))
        except (re.error, AttributeError):
            if settings["errors"] == "raise":
                raise OracleError("malformed expression") from None
            answers.append(False)
    return True if True in answers else None if None in answers else False


def _check(given: Given, names: list[str]) -> None:
    for name in names:
        value = given.get(name)
        is_number = isinstance(value, (int, float))
        wants_number = name.startswith(("num", "nth")) or name.endswith("frequency")
        if value is not None and name.endswith("relation") and value not in ("less than", "at least"):
            raise OracleError("unknown relation")
        if not value and name in _EMPTY_IS_MISSING:
            continue
        if value is not None and name == "language" and str(value) not in _LANGUAGES.split():
            raise OracleError("unknown language")
        if value is None or is_number == wants_number:
            continue
        if name not in _USED_LATE:
            raise OracleError("wrong type")


def _is_random(name: str, given: Given) -> bool:
    """Return whether the program draws an argument."""
    for argument in _NAMES[name].split():
        value = given.get(argument)
        is_negative = isinstance(value, (int, float)) and value < 0
        if value is None or (is_negative and argument not in _USED_LATE):
            return True
        if argument in _EMPTY_IS_MISSING and not value:
            return True
    if name == "keywords:letter_frequency":
        return given["letter"] not in list(string.ascii_letters)
    if "nth_paragraph" in given:
        return not 1 <= given["nth_paragraph"] <= given["num_paragraphs"]
    return False


def _compare(count: int, given: Given, number: str, relation: str = "relation") -> Any:
    return count < given[number] if given[relation] == "less than" else count >= given[number]


def _between(low: int, high: int, given: Given, number: str, relation: str) -> Any:
    verdicts = {_compare(count, given, number, relation) for count in range(low, high + 1)}
    return verdicts.pop() if len(verdicts) == 1 else None


def _times(expression: str, text: str, flags: int = 0) -> int:
    return sum(1 for _ in re.finditer(expression, text, flags))


def _words(text: str, given: Given, settings: Settings) -> Any:
    engine: Any = {"word-characters": regex, "word-characters-re": re}[settings["tokenizer"]]
    return _compare(len(engine.findall(r"\w+", text)), given, "num_words")


def _filled(parts: list[str]) -> list[str] | None:
    """Return the parts that are not blank; None if one in the middle is."""
    if any(not part.strip() for part in parts[1:-1]):
        return None
    return [part.strip() for part in parts if part.strip()]


def _paragraphs(text: str, given: Given, _: Settings) -> bool:
    filled = _filled(re.split(r"\s?[*]{3}\s?", text))
    return filled is not None and len(filled) == given["num_paragraphs"]


def _two(text: str, _: Given, __: Settings) -> bool:
    filled = _filled(text.split("*" * 6))
    return filled is not None and len(filled) == 2 and len(set(filled)) == 2


def _nth(text: str, given: Given, _: Settings) -> Any:
    parts = text.split("\n\n")
    filled = [part for part in parts if part.strip()]
    if given["nth_paragraph"] > len(filled) or len(filled) != given["num_paragraphs"]:
        return False
    words = parts[given["nth_paragraph"] - 1].split()
    if not words:
        return False
    word = re.sub(r"^'*\"*", "", words[0])
    return re.split(r"""[.,?!'"]""", word)[0].lower() == given["first_word"].lower()


def _highlighted(text: str, given: Given, _: Settings) -> Any:
    single = [found for found in re.findall(r"[*]([^\n*]*)[*]", text) if found.strip()]
    double = [found for found in re.findall(r"[*]{2}([^\n*]*)[*]{2}", text) if found.strip()]
    return len(single) + len(double) >= given["num_highlights"]


def _bullets(text: str, given: Given, _: Settings) -> Any:
    return _times(r"(?m)^\s*[*][^*].*$", text) + _times(r"(?m)^\s*-.*$", text) == given["num_bullets"]


def _json(text: str, _: Given, __: Settings) -> bool:
    text = text.strip()
    for fence in ("```json", "```Json", "```JSON", "```"):
        text = text[len(fence) :] if text.startswith(fence) else text
    text = text[:-3] if text.endswith("```") else text
    try:
        json.loads(text.strip())
    except ValueError:
        return False
    return True


def _postscript(text: str, given: Given, _: Settings) -> bool:
    marker = given["postscript_marker"].strip()
    known = {"P.S.": r"p\. ?s\.", "P.P.S": r"p\. ?p\. ?s"}
    if marker in known:
        return bool(re.search(known[marker].replace(" ", r"\s"), text.lower()))
    return bool(re.search(r"(?m)\s*" + marker.lower() + ".*$", text.lower()))


def _one_case(text: str, changed: str) -> Any:
    has_letters = text.upper() != text.lower()
    return None if has_letters and text == changed and (text.isupper() or text.islower()) else False


def _sections(text: str, given: Given, _: Settings) -> Any:
    expression = r"\s?" + given["section_spliter"].strip() + r"\s?\d+\s?"
    return len(re.split(expression, text)) > given["num_sections"]


_LANGUAGES = "ar bg bn de en es fa fi fr gu he hi it ja kn ko ml mr ne pa pl pt ru sw ta te th uk ur vi"
#: Texts whose type matters only when a response is checked.
_USED_LATE = ("end_phrase", "postscript_marker", "section_spliter")
_EMPTY_IS_MISSING = ("keywords", "keyword", "forbidden_words", "letter")
_CHECKS: dict[str, Callable[[str, Given, Settings], Any]] = {
    "keywords:existence": lambda t, g, _: all(_times(word, t, re.I) for word in sorted(g["keywords"])),
    "keywords:frequency": lambda t, g, _: _compare(_times(g["keyword"].strip(), t, re.I), g, "frequency"),
    "keywords:forbidden_words": lambda t, g, _: (
        not any(_times(rf"\b{word}\b", t, re.I) for word in sorted(g["forbidden_words"]))
    ),
    "keywords:letter_frequency": lambda t, g, _: _compare(
        sum(letter == g["letter"].lower() for letter in t.lower()), g, "let_frequency", "let_relation"
    ),
    "language:response_language": lambda t, _, __: None if re.search(r"[A-Za-z]|[^\x00-\x7f]", t) else True,
    "length_constraints:number_sentences": lambda t, g, _: _between(
        1, 1 + sum(letter in ".!?" for letter in t.rstrip()[:-1]), g, "num_sentences", "relation"
    ),
    "length_constraints:number_paragraphs": _paragraphs,
    "length_constraints:number_words": _words,
    "length_constraints:nth_paragraph_first_word": _nth,
    "detectable_content:number_placeholders": lambda t, g, _: _times(r"\[.*?\]", t) >= g["num_placeholders"],
    "detectable_content:postscript": _postscript,
    "detectable_format:number_bullet_lists": _bullets,
    "detectable_format:constrained_response": lambda t, _, __: bool(re.search(r"My answer is (yes|no|maybe)\.", t)),
    "detectable_format:number_highlighted_sections": _highlighted,
    "detectable_format:multiple_sections": _sections,
    "detectable_format:json_format": _json,
    "detectable_format:title": lambda t, _, __: any(found.strip("<>").strip() for found in re.findall("<<[^\n]+>>", t)),
    "combination:two_responses": _two,
    "combination:repeat_prompt": lambda t, g, _: t.strip().lower().find(g["prompt_to_repeat"].strip().lower()) == 0,
    "startend:end_checker": lambda t, g, _: t.strip().strip('"').lower().endswith(g["end_phrase"].strip().lower()),
    "startend:quotation": lambda t, _, __: bool(re.fullmatch(r'(?s)".*"', t.strip())),
    "change_case:capital_word_frequency": lambda t, g, _: _between(
        0, sum(letter.isupper() for letter in t), g, "capital_frequency", "capital_relation"
    ),
    "change_case:english_capital": lambda t, _, __: _one_case(t, t.upper()),
    "change_case:english_lowercase": lambda t, _, __: _one_case(t, t.lower()),
    "punctuation:no_comma": lambda t, _, __: t.count(",") == 0,
}
#: The arguments of each instruction.
_NAMES = {
    **dict.fromkeys(_CHECKS, ""),
    "keywords:existence": "keywords",
    "keywords:frequency": "keyword frequency relation",
    "keywords:forbidden_words": "forbidden_words",
    "keywords:letter_frequency": "letter let_frequency let_relation",
    "language:response_language": "language",
    "length_constraints:number_sentences": "num_sentences relation",
    "length_constraints:number_paragraphs": "num_paragraphs",
    "length_constraints:number_words": "num_words relation",
    "length_constraints:nth_paragraph_first_word": "num_paragraphs nth_paragraph first_word",
    "detectable_content:number_placeholders": "num_placeholders",
    "detectable_content:postscript": "postscript_marker",
    "detectable_format:number_bullet_lists": "num_bullets",
    "detectable_format:number_highlighted_sections": "num_highlights",
    "detectable_format:multiple_sections": "section_spliter num_sections",
    "combination:repeat_prompt": "prompt_to_repeat",
    "startend:end_checker": "end_phrase",
    "change_case:capital_word_frequency": "capital_frequency capital_relation",
}
