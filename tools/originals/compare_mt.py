"""Driver of compare-mt: its scorers, and `eval_with_paired_bootstrap` of numbers and of its BLEU.

It needs compare-mt in the version of the driver, NLTK, and six, which compare-mt requires without declaring it; the files
are those of the installation. ``numpy.random.seed(seed)`` is called before each test. The scale of scores
(``--scorer_scale``) is 1 in significance tests and for chrF, and 100 for the other scorers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.comparison import MEAN, Comparison, Numbers
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one

#: The settings of compare-mt's BLEU.
STATISTIC = {
    "tokenizer": "none",
    "smoothing": "none",
    "denominator_floor": "one-per-segment",
    "zero_precision": "skip",
    "log_unit": "fraction",
    "summation": "weighted-total",
    "scale": "1",
}
_WORDS = ["the", "a", "cat", "dog", "sat", "ran", "on", "in", "mat", "house"]


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield a corpus without segments; then texts and pairs of systems, in turn."""
    yield Corpus.from_segments([], [])
    texts = [corpora(metric, count, seed + k, 1) for k, metric in enumerate(("bleu", "chrf", "rouge-lsum"))]
    systems = _systems(2 * count, seed)
    for some in zip(*texts, systems, systems, strict=False):
        yield from some


def _systems(count: int, seed: int) -> Iterator[Data]:
    """Yield `count` pairs of systems with at least two segments, because a half of one segment is empty."""
    rng = random.Random(seed)
    for number in range(count):
        size = rng.choice([2, 3, 5, 8, 16])
        if number % 2:
            grain = rng.choice([1, 8, 10, 1000])
            yield Comparison(MEAN, [Numbers([rng.randint(0, grain) / grain for _ in range(size)]) for _ in range(2)])
            continue
        references = [[rng.choice(_WORDS) for _ in range(rng.randint(1, 12))] for _ in range(min(size, 8))]
        rates = rng.choice([(0.1, 0.1), (0.2, 0.3), (0.5, 0.5), (0.3, 0.3)])
        systems = [[_changed(rng, line, rate) for line in references] for rate in rates]
        lines = [[" ".join(line)] for line in references]
        yield Comparison("bleu", [Corpus.from_segments(system, lines) for system in systems], STATISTIC)


def _changed(rng: random.Random, reference: list[str], rate: float) -> str:
    words = [rng.choice(_WORDS) if rng.random() < rate else word for word in reference]
    return " ".join(words[: rng.choice([len(words), len(words), len(words) - 1, 0 if rng.random() < 0.1 else 2])])


def _requests(data: Data, rng: random.Random) -> list[Request]:
    if isinstance(data, Corpus):
        lower = rng.random() < 0.2
        case = {"case": "lower"} if lower else {}
        measured = {**case, "measure": rng.choice(["f", "f", "precision", "recall"])}
        return [
            *((name, {"case": "lower-tokens"} if lower else {}) for name in ("BleuScorer", "SentBleuScorer")),
            ("ChrFScorer", case),
            ("WERScorer", {}),
            ("RougeScorer-rougeN", {**measured, "order": rng.choice([1, 2, 3])}),
            *((f"RougeScorer-{kind}", measured) for kind in ("rougeL", "rougeLsum")),
        ]
    drawn = {"seed": rng.choice([0, 1, rng.randint(2, 2**32 - 1)]), "resamples": rng.choice([1, 20, 40, 100, 1000])}
    if isinstance(data, Comparison) and data.statistic != MEAN:
        drawn["resamples"] = min(drawn["resamples"], 100)
    return [("p_value", drawn), *(("interval", {**drawn, "end": end}) for end in ("low", "high", "centre"))]


def _load(paths: list[Path]) -> Ask:
    import numpy as np
    from compare_mt import scorers, sign_utils

    if [path.resolve() for path in paths] != [Path(str(module.__file__)).resolve() for module in (sign_utils, scorers)]:
        raise SystemExit(f"the installed compare-mt is another one: {sign_utils.__file__}")

    def ask(name: str, data: Any, settings: dict[str, Any]) -> float:
        if isinstance(data, Corpus):
            scorers.global_scorer_scale = 1.0 if name == "ChrFScorer" else 100.0
            return _score(scorers, name, data, settings)
        scorers.global_scorer_scale = 1.0
        scorer, statistics = _cached(scorers, data)
        everything = list(range(data.segments))
        scores = [scorer.score_cached_corpus(everything, statistic)[0] for statistic in statistics]
        better = 0 if scores[0] >= scores[1] else 1
        np.random.seed(settings["seed"])
        wins, intervals = sign_utils.eval_with_paired_bootstrap(
            everything,
            [everything, everything],
            everything,
            scorer,
            compare_directions=[(1 - better, better)],
            num_samples=settings["resamples"],
            cache_stats=statistics,
        )
        if name == "p_value":
            return float(wins[0][2])
        end = {"low": "lower_bound", "high": "upper_bound", "centre": "mean"}[settings["end"]]
        return float(intervals[0][end])

    return one_by_one(ask)


def _score(scorers: Any, name: str, data: Corpus, settings: dict[str, Any]) -> float:
    kind, _, rouge = name.partition("-")
    options: dict[str, Any] = {"case_insensitive": "case" in settings}
    if rouge:
        options["rouge_type"] = f"rouge{settings['order']}" if rouge == "rougeN" else rouge
        options["score_type"] = {"f": "fmeasure"}.get(settings["measure"], settings["measure"])
    references = [str(segment.references[0]).split() for segment in data]
    hypotheses = [str(segment.hypothesis).split() for segment in data]
    return float(getattr(scorers, kind)(**options).score_corpus(references, hypotheses)[0])


def _cached(scorers: Any, data: Comparison) -> tuple[Any, list[Any]]:
    """Return a scorer, and its statistics of each system."""
    plain = [system.plain() for system in data.systems]
    if data.statistic == MEAN:
        return scorers.SentenceFactoredScorer(), [system["scores"] for system in plain]
    scorer = scorers.BleuScorer()
    counted = []
    for system in plain:
        references = [segment["references"][0].split() for segment in system["segments"]]
        counted.append(
            scorer.cache_stats(references, [segment["hypothesis"].split() for segment in system["segments"]])
        )
    return scorer, counted


def _source(name: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/compare-mt", f"compare_mt/{name}.py", "0.2.10", sha256)


DRIVER = Driver(
    sources=[
        _source("sign_utils", "900366cc543c41beb3cd5f22a71c5ca49050537508944e344cf16948bc94c3cb"),
        _source("scorers", "e648d82fd8979cc6781d5be865cd007d9258ce80d221a4247080620cac156b9c"),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
