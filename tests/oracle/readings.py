"""The entities that AllenNLP and spaCy find in the tags of a sentence, from a text with one letter for each tag."""

from __future__ import annotations

import re
from itertools import pairwise

from tests.oracle.arithmetic import OracleError

#: First token, the token after the last one, and the type.
Found = list[tuple[int, int, str]]


def bio(tags: list[str]) -> Found:
    """Return the entities of a grammar: B or I, followed by any number of I with the same type.

    A tag that does not start with B, I or O raises OracleError.
    """
    if any(tag[:1] not in ("B", "I", "O") for tag in tags):
        raise OracleError(f"not BIO: {tags}")
    found: Found = []
    for place, tag in enumerate(tags):
        here = (tag[2:],)
        if found and found[-1][1] == place and tag[0] == "I" and found[-1][2:] == here:
            found[-1] = (found[-1][0], place + 1, tag[2:])
        elif tag[0] != "O":
            found.append((place, place + 1, tag[2:]))
    return found


def bioul(tags: list[str]) -> Found:
    """Return the entities of a grammar: U alone, or B and any number of I up to L, with the type of the last tag.

    Tags that do not follow this grammar throughout raise OracleError.
    """
    word = "".join(tag[0] if tag == "O" or tag[0] in "BILU" else "?" for tag in tags)
    if not re.fullmatch("(O|U|BI*L)*", word):
        raise OracleError(f"not complete: {word}")
    return [
        (part.start(), part.end(), "-".join(tags[part.end() - 1].split("-")[1:]))
        for part in re.finditer("U|BI*L", word)
    ]


def bmes(tags: list[str]) -> Found:
    """Return entities that cover every token, split wherever no entity continues."""
    goes_on = [
        place > 0 and tags[place - 1][0] + tag[0] in {"BM", "BE", "MM", "ME"} and tags[place - 1][2:] == tag[2:]
        for place, tag in enumerate(tags)
    ]
    cuts = [place for place, on in enumerate(goes_on) if not on] + [len(tags)]
    return [(a, b, tags[a][2:]) for a, b in pairwise(cuts)]


def iob_runs(tags: list[str]) -> Found:
    """Return the runs of a first tag and the tags after it that are I or L with the same type.

    A run without a type is left out if it has several tokens; a single token without a type raises OracleError.
    """
    found: Found = []
    rest = list(tags)
    while rest:
        first = rest[0]
        same = [f"{letter}{first[1:]}" for letter in "IL"]
        length = next((k for k in range(1, len(rest)) if rest[k] not in same), len(rest)) if first != "O" else 1
        if first != "O" and len(first) < 3 and length == 1:
            raise OracleError(f"no type: {first}")
        if first != "O" and len(first) > 2:
            found.append((len(tags) - len(rest), len(tags) - len(rest) + length, first[2:]))
        rest = rest[length:]
    return found


READINGS = {"bio": bio, "bioul": bioul, "bmes": bmes, "iob-runs": iob_runs}
