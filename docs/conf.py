"""How Sphinx builds the documentation: ``tox run -e docs``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from samescore import __version__

_TOP = Path(__file__).resolve().parents[1]

project = "samescore"
author = copyright = "The samescore developers"  # noqa: A001
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

# Links to headings are checked: every heading of a page has an anchor, as on GitHub.
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline", "colon_fence"]

# Docstrings are read with backticks around code.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autoclass_content = "class"

# "--budget" is an option, not a dash.
smartquotes = False

html_theme = "furo"
html_title = "samescore"
html_show_sphinx = False
html_theme_options = {
    "source_repository": "https://github.com/samescore/samescore/",
    "source_branch": "main",
    "source_directory": "docs/",
}


def setup(app: Sphinx) -> None:
    """Fill in the formats from their JSON Schemas."""
    app.connect("source-read", _with_schemas)


def _with_schemas(_: Sphinx, page: str, source: list[str]) -> None:
    """Put the fields of a format in the place of a line ``<!-- schema: FILE -->``."""
    if page == "formats":
        source[0] = re.sub(
            r"^<!-- schema: (\S+) -->$",
            lambda match: "\n".join(_fields(json.loads((_TOP / match[1]).read_text(encoding="utf-8")))),
            source[0],
            flags=re.MULTILINE,
        )


def _fields(schema: dict[str, Any]) -> Iterator[str]:
    """Every object of a schema as a heading with a table of its fields."""
    for name, described in schema["$defs"].items():
        yield f"### {name}\n\n{described.get('description', '')}\n"
        if properties := described.get("properties"):
            yield "| field | type | |\n|---|---|---|"
            for field, kind in properties.items():
                needed = (
                    "required"
                    if field in described.get("required", ())
                    else f"default `{json.dumps(kind['default'])}`"
                    if "default" in kind
                    else ""
                )
                yield f"| `{field}` | {_type(kind)} | {needed} |"
            yield ""
        elif "enum" in described:
            yield ", ".join(f"`{value}`" for value in described["enum"]) + "\n"


def _type(kind: dict[str, Any]) -> str:
    """A type in words: ``list of Change``."""
    if "$ref" in kind:
        return kind["$ref"].rpartition("/")[2]
    if "anyOf" in kind:
        return " or ".join(map(_type, kind["anyOf"]))
    if "enum" in kind:
        return ", ".join(f"`{value}`" for value in kind["enum"])
    if kind.get("type") == "array":
        return f"list of {_type(kind['items'])}" if kind.get("items") else "list"
    if isinstance(kind.get("additionalProperties"), dict):
        return f"object of {_type(kind['additionalProperties'])}"
    return str(kind.get("type", "any"))
