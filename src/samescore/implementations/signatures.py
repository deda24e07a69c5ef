"""Parse sacreBLEU's signatures into settings: the long form, the short form, and the form before sacreBLEU 2.0.

::

    nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0           also with BLEU| or chrF2++| in front
    #:1|c:mixed|e:no|tok:13a|s:exp|v:2.4.0
    BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.4.2

Source: sacrebleu/metrics/{base,bleu,chrf,ter}.py (the class ``Signature`` and its subclasses), and ``build_signature``
of sacrebleu.py before 2.0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from packaging.version import InvalidVersion, Version

from samescore.base.errors import DataError, UnknownNameError, nearest
from samescore.base.numbers import count_from_text, number_from_text
from samescore.catalogue.profile import Profile
from samescore.implementations import Modelled, native_model
from samescore.settings import Settings

#: The long name for each short name of a field: for all metrics, and for one metric.
_SHORT = {
    "#": "nrefs",
    "c": "case",
    "v": "version",
    "t": "test",
    "l": "lang",
    "S": "subset",
    "o": "origlang",
    "rs": "seed",
}
_SHORT_OF = {
    "bleu": {"e": "eff", "s": "smooth"},
    "chrf": {"e": "eff", "s": "space"},
    "ter": {"t": "tok", "nr": "norm", "pn": "punct", "as": "asian"},
}
#: The present name of each field whose name was different before sacreBLEU 2.0.
_OLD = {"numrefs": "nrefs", "numchars": "nc", "numwords": "nw"}
#: A pattern of the metric's name before the fields.
_NAME = re.compile(r"(?P<bleu>bleu)|(?P<chrf>chrf(?P<beta>[0-9]+)?(?P<words>\+{0,2}))|(?P<ter>ter)", re.IGNORECASE)

#: Fields about the data or about resampling, which are accepted and not checked.
_UNCHECKED = ("test", "lang", "subset", "origlang", "bs", "ar", "seed")
#: Fields that are arguments in the model's profile, which defines their values.
_FIELDS = {
    "bleu": ("case", "eff"),
    "chrf": ("case", "space", "eff"),
    "ter": ("case", "norm", "punct", "asian"),
}
#: Further fields of each metric.
_OTHERS = {"bleu": ("tok", "smooth"), "chrf": ("nc", "nw", "tok"), "ter": ("tok",)}
#: The beginnings of values of ``tok`` that are not values of the knob, such as ``ja-mecab-0.996-IPA``, and the knob's
#: values for them.
_TOKENIZERS = {"ja-mecab": "ja-mecab", "ko-mecab": "ko-mecab", "spm": "flores101"}


class StatedSignature(msgspec.Struct, frozen=True):
    """The content of a sacreBLEU signature.

    `knobs` are the values of the native metric's knobs. `version` is the release, empty if not stated. `references` is
    the number of references of each segment, None if it is not stated or varies. `unchecked` lists the fields about the
    data and resampling.
    """

    metric: str
    knobs: dict[str, Any]
    version: str
    references: int | None
    unchecked: list[str]

    def settings(self) -> tuple[Profile, Settings, str]:
        """Return the profile of the release, the complete settings, and a note if a nearby release is used instead.

        The note is empty if the release is modelled. Raises `SettingsError` for settings that the release does not
        support.
        """
        model, note = _model(self.version)
        profile, _ = model.choose(self.metric)
        profile, settings = model.choose(self.metric, **self.knobs_in(profile))
        return profile, settings, note

    def knobs_in(self, profile: Profile) -> dict[str, Any]:
        """Return the knobs, with the tokenizer replaced by the release's variant of it, if there is exactly one.

        A variant is printed by the same name, but its value has a suffix, as in ``intl-1``.
        """
        knobs = dict(self.knobs)
        if "tokenizer" in knobs:
            named = [name for name in profile.free.get("tokenizer", ()) if name.partition("-")[0] == knobs["tokenizer"]]
            knobs["tokenizer"] = named[0] if len(named) == 1 else knobs["tokenizer"]
        return knobs


def is_signature_of_sacrebleu(text: str) -> bool:
    """Return whether a text has a field that only signatures of sacreBLEU have, in any of their forms."""
    names = re.findall(r"(?:^|[|+])([^|+:.]+)", text)
    return bool({"nrefs", "#", "numrefs", "version", "v", "numchars"} & set(names))


def read_signature(text: str, metric: str) -> StatedSignature:
    """Parse the signature of a score by `metric` (``bleu``, ``chrf`` or ``ter``).

    Raises `DataError` for a field or value that sacreBLEU does not print, for a duplicate field, for the signature of a
    different metric, and for a metric that sacreBLEU does not have.
    """
    if metric not in _FIELDS:
        raise DataError(
            f"{text} is a sacreBLEU signature, but sacreBLEU has no {metric}",
            hint="use settings or like instead of a signature",
        )
    name, fields = _parts(text, metric)
    knobs = _name_knobs(name, metric, text)
    references = None
    arguments = native_model("sacrebleu").profiles(metric)[0].arguments
    for field, value in fields.items():
        if field == "nrefs":
            references = None if value == "var" else _count(field, value)
        elif field in _FIELDS[metric]:
            argument = arguments[field]
            knobs[argument.knob] = _look_up_value(field, value, argument.values)
        elif field == "tok":
            knobs |= _tokenizer_knobs(value, metric)
        elif field == "smooth":
            knobs |= _smoothing_knobs(value)
        elif field in ("nc", "nw"):
            order = "char_order" if field == "nc" else "word_order"
            if knobs.setdefault(order, count := _count(field, value)) != count:
                raise DataError(f"{name} does not have {field}:{value}", hint=f"{name} has {field}:{knobs[order]}")
        elif field not in ("version", *_UNCHECKED):
            known = [*_FIELDS[metric], *_OTHERS[metric], "nrefs", "version", *_UNCHECKED]
            raise DataError(
                f"unknown field {field!r} in the signature {text}",
                hint=nearest(field, known),
            )
    unchecked = [f"{field}:{value}" for field, value in fields.items() if field in _UNCHECKED]
    return StatedSignature(metric, knobs, fields.get("version", ""), references, unchecked)


def _parts(text: str, metric: str) -> tuple[str, dict[str, str]]:
    """Return the leading name of the metric (empty if there is none), and the fields by their long names.

    Raises `DataError` for a field that occurs twice or has no value.
    """
    old = "|" not in text and "+" in text
    parts = _split_old(text) if old else text.split("|")
    sign = "." if old else ":"
    name = parts.pop(0) if parts and sign not in parts[0] else ""
    own = {**_SHORT, **_SHORT_OF[metric], **_OLD}
    fields: dict[str, str] = {}
    for part in parts:
        short, _, value = part.partition(sign)
        field = own.get(short, short)
        if field in fields:
            raise DataError(
                f"the signature {text} has the field {field!r} twice", hint="copy it exactly as it was printed"
            )
        if not value:
            raise DataError(f"{part!r:.60} in the signature {text} has no value", hint="write name:value")
        fields[field] = value
    if old and metric == "ter" and "tok" in fields:
        fields |= _old_ter_fields(fields.pop("tok"))
    if old and fields.get("space") in ("true", "True", "false", "False"):
        fields["space"] = "yes" if fields["space"].lower() == "true" else "no"
    return name, fields


def _split_old(text: str) -> list[str]:
    """Split an old signature at ``+``, except within a leading ``chrF2++``."""
    head = re.match(r"chrF[0-9]*\+\+(?=\+)", text, re.IGNORECASE)
    return [head[0], *text[head.end() + 1 :].split("+")] if head else text.split("+")


def _old_ter_fields(words: str) -> dict[str, str]:
    """Return the fields in an old tokenizer of TER, such as ``tercom-nonorm-punct-noasian-uncased``.

    Raises `DataError` if it is malformed.
    """
    own = words.split("-")
    pattern = ("tercom", ("norm", "nonorm"), ("punct", "nopunct"), ("asian", "noasian"), ("cased", "uncased"))
    if len(own) != len(pattern) or any(word not in choice for word, choice in zip(own, pattern, strict=True)):
        raise DataError(
            f"{words!r:.60} is not a tokenizer of TER", hint="for example tercom-nonorm-punct-noasian-uncased"
        )
    fields = {name: "yes" if name in own else "no" for name in ("norm", "punct", "asian")}
    return {**fields, "case": "mixed" if own[-1] == "cased" else "lc"}


def _name_knobs(name: str, metric: str, text: str) -> dict[str, Any]:
    """Return the knobs that the metric's name implies, such as beta 2 and word order 2 for ``chrF2++``.

    Raises `DataError` if the name is not one of `metric`; `text` is the whole signature, for the message.
    """
    if not name:
        return {}
    match = _NAME.fullmatch(name)
    if match is None:
        raise DataError(f"{name!r:.40} before the signature {text} is not a metric", hint="use BLEU, chrF2 or TER")
    if match[metric] is None:
        raise DataError(f"{text} is a signature for {name}, not for {metric}", hint=f"pass a signature for {metric}")
    knobs: dict[str, Any] = {}
    if match["beta"]:
        knobs["beta"] = float(match["beta"])
    if match["words"]:
        knobs["word_order"] = len(match["words"])
    return knobs


def _tokenizer_knobs(value: str, metric: str) -> dict[str, Any]:
    """Return the knob for a value of ``tok``, such as ``13a`` or ``ja-mecab-0.996-IPA``; empty for chrF and TER.

    Raises `DataError` for a tokenizer of TER that sacreBLEU does not print.
    """
    if metric == "chrf":  # releases before 1.4.2 print BLEU's, which chrF does not use
        return {}
    if metric == "ter":
        if value != "tercom":
            raise DataError(f"sacreBLEU does not print tok:{value} for TER", hint="use tok:tercom")
        return {}
    return {"tokenizer": next((name for start, name in _TOKENIZERS.items() if value.startswith(start)), value)}


def _smoothing_knobs(value: str) -> dict[str, Any]:
    """Return the knobs for a value of ``smooth``: ``exp``, ``none``, ``floor[0.10]`` or ``add-k[1.00]``.

    Raises `DataError` for any other value.
    """
    match = re.fullmatch(r"(exp|none|floor|add-k|add-n)(?:\[([0-9]{1,10}(?:\.[0-9]{0,10})?)\])?", value)
    if match is None:
        raise DataError(f"sacreBLEU does not print smooth:{value}", hint="use exp, none, floor[0.10] or add-k[1.00]")
    method = "add-k" if match[1] == "add-n" else match[1]
    if match[2] is None:
        return {"smoothing": method}
    if method not in ("floor", "add-k"):
        raise DataError(f"smooth:{value}: {method} takes no number", hint=f"sacreBLEU prints smooth:{method}")
    return {"smoothing": method, "floor_value" if method == "floor" else "add_k": number_from_text(match[2])}


def _look_up_value(field: str, value: str, values: Mapping[str, Any]) -> Any:
    if value not in values:
        raise DataError(f"sacreBLEU does not print {field}:{value}", hint=f"{field} is {' or '.join(values)}")
    return values[value]


def _count(field: str, value: str) -> int:
    try:
        return count_from_text(value)
    except ValueError:
        raise DataError(f"{field}:{value}: not a count", hint=f"write {field}:1") from None


def _model(version: str) -> tuple[Modelled, str]:
    """Return the native model of a release of sacreBLEU, and an empty note.

    If the release is not modelled, return the nearest modelled release, and a note that says this. An empty version
    means the newest release.
    """
    if not version:
        return native_model("sacrebleu"), ""
    try:
        return native_model(f"sacrebleu=={version}"), ""
    except UnknownNameError:
        lowest, highest = native_model("sacrebleu").file.reach()
        base = re.match(r"[0-9]+(\.[0-9]+)*", version)
        try:
            release = Version(base[0]) if base else Version(highest)
        except InvalidVersion:
            release = Version(highest)
        near = str(min(max(release, Version(lowest)), Version(highest)))
        try:
            model = native_model(f"sacrebleu=={near}")
        except UnknownNameError:
            near, model = highest, native_model("sacrebleu")
        return model, f"sacreBLEU {version} is not modelled: {near} is taken for it"
