"""A page as a tree of elements, for tests of its structure."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

_VOID = ("br", "input", "meta")


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.made = TreeBuilder()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.made.start(tag, {name: value or "" for name, value in attrs})
        if tag in _VOID:
            self.made.end(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            self.made.end(tag)

    def handle_data(self, data: str) -> None:
        self.made.data(data)


def page_tree(text: str) -> Element:
    """The root of a page or of one element; the elements have to be closed."""
    parser = _Builder()
    parser.feed(f"<root>{text}</root>")
    root = parser.made.close()
    assert isinstance(root, Element)
    return root


def having_class(tree: Element, name: str, tag: str | None = None) -> Iterator[Element]:
    """The elements of a class, in their order; only those with a tag if it is given."""
    return (each for each in tree.iter(tag) if name in each.get("class", "").split())


def words_of(tree: Element) -> str:
    """The text of an element, with single spaces; without styles and scripts."""
    return " ".join(" ".join(_texts(tree)).split())


def _texts(tree: Element) -> Iterator[str]:
    if tree.tag not in ("style", "script"):
        yield tree.text or ""
        for child in tree:
            yield from _texts(child)
            yield child.tail or ""


def outside_folds(tree: Element) -> str:
    """The text that is visible before anything is opened."""

    def visible(element: Element) -> Iterator[str]:
        if element.tag in ("style", "script"):
            return
        yield element.text or ""
        for child in element:
            if not (element.tag == "details" and element.get("open") is None and child.tag != "summary"):
                yield from visible(child)
            yield child.tail or ""

    return " ".join(" ".join(visible(tree)).split())
