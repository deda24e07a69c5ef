"""Tokenize one line of English as Moses's tokenizer.perl does without the options -a and -penn.

Unlike sacremoses, the script keeps Chinese and Korean characters together, and separates the full stop of the last word
whatever the word is. Character classes come from the package `regex`; those of the script come from its Perl, possibly
from an older version of Unicode.
"""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from typing import Any, NamedTuple

#: Characters and their escapes; the ampersand is first, because the other escapes contain it.
_ESCAPES = (
    *(("&", "&amp;"), ("|", "&#124;"), ("<", "&lt;"), (">", "&gt;")),
    *(("'", "&apos;"), ('"', "&quot;"), ("[", "&#91;"), ("]", "&#93;")),
)
_ALPHA, _DIGIT, _NUMBER = r"\p{Alphabetic}", r"\p{Nd}", r"\p{N}"
#: Replacements before runs of full stops are marked: for white space, control characters and symbols.
_BEFORE_DOTS = (
    (r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+", " "),
    (r"[\x00-\x1f]", ""),
    (r" +", " "),
    (r"^ ", ""),
    (r" $", ""),
    (rf"([^{_ALPHA}{_DIGIT} .'`,\-])", r" \1 "),
)
#: Replacements after runs of full stops are marked: for commas outside numbers, and apostrophes.
_AFTER_DOTS = (
    (rf"([^{_NUMBER}]),", r"\1 , "),
    (rf",([^{_NUMBER}])", r" , \1"),
    (rf"([{_NUMBER}]),$", r"\1 ,"),
    (rf"([^{_ALPHA}])'([^{_ALPHA}])", r"\1 ' \2"),
    (rf"([^{_ALPHA}{_NUMBER}])'([{_ALPHA}])", r"\1 ' \2"),
    (rf"([{_ALPHA}])'([^{_ALPHA}])", r"\1 ' \2"),
    (rf"([{_ALPHA}])'([{_ALPHA}])", r"\1 '\2"),
    (rf"([{_NUMBER}])'(s)", r"\1 '\2"),
)
#: The script's mark for two full stops. Each further full stop adds a DOT before it.
_DOTS = "DOTMULTI"


class Prefixes(NamedTuple):
    """Words that keep their full stop: `always`, or only before a number."""

    always: Set[str]
    before_numbers: Set[str]


class _Rules(NamedTuple):
    """Compiled patterns; `before_dots` and `after_dots` are pairs of a pattern and its replacement."""

    before_dots: list[tuple[Any, str]]
    after_dots: list[tuple[Any, str]]
    some_dots: Any
    dots_left: Any
    last_dot: Any
    letter: Any
    small_letter: Any
    final_quote: Any


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    import regex

    before, after = (
        [(regex.compile(pattern), replacement) for pattern, replacement in rules]
        for rules in (_BEFORE_DOTS, _AFTER_DOTS)
    )
    patterns = (
        *(r"\.(\.+)", rf"{_DOTS}(\.+)", rf"{_DOTS}\.([^.])"),
        *(_ALPHA, r"\p{Lowercase}", r"\.' ?$"),
    )
    return _Rules(before, after, *map(regex.compile, patterns))


def _mark_dots(text: str) -> str:
    """Replace each run of full stops by a mark that keeps the run together, as the script does.

    The script replaces one full stop at a time; here several steps are done at once, as long as every mark is followed
    by at least two full stops.
    """
    rules = _rules()
    text = rules.some_dots.sub(rf" {_DOTS}\1", text)
    while f"{_DOTS}." in text:
        fewest = min(len(dots) for dots in rules.dots_left.findall(text))
        if fewest > 1:
            text = text.replace(_DOTS + "." * (fewest - 1), "DOT" * (fewest - 1) + _DOTS)
        text = rules.last_dot.sub(rf"DOT{_DOTS} \1", text)
        text = text.replace(f"{_DOTS}.", f"DOT{_DOTS}")
    return text


def _unmark_dots(text: str) -> str:
    """Restore the full stops that `_mark_dots` replaced: one for each mark, and one for each DOT before it."""
    *parts, last = text.split(_DOTS)
    restored = []
    for part in parts:
        end = len(part)
        while part.endswith("DOT", 0, end):
            end -= 3
        restored.append(part[:end] + "." * (1 + (len(part) - end) // 3))
    return "".join([*restored, last])


def _part_full_stops(words: list[str], prefixes: Prefixes) -> list[str]:
    """Separate the final full stop of each word, except the full stops that the script keeps.

    A word, except the last, keeps its final full stop if it has an inner full stop and a letter, if the next word starts
    with a lowercase letter, or if it is in ``prefixes.always``, or in ``prefixes.before_numbers`` and the next word
    starts with a digit.
    """
    rules, parted = _rules(), []
    for word, following in zip(words, [*words[1:], None], strict=True):
        stem = word[:-1]
        if not stem or not word.endswith("."):
            parted.append(word)
            continue
        kept = following is not None and (
            ("." in stem and rules.letter.search(stem))
            or stem in prefixes.always
            or rules.small_letter.match(following)
            or (stem in prefixes.before_numbers and following[:1] in tuple("0123456789"))
        )
        parted.append(word if kept else f"{stem} .")
    return parted


def moses_perl_words(line: str, prefixes: Prefixes, *, escape: bool = True) -> list[str]:
    """Tokenize one line; special characters are escaped (``&amp;``, ``&apos;``) by default, as by the script.

    >>> moses_perl_words("Mr. Smith isn't 5,000 (B.)...", Prefixes({"Mr"}, set()))
    ['Mr.', 'Smith', 'isn', '&apos;t', '5,000', '(', 'B', '.', ')', '...']
    """
    rules = _rules()
    text = f" {line} "
    for pattern, replacement in rules.before_dots:
        text = pattern.sub(replacement, text)
    text = _mark_dots(text)
    for pattern, replacement in rules.after_dots:
        text = pattern.sub(replacement, text)
    words = _part_full_stops(text.rstrip(" ").split(" "), prefixes)
    text = " ".join(filter(None, words))
    text = _unmark_dots(rules.final_quote.sub(" . ' ", text))
    for character, escaped in _ESCAPES if escape else ():
        text = text.replace(character, escaped)
    return text.split()
