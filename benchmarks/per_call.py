"""The time of one call for one text, with samescore and with packages: ``python -m benchmarks.per_call``.

`samescore.scorer` returns a number, and `samescore.compat` the package's own result object.

Texts are generated, and no text occurs twice: some packages cache what they did for a text.
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any

import samescore
from samescore.compat import PACKAGES, compat

Call = Callable[[str, str], object]

_WORDS = (
    "the",
    "of",
    "and",
    "to",
    "in",
    "is",
    "it",
    "you",
    "that",
    "he",
    "was",
    "for",
    "on",
    "are",
    "with",
    "his",
    "they",
)
#: Numbers of words of a short and of a long text.
_SIZES = (12, 60)
_TEXTS, _ROUNDS = 400, 5


def _texts(words: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield hypotheses with their references: two of three words are equal."""
    rng = random.Random(seed)
    while True:
        reference = [rng.choice(_WORDS) + rng.choice(("", "", "s", ",")) for _ in range(words)]
        hypothesis = [word if rng.random() < 2 / 3 else rng.choice(_WORDS) for word in reference]
        yield " ".join(hypothesis), f"{' '.join(reference)} {rng.randint(0, 10**9)}."


def _microseconds(call: Call, words: int) -> float:
    """Return the CPU time of a call: the least mean of several rounds."""
    least = float("inf")
    for seed in range(_ROUNDS):
        texts = list(islice(_texts(words, seed), _TEXTS))
        start = time.process_time()
        for hypothesis, reference in texts:
            call(hypothesis, reference)
        least = min(least, (time.process_time() - start) / _TEXTS)
    return 1e6 * least


def _sacrebleu(home: Any) -> Iterator[tuple[str, Call]]:
    bleu, chrf, ter = home.BLEU(effective_order=True), home.CHRF(), home.TER()
    yield "sacrebleu.sentence_bleu", lambda hypothesis, reference: bleu.sentence_score(hypothesis, [reference])
    yield "sacrebleu.sentence_chrf", lambda hypothesis, reference: chrf.sentence_score(hypothesis, [reference])
    yield "sacrebleu.sentence_ter", lambda hypothesis, reference: ter.sentence_score(hypothesis, [reference])


def _rouge_score(home: Any) -> Iterator[tuple[str, Call]]:
    scorer = home.rouge_scorer.RougeScorer
    rouge_1, rouge_l = scorer(["rouge1"]), scorer(["rougeL"])
    yield "rouge_score.rouge1", lambda hypothesis, reference: rouge_1.score(reference, hypothesis)
    yield "rouge_score.rougeL", lambda hypothesis, reference: rouge_l.score(reference, hypothesis)


def _nltk(home: Any) -> Iterator[tuple[str, Call]]:
    bleu = home.translate.bleu_score.sentence_bleu
    yield "nltk.sentence_bleu", lambda hypothesis, reference: bleu([reference.split()], hypothesis.split())


def _jiwer(home: Any) -> Iterator[tuple[str, Call]]:
    yield "jiwer.wer", lambda hypothesis, reference: home.wer(reference, hypothesis)
    yield "jiwer.cer", lambda hypothesis, reference: home.cer(reference, hypothesis)


_PACKAGES = {"sacrebleu": _sacrebleu, "nltk": _nltk, "rouge_score": _rouge_score, "jiwer": _jiwer}
#: Submodules that a package does not import by itself.
_PARTS = {"nltk": ("nltk.translate.bleu_score",), "rouge_score": ("rouge_score.rouge_scorer",)}
_METRICS = {
    "sacrebleu.sentence_bleu": "bleu",
    "sacrebleu.sentence_chrf": "chrf",
    "sacrebleu.sentence_ter": "ter",
    "nltk.sentence_bleu": "bleu",
    "rouge_score.rouge1": "rouge1",
    "rouge_score.rougeL": "rouge-l",
    "jiwer.wer": "wer",
    "jiwer.cer": "cer",
}


def main() -> None:
    """Print a table of the entry points whose packages are installed."""
    warnings.simplefilter("ignore")  # NLTK's BLEU warns of orders without a match
    print("| one call | words | samescore.scorer | samescore.compat | package | scorer is faster |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for package, entry_points in _PACKAGES.items():
        if find_spec(package) is None:
            continue
        for part in _PARTS.get(package, ()):
            import_module(part)
        offered = dict(entry_points(compat(package))) if package in PACKAGES else {}
        for name, call in entry_points(import_module(package)):
            scorer = samescore.scorer(_METRICS[name], like=name)
            for words in _SIZES:
                ours, theirs = _microseconds(scorer, words), _microseconds(call, words)
                beside = f"{_microseconds(offered[name], words):.1f} µs" if name in offered else "-"
                print(f"| {name} | {words} | {ours:.1f} µs | {beside} | {theirs:.1f} µs | {theirs / ours:.1f}× |")


if __name__ == "__main__":
    main()
