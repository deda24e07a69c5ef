"""Published numbers to be audited: reading them, and the settings that could have produced them."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from samescore.catalogue.profile_files import profile_files
from samescore.errors import DataError, InputError, SamescoreError
from samescore.metrics import find
from samescore.settings import Settings
from samescore.verbs.score import parse_signature, settings_for

#: Names that publications use, beside those that `find` knows.
_NAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "f1-ok": ("f1", {"average": "class", "positive": "OK"}),
    "f1-bad": ("f1", {"average": "class", "positive": "BAD"}),
    "f1-multi": ("f1-mult", {}),
}


class Claim(msgspec.Struct, frozen=True):
    """A published number. `hypotheses` and `references` are files beside the claims file.

    What the publication states goes into `settings`, `like` (``sacrebleu==1.5.1``) or `signature`. Without files,
    `precision`, `recall`, `items` (their number), `class_f1` (the F1 of each class) and `classes` (how many there
    are) let the number be checked for consistency. `source` says where it was published: claims of one source and metric are looked at together.
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


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """Settings that could be behind a number, and where they come from."""

    how: str
    settings: Settings


def read_claims(path: Path) -> list[Claim]:
    """The claims of a ``.jsonl`` or ``.toml`` file (tables ``[[claim]]``); `InputError` naming the place."""
    hint = '{"metric": "BLEU", "published": "27.3", "hypotheses": "hyp.txt", "references": ["ref.txt"]}'
    try:
        raw = path.read_bytes()
        if path.suffix == ".toml":
            records = [("", each) for each in msgspec.toml.decode(raw).get("claim", [])]
        else:
            lines = enumerate(raw.splitlines(), 1)
            records = [(f", line {n}", msgspec.json.decode(line)) for n, line in lines if line.strip()]
    except OSError as problem:
        raise InputError(f"{path}: {problem.strerror}", hint="name a file of claims") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, TypeError, AttributeError, RecursionError) as problem:
        raise InputError(f"{path}: {problem}", hint=hint) from None
    claims = []
    for number, (place, record) in enumerate(records, 1):
        try:
            claim = msgspec.convert(record, Claim)
            _check_numbers(claim)
            metric_of(claim)
        except (msgspec.ValidationError, ValueError, SamescoreError) as problem:
            raise InputError(f"{path}{place}: {problem}", hint=hint) from None
        claims.append(msgspec.structs.replace(claim, id=claim.id or f"claim-{number}"))
    for name, times in Counter(claim.id for claim in claims).items():
        if times > 1:
            raise InputError(f"{path}: the id {name!r} is used twice", hint="give every claim an id of its own")
    return claims


#: A printed number: of bounded size, for it comes from outside.
_NUMBER = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][-+]?[0-9]{1,2})?")


def _check_numbers(claim: Claim) -> None:
    printed = {"published": claim.number, "precision": claim.precision, "recall": claim.recall}
    printed |= {f"class_f1[{k}]": text for k, text in enumerate(claim.class_f1)}
    for name, many, most in (("class_f1", len(claim.class_f1), 1000), ("references", len(claim.references), 64)):
        if many > most:
            raise ValueError(f"{name} has {many} entries, more than {most}")
    for name, text in printed.items():
        if not _NUMBER.fullmatch(text) and (text or name == "published"):
            raise ValueError(f"{name} is {text!r:.80}, not a printed number")


def metric_of(claim: Claim) -> tuple[str, dict[str, Any]]:
    """The native metric that a claim's name means, and the knobs that the name implies."""
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
        raise InputError(f"{name!r:.80} is no file: {problem}", hint="name a file below the claims' folder") from None
    if not inside:
        raise InputError(f"{name} lies outside {base}", hint="claims name files below their own folder")
    if not there:
        raise InputError(f"there is no file {path}", hint="paths are taken from the claims file's folder")
    return path


def stated(claim: Claim) -> Candidate | None:
    """What the publication says, as settings; None where it says nothing. `DataError` where that cannot be."""
    metric, implied = metric_of(claim)
    try:
        if claim.signature:
            own = _from_signature(claim.signature, metric, implied)
            if own.metric != metric:
                raise DataError(f"this is a signature of {own.metric}, not of {metric}", hint="state the metric's own")
            return Candidate(f"signature {claim.signature}", own)
        if claim.like or claim.settings:
            how = " with ".join(filter(None, [claim.like, ", ".join(f"{k}={v}" for k, v in claim.settings.items())]))
            return Candidate(how, settings_for(metric, like=claim.like, **{**implied, **claim.settings}))
    except SamescoreError as problem:
        raise DataError(f"{claim.id}: what is stated cannot be: {problem.message}", hint=problem.hint) from None
    except (ValueError, TypeError) as problem:  # a field of a signature that is no number
        raise DataError(f"{claim.id}: what is stated cannot be: {problem}") from None
    return None


#: sacreBLEU's signature fields, as knobs and values.
_SACREBLEU: dict[str, dict[str, dict[str, Any]]] = {
    "case": {"mixed": {"case": "keep"}, "lc": {"case": "lower"}},
    "eff": {"yes": {"effective_order": True}, "no": {"effective_order": False}},
    "space": {"yes": {"whitespace": "keep"}, "no": {"whitespace": "remove"}},
    "punct": {"yes": {"punctuation": "keep"}, "no": {"punctuation": "remove"}},
    "asian": {"yes": {"asian": True}, "no": {"asian": False}},
    "norm": {"yes": {"tokenizer": "tercom"}, "no": {"tokenizer": "none"}},
}


def _from_signature(text: str, metric: str, implied: dict[str, Any]) -> Settings:
    """Our own signature, or sacreBLEU's (``nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0``)."""
    if "+" in text and "|" not in text:
        fields = _old_fields(text)
    elif not {"nrefs", "version"} & {part.partition(":")[0] for part in text.split("|")}:
        return parse_signature(text)
    else:
        fields = dict(part.partition(":")[::2] for part in text.split("|"))
    values: dict[str, Any] = dict(implied)
    for name, value in fields.items():
        if metric == "chrf" and name == "eff":
            if value == "no":
                values |= {"missing_order": "epsilon-counts", "order_mean": "f-score"}
        elif name in _SACREBLEU:
            values |= _SACREBLEU[name].get(value, {})
        elif name == "tok":
            values["tokenizer"] = value
        elif name == "smooth":
            method, _, number = value.partition("[")
            values["smoothing"] = method
            if number:
                values["floor_value" if method == "floor" else "add_k"] = float(number.rstrip("]"))
        elif name in ("nc", "nw"):
            values["char_order" if name == "nc" else "word_order"] = int(value)
    kind = find(metric)[0].settings
    known = {knob.name for knob in kind.knobs()}
    return kind.from_mapping({name: value for name, value in values.items() if name in known})


def _old_fields(text: str) -> dict[str, str]:
    """The fields of a signature before sacreBLEU 2.0 (``BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.4.2``)."""
    metric, *parts = text.split("+")
    fields = dict(part.partition(".")[::2] for part in parts)
    if "space" in fields:
        fields["space"] = "yes" if fields["space"] == "true" else "no"
    if "numchars" in fields:
        fields["nc"] = fields["numchars"]
    if metric.lower() == "ter" and "tok" in fields:  # tercom-nonorm-punct-noasian-uncased
        words = fields.pop("tok").split("-")
        fields |= {name: "yes" if name in words else "no" for name in ("norm", "punct", "asian")}
        case = words[-1]
        fields["case"] = "mixed" if case == "cased" else "lc"
    return fields


#: For each metric, the knobs that publications leave unsaid, the usual value first.
_GRID: dict[str, dict[str, list[Any]]] = {
    "bleu": {
        "tokenizer": ["13a", "zh", "intl", "none", "char"],
        "case": ["keep", "lower"],
        "average": ["corpus", "sentences"],
        "smoothing": ["exp", "none", "floor", "add-k"],
    },
    "chrf": {
        "word_order": [0, 2],
        "missing_order": ["effective", "epsilon-counts"],
        "order_mean": ["precision-recall", "f-score"],
        "beta": [2.0, 3.0, 1.0],
        "case": ["keep", "lower"],
        "average": ["corpus", "sentences"],
    },
    "ter": {"tokenizer": ["none", "tercom"], "case": ["lower", "keep"], "punctuation": ["keep", "remove"]},
    "rouge-n": {
        "measure": ["f", "recall", "precision"],
        "stemmer": ["none", "porter-nltk"],
        "tokenizer": ["rouge", "none"],
    },
    "rouge-l": {
        "measure": ["f", "recall", "precision"],
        "stemmer": ["none", "porter-nltk"],
        "tokenizer": ["rouge", "none"],
    },
    "f1": {"average": ["binary", "class", "macro", "micro", "weighted"]},
}

#: How a sum may have been computed where all digits of a double are printed.
_ROUNDING = {"bleu": {"summation": ["sum", "left-to-right"]}}


def usual(claim: Claim) -> Settings:
    """The metric's defaults, with what its name in the claim implies."""
    metric, implied = metric_of(claim)
    return find(metric)[0].settings.from_mapping(implied)


def candidates(claim: Claim) -> Iterator[Candidate]:
    """What could be behind a claim: the metric's defaults, the profiles of every implementation, and a grid."""
    metric, implied = metric_of(claim)
    seen: set[Settings] = set()

    def fresh(how: str, settings: Settings) -> Iterator[Candidate]:
        for values in _products(_ROUNDING.get(metric, {})):
            other = settings.replace(**values)
            if other not in seen:
                seen.add(other)
                yield Candidate(how, other)

    start = usual(claim)
    yield from fresh(f"the defaults of {claim.metric}", start)
    grid = {name: values for name, values in _GRID.get(metric, {}).items() if name not in implied}
    for name, values in grid.items():  # one knob off the usual first
        for value in values:
            yield from fresh(f"{name}={value}", start.replace(**{name: value}))
    for file in profile_files().values():
        for profile in file.profile:
            if profile.metric == metric:
                try:
                    settings = profile.taking(implied)
                except SamescoreError:
                    continue
                yield from fresh(f"{file.implementation}.{profile.entry_point} ({profile.versions})", settings)
    for combination in _products(grid):
        try:
            settings = start.replace(**combination)
        except SamescoreError:
            continue
        yield from fresh(", ".join(f"{k}={v}" for k, v in combination.items() if v != getattr(start, k)), settings)


def _products(grid: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    for choice in itertools.product(*grid.values()):
        yield dict(zip(grid, choice, strict=True))
