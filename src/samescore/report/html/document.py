"""The page around the results: style and script inline, every foreign text escaped.

The page loads nothing: a content security policy allows its own style and its own script, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from samescore.report.html.texts import pieces
from samescore.report.plain import visible

_LOADER = FileSystemLoader(Path(__file__).parent / "templates")
#: The most characters of one text of a record.
_LONGEST = 2_000

#: How a verdict looks, beside its words: good, explained or to be looked at, bad, without an answer.
Style = Literal["good", "known", "bad", "none"]
#: The sign of each style, for those who see no colours.
SIGNS: dict[Style, str] = {"good": "✓", "known": "≠", "bad": "✗", "none": "–"}


class View(msgspec.Struct, frozen=True):
    """A result on a page: what it is and about what, its verdict in a sentence, and everything below it.

    `kind` is the verb, `subject` what it was asked about; `lead` says what follows from the verdict.
    """

    kind: str
    subject: str
    style: Style
    verdict: str
    content: Markup
    lead: str = ""


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates of pages, with the filters `visible`, `signed`, `pieces` and `knobs`; texts are escaped."""
    made = Environment(
        loader=_LOADER,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"visible": shown, "signed": signed, "pieces": pieces, "knobs": knobs}
    made.globals["SIGNS"] = SIGNS
    return made


def shown(text: object) -> str:
    """A text with everything invisible in it written as escapes, cut where it is very long."""
    return visible(str(text), _LONGEST)


def signed(number: float) -> str:
    """A difference with its sign: four decimals, or an exponent where these would all be 0.

    >>> signed(1.5), signed(-2e-6)
    ('+1.5000', '-2.0e-06')
    """
    return f"{number:+.4f}" if number == 0 or abs(number) >= 0.00005 else f"{number:+.1e}"


def knobs(signature: str) -> list[tuple[str, str]]:
    """The metric and the knobs of a signature, as names and values; the value of the metric is empty.

    >>> knobs("bleu|tokenizer:none")
    [('bleu', ''), ('tokenizer', 'none')]
    """
    parts = (part.partition(":") for part in signature.split("|") if part)
    return [(name, value) for name, _, value in parts]


def verdict_and_lead(sentence: str) -> tuple[str, str]:
    """A sentence of a record as a verdict and what follows it, which stands after the first colon with a space.

    >>> verdict_and_lead("native:x answers 1.5: nothing is unusual.")
    ('native:x answers 1.5', 'Nothing is unusual.')
    """
    verdict, _, lead = sentence.partition(": ")
    return verdict if lead else sentence.removesuffix("."), f"{lead[:1].upper()}{lead[1:]}"


def section(template: str, **context: Any) -> Markup:
    """A part of a page, from its template."""
    return Markup(environment().get_template(template).render(**context))  # noqa: S704 (the template escapes)


def data_block(data: object) -> Markup:
    """Data for the script: JSON in an element that is never run, in which nothing can end the element."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(f'<script type="application/json">{text}</script>')  # noqa: S704 (escaped above)


def source(name: str) -> str:
    """One of our own files as it is: ``page.css`` or ``page.js``."""
    return _LOADER.get_source(environment(), name)[0]


def result(view: View, number: int = 1) -> Markup:
    """A result as a section of a page; `number` is its place on the page."""
    return section("view.html", view=view, number=number)


def results(views: Sequence[View]) -> str:
    """Results as a whole page, with links to each if there are several."""
    title = f"{views[0].verdict} · samescore" if len(views) == 1 else f"{len(views)} results · samescore"
    contents = [section("contents.html", views=views)] if len(views) > 1 else []
    return document(title, [*contents, *(result(view, number) for number, view in enumerate(views, 1))])


def document(title: str, sections: Sequence[Markup]) -> str:
    """A whole page of these sections."""
    style, script = (source(name) for name in ("page.css", "page.js"))
    return (
        environment()
        .get_template("document.html")
        .render(
            title=title,
            sections=sections,
            style=Markup(style),  # noqa: S704 (our own file)
            script=Markup(script),  # noqa: S704 (our own file)
            script_hash=base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii"),
        )
    )
