"""Any view in any format: every block is shown, nothing foreign is markup, and what a terminal cannot show it leaves out."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import msgspec
import pytest

from samescore.report import view as show
from samescore.report.html.document import result
from samescore.report.markdown.view import render as markdown
from samescore.report.terminal.view import render as terminal

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_HOSTILE = "\x1b[31m\u202e\nFORGED |`<img src=x onerror=alert(1)>`| **b** [l](u) </script>"
_NAMES = ("sentence", "paragraph", "heading", "fact", "figure", "cell", "item", "command", "source", "card", "folded")


def _texts(hostile: str = "") -> dict[str, str]:
    return {name: f"{name}{hostile}" for name in _NAMES}


def _view(hostile: str = "") -> show.View:
    """A view with a block of each kind, each with a text of its own."""
    text = _texts(hostile)
    spans = tuple(show.Span(f"{role}{hostile}", role, "bad") for role in ("strong", "badge", "mark", "code", "entry"))
    blocks = (
        show.Sentence(text["sentence"]),
        show.Paragraph((text["paragraph"], *spans), "known"),
        show.Heading(text["heading"]),
        show.Facts(((f"name{hostile}", text["fact"]), ("input", show.Input(text["fact"], {text["fact"]: hostile})))),
        show.Figures(((f"name{hostile}", text["figure"], f"remark{hostile}", "good"),)),
        show.Table(
            (show.Column(f"head{hostile}"), show.Column("number", number=True)),
            ((show.Stack((text["cell"], show.Span(f"a|b{hostile}", "settings"))), "1.5"),),
            title=f"title{hostile}",
            note=f"note{hostile}",
        ),
        show.Items((text["item"],)),
        show.Command("again: ", text["command"]),
        show.Source(text["source"].replace("\n", " "), f"label{hostile}"),
        show.Card(text["card"], (show.Paragraph("inside"),), mark="!", badge=show.Span(f"badge{hostile}", "badge")),
        show.Folded(f"summary{hostile}", (show.Paragraph(text["folded"]),)),
    )
    return show.View("verb", f"subject{hostile}", "known", f"verdict{hostile}", blocks, f"lead{hostile}")


class _Read(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)


def test_every_block_is_shown_in_every_format() -> None:
    text, marked, page = str(terminal(_view())), markdown(_view()), str(result(_view()))
    for name in _NAMES:
        assert (name in text) == (name != "folded"), name
        assert name in marked, name
        assert (name in page) == (name != "sentence"), f"{name}: the heading of a page says the sentence"


def test_foreign_text_is_escaped_on_a_page() -> None:
    page = str(result(_view(_HOSTILE)))
    assert _Read(page).tags == _Read(str(result(_view("harmless")))).tags
    assert page.count("onerror=alert(1)") > len(_NAMES)
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_foreign_text_is_escaped_in_markdown() -> None:
    marked, plain = markdown(_view(_HOSTILE)), markdown(_view("harmless"))
    assert len(marked.splitlines()) == len(plain.splitlines()), "a text forged a line"
    for line, other in zip(marked.splitlines(), plain.splitlines(), strict=True):
        if line.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", line)) == len(re.findall(r"(?<!\\)\|", other)), line
    outside = re.sub(r"```.*?```|`[^`\n]*`", "", marked, flags=re.DOTALL)
    assert not re.search(r"(?<!\\)<(?!details>|/details>|summary>|/summary>|br>)", outside)
    assert "\x1b" not in marked
    assert "\u202e" not in marked


def test_nothing_in_a_text_to_copy_ends_its_fence() -> None:
    marked = markdown(show.View("verb", "", "good", "", (show.Source("a\n```\n<b>", "label"),)))
    assert "\n````json\na\n```\n<b>\n````\n" in marked


def test_foreign_text_is_visible_on_a_terminal() -> None:
    text, plain = str(terminal(_view(_HOSTILE))), str(terminal(_view("harmless")))
    assert all(line.isprintable() for line in text.split("\n"))
    assert len(text.split("\n")) == len(plain.split("\n")), "a text forged a line"


def test_a_minor_block_waits_for_verbose_and_says_so() -> None:
    view = show.View("verb", "", "good", "fine", (show.Paragraph("first"), show.Paragraph("second", minor=True)))
    assert terminal(view) == "first\n-v shows all details"
    assert terminal(view, verbose=True) == "first\nsecond"
    assert "second" in markdown(view)


def test_a_terminal_shows_the_first_rows_and_says_how_many_more_there_are() -> None:
    rows = tuple((str(number),) for number in range(5))
    table = show.Table((show.Column("n"),), rows, most=2)
    assert terminal(show.View("verb", "", "good", "", (table,))) == "0\n1\nand 3 more"
    whole = show.Table((show.Column("n"),), rows, most=5)
    assert terminal(show.View("verb", "", "good", "", (whole,))) == "0\n1\n2\n3\n4"


def test_a_table_of_numbers_that_does_not_fit_is_left_out_on_a_terminal() -> None:
    numbers = (show.Column("chrf++", number=True), show.Column("rouge1", number=True))
    table = show.Table((show.Column("system"), *numbers), (("a", "1.5", "2.5"),), head=True)
    view = show.View("verb", "", "good", "", (show.Paragraph("before"), table), columns=24)
    assert terminal(view) == "before\nsystem  chrf++  rouge1\na          1.5     2.5"  # 22 characters wide
    for columns in (17, 18, 20, 21):
        assert terminal(msgspec.structs.replace(view, columns=columns)) == "before"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("a differs from b: the tokenizer: 13a and intl.", ("a differs from b", "The tokenizer: 13a and intl.")),
        ("py:mine:bleu equals b.", ("py:mine:bleu equals b", "")),
    ],
)
def test_the_first_colon_of_a_sentence_ends_the_verdict(sentence: str, expected: tuple[str, str]) -> None:
    assert show.verdict_and_lead(sentence) == expected


@pytest.mark.parametrize(("rows", "end"), [(500, ""), (501, "\nand 1 more\n"), (502, "\nand 2 more\n")])
def test_markdown_cuts_a_table_that_no_service_would_show(rows: int, end: str) -> None:
    table = show.Table((show.Column("n"),), tuple((f"row {number}",) for number in range(rows)))
    marked = markdown(show.View("verb", "", "good", "", (table,)))
    assert marked.endswith(f"| row 499 |\n{end}")


def test_a_line_is_left_empty_before_a_block_that_stands_apart_unless_it_is_the_first_or_empty() -> None:
    blocks = (show.Paragraph("a", apart=True), show.Picture("x", (), apart=True), show.Paragraph("b", apart=True))
    assert terminal(show.View("verb", "", "good", "", blocks)) == "a\n\nb"


def test_cells_stand_below_each_other_under_their_column() -> None:
    columns = show.Column("n", number=True, width=4), show.Column("what"), show.Column("input", below=True)
    table = show.Table(columns, (("7", "moved", "x y"),), title="title")
    assert terminal(show.View("verb", "", "good", "", (table,))) == "title\n     7  moved\n        x y"
