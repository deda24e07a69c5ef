"""sacreBLEU's paired tests and intervals backed by the metrics ``p-value`` and ``interval`` (``sacrebleu.significance``)."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from samescore.compat.native import Model, with_native_errors
from samescore.compat.sacrebleu.signatures import Signature
from samescore.data.comparison import Comparison
from samescore.data.corpus import Corpus
from samescore.settings import Settings
from samescore.verbs.scoring.score import score

#: Default number of trials of approximate randomization, and of bootstrap resamples.
_SAMPLES = {"ar": 10_000, "bs": 1000}


class Result:
    """The score of a system, and its p-value, bootstrap mean and half-width; each of these is None if not computed."""

    def __init__(
        self, score: float, p_value: float | None = None, mean: float | None = None, ci: float | None = None
    ) -> None:
        self.score = score
        self.p_value = p_value
        self.mean = mean
        self.ci = ci

    def __repr__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in vars(self).items())


class PairedTest:
    """Paired tests of systems against the first system; calling the object runs them.

    The arguments are sacreBLEU's; `n_jobs` has no effect. `test_type` is ``ar`` or ``bs``; other values raise
    `AssertionError`.
    """

    def __init__(
        self,
        named_systems: Sequence[tuple[str, Sequence[str]]],
        metrics: Mapping[str, Any],
        references: Sequence[Sequence[str | None]] | None,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        if test_type not in _SAMPLES:
            raise AssertionError(f"test_type={test_type!r} does not exist; choose ar or bs")
        self.test_type = test_type
        self.n_samples = n_samples if n_samples > 0 else _SAMPLES[test_type]
        self.n_ar_confidence = _SAMPLES["bs"] if n_ar_confidence == 0 else n_ar_confidence
        self.n_jobs = n_jobs
        self.named_systems = named_systems
        self.references = references
        self._metrics = metrics

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[Any]]]:
        """Return the signature of each metric, and columns of a table: the systems' names, and the results by metric.

        Raises `NotImplementedError` for intervals of several systems in a randomization test, because they depend on
        random numbers that the test has drawn before, and these are not modelled.
        """
        if self.test_type == "ar" and self.n_ar_confidence > 0 and len(self.named_systems) > 1:
            raise NotImplementedError("samescore.compat offers no intervals beside randomization: use test_type='bs'")
        signatures: dict[str, Signature] = {}
        columns: dict[str, list[Any]] = {"System": [name for name, _ in self.named_systems]}
        for metric in self._metrics.values():
            scores = [metric.corpus_score(texts, self.references) for _, texts in self.named_systems]
            streams = [] if self.references is None else [list(stream) for stream in self.references]
            texts = [metric.texts(system, streams) for _, system in self.named_systems]
            resampled = self.n_samples if self.test_type == "bs" else self.n_ar_confidence
            results = []
            for number, (scored, corpus) in enumerate(zip(scores, texts, strict=True)):
                mean, half = interval(metric, corpus, resampled, first=not number) if resampled > 0 else (None, None)
                p_value = self._p_value(metric, texts[0], corpus) if number else None
                results.append(Result(scored.score, p_value, mean, half))
            columns[scores[0].name] = results
            signatures[scores[0].name] = self._signature(metric)
        return signatures, columns

    def _p_value(self, metric: Any, baseline: Corpus, system: Corpus) -> float:
        settings: Settings = metric.native_settings
        data = Comparison(settings.metric, [baseline, system], settings.as_dict())
        model: Model = metric.model
        like = model.like(f"paired_{self.test_type}", {"n_samples": self.n_samples})
        return with_native_errors(lambda: score("p-value", data, like=like, seed=seed() or _random_seed()).value)

    def _signature(self, metric: Any) -> Signature:
        signature: Signature = metric.get_signature()
        signature.update("seed", str(seed()).lower())
        signature.update(self.test_type, self.n_samples)
        if self.n_ar_confidence > 0:
            signature.update("bs", self.n_ar_confidence)
        return signature


def interval(
    metric: Any, texts: Corpus, samples: int, entry_point: str = "paired_bs_interval", *, first: bool = True
) -> tuple[float, float]:
    """Return the mean score of `samples` bootstrap resamples, and half the width of their 95 % interval.

    The seed is `seed()`. As in sacreBLEU, a seed of 0 applies only to the `first` system of a test; the resamples of
    the other systems are random.
    """
    settings: Settings = metric.native_settings
    data = Comparison(settings.metric, [texts], settings.as_dict())
    argument = "n_samples" if entry_point == "paired_bs_interval" else "n_bootstrap"
    like, chosen = metric.model.like(entry_point, {argument: samples}), seed()
    drawn = _random_seed() if chosen is None or (chosen == 0 and not first) else chosen
    mean, half = (
        with_native_errors(lambda end=end: score("interval", data, like=like, seed=drawn, end=end).value)  # type: ignore[misc]
        for end in ("centre", "half-width")
    )
    return mean, half


def seed() -> int | None:
    """Return the seed from SACREBLEU_SEED, by default 12345; None for ``none``. Raises `ValueError` for other texts."""
    text = os.environ.get("SACREBLEU_SEED", "12345")
    return None if text.lower() == "none" else int(text)


def _random_seed() -> int:
    return secrets.randbelow(2**31 - 1) + 1
