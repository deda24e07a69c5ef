"""The settings that a publication states: as a signature, an implementation, or knobs."""

from __future__ import annotations

import dataclasses
from typing import Any

from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.errors import DataError, SamescoreError
from samescore.implementations import modelled
from samescore.implementations.base import limits
from samescore.metrics import find
from samescore.records import Tier
from samescore.settings import Settings
from samescore.text.numbers import count_from_text, number_from_text
from samescore.verbs.audit.claims import Claim, metric_of
from samescore.verbs.score import parse_signature, settings_for


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """Settings that may have produced a number, and where they come from; `profile` if that is an entry point."""

    how: str
    settings: Settings
    profile: Profile | None = None
    tier: Tier = Tier.STATED

    def refusal(self, data: Data) -> str:
        """Why the entry point does not take this input; empty if it does."""
        refused = limits(self.profile, data) if self.profile else None
        return refused.reason if refused else ""

    def with_settings(self, settings: Settings) -> Candidate:
        """The same with other settings."""
        return dataclasses.replace(self, settings=settings)


def stated(claim: Claim) -> Candidate | None:
    """The settings that the publication states, None if it states none; `DataError` if they are impossible."""
    metric, implied = metric_of(claim)
    try:
        if claim.signature:
            own = _from_signature(claim.signature, metric, implied)
            if own.metric != metric:
                raise DataError(f"this is a signature of {own.metric}, not of {metric}", hint="state the metric's own")
            return Candidate(f"signature {claim.signature}", own)
        if claim.like or claim.settings:
            how = " with ".join(filter(None, [claim.like, ", ".join(f"{k}={v}" for k, v in claim.settings.items())]))
            knobs = {**implied, **claim.settings}
            if claim.like:
                profile, settings = modelled(claim.like).choose(metric, **knobs)
                return Candidate(how, settings, profile)
            return Candidate(how, settings_for(metric, **knobs))
    except SamescoreError as problem:
        raise DataError(
            f"{claim.id}: the stated settings are impossible: {problem.message}", hint=problem.hint
        ) from None
    except (ValueError, TypeError) as problem:  # a field of a signature that is not a number
        raise DataError(f"{claim.id}: the stated settings are impossible: {problem}") from None
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
                values["floor_value" if method == "floor" else "add_k"] = number_from_text(number.removesuffix("]"))
        elif name in ("nc", "nw"):
            values["char_order" if name == "nc" else "word_order"] = count_from_text(value)
    kind = find(metric)[0].settings
    known = {knob.name for knob in kind.knobs()}
    return kind.from_mapping({name: value for name, value in values.items() if name in known})


def _old_fields(text: str) -> dict[str, str]:
    """The fields of a signature before sacreBLEU 2.0: ``BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.4.2``."""
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
