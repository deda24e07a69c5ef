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
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from samescore.report.plain import visible

_LOADER = FileSystemLoader(Path(__file__).parent / "templates")
#: The most characters of one text of a record.
_LONGEST = 2_000


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=_LOADER,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["visible"] = shown
    environment.filters["signed"] = signed
    return environment


def shown(text: object) -> str:
    """A text with everything invisible in it written as escapes, cut where it is very long."""
    return visible(str(text), _LONGEST)


def signed(number: float) -> str:
    """A difference with its sign: four decimals, or an exponent where these would all be 0."""
    return f"{number:+.4f}" if number == 0 or abs(number) >= 0.00005 else f"{number:+.1e}"


def section(template: str, **context: Any) -> Markup:
    """One result, from its template."""
    return Markup(_environment().get_template(template).render(**context))  # noqa: S704 (the template escapes)


def data_block(data: object) -> Markup:
    """Data for the script: JSON in an element that is never run, in which nothing can end the element."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(f'<script type="application/json">{text}</script>')  # noqa: S704 (escaped above)


def _source(name: str) -> str:
    """One of our own files as it is."""
    return _LOADER.get_source(_environment(), name)[0]


def document(title: str, sections: Sequence[Markup]) -> str:
    """A whole page."""
    style, script = (_source(name) for name in ("page.css", "page.js"))
    return (
        _environment()
        .get_template("document.html")
        .render(
            title=title,
            sections=sections,
            style=Markup(style),  # noqa: S704 (our own file)
            script=Markup(script),  # noqa: S704 (our own file)
            script_hash=base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii"),
        )
    )
