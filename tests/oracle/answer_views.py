"""The parts of an output that harnesses search for an answer, by scans from left to right."""

from __future__ import annotations


def reasoned(text: str, how: str) -> str:
    begins, ends = places(text, "<think>"), places(text, "</think>")
    if how == "keep":
        return text
    if how == "cut-greedily":
        if not begins:
            return text
        if not ends:
            return ""
        blank = "\n\n" if places(text, "</think>\n\n") else ""
        last = max(places(text, "</think>" + blank))
        return text[: begins[0]] + text[last + 8 + len(blank) :] if last > begins[0] else text
    if not begins:
        return text[max((end + 8 for end in ends), default=0) :].strip()
    result, at = "", 0
    while at < len(text):
        close = next((end for end in ends if end >= at), None)
        if at in begins and close is not None:
            at = close + 8
        else:
            result, at = result + text[at], at + 1
    return result.strip()


def places(text: str, part: str) -> list[int]:
    return [at for at in range(len(text)) if text[at : at + len(part)] == part]


def view(text: str, how: str) -> str | None:
    if how == "before-question":
        return text[: min(places(text, "Question:"), default=len(text))]
    if how == "after-answer":
        found = places(text, "Answer")
        return text[max(found) + 6 :].strip() if found else None
    if how == "before-problem":
        return text[: min(places(text, "Problem:"), default=len(text))]
    if how == "first-line":
        return text.split("\n")[0].strip()
    if how in ("last-300", "last-100"):
        return text[max(0, len(text) - int(how[5:])) :]
    return {"whole": text, "stripped": text.strip()}[how]


def unmarked(text: str, how: str) -> str:
    latex = [
        r"**",
        r"$\boxed{",
        r"}$",
        r"\$",
        r"$\text{",
        r"$",
        r"\mathrm{",
        r"\{",
        r"\text",
        r"\(",
        r"\mathbf{",
        r"{",
        r"\boxed",
    ]
    for markup in {"keep": [], "delete-bold": ["**"], "delete-latex": latex}[how]:
        kept, at = "", 0
        while at < len(text):
            kept, at = (kept, at + len(markup)) if text[at:].startswith(markup) else (kept + text[at], at + 1)
        text = kept
    return text


def without(text: str, characters: str) -> str:
    return "".join(character for character in text if character not in characters)
