"""Steps that rewrite answers in LaTeX, as the scripts of MATH and Minerva have them.

A step takes a text and returns it rewritten; it raises `ValueError` where the program stops with an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

Step = Callable[[str], str]


def replacing(*pairs: tuple[str, str]) -> Step:
    """Return the step that replaces each first text of a pair by the second, one pair after the other."""

    def step(text: str) -> str:
        for old, new in pairs:
            text = text.replace(old, new)
        return text

    return step


def deleting(*texts: str) -> Step:
    """Return the step that deletes the texts, one after the other."""
    return replacing(*((text, "") for text in texts))


# The steps of the script of MATH (Hendrycks et al., 2021).


def before_units(text: str) -> str:
    r"""Return what precedes the only ``\text{ ``. Raises `ValueError` for several."""
    number, *units = text.split("\\text{ ")
    if len(units) > 1:
        raise ValueError("several units")
    return number


def before_any_units(text: str) -> str:
    r"""Return what precedes the first ``\text{ ``, without white space at its end."""
    return text.partition("\\text{ ")[0].rstrip() if "\\text{ " in text else text


def with_zero(text: str) -> str:
    """Write a zero before a full stop at the start."""
    return f"0{text}" if text.startswith(".") else text


def right_side(text: str) -> str:
    """Return what follows the only equals sign after a name of at most two characters, or else the text."""
    name, equals, value = text.partition("=")
    return value if equals and len(name) <= 2 and "=" not in value else text


def braced_roots(text: str) -> str:
    r"""Put braces around a character after ``\sqrt``. Raises `ValueError` for none."""
    before, *parts = text.split("\\sqrt")
    if "" in parts:
        raise ValueError("nothing under a root")
    return before + "".join("\\sqrt" + (part if part[0] == "{" else f"{{{part[0]}}}{part[1:]}") for part in parts)


def braced_fractions(text: str, *, lenient: bool = False) -> str:
    r"""Put braces around a numerator and a denominator of one character, unless a ``\frac`` has just one character.

    A ``\frac`` without any raises `ValueError`, or changes nothing if `lenient`.
    """
    before, *parts = text.split("\\frac")
    written = [before]
    for part in parts:
        if not part and not lenient:
            raise ValueError("a fraction without parts")
        if not part.startswith("{"):
            if len(part) < 2:
                return text
            below = part[1:] if part[1] == "{" else f"{{{part[1]}}}{part[2:]}"
            part = f"{{{part[0]}}}{below}"
        written.append(part)
    return "\\frac".join(written)


def half(text: str) -> str:
    """Write 0.5 as a fraction."""
    return "\\frac{1}{2}" if text == "0.5" else text


def slash(text: str) -> str:
    """Write a quotient of two whole numbers as a fraction. Raises `ValueError` for one slash between other texts."""
    if text.count("/") != 1:
        return text
    above, below = map(int, text.split("/"))
    return f"\\frac{{{above}}}{{{below}}}" if text == f"{above}/{below}" else text


def lenient_slash(text: str) -> str:
    """Do the same as `slash`, but keep other texts."""
    try:
        return slash(text)
    except ValueError:
        return text


def without_text_command(text: str) -> str:
    r"""Return the content of a ``\text`` that is the whole text."""
    text = text.strip()
    found = re.fullmatch(r"\\text\{(.+)\}", text)
    return found[1].strip() if found else text


CLEANED = replacing(
    ("\n", ""), ("\\!", ""), ("\\\\", "\\"), ("tfrac", "frac"), ("dfrac", "frac"), ("\\left", ""), ("\\right", ""),
    ("^{\\circ}", ""), ("^\\circ", ""), ("\\$", ""),
)  # fmt: skip
#: Twice, as the script of MATH does, which leaves none of two percent signs after two backslashes.
PERCENT = deleting("\\%", "\\%")
DECIMALS = replacing((" .", " 0."), ("{.", "{0."))
EXPRESSION = (DECIMALS, with_zero, right_side, braced_roots, deleting(" "), braced_fractions, half)
HENDRYCKS = (CLEANED, before_units, PERCENT, *EXPRESSION)

# The steps of Minerva (Lewkowycz et al., 2022).

#: Words that are deleted, in this order; `ft` after inches in lm-evaluation-harness, and not in verl.
WORDS = (
    "square ways integers dollars mph inches ft hours km units \\ldots sue points feet minutes digits cents degrees cm"
)
WORDS += " gm pounds meters meals edges students childrentickets multiples"
COMMANDS = (
    "\\text{s}", "\\text{.}", "\\text{\ns}", "\\text{}^2", "\\text{}^3", "\\text{\n}", "\\text{}", "\\mathrm{th}",
    "^\\circ", "^{\\circ}", "\\;", ",\\!", "{,}", '"', "\\dots",
)  # fmt: skip


def last_side(text: str) -> str:
    """Return what follows the last equals sign."""
    return text.rpartition("=")[2]


SUBSTITUTED = replacing(
    ("an ", ""), ("a ", ""), (".$", "$"), ("\\$", ""), ("\\ ", ""), (" ", ""), ("mbox", "text"), (",\\text{and}", ","),
    ("\\text{and}", ","), ("\\text{m}", "\\text{}"),
)  # fmt: skip


def without_whole_words(text: str) -> str:
    """Delete Minerva's words where they are whole words, and not names of commands."""
    for word in WORDS.split():
        if word.isalpha():
            text = re.sub(rf"(?<!\\)\b{word}\b", "", text)
    return text


def without_words(text: str) -> str:
    """Delete the words, but not those within the name of a command."""
    for word in WORDS.split():
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


def unwrapping(command: str, end: str = "}") -> Step:
    """Return the step that replaces a command by the text up to the next `end` on its line."""
    end_or_newline = re.compile(f"{re.escape(end)}|\\n")

    def step(text: str) -> str:
        kept, at, close = [], 0, -1
        while (start := text.find(command, at)) >= 0:
            begin = start + len(command)
            if close < begin:
                found = end_or_newline.search(text, begin)
                close = found.start() if found else len(text)
            if text.startswith(end, close):
                kept += [text[at:start], text[begin:close]]
                at = close + len(end)
            else:
                kept.append(text[at:begin])
                at = begin
        return "".join([*kept, text[at:]])

    return step


def unboxed(text: str) -> str:
    """Replace the first box of each line by its text up to the last closing brace."""

    def unboxed(line: str) -> str:
        before, box, rest = line.partition("\\boxed{")
        inside, brace, after = rest.rpartition("}")
        return before + inside + after if box and brace else line

    return "\n".join(map(unboxed, text.split("\n")))


def substituting(pattern: str, written: str) -> Step:
    """Return the step that substitutes each match of a pattern."""
    compiled = re.compile(pattern)
    return lambda text: compiled.sub(written, text)


def without_commas_of_digits(text: str) -> str:
    """Delete commas if all else is digits."""
    digits = text.replace(",", "")
    return digits if digits.isdigit() else text


def without_commas_of_thousands(text: str) -> str:
    """Delete commas of a whole number in groups of three digits."""
    return text.replace(",", "") if re.fullmatch(r"-?\d{1,3}(,\d{3})+", text) else text


UNWRAPPED = (_formula, *(unwrapping(f"\\{name}{{") for name in ("text", "textbf", "overline")), unboxed)
SHORT_FRACTION = substituting("frac([^{])(.)", r"frac{\1}{\2}")
SHORT_ROOT = substituting("sqrt([^{])", r"sqrt{\1}")
LONG_ROOTS = (
    substituting(r"sqrt(\[[^\]]*\])(\w)", r"sqrt\1{\2}"),
    substituting(r"sqrt(?!\[)([^{])", r"sqrt{\1}"),
)
NO_DOLLARS = deleting("$")


def minerva(words: str) -> tuple[Step, ...]:
    """Return the steps of Minerva that all programs share, with these words."""
    deleted = deleting(*words.split(), *COMMANDS)
    return (last_side, SUBSTITUTED, deleted, *UNWRAPPED, SHORT_FRACTION, SHORT_ROOT, NO_DOLLARS)


def through(steps: Iterable[Step], text: str) -> str:
    """Return a text after all steps."""
    for step in steps:
        text = step(text)
    return text
