"""Which links of a folder of pages lead nowhere: files that do not exist, and places that no element is called."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tools.site import search

#: The attributes that name another file.
_ADDRESSES = {"href", "src"}


class _Page(HTMLParser):
    """The addresses that a page names, and the names of its elements."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.addresses: list[str] = []
        self.names: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in _ADDRESSES and value is not None:
                self.addresses.append(value)
            elif name == "id" or (name == "name" and tag == "a"):
                self.names.append(value or "")


@lru_cache(maxsize=4096)
def _parsed(path: Path) -> _Page:
    return _Page(path.read_text(encoding="utf-8"))


def broken(folder: Path, within: str = "**/*.html") -> Iterator[str]:
    """A line for each link and search result within the folder that leads nowhere, and for each name that two elements of a page have.

    Links to other hosts are not followed.
    """
    _parsed.cache_clear()
    for path in sorted(folder.glob(within)):
        page = _parsed(path)
        place = path.relative_to(folder).as_posix()
        yield from (f"{place}: two elements are called {name}" for name in sorted(_doubles(page.names)))
        for address in dict.fromkeys(page.addresses):
            if problem := _problem(address, path, folder):
                yield f"{place}: {address}: {problem}"
    index = folder / search.FILE
    for entry in search.read_index(index) if index.is_file() else ():
        if problem := _problem(entry.address, index, folder):
            yield f"{search.FILE}: {entry.title}: {entry.address}: {problem}"


def _doubles(names: list[str]) -> set[str]:
    seen: set[str] = set()
    return {name for name in names if name in seen or seen.add(name)}  # type: ignore[func-returns-value]


def _problem(address: str, path: Path, folder: Path) -> str:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return ""
    if parts.path.startswith("/"):
        return "it starts at the root of the host"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
    if not target.is_relative_to(folder.resolve()):
        return "it leads out of the site"
    if not target.is_file():
        return "there is no such file"
    if parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in _parsed(target).names:
        return "no element has this name"
    return ""
