"""Text transforms applied before tokenization, one after the other: those of jiwer, and Whisper's normalizers.

A *step* is a name, optionally with an argument: ``strip``, ``remove-specific-words:uh/um``,
``substitute-words:colour=color/grey=gray``. In an argument, the characters ``,``, ``/``, ``=`` and ``%`` are written
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
#: In this order, anywhere, also inside a word; only with a straight apostrophe and in lower case.
_CONTRACTIONS = (
    ("won't", "will not"), ("can't", "can not"), ("let's", "let us"), ("n't", " not"), ("'re", " are"), ("'s", " is"),
    ("'d", " would"), ("'ll", " will"), ("'t", " not"), ("'ve", " have"), ("'m", " am"),
)  # fmt: skip
_DELETE_ASCII_SPACES = str.maketrans("", "", string.whitespace)
_ASCII_SPACES_TO_SPACE = str.maketrans(dict.fromkeys(string.whitespace, " "))
_DELETE_ASCII_PUNCTUATION = str.maketrans("", "", string.punctuation)


class _DeletePunctuation(dict[int, "int | None"]):
    """A table for `str.translate` that deletes characters whose category begins with P.

    The categories follow the interpreter's version of Unicode, and are looked up on first use.
    """

    def __missing__(self, code: int) -> int | None:
        return self.setdefault(code, None if unicodedata.category(chr(code))[0] == "P" else code)


_DELETE_PUNCTUATION = _DeletePunctuation()


def expand_contractions(text: str) -> str:
    """Return the transformation ``ExpandCommonEnglishContractions`` of jiwer.

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
#: Steps with a list as argument, and steps with a table.
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
    """Return the names of all steps."""
    return (*PLAIN, *WHISPER, *TAKING_LISTS, *TAKING_TABLES)


def step_arguments(step: str) -> tuple[str, list[str], list[tuple[str, str]]]:
    """Parse a step: its name, its list argument and its table argument, of which one is empty.

    Raises `ValueError` if there is no such step, or if its argument has the wrong form.

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
    """Raise `ValueError` for a regular expression that might be slow: it must search in at most quadratic time."""
    plain = re.sub(r"\\.", "x", pattern, flags=re.DOTALL)
    if len(pattern) > 100 or plain.count("(") > 3 or re.search(r"\)[*+{]", plain) or "\\" in pattern[-1:]:
        raise ValueError(f"{pattern!r:.80}: at most 100 characters and 3 groups without repetition are supported")
    if sum(map(plain.count, "*+{")) > 1 or plain.replace("(?", "(").count("?") > 3:
        raise ValueError(f"{pattern!r:.80}: at most one repetition (* + {{) and three ? are supported")


@lru_cache(maxsize=256)
def transform(step: str) -> Transform:
    """Build the function of a step.

    Raises `ValueError` as `step_arguments` does, and for an expression that is not allowed.

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
    """Replace each expression in turn; backslashes in replacements have their meaning in `re.sub`."""
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


@lru_cache(maxsize=256)
def chain(steps: tuple[str, ...]) -> Transform:
    """Build a function that applies all steps in order."""
    functions = [transform(step) for step in steps]

    def transformed(text: str) -> str:
        for function in functions:
            text = function(text)
        return text

    return transformed
