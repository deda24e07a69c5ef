"""OpenCompass's option in an output: its patterns in a small language, tried by backtracking scans.

Parts are separated by blanks: `_` is white space, `X` an option that is remembered, `[...]` any of the characters, `^`
and `$` the ends of the text, `S+` characters that are no white space, `.*?` as few characters as possible, and anything
else is itself. A part may end in `?`, `*` or `+`; `~` before a word ignores case.
"""

from __future__ import annotations

from functools import lru_cache

from tests.oracle.scanning import (
    Part,
    among,
    begin,
    but,
    caught,
    end,
    first,
    first_of,
    lit,
    one,
    opt,
    row,
    some,
    space,
)

_PATTERNS = """
答案 是? _* X
答案 是? _* ： _* X
答案 是? _* : _* X
答案选项 应? 该? 是 _* X
答案选项 应? 该? 为 _* X
答案应 该? 是 _* X
答案应 该? 选 _* X
答案选项 为? _* ： _* X
答案选项 为? _+ (? *? *? X
答案选项 是? _* : _* X
答案为 _* X
答案选 _* X
选 择? _* X
故 选? _* O 只有 选? 项? _? X _? 是? 对
只有 选? 项? _? X _? 是? 错
只有 选? 项? _? X _? 不? 正确
只有 选? 项? _? X _? 错误
说法 不? 对 选? 项? 的? 是 _? X
说法 不? 正确 选? 项? 的? 是 _? X
说法错误 选? 项? 的? 是 _? X
X _? 是正确的
X _? 是正确答案
选项 _? X _? 正确
所以答 _? X
所以 _? X [.。$]? $
所有 _? X [.。$]? $
[_，：:,] X [。，,.]? $
[_，,：:] [故即] X [。.]? $
[_，,：:] 因此 X [。.]? $
[是为。] _? X [。.]? $
因此 _? X [。.]? $
显然 _? X [。.]? $
答案是 _? S+ 。|
答案应该是 _? S+ 。|
答案为 _? S+ 。|
~ANSWER _* : _* ~X
[Tt] he␣answer␣is :? _+ (? X
[Tt] he␣answer␣is :? _+ (? *? *? X
[Tt] he␣answer␣is␣option :? _+ (? X
[Tt] he␣correct␣answer␣is :? _+ (? X
[Tt] he␣correct␣answer␣is␣option :? _+ (? X
[Tt] he␣correct␣answer␣is :? .*? boxed{ X }
[Tt] he␣correct␣option␣is :? .*? boxed{ X }
[Tt] he␣correct␣answer␣option␣is :? .*? boxed{ X }
[Tt] he␣answer␣to␣the␣question␣is :? _+ (? X
^ 选项 _? X
^ X _? 选? 项
^ O [_。，,：:.$]
_ O [_。，,：:.$]
1 . _? .*? $
1 . _? X [.。$]? $
X :
X
"""


def opencompass_option(text: str, letters: str) -> list[str]:
    text = text.strip()
    for at, parts in enumerate(_patterns(letters)):
        found = first(text, *parts)
        if at == _SPACED and (other := first(text, *_patterns(letters)[at + 1])):
            found = min(found or other, other)
        if found:
            said = found.caught or text[found.start : found.end]
            for letter in letters:
                if letter in said:
                    return [letter]
    return []


@lru_cache(maxsize=8)
def _patterns(letters: str) -> list[tuple[Part, ...]]:
    return [tuple(_part(part, letters) for part in line.split(" ")) for line in _PATTERNS.strip().split("\n")]


_SPACED = 47


def _part(part: str, letters: str) -> Part:
    option = one(among(letters))
    ways: dict[str, Part] = {
        "X": caught(option),
        "O": option,
        "~X": caught(one(among(letters, any_case=True))),
        "_": caught(one(space)),
        "^": begin,
        "$": end,
        "。|": first_of(lit("。"), end),
    }
    ways |= {"S+": caught(some(but(space), 1)), ".": one(lambda _: True), "_*": some(space), "_+": some(space, 1)}
    ways |= {
        ".*?": caught(some(lambda _: True, lazy=True)),
        "_?": opt(one(space)),
        "*?": opt(lit("*")),
        "(?": opt(lit("(")),
    }
    if part in ways:
        return ways[part]
    if part.endswith("?"):
        return opt(_part(part[:-1], letters))
    if part.startswith("["):
        return one(lambda character: character in part[1:-1].replace("_", "") or ("_" in part and character.isspace()))
    return lit(part[1:], any_case=True) if part.startswith("~") else row(lit(part.replace("␣", " ")))
