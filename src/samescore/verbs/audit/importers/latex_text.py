"""Extract the text of a LaTeX cell from the nodes that pylatexenc parses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from samescore.verbs.audit.importers.grid import STRUCK_OUT

#: Macros that set the following text, or their argument, in bold.
_BOLD = {"textbf", "mathbf", "bm", "boldsymbol", "pmb", "bfseries", "bf", "boldmath"}
#: Macros that print nothing in the cell: their arguments do not belong to its text.
_UNSAID = {
    "cite", "citep", "citet", "citealp", "citealt", "citeyear", "citeauthor", "ref", "cref", "Cref", "label", "footnote",
    "footnotemark", "tnote", "vspace", "hspace", "color", "cellcolor", "rowcolor", "columncolor", "input", "include",
    "newcommand", "renewcommand", "def", "unit", "si", "phantom", "hphantom", "vphantom", "rule", "includegraphics", "arrayrulecolor",
    "tablefootnote", "footnotetext", "footcite", "parencite", "textcite", "autocite", "fontsize", "hypersetup", "pageref", "eqref",
    "autoref",
}  # fmt: skip
#: Macros that strike out their argument.
_STRUCK_OUT = {"sout", "st", "xout", "cancel", "bcancel", "xcancel"}
#: Macros that do not end a number: digits on both sides of their boundary belong to one number.
_TRANSPARENT = _BOLD | {
    "textit", "emph", "textrm", "textsf", "texttt", "textsc", "textsl", "textup", "textmd", "textnormal", "text", "mbox", "underline",
    "uline", "uuline", "mathrm", "mathit", "mathsf", "mathtt", "mathnormal", "num", "tablenum", "SI", "qty", "textcolor", "color",
    "colorbox", "cellcolor", "rowcolor", "columncolor", "ensuremath", "hl",
}  # fmt: skip
#: Temporary characters for superscripts that may be significance marks.
_HELD = "\ue000\ue001\ue002"
_RAISED = str.maketrans("*∗†‡", _HELD[0] + _HELD)
_LOWERED = str.maketrans(_HELD, "*†‡")
#: Marks that pylatexenc does not know.
_DOUBLE_DAGGERS = {"ddagger", "ddag"}
#: Macros whose first braced argument is the text.
_FIRST = {"SI", "qty", "diagbox"}
_FRACTIONS = {"frac", "dfrac", "tfrac", "nicefrac", "sfrac"}
#: Macros that print a character by its number in a font; the marks of pifont.
_BY_NUMBER = {"ding", "symbol"}
_FORMS = _FRACTIONS | _BY_NUMBER | _FIRST | {"sqrt", "textsubscript"}
_DINGS = {"51": "✓", "52": "✔", "53": "✕", "54": "✖", "55": "✗", "56": "✘"}
_SPACES = {
    ",": "\u2009",
    ";": "\u2009",
    ":": "\u2009",
    " ": " ",
    "\\": " ",
    "quad": " ",
    "qquad": " ",
    "!": "",
}
_SPECIALS = {"~": "\u00a0", "``": "“", "''": "”", "--": "–", "---": "—", "&": " "}
_LITERAL = set("%&_#$")


class Context(msgspec.Struct):
    """Properties of a cell besides its text: bold type, the columns and rows that it spans, and struck-out text.

    The functions of this module fill it in while they extract the text, which does not contain `struck`.
    """

    bold: bool = False
    columns: int = 1
    rows: int = 1
    struck: str = ""


def text_of(nodes: Iterable[Any], context: Context) -> str:
    """Return the text of nodes, and record other properties in `context`.

    Superscripts are dropped, except numbers after ±, powers of ten and significance marks; subscripts follow a ``_``.
    Digits from different groups or macro arguments are separate numbers, so a space is put between them.
    """
    sequence = list(nodes)
    whole, border, argument = "", False, False
    for place, node in enumerate(sequence):
        text = _node_text(node, sequence[place + 1 :], context)
        if script := _open_script(sequence[place - 1]) if place else "":
            text = _script(script, text, whole)
        opaque, unknown = not _is_transparent(node), _is_argument(sequence, place)
        if (border or opaque) and _runs_on(whole[-1:], text[:1], points=argument or unknown):
            whole += " "
        whole += text
        border, argument = opaque or (border and not text), unknown or (argument and not text)
    return whole


def with_marks(text: str) -> str:
    """Return a text from `text_of` with raised stars and daggers after numbers converted to plain characters.

    Elsewhere they are footnote marks, and are dropped.
    """
    kept = re.sub(rf"(?<=[0-9%)\]])\s*([{_HELD}]+)", lambda match: match[1].translate(_LOWERED), text)
    return re.sub(rf"\s*[{_HELD}]", "", kept)


def _is_transparent(node: Any) -> bool:
    """Return whether digits at the border of a node belong to the same number as digits next to it."""
    if type(node).__name__ == "LatexMacroNode":
        return node.macroname in _TRANSPARENT or node.macroname in _SPACES or node.macroname in _LITERAL
    return type(node).__name__ in ("LatexCharsNode", "LatexSpecialsNode", "LatexCommentNode")


def _is_argument(sequence: Sequence[Any], place: int) -> bool:
    """Return whether the node at a position is a group that is an argument of a macro that may end a number."""
    while place and type(sequence[place]).__name__ == "LatexGroupNode":
        place -= 1
        if type(sequence[place]).__name__ == "LatexMacroNode":
            return not _is_transparent(sequence[place])
    return False


def _runs_on(before: str, after: str, *, points: bool) -> bool:
    """Return whether two adjacent characters would be read as parts of one number.

    With `points`, they may also be a decimal point or comma.
    """
    inside = "0123456789.," if points else "0123456789"
    return bool(before and after) and before in inside and after in inside


def _open_script(node: Any) -> str:
    """Return the ``_`` or ``^`` at the end of a text node, whose script is the next node; empty if there is none."""
    text = node.chars.rstrip() if type(node).__name__ == "LatexCharsNode" else ""
    return text[-1:] if text.endswith(("_", "^")) else ""


def _characters_text(text: str) -> str:
    """Return a text in which subscripts and superscripts of one character are formatted as plain text.

    A ``_`` or ``^`` at its end, whose script is the next node, is removed.
    """
    whole = text.rstrip().rstrip("_^") if text.rstrip().endswith(("_", "^")) else text
    return re.sub(r"([_^])([^\s_^])", lambda match: _script(match[1], match[2], whole[: match.start()]), whole)


def _script(kind: str, content: str, before: str) -> str:
    """Return a subscript (kind ``_``) or superscript (``^``) as text, given the text `before` it; empty if dropped."""
    bare = content.strip()
    if bare.startswith("±"):
        return bare
    if kind == "_":
        return f"_{bare}" if bare else ""
    if re.fullmatch(r"[*∗†‡](?:[,\s]*[*∗†‡]){0,3}", bare):
        return re.sub(r"[,\s]", "", bare).translate(_RAISED)
    power = re.search(r"[×·]\s*10\s*$", before) and re.fullmatch(r"[-−]?[0-9]{1,2}", bare)
    return f"^{{{bare}}}" if power else ""


def _node_text(node: Any, following: Sequence[Any], context: Context) -> str:
    kind = type(node).__name__
    if kind == "LatexCharsNode":
        return _characters_text(node.chars)
    if kind == "LatexSpecialsNode":
        return _SPECIALS.get(str(node.specials_chars), str(node.specials_chars))
    if kind == "LatexMacroNode":
        return _macro_text(node, following, context)
    if kind in ("LatexGroupNode", "LatexMathNode", "LatexEnvironmentNode"):
        return text_of(node.nodelist or (), context)
    return ""  # a comment


def _macro_text(node: Any, following: Sequence[Any], context: Context) -> str:
    name = node.macroname
    if name in _SPACES:
        return _SPACES[name]
    if name in _LITERAL:
        return str(name)
    if name in _DOUBLE_DAGGERS:
        return "‡"
    context.bold = context.bold or name in _BOLD
    arguments = [
        argument for argument in (node.nodeargd.argnlist or () if node.nodeargd else ()) if argument is not None
    ]
    if name in ("multicolumn", "multirow", "multirowcell"):
        _span(name, arguments, context)
    if name == "textsuperscript" and arguments:
        return _script("^", text_of(arguments[-1:], context), "")
    if name in _STRUCK_OUT and arguments:
        context.struck += f" {text_of(arguments[-1:], context)}"
        return STRUCK_OUT
    if name in _UNSAID:
        return ""
    if name in _FORMS:
        return _form_text(name, arguments, context)
    if len(arguments) == 1 and name in _accents():
        return _symbol(node)
    if arguments:
        return text_of(arguments[-1:], context)
    said = _symbol(node)
    if said or name in _silent_macros():
        return said
    group = bool(following) and type(following[0]).__name__ == "LatexGroupNode" and bool(following[0].nodelist)
    return "" if group else str(name)


def _form_text(name: str, arguments: Sequence[Any], context: Context) -> str:
    """Return the text of a macro in `_FORMS`, which does not simply print its last argument."""
    if name == "textsubscript":
        return f"_{text_of(arguments[-1:], context)}"
    if name == "sqrt":
        return f"√{text_of(arguments[-1:], context)}"
    if name in _FRACTIONS:
        return "/".join(text_of([argument], context) for argument in arguments[-2:])  # the first may be a font
    if name in _BY_NUMBER:
        number = text_of(arguments[-1:], Context())
        return _DINGS.get(number, f"\\{name}") if name == "ding" else f"\\{name}"
    required = [argument for argument in arguments if getattr(argument, "delimiters", ("", ""))[0] == "{"]
    return text_of(required[:1], context)


def _span(name: str, arguments: Sequence[Any], context: Context) -> None:
    """Record in `context` how many columns or rows a macro makes its cell span; 1 if its argument is not a number."""
    required = [a for a in arguments if getattr(a, "delimiters", ("{", "}"))[0] != "["]
    text = text_of(required[:1], Context()).strip()
    number = int(text) if re.fullmatch(r"-?[0-9]{1,4}", text) else 1
    if name == "multicolumn":
        context.columns = max(number, 1)
    else:
        context.rows = number


@lru_cache(maxsize=1)
def _converter() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(math_mode="text")


def _symbol(node: Any) -> str:
    """Return the character that a macro prints, such as ``±`` or ``é``; empty if there is none."""
    try:
        return str(_converter().node_to_text(node)).strip()
    except (IndexError, KeyError, TypeError, ValueError, AttributeError):  # an accent without a letter
        return ""


@lru_cache(maxsize=1)
def _accents() -> frozenset[str]:
    return frozenset("'`^\"~=.uvHcdbtkr") | {
        "hat",
        "tilde",
        "bar",
        "vec",
        "dot",
        "ddot",
        "acute",
        "grave",
        "check",
        "breve",
    }


@lru_cache(maxsize=1)
def _silent_macros() -> frozenset[str]:
    """Return the known LaTeX macros that print nothing."""
    return frozenset(
        [
            "bfseries",
            "bf",
            "itshape",
            "it",
            "em",
            "normalfont",
            "rmfamily",
            "sffamily",
            "ttfamily",
            "scshape",
            "slshape",
            "upshape",
            "mdseries",
            "tiny",
            "scriptsize",
            "footnotesize",
            "small",
            "normalsize",
            "large",
            "Large",
            "LARGE",
            "huge",
            "Huge",
            "centering",
            "raggedright",
            "raggedleft",
            "noindent",
            "hfill",
            "hfil",
            "vfill",
            "relax",
            "selectfont",
            "xspace",
            "ignorespaces",
            "unskip",
            "left",
            "right",
            "boldmath",
            "displaystyle",
            "textstyle",
            "protect",
            "strut",
            "null",
            "bigstrut",
            "Tstrut",
            "Bstrut",
            "leavevmode",
            "smash",
            "cline",
        ]
    )
