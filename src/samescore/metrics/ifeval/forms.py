"""Checkers of instructions about the form of a response: its case, language, beginning, end and layout."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from samescore.base.errors import MetricError, nearest
from samescore.metrics.ifeval.arguments import (
    Arguments,
    Check,
    Checker,
    failing,
    filled_text_of,
    matches,
    text_of,
    undecided,
)

_POSTSCRIPTS = {"P.P.S": re.compile(r"p\.\s?p\.\s?s"), "P.S.": re.compile(r"p\.\s?s\.")}
_FENCES = ("```json", "```Json", "```JSON", "```")
#: The codes of languages that IFEval knows.
_LANGUAGES = frozenset(
    [
        "ar",
        "bg",
        "bn",
        "de",
        "en",
        "es",
        "fa",
        "fi",
        "fr",
        "gu",
        "he",
        "hi",
        "it",
        "ja",
        "kn",
        "ko",
        "ml",
        "mr",
        "ne",
        "pa",
        "pl",
        "pt",
        "ru",
        "sw",
        "ta",
        "te",
        "th",
        "uk",
        "ur",
        "vi",
    ]
)
_OPTIONS = ("My answer is yes.", "My answer is no.", "My answer is maybe.")


def without_arguments(check: Check) -> Checker:
    """Return the checker of an instruction without arguments."""
    return lambda _: check


def language(arguments: Arguments) -> Check:
    """Check the language, which langdetect guesses; a text in which it finds none follows the instruction.

    Raises `MetricError` for an unknown code.
    """
    code = arguments.get("language")
    if code is None:
        return undecided
    if code not in _LANGUAGES:
        raise MetricError(f"unknown language: {code!r:.80}", kind="KeyError", hint=nearest(str(code), _LANGUAGES))
    return lambda response: None if _has_language(response) else True


def _has_language(response: str) -> bool:
    """Return whether langdetect may find a language: not in ASCII texts without letters."""
    return not response.isascii() or any(map(str.isalpha, response))


def english(has_case: Callable[[str], bool]) -> Checker:
    """Return the checker of English text in one case. A text in that case is undecided, because langdetect guesses."""
    return without_arguments(lambda response: None if has_case(response) else False)


def end_phrase(arguments: Arguments) -> Check:
    """Check how the response ends, in any case, without quotation marks at its ends."""
    if fails := failing(arguments, "end_phrase"):
        return fails
    phrase = text_of(arguments, "end_phrase")
    if phrase is None:
        return undecided
    return lambda response: response.strip().strip('"').lower().endswith(phrase.strip().lower())


def repeated_prompt(arguments: Arguments) -> Check:
    """Check that the response begins with the prompt, in any case. Raises `MetricError` without a prompt."""
    prompt = filled_text_of(arguments, "prompt_to_repeat")
    if prompt is None:
        hint = 'write the prompt into kwargs: {"prompt_to_repeat": "..."}'
        raise MetricError("prompt_to_repeat must be set", kind="ValueError", hint=hint)
    return lambda response: response.strip().lower().startswith(prompt.strip().lower())


def postscript(arguments: Arguments) -> Check:
    """Check that there is a postscript, in any case: one of two known markers, or a regular expression."""
    if fails := failing(arguments, "postscript_marker"):
        return fails
    marker = text_of(arguments, "postscript_marker")
    if marker is None:
        return undecided
    known = _POSTSCRIPTS.get(marker.strip())
    if known:
        return lambda response: bool(known.search(response.lower()))
    return lambda response: bool(matches(rf"\s*{marker.strip().lower()}.*$", response.lower(), "m"))


def _is_quoted(response: str) -> bool:
    stripped = response.strip()
    return len(stripped) > 1 and stripped[0] == stripped[-1] == '"'


def _is_one_of_the_options(response: str) -> bool:
    return any(option in response for option in _OPTIONS)


def _has_title(response: str) -> bool:
    """Return whether a line has text between its first << and its last >>."""
    for line in response.split("\n"):
        start, end = line.find("<<"), line.rfind(">>")
        if 0 <= start < end - 2 and line[start:end].lstrip("<").rstrip(">").strip():
            return True
    return False


def _is_json(response: str) -> bool:
    text = response.strip()
    for fence in _FENCES:
        text = text.removeprefix(fence)
    try:
        json.loads(text.removesuffix("```").strip())
    except ValueError:
        return False
    except RecursionError:
        raise MetricError("the JSON document is nested too deeply", kind="RecursionError") from None
    return True


def _are_two_responses(response: str) -> bool:
    parts = [part.strip() for part in response.split("******")]
    filled = [part for part in parts if part]
    return all(parts[1:-1]) and len(filled) == 2 and filled[0] != filled[1]


quotation = without_arguments(_is_quoted)
options = without_arguments(_is_one_of_the_options)
title = without_arguments(_has_title)
json_format = without_arguments(_is_json)
two_responses = without_arguments(_are_two_responses)
no_comma = without_arguments(lambda response: "," not in response)
capitals = english(str.isupper)
lowercase = english(str.islower)
