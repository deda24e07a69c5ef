"""Templates to files: every text is escaped, every page knows the way back to the top."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from samescore import __version__
from samescore.report.html import document
from samescore.report.html.document import escape_text
from samescore.report.plain import visible

_OWN = Path(__file__).parent / "templates"
_SHARED = Path(document.__file__).parent / "templates"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_CODE = re.compile(r"``(.+?)``|`(.+?)`", re.DOTALL)


class Site:
    """A folder of pages.

    `address` is where they are published, which badges name; it ends in a slash. `source` is the address of the
    repository, and `documentation` the folder of the built documentation, which is copied to ``docs``.
    """

    def __init__(self, folder: Path, address: str, source: str, documentation: Path | None = None) -> None:
        self.folder = folder
        self.address = address
        self.documentation = documentation
        self._source = source
        self._environment = Environment(
            loader=FileSystemLoader(_OWN),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters |= {"visible": escape_text, "prose": prose, "file": file_name}
        self._environment.globals |= {
            "version": __version__,
            "source": source,
            "address": address,
            "documentation": documentation is not None,
            "documented": self.documented,
        }

    def shared(self, **context: Any) -> None:
        """What the templates of all pages know."""
        self._environment.globals |= context

    def documented(self, page: str, anchor: str = "") -> str:
        """Return the address of a page of the documentation: from the top of the site, or at its source if it is not built."""
        address = f"docs/{page}.html" if self.documentation else f"{self._source}/blob/main/docs/{page}.md"
        return f"{address}#{anchor}" if anchor else address

    def page(self, path: str, template: str, **context: Any) -> None:
        """Write a page from its template."""
        root = "../" * (len(PurePosixPath(path).parts) - 1)
        self.file(path, self._environment.get_template(template).render(root=root, path=path, **context))

    def file(self, path: str, content: str) -> None:
        """Write a file."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8", newline="\n")

    def style_and_script(self) -> None:
        """Write what all pages load: the style of results with the site's own, and the site's script."""
        style = (_SHARED / "page.css").read_text(encoding="utf-8") + (_OWN / "site.css").read_text(encoding="utf-8")
        self.file("style.css", style)
        for name in ("site.js", "search.js", "icon.svg"):
            self.file(name, (_OWN / name).read_text(encoding="utf-8"))


def file_name(name: str) -> str:
    """The name as a part of a path. Raises `ValueError` for one that could lead elsewhere."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot be the name of a page")
    return name


def prose(text: str) -> Markup:
    """Paragraphs of plain text: what is indented is a formula, what is in back quotes is code."""
    blocks = [block.rstrip() for block in re.split(r"\n\s*\n", text.strip("\n")) if block.strip()]
    return Markup("\n").join(map(_block, blocks))


def _block(block: str) -> Markup:
    if all(line.startswith("    ") for line in block.splitlines()):
        lines = "\n".join(visible(line.removeprefix("    ")) for line in block.splitlines())
        return Markup("<pre>{}</pre>").format(lines)
    shown_text = str(escape(escape_text(" ".join(line.strip() for line in block.splitlines()))))
    return Markup("<p>{}</p>").format(
        Markup(_CODE.sub(lambda found: f"<code>{found[1] or found[2]}</code>", shown_text))  # noqa: S704 (escaped above)
    )
