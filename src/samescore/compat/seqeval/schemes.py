"""seqeval's classes of tagging schemes, which select how tags are read as entities (``seqeval.scheme``)."""

from __future__ import annotations


class Token:
    """The base class of schemes; tokens themselves are not offered."""


class IOB1(Token):
    """I starts an entity, except directly after an entity of the same type, where B starts it."""


class IOB2(Token):
    """B starts every entity."""


class IOE1(Token):
    """I ends an entity, except directly before an entity of the same type, where E ends it."""


class IOE2(Token):
    """E ends every entity."""


class IOBES(Token):
    """B starts and E ends an entity of several tokens; S is an entity of a single token."""


class BILOU(Token):
    """B starts and L ends an entity of several tokens; U is an entity of a single token."""


SCHEMES = {scheme.__name__: scheme for scheme in (IOB1, IOB2, IOE1, IOE2, IOBES, BILOU)}


def name_of(scheme: object) -> str:
    """Return the native name of a scheme, given as a class of this module or the class of the same name in seqeval.

    Raises `NotImplementedError` for other classes, and `TypeError` for objects other than classes.
    """
    if not isinstance(scheme, type):
        raise TypeError(f"scheme is {scheme!r:.80}, not a class of seqeval.scheme")
    if scheme.__name__ not in SCHEMES:
        raise NotImplementedError(f"samescore models the schemes {', '.join(SCHEMES)}, not {scheme.__name__}")
    return scheme.__name__.lower()
