"""Write records as lines of JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from samescore.records.reading import Record


def line(record: Record) -> str:
    """Encode one record as one line of JSON, without the line break.

    Characters that are not printable are escaped, to protect terminals. If the record contains an unpaired surrogate,
    all characters beyond ASCII are escaped.
    """
    try:
        text = msgspec.json.encode(record).decode("utf-8")
    except UnicodeEncodeError:
        import json

        return json.dumps(msgspec.to_builtins(record), separators=(",", ":"))
    return text if text.isprintable() else "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(character: str) -> str:
    """Return a character as an escape sequence of JSON."""
    import json

    return json.dumps(character)[1:-1]
