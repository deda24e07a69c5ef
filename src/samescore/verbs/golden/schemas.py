"""Generate the JSON Schemas of vectors, reports and the protocol from their types."""

from __future__ import annotations

from typing import get_args

import msgspec

from samescore import records
from samescore.catalogue.layout import schema_text, union_schema
from samescore.implementations import protocol
from samescore.verbs.golden import lint


def schemas() -> dict[str, bytes]:
    """Return the bytes of the schemas of vectors, of lines of a report, and of messages of the protocol, by name."""
    return {
        "vectors": lint.schema(),
        "report": schema_text(records.SCHEMA, "one line of a samescore report", msgspec.json.schema(records.Record)),
        "protocol": union_schema(
            protocol.SCHEMA,
            "one line of the samescore protocol",
            *get_args(protocol.Request | protocol.Described | protocol.Answer),
        ),
    }
