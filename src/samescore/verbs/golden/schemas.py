"""Generate the JSON Schemas of the files that samescore reads and writes, from its types."""

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
    """Return the bytes of each schema, by name.

    They describe vectors, lines of a report, messages of the protocol, claims, and descriptions of tables.
    """
    messages = protocol.Request | protocol.Described | protocol.Answer
    return {
        "vectors": lint.schema(),
        "report": schema_text(records.SCHEMA, "one line of a samescore report", msgspec.json.schema(records.Record)),
        "protocol": _union_schema(protocol.SCHEMA, "one line of the samescore protocol", messages),
        "claims": _union_schema(
            claim_files.SCHEMA, "a claim, or a file of claims", claims.Claim | claim_files.ClaimFile
        ),
        "tables": schema_text(
            description.SCHEMA, "what the tables of a file are", msgspec.json.schema(description.TablesDescription)
        ),
    }


def _union_schema(identifier: str, title: str, kinds: Any) -> bytes:
    """Return one schema that allows any of several kinds (a union of types) without a common tag field."""
    references, components = msgspec.json.schema_components(kinds.__args__, ref_template="#/$defs/{name}")
    return schema_text(identifier, title, {"anyOf": list(references), "$defs": components})
