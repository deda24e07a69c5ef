"""Generate the JSON Schemas of claims, and of the description of a file of tables, from their types."""

from __future__ import annotations

import msgspec

from samescore.catalogue.layout import schema_text, union_schema
from samescore.verbs.audit.claim_files import SCHEMA, ClaimFile
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.importers import description


def schemas() -> dict[str, bytes]:
    """Return the bytes of the schemas of claims and of descriptions of tables, by name."""
    return {
        "claims": union_schema(SCHEMA, "a claim, or a file of claims", Claim, ClaimFile),
        "tables": schema_text(
            description.SCHEMA, "what the tables of a file are", msgspec.json.schema(description.TablesDescription)
        ),
    }
