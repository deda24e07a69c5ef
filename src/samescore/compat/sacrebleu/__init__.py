"""sacreBLEU's names over the native metrics: ``from samescore.compat import sacrebleu``.

`of_release` returns the names of another release. Not offered: test sets and their files, and the command.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from samescore.compat.modules import module
from samescore.compat.native import modelled
from samescore.compat.sacrebleu.base import NEWEST, Metric
from samescore.compat.sacrebleu.functions import Functions
from samescore.compat.sacrebleu.metrics import BLEU, CHRF, METRICS, TER
from samescore.compat.sacrebleu.scores import BLEUScore, CHRFScore, Score, TERScore
from samescore.compat.sacrebleu.signatures import Signature
from samescore.compat.sacrebleu.significance import PairedTest, Result
from samescore.compat.sacrebleu.tokenizers import TercomTokenizer

__all__ = [
    "BLEU",
    "CHRF",
    "TER",
    "PairedTest",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
]

__version__ = NEWEST

_FUNCTIONS = Functions()
corpus_bleu = _FUNCTIONS.corpus_bleu
raw_corpus_bleu = _FUNCTIONS.raw_corpus_bleu
sentence_bleu = _FUNCTIONS.sentence_bleu
corpus_chrf = _FUNCTIONS.corpus_chrf
sentence_chrf = _FUNCTIONS.sentence_chrf
corpus_ter = _FUNCTIONS.corpus_ter
sentence_ter = _FUNCTIONS.sentence_ter


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module as of a release, with its submodules; raises `UnknownNameError` for other releases."""
    model = modelled("sacrebleu", release, "bleu", "corpus_bleu", "2.0.0")
    bleu, chrf, ter = (
        kind if release == NEWEST else type(kind.__name__, (kind,), {"model": model}) for kind in (BLEU, CHRF, TER)
    )
    functions = Functions(bleu, chrf, ter)
    names = {name: getattr(functions, name) for name in __all__ if name.islower()}
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
