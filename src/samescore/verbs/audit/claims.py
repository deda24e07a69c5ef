"""Published numbers to be audited: the claim, and the file of claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from samescore.data.documents import MalformedError, from_json, json_document, toml_document
from samescore.data.fields import explained
from samescore.data.files import LONGEST_RECORD
from samescore.data.lines import read_lines
from samescore.errors import InputError, UnknownNameError, nearest
from samescore.metrics.aliases import is_elsewhere, named
from samescore.text.printed_numbers import printed_number

#: The format of claims.
SCHEMA = "samescore-claims/1"


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published number, as it is printed (``27.3``, ``.221``, ``27,3 ± 0,4``), of a metric as publications name it.

    `hypotheses` and `references` are files in the folder of the claims file. A p-value or an interval is about the
    `statistic` (a metric, as publications name it), a p-value also about the file `baseline`, the other system's output.
    The settings that the publication states go into `settings`, `like` (``sacrebleu==1.5.1``) or `signature`. Without
    files, the number is checked for consistency with `precision`, `recall`, `items` (the number of items), `class_f1`
    (the F1 of each class) and `classes` (the number of classes). `source` says where the number was published: claims
    of one source and metric are examined together, as if computed with the same settings; or only those of one `system`
    or `row`, if `shared` says that only they share them. `original_tool` is the tool that the source
    names: claims with different tools are never taken together. `label` and `decimals` are for readers: what the source
    calls the number, and its decimals (those of `published` count).
    """

    metric: str
    published: str
    id: str = ""
    hypotheses: str = ""
    references: list[str] = []
    baseline: str = ""
    statistic: str = ""
    settings: dict[str, Any] = {}
    like: str = ""
    signature: str = ""
    precision: str = ""
    recall: str = ""
    items: int = 0
    class_f1: list[str] = []
    classes: int = 0
    source: Any = None
    label: str = ""
    decimals: str | int = ""
    original_tool: Any = None
    system: str = ""
    row: str = ""
    shared: Literal["metric", "system", "row"] = "metric"

    @property
    def group(self) -> str:
        """The system or the row whose claims share their settings; empty if all claims of the metric do."""
        return {"system": self.system, "row": self.row}.get(self.shared, "")

    @property
    def where(self) -> str:
        """The source in a line."""
        return _where(self.source)

    @property
    def number(self) -> str:
        """The printed number, without a percent sign."""
        return self.published.removesuffix("%").rstrip()


class ClaimFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of claims in TOML (a table ``[[claim]]`` each) or in JSON. Each claim is read by itself."""

    claim: list[Claim]


class MalformedClaim(msgspec.Struct, frozen=True):
    """A claim that cannot be audited, and why: `problem`. The other fields are what can be read of it.

    `elsewhere` if there is nothing wrong with it, but its metric is not computed here (COMET, BERTScore). `system` and
    `row` are as in `Claim`.
    """

    problem: str
    metric: str = ""
    published: str = ""
    id: str = ""
    where: str = ""
    hypotheses: str = ""
    references: list[str] = []
    elsewhere: bool = False
    system: str = ""
    row: str = ""


_HINT = 'a claim is {"metric": "BLEU", "published": "27.3", "hypotheses": "hyp.txt", "references": ["ref.txt"]}'


def read_claims(path: Path) -> list[Claim | MalformedClaim]:
    """The claims of a ``.jsonl`` file, of a ``.toml`` file (tables ``[[claim]]``) or of a ``.json`` file alike, in order.

    Raises `InputError`, which names the place, for a file that cannot be read, that holds no object at all or other
    tables, and for an id that is used twice.
    """
    rows = list(_lines(path) if path.suffix not in (".toml", ".json") else _tables(path))
    if rows and all(isinstance(row, MalformedClaim) for _, row in rows):
        raise InputError(f"{path}, {rows[0][0]}: {rows[0][1].problem}", hint=_HINT)
    claims = [_claim(f"{path}, {place}", number, row) for number, (place, row) in enumerate(rows, 1)]
    for name, times in Counter(claim.id for claim in claims).items():
        if times > 1:
            raise InputError(f"{path}: the id {name!r} is used twice", hint="give every claim an id of its own")
    return claims


def _lines(path: Path) -> Iterator[tuple[str, Any]]:
    """The place and the content of each line that is not empty."""
    for number, line in enumerate(read_lines(path, LONGEST_RECORD), 1):
        if line.strip():
            try:
                row = from_json(line)
                problem = "" if isinstance(row, dict) else "this is not an object"
            except MalformedError as failure:
                problem = str(failure)
            yield f"line {number}", MalformedClaim(problem) if problem else row


def _tables(path: Path) -> Iterator[tuple[str, Any]]:
    """The place and the content of each table ``[[claim]]``."""
    hint = "each claim is a table [[claim]]"
    if path.suffix == ".json":
        hint = 'claims are {"claim": [...]}, or one a line in a file that ends with .jsonl'
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
        row = table if isinstance(table, dict) else MalformedClaim("this is not a table")
        yield f"claim {number}", row


def _claim(place: str, number: int, row: Any) -> Claim | MalformedClaim:
    """A claim, or what is wrong with it."""
    own, elsewhere = f"claim-{number}", False
    if isinstance(row, MalformedClaim):
        return msgspec.structs.replace(row, id=own, problem=f"{place}: {row.problem}")
    try:
        claim = _in_digits(msgspec.convert(row, Claim))
        metric_of(claim)
    except UnknownNameError as problem:
        why, elsewhere = f"{problem.message} ({problem.hint})", is_elsewhere(claim.metric)
    except (msgspec.ValidationError, ValueError) as problem:
        why = explained(problem, Claim)
    else:
        return msgspec.structs.replace(claim, id=claim.id or own)
    texts = {name: row[name] for name in ("metric", "published", "id", "hypotheses") if isinstance(row.get(name), str)}
    names = row.get("references")
    references = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return MalformedClaim(
        f"{place}: {why}",
        **{"id": own, **texts},
        where=_where(row.get("source")),
        references=references,
        elsewhere=elsewhere,
    )


def _where(source: Any) -> str:
    """A source in a line."""
    parts = source.values() if isinstance(source, dict) else [source or ""]
    return " ".join(map(str, parts))


def files_of(claim: Claim | MalformedClaim) -> list[str]:
    """The names of the files of a claim."""
    baseline = claim.baseline if isinstance(claim, Claim) else ""
    return [name for name in (claim.hypotheses, baseline, *claim.references) if name]


def _in_digits(claim: Claim) -> Claim:
    """The claim with its printed numbers in plain digits; `ValueError` for one that is no number, or for too many."""
    for name, many, most in (("class_f1", len(claim.class_f1), 1000), ("references", len(claim.references), 64)):
        if many > most:
            raise ValueError(f"{name} has {many} entries, more than {most}")
    return msgspec.structs.replace(
        claim,
        published=_number("published", claim.published),
        precision=claim.precision and _number("precision", claim.precision),
        recall=claim.recall and _number("recall", claim.recall),
        class_f1=[_number(f"class_f1[{k}]", text) for k, text in enumerate(claim.class_f1)],
    )


def _number(name: str, text: str) -> str:
    """A printed number in plain digits, with its percent sign if it is that of the claim."""
    try:
        number = printed_number(text)
    except ValueError:
        raise ValueError(f"{name} is {text!r:.80}, which is not a number") from None
    return str(number) if name == "published" else number.digits


def metric_of(claim: Claim) -> tuple[str, dict[str, Any]]:
    """The native metric that the name in a claim means, and the knobs that the name implies."""
    metric, implied, _ = named(claim.metric)
    return metric, implied


def file_of(base: Path, name: str) -> Path:
    """A file that a claim names, which must lie in the claims file's folder; `InputError` otherwise."""
    try:
        path = (base / name).resolve()
        inside, there = path.is_relative_to(base.resolve()), path.is_file()
    except (OSError, ValueError, RuntimeError) as problem:  # a null byte, a loop of links, a name too long
        raise InputError(f"{name!r:.80} is not a file: {problem}", hint="name a file in the claims' folder") from None
    if not inside:
        raise InputError(f"{name} lies outside {base}", hint="name files in the folder of the claims file")
    if not there:
        raise InputError(f"there is no file {path}", hint="paths are relative to the claims file's folder")
    return path
