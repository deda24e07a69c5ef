"""Rewrite answers in LaTeX before they are compared, as the scripts of MATH and Minerva do, in tables of steps.

A step takes a text and returns it rewritten; it raises `ValueError` where the program stops with an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

Step = Callable[[str], str]


class Rewriting(NamedTuple):
    """Steps in order, and what is compared if one of them fails.

    `failure` is ``error`` if there is no result then, ``pair`` if both texts are compared as given, and ``text`` if only
    this text is. Before that come the steps `first`, which cannot fail.
    """

    steps: tuple[Step, ...]
    failure: str = "error"
    first: tuple[Step, ...] = ()


def _replacing(*pairs: tuple[str, str]) -> Step:
    def step(text: str) -> str:
        for old, new in pairs:
            text = text.replace(old, new)
        return text

    return step


def _deleting(*texts: str) -> Step:
    return _replacing(*((text, "") for text in texts))


# The steps of the script of MATH (Hendrycks et al., 2021).


def _before_units(text: str) -> str:
    number, *units = text.split("\\text{ ")
    if len(units) > 1:
        raise ValueError("several units")
    return number


def _before_any_units(text: str) -> str:
    return text.partition("\\text{ ")[0].rstrip() if "\\text{ " in text else text


def _with_zero(text: str) -> str:
    return f"0{text}" if text.startswith(".") else text


def _right_side(text: str) -> str:
    """Return what follows the only equals sign after a name of at most two characters, or else the text."""
    name, equals, value = text.partition("=")
    return value if equals and len(name) <= 2 and "=" not in value else text


def _braced_roots(text: str) -> str:
    before, *parts = text.split("\\sqrt")
    if "" in parts:
        raise ValueError("nothing under a root")
    return before + "".join("\\sqrt" + (part if part[0] == "{" else f"{{{part[0]}}}{part[1:]}") for part in parts)


def _braced_fractions(text: str) -> str:
    r"""Put braces around a numerator and a denominator of one character, unless a ``\frac`` has just one character."""
    before, *parts = text.split("\\frac")
    written = [before]
    for part in parts:
        if not part:
            raise ValueError("a fraction without parts")
        if part[0] != "{":
            if len(part) == 1:
                return text
            below = part[1:] if part[1] == "{" else f"{{{part[1]}}}{part[2:]}"
            part = f"{{{part[0]}}}{below}"
        written.append(part)
    return "\\frac".join(written)


def _half(text: str) -> str:
    return "\\frac{1}{2}" if text == "0.5" else text


def _slash(text: str) -> str:
    """Write a quotient of two whole numbers as a fraction. Raises `ValueError` for one slash between other texts."""
    if text.count("/") != 1:
        return text
    above, below = map(int, text.split("/"))
    return f"\\frac{{{above}}}{{{below}}}" if text == f"{above}/{below}" else text


def _lenient_slash(text: str) -> str:
    try:
        return _slash(text)
    except ValueError:
        return text


def _without_text_command(text: str) -> str:
    text = text.strip()
    found = re.fullmatch(r"\\text\{(.+)\}", text)
    return found[1].strip() if found else text


_CLEANED = _replacing(
    ("\n", ""), ("\\!", ""), ("\\\\", "\\"), ("tfrac", "frac"), ("dfrac", "frac"), ("\\left", ""), ("\\right", ""),
    ("^{\\circ}", ""), ("^\\circ", ""), ("\\$", ""),
)  # fmt: skip
#: Twice, as the script of MATH does, which leaves none of two percent signs after two backslashes.
_PERCENT = _deleting("\\%", "\\%")
_DECIMALS = _replacing((" .", " 0."), ("{.", "{0."))
_EXPRESSION = (_DECIMALS, _with_zero, _right_side, _braced_roots, _deleting(" "), _braced_fractions, _half)
_HENDRYCKS = (_CLEANED, _before_units, _PERCENT, *_EXPRESSION)

# The steps of Minerva (Lewkowycz et al., 2022).

#: Words that are deleted, in this order; `ft` after inches in lm-evaluation-harness, and not in verl.
_WORDS = (
    "square ways integers dollars mph inches ft hours km units \\ldots sue points feet minutes digits cents degrees cm"
)
_WORDS += " gm pounds meters meals edges students childrentickets multiples"
_COMMANDS = (
    "\\text{s}", "\\text{.}", "\\text{\ns}", "\\text{}^2", "\\text{}^3", "\\text{\n}", "\\text{}", "\\mathrm{th}",
    "^\\circ", "^{\\circ}", "\\;", ",\\!", "{,}", '"', "\\dots",
)  # fmt: skip


def _last_side(text: str) -> str:
    return text.rpartition("=")[2]


_SUBSTITUTED = _replacing(
    ("an ", ""), ("a ", ""), (".$", "$"), ("\\$", ""), ("\\ ", ""), (" ", ""), ("mbox", "text"), (",\\text{and}", ","),
    ("\\text{and}", ","), ("\\text{m}", "\\text{}"),
)  # fmt: skip


def _without_whole_words(text: str) -> str:
    for word in _WORDS.split():
        if word.isalpha():
            text = re.sub(rf"(?<!\\)\b{word}\b", "", text)
    return text


def _without_words(text: str) -> str:
    """Delete the words, but not those within the name of a command."""
    for word in _WORDS.split():
        if word.isalpha():
            pieces = re.split(r"(\\[a-zA-Z]+)", text)
            pieces[::2] = [piece.replace(word, "") for piece in pieces[::2]]
            text = "".join(pieces)
        else:
            text = text.replace(word, "")
    return text


def _formula(text: str) -> str:
    """Reduce each line with two dollar signs to these and the text between them."""

    def reduced(line: str) -> str:
        parts = line.split("$", 2)
        return f"${parts[1]}$" if len(parts) == 3 else line

    return "\n".join(map(reduced, text.split("\n")))


def _unwrapping(command: str) -> Step:
    """Return the step that replaces a command by the text up to the next closing brace on its line."""

    def step(text: str) -> str:
        kept, at, close = [], 0, -1
        while (start := text.find(command, at)) >= 0:
            begin = start + len(command)
            if close < begin:
                found = re.compile(r"[}\n]").search(text, begin)
                close = found.start() if found else len(text)
            if text[close : close + 1] == "}":
                kept += [text[at:start], text[begin:close]]
                at = close + 1
            else:
                kept.append(text[at:begin])
                at = begin
        return "".join([*kept, text[at:]])

    return step


def _unboxed(text: str) -> str:
    """Replace the first box of each line by its text up to the last closing brace."""

    def unboxed(line: str) -> str:
        before, box, rest = line.partition("\\boxed{")
        inside, brace, after = rest.rpartition("}")
        return before + inside + after if box and brace else line

    return "\n".join(map(unboxed, text.split("\n")))


def _substituting(pattern: str, written: str) -> Step:
    compiled = re.compile(pattern)
    return lambda text: compiled.sub(written, text)


def _without_commas_of_digits(text: str) -> str:
    digits = text.replace(",", "")
    return digits if digits.isdigit() else text


def _without_commas_of_thousands(text: str) -> str:
    return text.replace(",", "") if re.fullmatch(r"-?\d{1,3}(,\d{3})+", text) else text


_UNWRAPPED = (_formula, *(_unwrapping(f"\\{name}{{") for name in ("text", "textbf", "overline")), _unboxed)
_SHORT_FRACTION = _substituting("frac([^{])(.)", r"frac{\1}{\2}")
_SHORT_ROOT = _substituting("sqrt([^{])", r"sqrt{\1}")
_LONG_ROOTS = (
    _substituting(r"sqrt(\[[^\]]*\])(\w)", r"sqrt\1{\2}"),
    _substituting(r"sqrt(?!\[)([^{])", r"sqrt{\1}"),
)
_NO_DOLLARS = _deleting("$")


def _minerva(words: str) -> tuple[Step, ...]:
    deleted = _deleting(*words.split(), *_COMMANDS)
    return (_last_side, _SUBSTITUTED, deleted, *_UNWRAPPED, _SHORT_FRACTION, _SHORT_ROOT, _NO_DOLLARS)


#: The rewritings by name.
REWRITINGS: dict[str, Rewriting] = {
    "none": Rewriting(()),
    "hendrycks": Rewriting((*_HENDRYCKS, _lenient_slash), "pair"),
    "hendrycks-lm-eval": Rewriting((*_HENDRYCKS, _slash), "pair"),
    "hendrycks-verl": Rewriting(
        (_CLEANED, _before_units, _deleting("\\\\%", "\\%"), *_EXPRESSION, _lenient_slash), "pair"
    ),
    "hendrycks-lighteval": Rewriting((_CLEANED, _before_any_units, _PERCENT, *_EXPRESSION, _lenient_slash)),
    "prm800k": Rewriting((*_HENDRYCKS, _lenient_slash), "text", (_without_text_command,)),
    "minerva-0.4.13": Rewriting(
        (
            *(_last_side, _without_whole_words, _SUBSTITUTED, _without_words, _deleting(*_COMMANDS), *_UNWRAPPED),
            *(_SHORT_FRACTION, *_LONG_ROOTS, _NO_DOLLARS, _without_commas_of_thousands),
        )
    ),
    "minerva-0.4.9.2": Rewriting((*_minerva(_WORDS), _without_commas_of_digits)),
    "minerva-verl": Rewriting((*_minerva(_WORDS.replace(" ft ", " ")), _without_commas_of_digits, str.strip)),
}


def rewritten(text: str, name: str) -> str:
    r"""Return an answer after all steps of a rewriting. Raises `ValueError` if one fails.

    >>> rewritten(r"x=\dfrac12", "hendrycks"), rewritten("$1,000$ dollars", "minerva-verl")
    ('\\frac{1}{2}', '1000')
    """
    rewriting = REWRITINGS[name]
    return _through((*rewriting.first, *rewriting.steps), text)


def _through(steps: tuple[Step, ...], text: str) -> str:
    for step in steps:
        text = step(text)
    return text


def rewritten_or_given(text: str, name: str) -> str:
    """Return an answer after all steps of a rewriting, or before them if one fails."""
    text = _through(REWRITINGS[name].first, text)
    try:
        return _through(REWRITINGS[name].steps, text)
    except ValueError:
        return text


def compared(answer: str, gold: str, name: str) -> tuple[str, str]:
    """Return an answer and a gold answer as they are compared. Raises `ValueError` if the program has no result."""
    failure = REWRITINGS[name].failure
    if failure == "text":
        return rewritten_or_given(answer, name), rewritten_or_given(gold, name)
    try:
        return rewritten(answer, name), rewritten(gold, name)
    except ValueError:
        if failure == "error":
            raise
        return answer, gold
