"""js-rouge's words of a sentence, by walks along the text that look at one place at a time."""

from __future__ import annotations

import unicodedata
from itertools import groupby

_WHITE = set("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff") | set(map(chr, range(0x2000, 0x200B)))
_PAIRS = ("can not", "d 'ye", "gim me", "gon na", "got ta", "lem me", "more 'n", "wan na", "'t is", "'t was")
_CLITICS = ("'ll", "'LL", "'re", "'RE", "'ve", "'VE", "n't", "N'T")


def _class(character: str) -> str:
    """The Unicode category of one unit of UTF-16: half a character has none."""
    return unicodedata.category(character) if character and not ord(character) >> 16 else ""


def _part_of_word(character: str) -> bool:
    """Joiners, and what continues a name in Unicode: two dots and a letter more than Python's names may have."""
    return character in "\u200c\u200d\u037a\u30fb\uff65" or f"a{character}".isidentifier()


def _quote_at(text: str, place: int) -> str:
    return next((mark for mark in ("``", "''", '"') if text.startswith(mark, place)), "")


def _first_quote(text: str) -> str:
    return next(filter(None, (_quote_at(text, place) for place, _ in enumerate(text))), "")


def _after_note(text: str, place: int) -> bool:
    """Is there, before this place, the end of a quoted sentence, digits of any kind, and a raised letter?"""
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
    """The last full stop, if only brackets, apostrophes and spaces follow it: not after another, nor after an initial's."""
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
    """Apostrophes before a space, and what may follow one there, each in a walk of its own."""
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
    """ASCII's capitals as small letters, and the long s as s."""
    return "".join(c.lower() if c.isascii() else "s" if c == "\u017f" else c for c in text)


def _contraction(text: str, pair: str) -> str:
    """Parts it in a text between spaces."""
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
    """The words; ``wanna`` is parted before a space alone."""
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
