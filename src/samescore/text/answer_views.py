"""The parts of a language model's output that evaluation harnesses search for an answer."""

from __future__ import annotations

from collections.abc import Callable

#: The characters of an output that verl searches, and those in which it looks for a box.
_CLIP, _SHORT_CLIP = 300, 100

#: The part of an output that is searched, by its name; None if the output lacks it.
VIEWS: dict[str, Callable[[str], str | None]] = {
    "whole": str,
    "stripped": str.strip,
    "before-question": lambda text: text.partition("Question:")[0],
    "after-answer": lambda text: text.rpartition("Answer")[2].strip() if "Answer" in text else None,
    "last-300": lambda text: text[-_CLIP:],
    "last-100": lambda text: text[-_SHORT_CLIP:],
    "before-problem": lambda text: text.partition("Problem:")[0],
    "first-line": lambda text: text.partition("\n")[0].strip(),
}


def _cut_greedily(text: str) -> str:
    """Cut from the first ``<think>`` to the last ``</think>`` with any blank line after it; all if it is not closed."""
    if "<think>" not in text:
        return text
    if "</think>" not in text:
        return ""
    end = "</think>\n\n" if "</think>\n\n" in text else "</think>"
    before, _, rest = text.partition("<think>")
    return before + rest.rpartition(end)[2] if end in rest else text


def _cut_pairs(text: str) -> str:
    """Cut each ``<think>`` with all up to the next ``</think>``; without ``<think>``, all up to the last ``</think>``."""
    if "<think>" not in text:
        return text.rpartition("</think>")[2].strip()
    kept, at = [], 0
    while (start := text.find("<think>", at)) >= 0 and (end := text.find("</think>", start)) >= 0:
        kept.append(text[at:start])
        at = end + len("</think>")
    return "".join([*kept, text[at:]]).strip()


#: What simple-evals deletes from an output, in this order.
_LATEX = (
    "**",
    "$\\boxed{",
    "}$",
    "\\$",
    "$\\text{",
    "$",
    "\\mathrm{",
    "\\{",
    "\\text",
    "\\(",
    "\\mathbf{",
    "{",
    "\\boxed",
)


def _without_latex(text: str) -> str:
    for markup in _LATEX:
        text = text.replace(markup, "")
    return text


#: Ways to delete the markup of an output.
MARKUP: dict[str, Callable[[str], str]] = {
    "keep": str,
    "delete-bold": lambda text: text.replace("**", ""),
    "delete-latex": _without_latex,
}

#: Ways to remove the text between ``<think>`` and ``</think>``.
REASONING: dict[str, Callable[[str], str]] = {"keep": str, "cut-greedily": _cut_greedily, "cut-pairs": _cut_pairs}
