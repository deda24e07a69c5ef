"""The headings of the built documentation, with their addresses."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

_LEVELS = ("h1", "h2", "h3", "h4")


class Heading(NamedTuple):
    """A heading: its text, the title of its page, and its address relative to the documentation."""

    text: str
    page: str
    address: str


class _Page(HTMLParser):
    """Read the headings of a page, each with the id of its section."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, str]] = []
        self._section = ""
        self._pieces: list[str] | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "section":
            self._section = attributes.get("id") or ""
        elif tag in _LEVELS and self._section:
            self._pieces = []
        elif tag == "a" and attributes.get("class") == "headerlink" and self._pieces is not None:
            self._finish()

    def handle_endtag(self, tag: str) -> None:
        if tag in _LEVELS and self._pieces is not None:
            self._finish()

    def handle_data(self, data: str) -> None:
        if self._pieces is not None:
            self._pieces.append(data)

    def _finish(self) -> None:
        self.found.append((" ".join("".join(self._pieces or ()).split()), self._section))
        self._pieces = None


def headings(folder: Path) -> Iterator[Heading]:
    """Yield the headings of every page in a folder of built documentation: the title of a page, then its sections."""
    for path in sorted(folder.glob("*.html")):
        if path.name == "genindex.html":
            continue
        found = _Page(path.read_text(encoding="utf-8")).found
        for number, (text, section) in enumerate(found):
            yield Heading(text, found[0][0], f"{path.name}#{section}" if number else path.name)
