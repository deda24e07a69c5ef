"""Words and characters that tokenizers, or implementations of Unicode rules, treat differently."""

from __future__ import annotations

#: Words that tokenizers treat differently.
ODD_WORDS = (
    *(
        "&#39;",
        "&nbsp;",
        "<br/>",
        "a@b.c",
        "http://x.y/z?q=1",
        "1.5.2",
        "1,2,3",
        "3%",
        "(a)",
        "[b]",
        "a/b",
        "don’t",
        "l'eau",
    ),
    *(
        "--",
        "'s",
        "''",
        "``",
        "5'",
        "-1",
        "a.b.",
        "e.g.",
        "I.",
        "can't've",
        "\\",
        "{}",
        "x^2",
        "~",
        "|",
        "a|b",
        "_",
        "°C",
        "№5",
    ),
)
#: Characters that implementations of Unicode rules treat differently.
#: Characters that implementations of Unicode rules treat differently.
ODD_CHARACTERS = (
    "\r\x0b\x0c\x00\u2029\u0301\u00adǅßſŉİıẞﬁΣςǆ٠१²½Ⅷ①㊗\u3164\ufffd\ufe0f\u200d\u202e\u2060\U0001f1e9\U0001f1ea"
    "\u1e9bᾳ\u0345\u10d0\u13a0\ua7ae々〇ー・「」。、～￥％＆０Ａａ\u00b7\u05be\u0964\u061f\u06d4\u3000\uff61ｶﾞ"
)
