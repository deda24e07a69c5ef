"""The steps by which OpenCompass rewrites answers in LaTeX: `normalize_final_answer`, and `MATHEvaluator` in two versions."""

from __future__ import annotations

import re
from functools import partial

from samescore.text.latex_steps import (
    CLEANED,
    COMMANDS,
    DECIMALS,
    NO_DOLLARS,
    PERCENT,
    SHORT_FRACTION,
    SHORT_ROOT,
    SUBSTITUTED,
    WORDS,
    Step,
    before_units,
    braced_fractions,
    braced_roots,
    deleting,
    half,
    replacing,
    right_side,
    slash,
    substituting,
    unboxed,
    unwrapping,
    with_zero,
    without_commas_of_digits,
)

_FRACTIONS = partial(braced_fractions, lenient=True)
#: The steps of the first version of its evaluator.
FIRST: tuple[Step, ...] = (
    *(CLEANED, before_units, PERCENT, DECIMALS, with_zero, right_side, braced_roots, deleting(" ")),
    *(_FRACTIONS, half, slash),
)


def _without_last_text(text: str) -> str:
    r"""Delete the text from the first ``\text{`` on, if it ends in a brace and anything but white space is before it."""
    before, command, rest = text.partition("\\text{")
    kept = before.strip() if command and rest.endswith("}") else text.strip()
    return kept or text


def _up_to_last_brace(text: str) -> tuple[str, str]:
    """Return the text up to its last closing brace, in which a search for one always ends, and the rest."""
    end = text.rfind("}") + 1
    return text[:end], text[end:]


def _without_tex_boxes(text: str) -> str:
    head, rest = _up_to_last_brace(text)
    return re.sub(r"\\mbox\{[^}]*\}", "", head) + rest


def _infinite(text: str) -> str:
    text = text.replace("infinity", "\\infty")
    text = text if "\\infty" in text else text.replace("inf", "\\infty")
    return text.replace("+\\inity", "\\infty")


def _imaginary_unit(text: str) -> str:
    return text if "i" in text else text.replace("j", "i")


def _without_zeros(text: str) -> str:
    return re.sub(r"((?<!\d)\d+)\.0+$", r"\1", re.sub(r"((?<!\d)\d+)\.0+([^\d])", r"\1\2", text))


#: The steps of the second version.
SECOND: tuple[Step, ...] = (
    *(str.strip, deleting("\n"), lambda text: text.rstrip("."), deleting("\\!", "\\ ")),
    replacing(("\\\\", "\\"), ("\\\\", "\\"), ("tfrac", "frac"), ("dfrac", "frac"), ("\\left", ""), ("\\right", "")),
    *(_without_last_text, deleting("^{\\circ}", "^\\circ", "\\$", "$", "\\text", "x\\in", "\\%", "\\%", "%"), DECIMALS),
    *(deleting("\\cdot"), _infinite, deleting("and", "\\mathbf"), _without_tex_boxes, _imaginary_unit, _without_zeros),
    *(with_zero, right_side, substituting(r"\\sqrt(\w+)", r"\\sqrt{\1}"), deleting(" "), _FRACTIONS, slash),
)


def _rest_after(pattern: str) -> Step:
    """Return the step that keeps what follows the first match of a pattern, if there is one."""
    compiled = re.compile(pattern)

    def step(text: str) -> str:
        found = compiled.search(text)
        return text[found.end() :] if found else text

    return step


def _last_box(text: str) -> str:
    found = re.findall(r"oxed\{([^}]*)\}", _up_to_last_brace(text)[0])
    return str(found[-1]) if found else text


def _last_formula(text: str) -> str:
    parts = text.split("$")
    return parts[(len(parts) - 1) // 2 * 2 - 1] if len(parts) > 2 else text


def _fraction_command(text: str) -> str:
    return text if "\\frac" in text else text.replace("rac", "\\frac")


#: The steps of `normalize_final_answer`.
NORMALIZED: tuple[Step, ...] = (
    *(SUBSTITUTED, replacing(("\\le", "<")), deleting(*WORDS.split(), *COMMANDS, "\n", "\r", "\f")),
    unwrapping("\\text{(", ")}"),
    *(unwrapping(f"\\{name}{{") for name in ("text", "textbf", "overline")),
    *(unboxed, _rest_after("finalansweris"), _rest_after("answer?is:?"), _last_box, _last_formula, str.strip),
    *(_fraction_command, SHORT_FRACTION, SHORT_ROOT, NO_DOLLARS, without_commas_of_digits),
)
#: Two answers are equal if they are after any of these, of which those with a step that fails do not count.
FIRST_ATTEMPTS: tuple[tuple[Step, ...], ...] = (FIRST, (*FIRST, *NORMALIZED), NORMALIZED, ())
SECOND_ATTEMPTS: tuple[tuple[Step, ...], ...] = (SECOND, (*SECOND, *NORMALIZED), NORMALIZED, ())
