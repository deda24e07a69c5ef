"""The HTML document around the results: inline style and script, all foreign text escaped.

The page loads nothing: a content security policy allows only its own style and script.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from samescore.report import view as show
from samescore.report.html import columns
from samescore.report.html.texts import InputBlock, blocks, pieces
from samescore.report.plain import visible
from samescore.report.view import Style, View

_LOADER = FileSystemLoader(Path(__file__).parent / "templates")
#: Maximum length of one text of a record, in characters.
_LONGEST = 2_000

#: The sign for each style, for readers who cannot see colours.
SIGNS: dict[Style, str] = {"good": "✓", "known": "≠", "bad": "✗", "none": "–"}


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the template environment with its filters and autoescaping."""
    made = Environment(
        loader=_LOADER,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "visible": escape_text,
        "signed": format_signed,
        "pieces": pieces,
        "knobs": knobs,
        "drawing": draw_input,
    }
    made.filters |= {
        "parts": show.parts,
        "lines": show.lines_of,
        "kind": lambda block: type(block).__name__,
        "picture": picture,
        "fits": columns.fits,
        "brief": columns.is_brief,
    }
    made.tests["input"] = lambda value: isinstance(value, show.Input)
    made.globals["SIGNS"] = SIGNS
    return made


def escape_text(text: object) -> str:
    """Return a text with invisible characters escaped, truncated if very long."""
    return visible(str(text), _LONGEST)


def format_signed(number: float) -> str:
    """Return a signed difference with four decimals, or with an exponent if a nonzero number would print as zero.

    >>> format_signed(1.5), format_signed(-2e-6)
    ('+1.5000', '-2.0e-06')
    """
    return f"{number:+.4f}" if number == 0 or abs(number) >= 0.00005 else f"{number:+.1e}"


def knobs(signature: str) -> list[tuple[str, str]]:
    """Return the metric and the knobs of a signature, as names and values; the metric has an empty value.

    >>> knobs("bleu|tokenizer:none")
    [('bleu', ''), ('tokenizer', 'none')]
    """
    parts = (part.partition(":") for part in signature.split("|") if part)
    return [(name, value) for name, _, value in parts]


def section(template: str, **context: Any) -> Markup:
    """Render a part of a page from its template."""
    return Markup(environment().get_template(template).render(**context))  # noqa: S704 (the template escapes)


def data_block(data: object) -> Markup:
    """Return data for the script as JSON, in an inert element that no content can close."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(f'<script type="application/json">{text}</script>')  # noqa: S704 (escaped above)


def source(name: str) -> str:
    """Return the content of a bundled file: ``page.css`` or ``page.js``."""
    return _LOADER.get_source(environment(), name)[0]


def result(view: View, number: int = 1) -> Markup:
    """Render a result as a section of a page; `number` is its position."""
    return section("view.html", view=view, number=number)


def draw_input(given: show.Input) -> list[InputBlock]:
    """Convert an input to the blocks that a page draws."""
    return [InputBlock("", [("input", pieces(given.text))])] if given.plain is None else blocks(given.plain)


def picture(drawn: show.Picture) -> Markup:
    """Render a drawing with the function `draw` of the module that has its name."""
    made: Markup = import_module(f"samescore.report.html.{drawn.name}").draw(*drawn.data)
    return made


def results(views: Sequence[View]) -> str:
    """Render results as a whole page, with links to each if there are several."""
    title = f"{views[0].verdict} · samescore" if len(views) == 1 else f"{len(views)} results · samescore"
    contents = [section("contents.html", views=views)] if len(views) > 1 else []
    return document(title, [*contents, *(result(view, number) for number, view in enumerate(views, 1))])


def document(title: str, sections: Sequence[Markup]) -> str:
    """Assemble a page from sections."""
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
