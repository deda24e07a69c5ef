"""The texts, sentences and tokens that ROUGE compares."""

from __future__ import annotations

import re
from typing import Any

from tests.oracle.text import stem, strip_right, tokenize, words

Settings = dict[str, Any]
Tokens = list[str]


def read_tokens(line: str | Tokens, settings: Settings) -> Tokens:
    """Return a text's tokens."""
    if settings.get("sentences") in ("full-stop", "full-stop-words", "spaced-full-stop", "chinese"):
        assert isinstance(line, str)
        return [token for sentence in read_sentences(line, settings) for token in sentence]
    return _stems(_beginning(line, settings), settings)


def read_sentences(line: str, settings: Settings) -> list[Tokens]:
    """Return the tokens of each sentence: a line, or the text between full stops (one empty token if it is blank)."""
    text = _beginning(line, settings)
    if settings["sentences"] == "full-stop":
        return [_stems(stretch, settings) or [""] for stretch in text.split(".") if stretch != ""]
    if settings["sentences"] == "full-stop-words":
        return [_stems(stretch, settings) for stretch in text.split(".") if stretch]
    if settings["sentences"] == "spaced-full-stop":
        return [_stems(sentence, settings) for sentence in re.split(r"(?<= \.)", text) if sentence]
    if settings["sentences"] == "chinese":
        return [_stems(stretch, settings) or [""] for stretch in chinese_stretches(text) if stretch != ""]
    return [_stems(sentence, settings) for sentence in text.split("\n") if sentence]


def chinese_stretches(text: str) -> list[str]:
    """Return the sentences of rouge-chinese: one scan for each of its four rules, then lines."""
    marks, quotes = "\u3002\uff01\uff1f?", "\u201d\u2019"
    endings = (
        (list(marks), quotes),
        ([6 * "."], quotes),
        ([2 * "\u2026"], quotes),
        ([mark + quote for mark in marks for quote in quotes], marks + "\uff0c"),
    )
    for ends, not_before in endings:
        cut, place = "", 0
        while place < len(text):
            end = next((end for end in ends if text.startswith(end, place)), "")
            following = text[place + len(end) : place + len(end) + 1]
            if end and following and following not in not_before:
                cut, place = cut + end + "\n" + following, place + len(end) + 1
            else:
                cut, place = cut + text[place], place + 1
        text = cut
    return strip_right(text).split("\n")


def _lowered(text: str, settings: Settings) -> str:
    if settings["case"] == "ascii":
        return "".join(chr(ord(letter) + 32) if "A" <= letter <= "Z" else letter for letter in text)
    return text.lower() if settings["case"] == "lower" else text


def _stems(text: str | Tokens, settings: Settings) -> Tokens:
    text = _lowered(text, settings) if isinstance(text, str) else [_lowered(token, settings) for token in text]
    return [stem(token, settings["stemmer"]) for token in tokenize(text, settings["tokenizer"])]


def _fields(row: str) -> list[str]:
    """Return the words between ASCII white space, after an empty one if the row starts with white space."""
    fields = [""]
    for before, letter in zip(" " + row, row, strict=False):
        white = letter in " \t\r\f\v"
        if white and (before not in " \t\r\f\v" or fields == [""]):
            fields.append("")
        if not white:
            fields[-1] += letter
    return fields[:-1] if not fields[-1] else fields


def _beginning(line: Any, settings: Settings) -> Any:
    """Return a text truncated to `length_limit` units, not counting line breaks."""
    if not settings["length_limit"]:
        return line
    left, kept = settings["length_limit"], []
    for row in line.split("\n"):
        start, length = _start(row, left, settings["length_unit"])
        kept.append(start)
        left -= length
        if left <= 0:
            break
    return "\n".join(kept)


def _start(row: str, room: int, unit: str) -> tuple[str, int]:
    """Return the part of a line that fits into `room` units, and the number of units of the whole line."""
    if unit == "bytes":
        return "".join(letter for end, letter in enumerate(row, 1) if len(row[:end].encode()) <= room), len(
            row.encode()
        )
    if unit == "characters":
        row = strip_right(strip_right(row)[::-1])[::-1]
        return "".join(letter for place, letter in enumerate(row) if place < room), len(row)
    parts = _fields(row) if unit == "fields" else words(row)
    return " ".join(part for place, part in enumerate(parts) if place < room), len(parts)
