"""The words of js-rouge for a sentence, found by passes along the text that look at one position at a time."""

from __future__ import annotations

import unicodedata
from itertools import groupby

_WHITE = set("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff") | set(map(chr, range(0x2000, 0x200B)))
_PAIRS = ("can not", "d 'ye", "gim me", "gon na", "got ta", "lem me", "more 'n", "wan na", "'t is", "'t was")
_CLITICS = ("'ll", "'LL", "'re", "'RE", "'ve", "'VE", "n't", "N'T")


def _class(character: str) -> str:
    """Return the Unicode category of a unit of UTF-16; empty for half a character."""
    return unicodedata.category(character) if character and not ord(character) >> 16 else ""


def _part_of_word(character: str) -> bool:
    """Return whether a character is a joiner or continues an identifier in Unicode, which allows more than Python."""
    return character in "\u200c\u200d\u037a\u30fb\uff65" or f"a{character}".isidentifier()


def _quote_at(text: str, place: int) -> str:
    return next((mark for mark in ("``", "''", '"') if text.startswith(mark, place)), "")


def _first_quote(text: str) -> str:
    return next(filter(None, (_quote_at(text, place) for place, _ in enumerate(text))), "")


def _after_note(text: str, place: int) -> bool:
    """Return whether the end of a quoted sentence, any digits and a raised letter precede this position."""
    note = text[place - 1 : place]
    if not note or unicodedata.category(note) != "Lm" or unicodedata.normalize("NFKC", note) == note:
        return False
    before = text[: place - 1]
    while before and unicodedata.category(before[-1])[0] == "N":
        before = before[:-1]
    return len(before) > 1 and before[-2] in ".!?" and before[-1] in "\"'\u201d\u2019"


def _opening(text: str, place: int, mark: str, inside: bool) -> bool:
    before = text[place - 1 : place] if place else ""
    rest = text[place + len(mark) :]
    if mark == "``":
        return True
    if inside or (before and before in ".!?"):
        return False
    if place and not rest and before not in (" ", "<") and _class(before) != "Ps":
        return False
    apart = not place or before in (" ", "<") or _class(before)[:1] == "P"
    if not apart and not (mark[0] in "\"'" and _after_note(text, place)):
        return False
    if mark == '"':
        return True
    kind = unicodedata.category(rest[0]) if rest else ""
    return place > 0 and (kind[:1] in ("L", "N") or kind in ("Sc", "Ps")) and _first_quote(rest) == "''"


def _quoted(text: str) -> str:
    result, place, inside = "", 0, False
    while place < len(text):
        mark = _quote_at(text, place)
        if mark:
            inside = _opening(text, place, mark, inside)
            result += " `` " if inside else " '' "
        else:
            result += text[place]
        place += len(mark) or 1
    return result


def _apart(text: str, mark: str) -> str:
    return f" {mark} ".join(text.split(mark))


def _stop_apart(text: str) -> str:
    """Return the text with the last full stop separated if only brackets, apostrophes and spaces follow it.

    A full stop after a full stop or an initial is not separated.
    """
    body = text.rstrip("])}>' ")
    if len(body) < 2 or body[-1] != "." or body[-2] == ".":
        return text
    initial = body[:-1][-3:]
    if len(initial) == 3 and initial[1] == "." and all(c.isascii() and c.isalpha() for c in initial[::2]):
        further = body[:-4][-1:]
        if not (further.isascii() and (further.isalnum() or further == "_")):
            return text
    return f"{body[:-1]} .{text[len(body) :]} "


def _clitics(text: str) -> str:
    """Return the text with clitics separated: apostrophes before a space, and each ending after an apostrophe in turn."""
    walked, place = "", 0
    while place < len(text):
        three = text[place : place + 3]
        if len(three) == 3 and three[0] != "'" and three[1:] == "' ":
            walked, place = f"{walked}{three[0]} ' ", place + 3
        else:
            walked, place = walked + text[place], place + 1
    for endings in ([f"'{letter}" for letter in "sSmMdD"], list(_CLITICS)):
        text, walked, place = walked, "", 0
        while place < len(text):
            found = next((ending for ending in endings if text.startswith(f"{ending} ", place)), "")
            walked += f" {found}" if found else text[place]
            place += len(found) or 1
    return walked


def _folded(text: str) -> str:
    """Return ASCII's capitals as small letters, and the long s as s."""
    return "".join(c.lower() if c.isascii() else "s" if c == "\u017f" else c for c in text)


def _contraction(text: str, pair: str) -> str:
    """Return the text with a contraction split into the two parts of `pair`, if it stands between spaces."""
    one, two = pair.split()
    walked, place = "", 0
    while place < len(text):
        end = place + len(one) + len(two)
        here = _folded(text[place:end]) == one + two
        alone = here and not _part_of_word(text[place - 1]) and not _part_of_word(text[end])
        if alone and (pair != "wan na" or text[end] == " "):
            walked, place = f"{walked} {text[place : place + len(one)]} {text[place + len(one) : end]} ", end
        else:
            walked, place = walked + text[place], place + 1
    return walked


def tokens_treebank_js(text: str) -> list[str]:
    """Return the words of a sentence; ``wanna`` is only split before a space."""
    runs = groupby(text, lambda character: character in _WHITE)
    text = "".join(" " if white else "".join(run) for white, run in runs).strip(" ")
    text = _apart(_quoted(text), "...")
    text = "".join(
        f" {c} " if c in ":," and unicodedata.category(following) != "Nd" else c
        for c, following in zip(text, [*text[1:], " "], strict=False)
    )
    text = "".join(f" {c} " if c in ";@#$%&" else c for c in text)
    text = _stop_apart(text)
    text = _apart("".join(f" {c} " if c in "?!][(){}<>" else c for c in text), "--")
    text = _clitics(f" {text} ")
    for pair in _PAIRS:
        text = _contraction(text, pair)
    return [word for word in text.split(" ") if word]
