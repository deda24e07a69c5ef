"""Chains of text transforms that are applied before tokenization: jiwer's transforms and Whisper's normalizers.

A *step* of a chain is a name, optionally with an argument: ``strip``, ``remove-specific-words:uh/um``,
``substitute-words:colour=color/grey=gray``. In an argument, the characters ``,``, ``/``, ``=`` and ``%`` are written as
%2C, %2F, %3D and %25.
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

#: Maximum number of steps of a chain, and maximum length of a step's argument.
MOST_STEPS = 32
_MOST_CHARACTERS = 10_000
#: A substitution raises an error if its result is longer than this and than the text.
_LONGEST = 1_000_000

_SEVERAL_SPACES = re.compile(r"\s\s+")
#: Replacements, made in this order anywhere in a text, even inside a word, but only for straight apostrophes and in
#: lower case.
_CONTRACTIONS = (
    ("won't", "will not"), ("can't", "can not"), ("let's", "let us"), ("n't", " not"), ("'re", " are"), ("'s", " is"),
    ("'d", " would"), ("'ll", " will"), ("'t", " not"), ("'ve", " have"), ("'m", " am"),
)  # fmt: skip
_DELETE_ASCII_SPACES = str.maketrans("", "", string.whitespace)
_ASCII_SPACES_TO_SPACE = str.maketrans(dict.fromkeys(string.whitespace, " "))
_DELETE_ASCII_PUNCTUATION = str.maketrans("", "", string.punctuation)


class _DeletePunctuation(dict[int, "int | None"]):
    """A table for `str.translate` that deletes punctuation: characters whose Unicode category begins with P.

    Categories are looked up on first use, in the interpreter's version of Unicode.
    """

    def __missing__(self, code: int) -> int | None:
        return self.setdefault(code, None if unicodedata.category(chr(code))[0] == "P" else code)


_DELETE_PUNCTUATION = _DeletePunctuation()


def expand_contractions(text: str) -> str:
    """Expand contractions as jiwer's ``ExpandCommonEnglishContractions`` does.

    >>> expand_contractions("she won't; it's o'clock's")
    "she will not; it is o'clock is"
    """
    for contraction, expansion in _CONTRACTIONS:
        text = text.replace(contraction, expansion)
    return text


#: Steps without an argument.
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
#: Whisper's normalizers; their module is loaded when one is used.
WHISPER = (
    *("whisper-english", "whisper-normalizer-english", "whisper-basic", "whisper-basic-letters"),
    *("whisper-basic-no-diacritics", "whisper-basic-no-diacritics-letters"),
    *("whisper-basic-marks", "whisper-basic-marks-letters"),
)
#: Steps whose argument is a list, and steps whose argument is a table.
TAKING_LISTS = ("remove-specific-words", "remove-substrings")
TAKING_TABLES = ("substitute-words", "substitute-regexes")
#: Named chains of steps.
CHAINS: dict[str, tuple[str, ...]] = {
    "wer-standardize": (
        *("to-lower-case", "expand-contractions", "remove-kaldi-non-words"),
        *("replace-white-space", "remove-multiple-spaces", "strip"),
    ),
}


def step_names() -> tuple[str, ...]:
    """Return the names of all steps, without the named chains."""
    return (*PLAIN, *WHISPER, *TAKING_LISTS, *TAKING_TABLES)


def step_arguments(step: str) -> tuple[str, list[str], list[tuple[str, str]]]:
    """Parse a step, and return its name, the items of a list argument, and the pairs of a table argument.

    An argument that the step does not have is empty. Raises `ValueError` if the step is unknown, or if its argument is
    missing, needless, too long or malformed.

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
        raise ValueError(f"{name} takes 1 to {_MOST_CHARACTERS:,} characters, as in {name}:{example}")
    parts = taken.split("/")
    if name in TAKING_LISTS:
        return name, list(map(_decode, parts)), []
    if not all(part.count("=") == 1 for part in parts):
        raise ValueError(f"{name} takes pairs, as in {name}:colour=color/grey=gray")
    table = {_decode(key): _decode(value) for key, value in (part.split("=") for part in parts)}
    return name, [], list(table.items())


def _decode(text: str) -> str:
    for code, character in (("%2C", ","), ("%2F", "/"), ("%3D", "="), ("%25", "%")):
        text = text.replace(code, character)
    return text


def _check_expression(pattern: str) -> None:
    """Raise `ValueError` for a regular expression that might need more than quadratic time.

    An expression may have at most 100 characters, three groups without repetition, one repetition, and three ``?``.
    """
    plain = re.sub(r"\\.", "x", pattern, flags=re.DOTALL)
    if len(pattern) > 100 or plain.count("(") > 3 or re.search(r"\)[*+{]", plain) or "\\" in pattern[-1:]:
        raise ValueError(f"{pattern!r:.80}: at most 100 characters and 3 groups are supported, and no repeated groups")
    if sum(map(plain.count, "*+{")) > 1 or plain.replace("(?", "(").count("?") > 3:
        raise ValueError(f"{pattern!r:.80}: at most one repetition (*, + or {{) and three ? are supported")


@lru_cache(maxsize=256)
def transform(step: str) -> Transform:
    """Return the function that a step applies to a text.

    Raises `ValueError` as `step_arguments` does, and for a regular expression or replacement that is invalid or not
    allowed. A substitution raises `MetricError` if its result is too long.

    >>> transform("substitute-words:colour=color")("colour, colours")
    'color, colours'
    """
    name, items, table = step_arguments(step)
    if name in PLAIN:
        return PLAIN[name]
    if name in WHISPER:
        return partial(_normalize, name)
    if name == "remove-substrings":
        return lambda text: _delete_substrings(text, items)
    if name == "substitute-regexes":
        for pattern, _ in table:
            _check_expression(pattern)
        return _substitution(dict(table))
    if name == "substitute-words":
        return _substitution({rf"\b{re.escape(word)}\b": instead for word, instead in table})
    return _substitution({rf"\b{re.escape(word)}\b": " " for word in items})


def _normalize(name: str, text: str) -> str:
    """Return a text as normalized by the step `name` of `WHISPER`; the normalizers are imported at the first text."""
    from samescore.text.whisper import NORMALIZERS

    return NORMALIZERS[name](text)


def _delete_substrings(text: str, substrings: Sequence[str]) -> str:
    for substring in substrings:
        text = text.replace(substring, "")
    return text


def _substitution(table: Mapping[str, str]) -> Transform:
    """Return a function that replaces each expression of the table in turn, as `re.sub` does.

    Raises `ValueError` for an invalid expression or replacement. The function raises `MetricError` if its result is
    longer than the text and than `_LONGEST`.
    """
    try:
        expressions = [(re.compile(pattern), instead) for pattern, instead in table.items()]
        for expression, instead in expressions:
            expression.sub(instead, "")
    except (re.error, IndexError, OverflowError) as problem:
        raise ValueError(f"invalid regular expression or replacement: {problem}") from None

    def substituted(text: str) -> str:
        for expression, instead in expressions:
            before, text = len(text), expression.sub(instead, text)
            if len(text) > max(_LONGEST, before):
                raise MetricError(f"a substitution produces a text of {len(text)} characters")
        return text

    return substituted
