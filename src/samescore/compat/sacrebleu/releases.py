"""sacreBLEU's module as of a release, with its submodules."""

from __future__ import annotations

import copyreg
from functools import cache
from types import ModuleType
from typing import Any

from samescore.compat.modules import module
from samescore.compat.native import modelled
from samescore.compat.sacrebleu.base import NEWEST, Metric
from samescore.compat.sacrebleu.functions import Functions
from samescore.compat.sacrebleu.metrics import BLEU, CHRF, METRICS, TER
from samescore.compat.sacrebleu.scores import BLEUScore, CHRFScore, Score, TERScore
from samescore.compat.sacrebleu.signatures import Signature
from samescore.compat.sacrebleu.significance import PairedTest, Result
from samescore.compat.sacrebleu.tokenizers import TercomTokenizer

_NAMES = (
    "corpus_bleu",
    "raw_corpus_bleu",
    "sentence_bleu",
    "corpus_chrf",
    "sentence_chrf",
    "corpus_ter",
    "sentence_ter",
)


class _OfRelease:
    """A mix-in that makes the metric classes of older releases picklable; pickle cannot find them by their names."""

    def __reduce__(self) -> Any:
        metric: Any = self
        release, name = metric.model.release, type(self).__name__
        if vars(of_release(release)).get(name) is type(self):
            return _restored, (release, name, vars(self))
        return copyreg.__newobj__, (type(self),), vars(self)  # type: ignore[attr-defined]


def _restored(release: str, name: str, state: dict[str, Any]) -> Metric:
    """Return an unpickled metric object of a release."""
    made: Metric = object.__new__(vars(of_release(release))[name])
    made.__dict__.update(state)
    return made


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module as of a release, with its submodules.

    Raises `UnknownNameError` for a release that is not modelled.
    """
    model = modelled("sacrebleu", release, "bleu", "corpus_bleu", "2.0.0")
    bleu, chrf, ter = (
        kind if release == NEWEST else type(kind.__name__, (_OfRelease, kind), {"model": model})
        for kind in (BLEU, CHRF, TER)
    )
    functions = Functions(bleu, chrf, ter)
    names = {name: getattr(functions, name) for name in _NAMES}
    classes = {"BLEU": bleu, "CHRF": chrf, "TER": ter}
    scores = {"BLEU": BLEUScore, "CHRF": CHRFScore, "TER": TERScore}
    of_metrics = {
        name.lower(): module(f"sacrebleu.metrics.{name.lower()}", **{name: kind, f"{name}Score": scores[name]})
        for name, kind in classes.items()
    }
    return module(
        "sacrebleu",
        __version__=release,
        **classes,
        **names,
        compat=module("sacrebleu.compat", **names),
        metrics=module(
            "sacrebleu.metrics",
            **classes,
            **{kind.__name__: kind for kind in scores.values()},
            METRICS={**METRICS, **classes},
            base=module("sacrebleu.metrics.base", Score=Score, Signature=Signature, Metric=Metric),
            **of_metrics,
        ),
        significance=module("sacrebleu.significance", PairedTest=PairedTest, Result=Result),
        tokenizers=module(
            "sacrebleu.tokenizers",
            tokenizer_ter=module("sacrebleu.tokenizers.tokenizer_ter", TercomTokenizer=TercomTokenizer),
        ),
        version=module("sacrebleu.version", __version__=release),
    )
