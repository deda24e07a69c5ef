"""Checkers of instructions that count something: keywords, letters, words, sentences, paragraphs, bullets and others."""

from __future__ import annotations

import re
from collections.abc import Callable
from string import ascii_lowercase

from samescore.base.errors import MetricError
from samescore.metrics.ifeval.arguments import (
    Arguments,
    Check,
    Checker,
    counting,
    exactly,
    failing,
    filled_text_of,
    matches,
    number_of,
    relation_of,
    text_of,
    undecided,
    words_of,
)
from samescore.text.regexp_words import word_characters

_HIGHLIGHT = re.compile(r"\*[^\n\*]*\*")
_DOUBLE_HIGHLIGHT = re.compile(r"\*\*[^\n\*]*\*\*")
_DIVIDER = re.compile(r"\s?\*\*\*\s?")
_FULL_STOP = re.compile(r"[.!?]")
_ENDS_A_WORD = frozenset(".,?!'\"")


def keywords(arguments: Arguments) -> Check:
    """Check that every keyword, a regular expression, occurs somewhere, also within a word."""
    words = words_of(arguments, "keywords")
    return (lambda response: all(matches(word, response, "i") for word in words)) if words else undecided


def keyword_frequency(arguments: Arguments) -> Check:
    """Check how often a keyword, a regular expression, occurs."""
    keyword, relation = filled_text_of(arguments, "keyword"), relation_of(arguments, "relation")
    number = number_of(arguments, "frequency")
    if keyword is None:
        return undecided
    expression = keyword.strip()
    return counting(exactly(lambda response: len(matches(expression, response, "i"))), relation, number)


def forbidden_words(arguments: Arguments) -> Check:
    """Check that no forbidden word, a regular expression, occurs as a whole word."""
    words = words_of(arguments, "forbidden_words")
    if not words:
        return undecided
    return lambda response: not any(matches(rf"\b{word}\b", response, "i") for word in words)


def letter_frequency(arguments: Arguments) -> Check:
    """Check how often a letter from a to z occurs, in either case."""
    letter, relation = filled_text_of(arguments, "letter"), relation_of(arguments, "let_relation")
    number = number_of(arguments, "let_frequency")
    if letter and len(letter) == 1 < len(letter.lower()):
        raise MetricError(f"letter={letter!r} is two letters in lower case", kind="TypeError")
    if letter is None or len(letter) > 1 or letter.lower() not in ascii_lowercase:
        return undecided
    return counting(exactly(lambda response: response.lower().count(letter.lower())), relation, number)


def capital_words(arguments: Arguments) -> Check:
    """Check how many words are in capital letters; NLTK's words are not computed, but they have a capital letter each."""
    return counting(
        lambda response: (0, sum(map(str.isupper, response))),
        relation_of(arguments, "capital_relation"),
        number_of(arguments, "capital_frequency"),
    )


def sentences(arguments: Arguments) -> Check:
    """Check the number of sentences; NLTK's sentences are not computed, but all except the last end in a stop."""
    return counting(
        lambda response: (1, 1 + len(_FULL_STOP.findall(response.rstrip()[:-1]))),
        relation_of(arguments, "relation"),
        number_of(arguments, "num_sentences"),
    )


def words(engine: str) -> Checker:
    """Return the checker of the number of words, the runs of word characters as `engine` finds them."""

    def check(arguments: Arguments) -> Check:
        count = exactly(lambda response: len(word_characters(response, engine)))
        return counting(count, relation_of(arguments, "relation"), number_of(arguments, "num_words"))

    return check


def _at_least(name: str, count: Callable[[str], int]) -> Checker:
    def check(arguments: Arguments) -> Check:
        return counting(exactly(count), "at least", number_of(arguments, name))

    return check


def _highlights(response: str) -> int:
    single = sum(bool(found.strip("*").strip()) for found in _HIGHLIGHT.findall(response))
    double = (found.removeprefix("**").removesuffix("**") for found in _DOUBLE_HIGHLIGHT.findall(response))
    return single + sum(bool(found.strip()) for found in double)


def _placeholders(response: str) -> int:
    """Return the number of square brackets, from an opening one to the next closing one on its line."""
    count = 0
    for line in response.split("\n"):
        start = line.find("[")
        while start >= 0 and (end := line.find("]", start)) >= 0:
            count, start = count + 1, line.find("[", end)
    return count


placeholders = _at_least("num_placeholders", _placeholders)
highlights = _at_least("num_highlights", _highlights)


def sections(arguments: Arguments) -> Check:
    """Check that the name of sections, a regular expression, occurs often enough before a number."""
    number = number_of(arguments, "num_sections")
    if fails := failing(arguments, "section_spliter"):
        return fails if number is not None else undecided
    name = text_of(arguments, "section_spliter")
    if name is None:
        return undecided
    expression = rf"\s?{name.strip()}\s?\d+\s?"

    def count(response: str) -> int:
        found = matches(expression, response)
        return len(found) * (1 + re.compile(expression).groups)  # because re.split also returns the groups

    return counting(exactly(count), "at least", number)


def bullets(arguments: Arguments) -> Check:
    """Check the exact number of lines that begin with * or -."""
    number = number_of(arguments, "num_bullets")
    if number is None:
        return undecided
    return lambda response: _star_bullets(response) + _dash_bullets(response) == number


def _star_bullets(response: str) -> int:
    """Return the number of lines that begin with one asterisk; of one that ends there, the next line is a part."""
    lines = [line.lstrip() for line in response.split("\n")]
    count = number = 0
    while number < len(lines):
        line, following = lines[number], number + 1
        if line == "*":
            count, following = count + (following < len(lines)), following + 1
        elif line.startswith("*") and line[1] != "*":
            count += 1
        number = following
    return count


def _dash_bullets(response: str) -> int:
    return sum(line.lstrip().startswith("-") for line in response.split("\n"))


def paragraphs(arguments: Arguments) -> Check:
    """Check the exact number of paragraphs between dividers ***, of which only the first and the last may be empty."""
    number = number_of(arguments, "num_paragraphs")
    if number is None:
        return undecided

    def check(response: str) -> bool:
        parts = [bool(part.strip()) for part in _DIVIDER.split(response)]
        return all(parts[1:-1]) and sum(parts) == number

    return check


def nth_paragraph(arguments: Arguments) -> Check:
    """Check the exact number of paragraphs between empty lines, and the first word of one of them."""
    number, place = number_of(arguments, "num_paragraphs"), number_of(arguments, "nth_paragraph")
    word = text_of(arguments, "first_word")
    if number is None or word is None or place is None or not 0 < place <= number:
        return undecided
    index = int(place) - 1
    if index + 1 != place:
        raise MetricError(f"nth_paragraph={place} is not a whole number", kind="TypeError")

    def check(response: str) -> bool:
        parts = response.split("\n\n")
        count = sum(bool(part.strip()) for part in parts)
        if place > count or not parts[index].strip():
            return False
        return count == number and _first_word(parts[index]) == word.lower()

    return check


def _first_word(paragraph: str) -> str:
    """Return the first word up to a punctuation mark, in lower case, without quotation marks before it."""
    word = paragraph.split()[0].lstrip("'").lstrip('"')
    end = next((place for place, letter in enumerate(word) if letter in _ENDS_A_WORD), len(word))
    return "".join(map(str.lower, word[:end]))
