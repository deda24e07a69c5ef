"""Transforms of a text before it is split, one after the other: those of jiwer, and Whisper's normalizers, by name.

A *step* is a name, or a name and what it takes: ``strip``, ``remove-specific-words:uh/um``,
``substitute-words:colour=color/grey=gray``. In what a step takes, the characters ``,``, ``/``, ``=`` and ``%`` are
written %2C, %2F, %3D and %25.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from samescore.base.errors import MetricError, nearest
from samescore.text.brackets import without_brackets

Transform = Callable[[str], str]

#: The most steps of a chain, and the most characters of what one takes.
MOST_STEPS = 32
_MOST_CHARACTERS = 10_000
#: A substitution whose result is longer than this, and than the text, is an error.
_LONGEST = 1_000_000

_SEVERAL_SPACES = re.compile(r"\s\s+")
#: In this order, wherever they stand, also inside a word; only the straight apostrophe, only small letters.
_CONTRACTIONS = (
    ("won't", "will not"), ("can't", "can not"), ("let's", "let us"), ("n't", " not"), ("'re", " are"), ("'s", " is"),
    ("'d", " would"), ("'ll", " will"), ("'t", " not"), ("'ve", " have"), ("'m", " am"),
)  # fmt: skip
_DELETE_ASCII_SPACES = str.maketrans("", "", string.whitespace)
_ASCII_SPACES_TO_SPACE = str.maketrans(dict.fromkeys(string.whitespace, " "))
_DELETE_ASCII_PUNCTUATION = str.maketrans("", "", string.punctuation)


class _DeletePunctuation(dict[int, "int | None"]):
    """A table for `str.translate`: characters whose category begins with P are deleted.

    The categories are those of the interpreter's version of Unicode, looked up when a character is first met.
    """

    def __missing__(self, code: int) -> int | None:
        return self.setdefault(code, None if unicodedata.category(chr(code))[0] == "P" else code)


_DELETE_PUNCTUATION = _DeletePunctuation()


def expand_contractions(text: str) -> str:
    """The transformation ``ExpandCommonEnglishContractions`` of jiwer.

    >>> expand_contractions("she won't; it's o'clock's")
    "she will not; it is o'clock is"
    """
    for contraction, expansion in _CONTRACTIONS:
        text = text.replace(contraction, expansion)
    return text


#: The steps that take nothing.
PLAIN: dict[str, Transform] = {
    "to-lower-case": str.lower,
    "to-upper-case": str.upper,
    "strip": str.strip,
    "remove-multiple-spaces": lambda text: _SEVERAL_SPACES.sub(" ", text),
    "remove-white-space": lambda text: text.translate(_DELETE_ASCII_SPACES),
    "replace-white-space": lambda text: text.translate(_ASCII_SPACES_TO_SPACE),
    "remove-punctuation": lambda text: text.translate(_DELETE_PUNCTUATION),
    "remove-ascii-punctuation": lambda text: text.translate(_DELETE_ASCII_PUNCTUATION),
    "remove-kaldi-non-words": without_brackets,
    "expand-contractions": expand_contractions,
}
#: Whisper's normalizers: what they do is in a module of its own, which is loaded when one is used.
WHISPER = (
    *("whisper-english", "whisper-normalizer-english", "whisper-basic", "whisper-basic-letters"),
    *("whisper-basic-no-diacritics", "whisper-basic-no-diacritics-letters"),
    *("whisper-basic-marks", "whisper-basic-marks-letters"),
)
#: The steps that take a list, and those that take a table.
TAKING_LISTS = ("remove-specific-words", "remove-substrings")
TAKING_TABLES = ("substitute-words", "substitute-regexes")
#: Chains that have a name of their own.
CHAINS: dict[str, tuple[str, ...]] = {
    "wer-standardize": (
        *("to-lower-case", "expand-contractions", "remove-kaldi-non-words"),
        *("replace-white-space", "remove-multiple-spaces", "strip"),
    ),
}


def step_names() -> tuple[str, ...]:
    """The names of all steps."""
    return (*PLAIN, *WHISPER, *TAKING_LISTS, *TAKING_TABLES)


def step_arguments(step: str) -> tuple[str, list[str], list[tuple[str, str]]]:
    """The name of a step, the list or the table that it takes, of which the other one is empty.

    Raises `ValueError` if there is no such step, or if it takes something else.

    >>> step_arguments("remove-specific-words:a/the"), step_arguments("substitute-words:1%2F2=half")[2]
    (('remove-specific-words', ['a', 'the'], []), [('1/2', 'half')])
    """
    name, colon, taken = step.partition(":")
    plain = name in PLAIN or name in WHISPER
    if plain and not colon:
        return name, [], []
    if name not in step_names():
        raise ValueError(nearest(name, (*step_names(), *CHAINS)))
    if plain:
        raise ValueError(f"{name} takes nothing")
    if not taken or len(taken) > _MOST_CHARACTERS:
        example = "colour=color/grey=gray" if name in TAKING_TABLES else "uh/um"
        raise ValueError(f"{name} takes up to {_MOST_CHARACTERS} characters, as in {name}:{example}")
    parts = taken.split("/")
    if name in TAKING_LISTS:
        return name, list(map(_decoded, parts)), []
    if not all(part.count("=") == 1 for part in parts):
        raise ValueError(f"{name} takes pairs, as in {name}:colour=color/grey=gray")
    table = {_decoded(key): _decoded(value) for key, value in (part.split("=") for part in parts)}
    return name, [], list(table.items())


def _decoded(text: str) -> str:
    for code, character in (("%2C", ","), ("%2F", "/"), ("%3D", "="), ("%25", "%")):
        text = text.replace(code, character)
    return text


def _check_expression(pattern: str) -> None:
    """Raise `ValueError` for a regular expression that may take long: it must search in at most quadratic time."""
    plain = re.sub(r"\\.", "x", pattern, flags=re.DOTALL)
    if len(pattern) > 100 or plain.count("(") > 3 or re.search(r"\)[*+{]", plain) or "\\" in pattern[-1:]:
        raise ValueError(f"{pattern!r:.80}: at most 100 characters and 3 groups, none of which is repeated")
    if sum(map(plain.count, "*+{")) > 1 or plain.replace("(?", "(").count("?") > 3:
        raise ValueError(f"{pattern!r:.80}: at most one repetition (* + {{) and three ?")


@lru_cache(maxsize=256)
def transform(step: str) -> Transform:
    """The function of a step. Raises `ValueError` as `step_arguments` does, and for an expression that is not allowed.

    >>> transform("substitute-words:colour=color")("colour, colours")
    'color, colours'
    """
    name, items, table = step_arguments(step)
    if name in PLAIN:
        return PLAIN[name]
    if name in WHISPER:
        return partial(_normalized, name)
    if name == "remove-substrings":
        return lambda text: _without(text, items)
    if name == "substitute-regexes":
        for pattern, _ in table:
            _check_expression(pattern)
        return _substitution(dict(table))
    if name == "substitute-words":
        return _substitution({rf"\b{re.escape(word)}\b": instead for word, instead in table})
    return _substitution({rf"\b{re.escape(word)}\b": " " for word in items})


def _normalized(name: str, text: str) -> str:
    """A text as a normalizer of `WHISPER` leaves it; the package that they need is imported at the first text."""
    from samescore.text.whisper import NORMALIZERS

    return NORMALIZERS[name](text)


def _without(text: str, substrings: Sequence[str]) -> str:
    for substring in substrings:
        text = text.replace(substring, "")
    return text


def _substitution(table: Mapping[str, str]) -> Transform:
    """Each expression replaced in turn; in what replaces it, a backslash has the meaning that `re.sub` gives it."""
    try:
        expressions = [(re.compile(pattern), instead) for pattern, instead in table.items()]
        for expression, instead in expressions:
            expression.sub(instead, "")
    except (re.error, IndexError, OverflowError) as problem:
        raise ValueError(f"no regular expression, or no replacement: {problem}") from None

    def substituted(text: str) -> str:
        for expression, instead in expressions:
            before, text = len(text), expression.sub(instead, text)
            if len(text) > max(_LONGEST, before):
                raise MetricError(f"a substitution makes a text of {len(text)} characters")
        return text

    return substituted


@lru_cache(maxsize=256)
def chain(steps: tuple[str, ...]) -> Transform:
    """The function that takes a text through all steps in order."""
    functions = [transform(step) for step in steps]

    def transformed(text: str) -> str:
        for function in functions:
            text = function(text)
        return text

    return transformed
