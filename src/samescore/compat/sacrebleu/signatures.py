"""sacreBLEU's signatures, which state the settings behind a score in one line."""

from __future__ import annotations

from collections.abc import Mapping

#: Names of the fields that all metrics share, and their abbreviations in short signatures.
_SHORT = {
    "nrefs": "#",
    "bs": "bs",
    "ar": "ar",
    "seed": "rs",
    "test": "t",
    "lang": "l",
    "origlang": "o",
    "subset": "S",
    "version": "v",
}


class Signature:
    """The fields of a signature, in order; `format` omits fields that are None, and puts the version last."""

    def __init__(self, fields: Mapping[str, object], short: Mapping[str, str], release: str) -> None:
        self.info: dict[str, object] = {**dict.fromkeys(_SHORT), **fields, "version": release}
        self._abbr = {**_SHORT, **short}

    def format(self, short: bool = False) -> str:
        """Return the signature as text, with abbreviated names if `short`."""
        names = [name for name in self.info if name != "version"] + ["version"]
        shown = ((self._abbr[name] if short else name, self.info[name]) for name in names)
        return "|".join(f"{name}:{_text(value)}" for name, value in shown if value is not None)

    def update(self, key: str, value: object) -> None:
        """Set the field `key` to a value; None removes it from the text."""
        self.info[key] = value

    def __str__(self) -> str:
        return self.format()

    __repr__ = __str__


def _text(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
