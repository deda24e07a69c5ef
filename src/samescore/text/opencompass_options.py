"""Find the option of a multiple-choice answer as OpenCompass does, by fifty patterns in the order of its list."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

#: A search of a stripped output for the text that has to contain an option; None if nothing matches.
_Search = Callable[[str], "str | None"]

#: The patterns in order, with X for any option. The fourteenth is two of OpenCompass's, which a missing comma joins. A
#: pattern in angle brackets names a function of this module and its argument.
_PATTERNS = (
    r"答案是?\s*(X)",
    r"答案是?\s*：\s*(X)",
    r"答案是?\s*:\s*(X)",
    r"答案选项应?该?是\s*(X)",
    r"答案选项应?该?为\s*(X)",
    r"答案应该?是\s*(X)",
    r"答案应该?选\s*(X)",
    r"答案选项为?\s*：\s*(X)",
    r"答案选项为?\s+\(?\*?\*?(X)\*?\*?\)?",
    r"答案选项是?\s*:\s*(X)",
    r"答案为\s*(X)",
    r"答案选\s*(X)",
    r"选择?\s*(X)",
    r"故选?\s*(X)只有选?项?\s?(X)\s?是?对",
    r"只有选?项?\s?(X)\s?是?错",
    r"只有选?项?\s?(X)\s?不?正确",
    r"只有选?项?\s?(X)\s?错误",
    r"说法不?对选?项?的?是\s?(X)",
    r"说法不?正确选?项?的?是\s?(X)",
    r"说法错误选?项?的?是\s?(X)",
    r"(X)\s?是正确的",
    r"(X)\s?是正确答案",
    r"选项\s?(X)\s?正确",
    r"所以答\s?(X)",
    r"所以\s?(X[.。$]?$)",
    r"所有\s?(X[.。$]?$)",
    r"[\s，：:,](X)[。，,\.]?$",
    r"[\s，,：:][故即](X)[。\.]?$",
    r"[\s，,：:]因此(X)[。\.]?$",
    r"[是为。]\s?(X)[。\.]?$",
    r"因此\s?(X)[。\.]?$",
    r"显然\s?(X)[。\.]?$",
    "<clause>答案是",
    "<clause>答案应该是",
    "<clause>答案为",
    r"(?i)ANSWER\s*:\s*(X)",
    r"[Tt]he answer is:?\s+\(?(X)\)?",
    r"[Tt]he answer is:?\s+\(?\*?\*?(X)\*?\*?\)?",
    r"[Tt]he answer is option:?\s+\(?(X)\)?",
    r"[Tt]he correct answer is:?\s+\(?(X)\)?",
    r"[Tt]he correct answer is option:?\s+\(?(X)\)?",
    "<box>he correct answer is",
    "<box>he correct option is",
    "<box>he correct answer option is",
    r"[Tt]he answer to the question is:?\s+\(?(X)\)?",
    r"^选项\s?(X)",
    r"^(X)\s?选?项",
    r"(\s|^)X[\s。，,：:\.$]",
    "<rest>",
    r"1.\s?(X)[.。$]?$",
    r"(X):",
    r"(X)",
)


def first_option(text: str, options: str) -> list[str]:
    """Return the first of the `options` that the first matching pattern's text contains, and otherwise the next's."""
    text = text.strip()
    found = (search(text) for search in _searches(options))
    return [option for said in found if said for option in options if option in said][:1]


@lru_cache(maxsize=16)
def _searches(options: str) -> tuple[_Search, ...]:
    return tuple(_search(pattern, options) for pattern in _PATTERNS)


def _search(pattern: str, options: str) -> _Search:
    name, _, argument = pattern.partition(">")
    if name == "<clause":
        return lambda text: _clause(text, argument)
    if name == "<box":
        introduction, box = re.compile(f"[Tt]{argument}"), re.compile(rf"boxed{{([{options}])}}")
        return lambda text: _box(text, introduction, box)
    if name == "<rest":
        return _rest
    search = re.compile(pattern.replace("X", f"[{options}]"), re.DOTALL).search

    def find(text: str) -> str | None:
        match = search(text)
        return (match[1] or match[0]) if match else None

    return find


def _clause(text: str, introduction: str) -> str | None:
    """Return the word after the introduction, up to its last full stop; it must have one, or end the text."""
    at = text.find(introduction)
    while at >= 0:
        start = at + len(introduction)
        start += start < len(text) and text[start].isspace()
        end = next((place for place in range(start, len(text)) if text[place].isspace()), len(text))
        stop = text.rfind("。", start + 1, end)
        if end > start and (end == len(text) or stop >= 0):
            return text[start : end if end == len(text) else stop]
        at = text.find(introduction, max(end, at + 1))
    return None


def _box(text: str, introduction: re.Pattern[str], box: re.Pattern[str]) -> str | None:
    """Return the option in the first box after the introduction."""
    start = introduction.search(text)
    found = box.search(text, start.end()) if start else None
    return found[1] if found else None


def _rest(text: str) -> str | None:
    """Return what follows the first digit 1 and the character after it, or else these two; a 1 at the end is none."""
    at = text.find("1", 0, -1)
    if at < 0:
        return None
    start = at + 2
    start += start < len(text) and text[start].isspace()
    return text[start:] or text[at:]
