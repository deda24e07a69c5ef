"""Names that packages use for knobs and inputs, needed to tell users what to write instead."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from samescore.catalogue.arguments import Argument
from samescore.catalogue.profile_files import profile_files
from samescore.settings import Settings

#: Names of inputs in evaluate, torchmetrics, scikit-learn, NLTK and others.
_INPUTS = (
    *("predictions", "prediction", "preds", "pred", "y_pred", "hypothesis", "hyps", "hyp", "candidates", "candidate"),
    *("target", "targets", "y_true", "reference", "refs", "ref", "ground_truth", "y_score", "y_prob", "probs"),
)


class ForeignArgument(msgspec.Struct, frozen=True):
    """An argument of a package that sets a knob."""

    implementation: str
    argument: Argument

    @property
    def knob(self) -> str:
        """The name of the knob that the argument sets."""
        return self.argument.knob

    def value(self, given: object) -> object:
        """Return the knob's value for a value of the argument; a value without an entry in its table is unchanged."""
        return self.argument.values.get(str(given).lower(), given)


def arguments_elsewhere(name: str, kind: type[Settings]) -> Iterator[ForeignArgument]:
    """Yield the arguments called `name` that set a knob of the metric, by entry point, packages in report order."""
    for file in sorted(profile_files().values(), key=lambda file: file.order):
        for profile in file.current(None):
            if profile.metric == kind.metric and name in profile.arguments and profile.arguments[name].knob:
                yield ForeignArgument(file.implementation, profile.arguments[name])


def is_input(name: str) -> bool:
    """Return whether functions of packages use this name for an input, not for a setting.

    >>> is_input("preds"), is_input("beta")
    (True, False)
    """
    return name in _INPUTS
