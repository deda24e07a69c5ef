"""A page as a part of somebody else's page, such as a notebook: no script, and a style that reaches nothing else."""

from __future__ import annotations

import re

from markupsafe import Markup

from samescore.records import ScoreLine
from samescore.report.plain import LONGEST, visible

#: The class of the element around a fragment.
_SCOPE = "samescore-result"
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_CONTENT = re.compile(r"<main\b[^>]*>(.*)</main>", re.DOTALL)
#: Elements that only a script uses, with what is in them; foreign text is escaped, so that none of it looks like this.
_SCRIPTS = re.compile(r"<script\b.*?</script>", re.DOTALL)
#: What a browser without scripts shows.
_WITHOUT_SCRIPTS = re.compile(r"</?noscript>")
#: Selectors of the page as a whole, which is the element around the fragment here.
_WHOLE_PAGE = re.compile(r"(?<![\w.#-])(?::root|html|body)(?![\w-])")

#: What only a script would show stays hidden.
_OWN = "& { padding: 0 1rem; } [hidden] { display: none !important; }"


def fragment(page: str) -> str:
    """The results of a page as one element; its style is nested, so that it holds inside the element only."""
    content = "".join(_CONTENT.findall(page))
    style = _WHOLE_PAGE.sub("&", "\n".join(_STYLE.findall(page)))
    plain = _WITHOUT_SCRIPTS.sub("", _SCRIPTS.sub("", content))
    return f'<div class="{_SCOPE}"><style>.{_SCOPE} {{\n{style}\n{_OWN}\n}}</style>\n{plain}\n</div>'


def score(scored: ScoreLine) -> str:
    """A score as one element: the number, and its settings to unfold."""
    number = repr(float.fromhex(scored.hex))
    element = Markup("<div><strong>{}</strong> {}<details><summary>settings</summary><code>{}</code></details></div>")
    return str(element.format(number, visible(scored.metric, LONGEST), visible(scored.signature, LONGEST)))
