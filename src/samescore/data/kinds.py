"""The registry of the kinds of input that metrics take.

A new kind needs a module here with a subclass of `samescore.data.kind.Kind`, a member of `Data`, and a module in
`samescore.generators` named after its tag. A JSON input belongs to the kind that it names or else to the first kind
whose fields it has.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, get_args

from samescore.data.annotations import Annotations
from samescore.data.class_scores import ClassScores
from samescore.data.comparison import Comparison
from samescore.data.instructed_responses import InstructedResponses
from samescore.data.kind import input_from_plain, kind_among
from samescore.data.label_sets import LabelSets
from samescore.data.labels import Confusion
from samescore.data.ratings import Ratings
from samescore.data.rewrites import Rewrites
from samescore.data.rules import expand_rule
from samescore.data.sampled_responses import SampledResponses
from samescore.data.scored import Scored
from samescore.data.supported_answers import SupportedAnswers
from samescore.data.tagged import Tagged
from samescore.data.verdicts import Verdicts

Data = (
    Scored
    | Confusion
    | Ratings
    | Rewrites
    | Tagged
    | Annotations
    | LabelSets
    | ClassScores
    | SupportedAnswers
    | SampledResponses
    | Verdicts
    | InstructedResponses
    | Comparison
)

KINDS: tuple[type[Data], ...] = get_args(Data)


def digest(data: Data) -> str:
    """Return the SHA-256, in hexadecimal, of an input's JSON form with sorted keys in ASCII."""
    text = json.dumps(data.plain(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def kind_of(plain: Mapping[str, Any]) -> type[Data]:
    """Return the kind of the input that `plain` describes. Raises `InputError` if none fits."""
    kind: type[Data] = kind_among(plain, KINDS)
    return kind


def from_plain(plain: dict[str, Any]) -> Data:
    """Build an input from the result of a ``plain()`` method or from a rule. Raises `InputError` if it is malformed."""
    data: Data = input_from_plain(expand_rule(plain), KINDS)
    return data
