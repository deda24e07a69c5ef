"""Read files of claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.documents import MalformedError, from_json, json_document, toml_document
from samescore.base.errors import InputError, UnknownNameError, nearest
from samescore.base.files import LONGEST_RECORD
from samescore.base.lines import read_lines
from samescore.base.unknown_fields import explain_decoding_error
from samescore.metrics.aliases import is_elsewhere
from samescore.verbs.audit.claims import Claim, MalformedClaim, where_of
from samescore.verbs.audit.parts import parts
from samescore.verbs.audit.printed_text.printed_numbers import printed_number

#: The version of the claims format.
SCHEMA = "samescore-claims/1"


class ClaimFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The type of a TOML or JSON file of claims, for its schema; in TOML, each claim is a table ``[[claim]]``.

    `read_claims` decodes the claims one by one instead: one malformed claim does not affect the others.
    """

    claim: list[Claim]


_HINT = 'a claim is {"metric": "BLEU", "published": "27.3", "hypotheses": "hyp.txt", "references": ["ref.txt"]}'


def read_claims(path: Path) -> list[Claim | MalformedClaim]:
    """Read the claims in a ``.toml`` file (tables ``[[claim]]``), a ``.json`` file, or a file of JSON lines, in order.

    A claim that cannot be audited becomes a `MalformedClaim`. Numbers printed with a claim become claims of their own.
    Raises `InputError`, which names the place, for a file that cannot be read, has unknown fields or has only malformed
    claims, and for a duplicate id.
    """
    rows = list(_line_rows(path) if path.suffix.lower() not in (".toml", ".json") else _table_rows(path))
    if rows and all(isinstance(row, MalformedClaim) for _, row in rows):
        raise InputError(f"{path}, {rows[0][0]}: {rows[0][1].problem}", hint=_HINT)
    numbered = enumerate(rows, 1)
    claims = [claim for n, (place, row) in numbered for claim in _claims(f"{path}, {place}", n, row)]
    for name, times in Counter(claim.id for claim in claims).items():
        if times > 1:
            raise InputError(f"{path}: the id {name!r} is used twice", hint="give every claim its own id")
    return claims


def _line_rows(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the place and the content of each nonempty line: an object, or a `MalformedClaim` if it is not an object."""
    for number, line in enumerate(read_lines(path, LONGEST_RECORD), 1):
        if line.strip():
            try:
                row = from_json(line)
                problem = "" if isinstance(row, dict) else "not an object"
            except MalformedError as failure:
                problem = str(failure)
            yield f"line {number}", MalformedClaim(problem) if problem else row


def _table_rows(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the place and the content of each table ``[[claim]]``, or a `MalformedClaim` if it is not a table.

    Raises `InputError` for a file that cannot be read, and for fields other than ``claim``.
    """
    hint = "each claim is a table [[claim]]"
    if path.suffix.lower() == ".json":
        hint = 'write {"claim": [...]}, or one claim per line in a .jsonl file'
        document = json_document(path, dict[str, Any], hint)
    else:
        document = toml_document(path, dict[str, Any], hint)
    for name in document:
        if name != "claim":
            raise InputError(f"{path}: unknown field {name!r}", hint=f"{hint}; {nearest(name, ['claim'])}")
    tables = document.get("claim", [])
    if not isinstance(tables, list):
        raise InputError(f"{path}: claim is not a list of tables", hint="write [[claim]] above each claim")
    for number, table in enumerate(tables, 1):
        row = table if isinstance(table, dict) else MalformedClaim("not a table")
        yield f"claim {number}", row


def _claims(place: str, number: int, row: Any) -> Sequence[Claim | MalformedClaim]:
    """Convert a row to a claim, followed by claims for the numbers printed next to it.

    A row that cannot be converted gives one `MalformedClaim`, with the reason.
    """
    own, elsewhere = f"claim-{number}", False
    if isinstance(row, MalformedClaim):
        return [msgspec.structs.replace(row, id=own, problem=f"{place}: {row.problem}")]
    try:
        claim = msgspec.convert(row, Claim)
        return parts(_with_plain_digits(msgspec.structs.replace(claim, id=claim.id or own)), claim.published)
    except UnknownNameError as problem:
        why, elsewhere = f"{problem.message} ({problem.hint})", any(map(is_elsewhere, (claim.metric, claim.statistic)))
    except (msgspec.ValidationError, ValueError) as problem:
        why = explain_decoding_error(problem, Claim)
    texts = {name: row[name] for name in ("metric", "published", "id", "hypotheses") if isinstance(row.get(name), str)}
    names = row.get("references")
    references = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    problem_of = MalformedClaim(
        f"{place}: {why}",
        **{"id": own, **texts},
        where=where_of(row.get("source")),
        references=references,
        elsewhere=elsewhere,
    )
    return [problem_of]


def _with_plain_digits(claim: Claim) -> Claim:
    """Return the claim with its precision, recall and F1 of each class as plain digits.

    Raises `ValueError` for a text that is not a number, for too many entries, and for an empty mark.
    """
    lengths = {"class_f1": 1000, "references": 64, "marks": 64}
    for name, most in lengths.items():
        many = len(getattr(claim, name))
        if many > most:
            raise ValueError(f"{name} has {many} entries, more than {most}")
    if "" in claim.marks:
        raise ValueError("marks: an empty mark would match after every number")
    return msgspec.structs.replace(
        claim,
        precision=claim.precision and _number("precision", claim.precision),
        recall=claim.recall and _number("recall", claim.recall),
        class_f1=[_number(f"class_f1[{k}]", text) for k, text in enumerate(claim.class_f1)],
    )


def _number(name: str, text: str) -> str:
    """Return the plain digits of a printed number.

    Raises `ValueError`, which names the field, if it is not a number.
    """
    try:
        return printed_number(text).digits
    except ValueError:
        raise ValueError(f"{name} is {text!r:.80}, which is not a number") from None
