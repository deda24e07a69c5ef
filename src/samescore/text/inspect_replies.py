"""Find the answer after ``ANSWER:`` in a language model's output, as the scorers of inspect-ai do, in linear time.

The scorers `answer` and `choice` search with regular expressions whose time can grow with the cube of an output's
length. These functions return the same answers. They differ between releases 0.3.180 and 0.3.285.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_INTRODUCTION = re.compile(r"(?i)ANSWER\s*:")
_LINE_INTRODUCTION = re.compile(r"(?im)^ANSWER\s*:")
_LETTER = re.compile(r"(?i)\s*([A-Z])(?:\W|$)")
_CHOICES = re.compile(r"(?i)[A-Z\d ,]*")
_NONSPACE = re.compile(r"\S")


def last_letter(text: str) -> list[str]:
    """Return the letter after the last ``ANSWER:``, unless another word character follows the letter."""
    introductions = [*_INTRODUCTION.finditer(text)]
    found = _LETTER.match(text, introductions[-1].end()) if introductions else None
    return [found[1]] if found else []


def first_letter(text: str) -> list[str]:
    """Return the letter after the first ``ANSWER:`` that a letter follows which no word character follows."""
    found = (_LETTER.match(text, introduction.end()) for introduction in _INTRODUCTION.finditer(text))
    return [match[1] for match in found if match][:1]


def first_word(text: str) -> list[str]:
    """Return the first word after ``ANSWER:`` that ends a line."""
    found = re.search(r"(?i)ANSWER\s*:\s*(\w+)(?:\n|$)", text)
    return [found[1]] if found else []


def last_word(text: str) -> list[str]:
    """Return the characters after the last ``ANSWER:`` up to white space or the punctuation mark before it.

    White space up to the end of the line must follow. An earlier ``ANSWER:`` counts if its word contains the last one.
    """
    introductions = [*_INTRODUCTION.finditer(text)]
    if not introductions:
        return []
    last = introductions[-1].start()
    begin = next((at + 1 for at in range(last - 1, -1, -1) if text[at].isspace()), 0)
    starts = (_skip_space(text, introduction.end()) for introduction in introductions[:-1])
    around = next((start for start in starts if begin <= start <= last), None)
    own = _skip_space(text, introductions[-1].end())
    for start, earliest in ((around, last + 1), (own, own + 1)):
        end = None if start is None else _end_of_word(text, start, earliest)
        if end is not None:
            return [text[start:end]]
    return []


def _end_of_word(text: str, start: int, earliest: int) -> int | None:
    """Return where the word ends, not before `earliest`; None if there is no word, or more on its line."""
    end = next((at for at in range(start, len(text)) if text[at].isspace()), len(text))
    after = _skip_space(text, end)
    if end == start or (after < len(text) and "\n" not in text[end:after]):
        return None
    return end - 1 if text[end - 1] in ".,;:!?" and end - 1 >= earliest else end


def last_line(text: str) -> list[str]:
    """Return the rest of the last line that is not blank from the first ``ANSWER:`` on that nothing else follows."""
    kept = len(text.rstrip())
    before = text.rfind("\n", 0, kept)
    last = len(text[:before].rstrip()) if before >= 0 else 0
    for introduction in _INTRODUCTION.finditer(text):
        if introduction.end() >= last:
            start = _skip_space(text, introduction.end())
            if start == len(text):
                rest = text[introduction.end() :].rstrip("\n")
                return [rest[-1]] if rest else []
            return [text[start:].partition("\n")[0]]
    return []


def _skip_space(text: str, at: int) -> int:
    found = _NONSPACE.search(text, at)
    return found.start() if found else len(text)


#: Markup around an answer that the newer release removes: ``$B$``, ``**B**`` and ``(B)``.
_WRAPPED = tuple(
    (re.compile(rf"{mark}\s*([A-Za-z\d](?:[A-Za-z\d ,]*[A-Za-z\d,])?)\s*{mark}"), r"\1") for mark in (r"\$", r"\*\*")
)
_BRACKETED = re.compile(r"(^|[:,])(\s*)\(((?i:[A-Z])|\d)\)(?=\s*(?:[,.\n]|\Z))")


def choices_after_answer(text: str, letters: str, *, several: bool, old: bool) -> list[str]:
    """Return the choices after ``ANSWER:``, in order and joined by commas; nothing unless they are all `letters`.

    `several` allows several choices, and `old` selects the behaviour of release 0.3.180.
    """
    if not old:
        for pattern, kept in _WRAPPED:
            text = pattern.sub(kept, text)
        text = _BRACKETED.sub(r"\1\2\3", text)
    found = [*_choices(text, at_a_line=True)] or [*_choices(text, at_a_line=False)]
    if not found:
        return []
    said = found[0 if old else -1].strip()
    said = said if old else said.upper()
    if several:
        said = said.replace(" and ", "") if old else said.replace(" AND ", ",")
        said = said.replace(" ", "")
        parts = said.split(",") if old else [part for part in said.split(",") if part]
        chosen = set(parts) if set(parts) <= set(letters) else set(said)
    else:
        parts = [said] if old else [part for part in said.split(",") if part]
        chosen = set(parts) if len(parts) == 1 else set()
    return [", ".join(sorted(chosen))] if chosen and chosen <= set(letters) else []


def _choices(text: str, *, at_a_line: bool) -> Iterator[str]:
    """Yield the letters, digits, spaces and commas after each ``ANSWER:``, or a text of spaces.

    With `at_a_line`, ``ANSWER:`` begins a line, and the end of a line or a full stop follows.
    """
    introduction = _LINE_INTRODUCTION if at_a_line else _INTRODUCTION
    kept = _before_the_end_of_a_line if at_a_line else _before_another_character
    at = 0
    while found := introduction.search(text, at):
        at = start = _skip_space(text, found.end())
        end = _CHOICES.match(text, start).end()  # type: ignore[union-attr]  # it matches nothing, too
        said = kept(text, start, end)
        if said is not None:
            yield said
            at = start + len(said)
        elif _spaces_match(text, found.end(), start, end, at_a_line=at_a_line):
            yield " "


def _before_the_end_of_a_line(text: str, start: int, end: int) -> str | None:
    after = _skip_space(text, end)
    follows = after == len(text) or text[after] == "." or "\n" in text[end:after]
    return text[start:end] if end > start and follows else None


def _before_another_character(text: str, start: int, end: int) -> str | None:
    """Return the text, up to its last space or comma if another word character follows it."""
    if end < len(text) and _is_word(text[end]):
        end = max(text.rfind(" ", start + 1, end), text.rfind(",", start + 1, end))
    return text[start:end] if end > start else None


def _spaces_match(text: str, colon: int, start: int, end: int, *, at_a_line: bool) -> bool:
    """Return whether the pattern matches spaces between the colon and `start`, where the next text begins."""
    if at_a_line:
        closes = end == start and (start == len(text) or text[start] == ".")
        return " " in text[colon : start if closes else max(colon, text.rfind("\n", colon, start))]
    spaces = (at for at in range(colon, start) if text[at] == " ")
    return any(at + 1 == len(text) or not _is_word(text[at + 1]) for at in spaces)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
