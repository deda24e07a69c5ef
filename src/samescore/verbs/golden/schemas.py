"""The JSON Schemas of the files that samescore reads and writes, generated from its types."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore import records
from samescore.catalogue.layout import schema_text
from samescore.implementations import protocol
from samescore.verbs.audit import claim_files, claims
from samescore.verbs.audit.importers import description
from samescore.verbs.golden import lint


def schemas() -> dict[str, bytes]:
    """Return the schemas by name: vectors, lines of a report, protocol messages, claims, descriptions of tables."""
    messages = protocol.Request | protocol.Described | protocol.Answer
    return {
        "vectors": lint.schema(),
        "report": schema_text(records.SCHEMA, "one line of a samescore report", msgspec.json.schema(records.Record)),
        "protocol": _united(protocol.SCHEMA, "one line of the samescore protocol", messages),
        "claims": _united(claim_files.SCHEMA, "a claim, or a file of claims", claims.Claim | claim_files.ClaimFile),
        "tables": schema_text(
            description.SCHEMA, "what the tables of a file are", msgspec.json.schema(description.TablesDescription)
        ),
    }


def _united(identifier: str, title: str, kinds: Any) -> bytes:
    """One schema for several kinds of messages without a common tag field."""
    references, components = msgspec.json.schema_components(kinds.__args__, ref_template="#/$defs/{name}")
    return schema_text(identifier, title, {"anyOf": list(references), "$defs": components})
