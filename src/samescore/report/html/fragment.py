"""A page as a fragment for another page, such as a notebook: without script, and with a scoped style."""

from __future__ import annotations

import re

from markupsafe import Markup

from samescore.records import ScoreLine
from samescore.report.plain import LONGEST, visible

#: The class of the element around a fragment.
_SCOPE = "samescore-result"
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_CONTENT = re.compile(r"<main\b[^>]*>(.*)</main>", re.DOTALL)
#: Elements used only by scripts, with their content; foreign text is escaped, so it cannot match.
_SCRIPTS = re.compile(r"<script\b.*?</script>", re.DOTALL)
#: Content shown by browsers without scripts.
_WITHOUT_SCRIPTS = re.compile(r"</?noscript>")
#: Selectors of the whole page, replaced here by the element around the fragment.
_WHOLE_PAGE = re.compile(r"(?<![\w.#-])(?::root|html|body)(?![\w-])")

#: Keep content hidden that only a script would show.
_OWN = "& { padding: 0 1rem; } [hidden] { display: none !important; }"


def fragment(page: str) -> str:
    """Convert a page to one element; its style is nested, so it applies only inside."""
    content = "".join(_CONTENT.findall(page))
    style = _WHOLE_PAGE.sub("&", "\n".join(_STYLE.findall(page)))
    plain = _WITHOUT_SCRIPTS.sub("", _SCRIPTS.sub("", content))
    return f'<div class="{_SCOPE}"><style>.{_SCOPE} {{\n{style}\n{_OWN}\n}}</style>\n{plain}\n</div>'


def score(scored: ScoreLine) -> str:
    """Return a score as one element: the number, the metric, and its settings in a part that unfolds."""
    number = repr(float.fromhex(scored.hex))
    element = Markup("<div><strong>{}</strong> {}<details><summary>settings</summary><code>{}</code></details></div>")
    return str(element.format(number, visible(scored.metric, LONGEST), visible(scored.signature, LONGEST)))
