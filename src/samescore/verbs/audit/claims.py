"""Published numbers to be audited: the claim, and the file of claims."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from samescore.data.documents import json_lines, toml_document
from samescore.errors import InputError, SamescoreError
from samescore.metrics import find

#: Names that publications use, in addition to those that `find` knows.
_NAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "f1-ok": ("f1", {"average": "class", "positive": "OK"}),
    "f1-bad": ("f1", {"average": "class", "positive": "BAD"}),
    "f1-multi": ("f1-mult", {}),
}


class Claim(msgspec.Struct, frozen=True):
    """A published number. `hypotheses` and `references` are files in the folder of the claims file.

    The settings that the publication states go into `settings`, `like` (``sacrebleu==1.5.1``) or `signature`. Without
    files, the number is checked for consistency with `precision`, `recall`, `items` (the number of items), `class_f1`
    (the F1 of each class) and `classes` (the number of classes). `source` says where the number was published: claims
    of one source and metric are examined together.
    """

    metric: str
    published: str
    id: str = ""
    hypotheses: str = ""
    references: list[str] = []
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

    @property
    def where(self) -> str:
        """The source in a line."""
        parts = self.source.values() if isinstance(self.source, dict) else [self.source or ""]
        return " ".join(map(str, parts))

    @property
    def number(self) -> str:
        """The printed number, without a percent sign."""
        return self.published.removesuffix("%").rstrip()


def read_claims(path: Path) -> list[Claim]:
    """The claims of a ``.jsonl`` or ``.toml`` file (tables ``[[claim]]``); `InputError` naming the place."""
    hint = '{"metric": "BLEU", "published": "27.3", "hypotheses": "hyp.txt", "references": ["ref.txt"]}'
    if path.suffix == ".toml":
        tables = toml_document(path, dict[str, list[Any]], hint).get("claim", [])
        records = [(f"{path}, claim {number}", table) for number, table in enumerate(tables, 1)]
    else:
        records = list(json_lines(path, Any, hint))
    claims = []
    for number, (place, record) in enumerate(records, 1):
        try:
            claim = msgspec.convert(record, Claim)
            _check_numbers(claim)
            metric_of(claim)
        except (msgspec.ValidationError, ValueError, SamescoreError) as problem:
            raise InputError(f"{place}: {problem}", hint=hint) from None
        claims.append(msgspec.structs.replace(claim, id=claim.id or f"claim-{number}"))
    for name, times in Counter(claim.id for claim in claims).items():
        if times > 1:
            raise InputError(f"{path}: the id {name!r} is used twice", hint="give every claim an id of its own")
    return claims


#: A printed number, of bounded size because it is untrusted input.
_NUMBER = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][-+]?[0-9]{1,2})?")


def _check_numbers(claim: Claim) -> None:
    printed = {"published": claim.number, "precision": claim.precision, "recall": claim.recall}
    printed |= {f"class_f1[{k}]": text for k, text in enumerate(claim.class_f1)}
    for name, many, most in (("class_f1", len(claim.class_f1), 1000), ("references", len(claim.references), 64)):
        if many > most:
            raise ValueError(f"{name} has {many} entries, more than {most}")
    for name, text in printed.items():
        if not _NUMBER.fullmatch(text) and (text or name == "published"):
            raise ValueError(f"{name} is {text!r:.80}, which is not a number")


def metric_of(claim: Claim) -> tuple[str, dict[str, Any]]:
    """The native metric that the name in a claim means, and the knobs that the name implies."""
    if claim.metric.lower() in _NAMES:
        return _NAMES[claim.metric.lower()]
    chosen, implied = find(claim.metric)
    return chosen.name, implied


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
