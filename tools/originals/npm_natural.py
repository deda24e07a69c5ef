"""Driver of the npm package natural: distances and similarities of two texts; a corpus has the mean of its segments."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.node import answers, is_text, mean, version


def _doubled(count: int, seed: int) -> Iterator[Corpus]:
    """Yield `count` corpora of texts of two or three different letters, so many letters are doubled or exchanged."""
    rng = random.Random(seed)
    for _ in range(count):
        letters = rng.sample(["a", "b", "c", "A", " ", "é", "\U0001f600", "\U0001f601", "\t", "我"], rng.choice([2, 3]))
        size, longest = rng.choice([1, 1, 2]), rng.choice([1, 7, 7])
        hypotheses, references = (
            ["".join(rng.choices(letters, k=rng.randint(0, longest))) for _ in range(size)] for _ in range(2)
        )
        yield Corpus.from_segments(hypotheses, [[reference] for reference in references])


def _inputs(count: int, seed: int) -> Iterator[Data]:
    for some in zip(corpora("edit-distance", count, seed, 1), _doubled(count, seed), strict=False):
        yield from filter(is_text, some)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    costs = [1, 1, 2, 0, 5]
    return [
        ("LevenshteinDistance", {"substitution_cost": rng.choice(costs)}),
        (
            "DamerauLevenshteinDistance",
            {
                "substitution_cost": rng.choice(costs),
                "operations": rng.choice(["damerau-same-later", "damerau-same-later", "osa"]),
            },
        ),
        ("JaroWinklerDistance", {}),
        ("JaroWinklerDistance", {"case": "lower"}),
        ("DiceCoefficient", {}),
    ]


def _load(paths: list[Path]) -> Ask:
    edits, jaro_winkler, dice = paths

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        pairs = [[str(line.references[0]), str(line.hypothesis)] for line in data]
        if entry_point == "JaroWinklerDistance":
            ignore_case = {"ignoreCase": knobs.get("case") == "lower"}
            return mean(
                answers(jaro_winkler, entry_point, [[*pair, ignore_case] for pair in pairs], "(asked) => asked")
            )
        if entry_point == "DiceCoefficient":
            shares = answers(dice, entry_point, pairs, "(asked) => asked")
            return mean([math.nan if share is None else share for share in shares])
        options = {"substitution_cost": knobs["substitution_cost"], "restricted": knobs.get("operations") == "osa"}
        calls = [[*pair, options] for pair in pairs]
        return mean(answers(edits, entry_point, calls))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://www.npmjs.com/package/natural",
            path="lib/natural/distance/levenshtein_distance.js",
            version="8.1.1",
            sha256="b2bbf8595d47c1c4b2e03e9e565f41afd69eb25fda15dd5723b5f35926965e03",
        ),
        Source(
            repository="https://www.npmjs.com/package/natural",
            path="lib/natural/distance/jaro-winkler_distance.js",
            version="8.1.1",
            sha256="0c2552f034190921c81082cf8e039b54d799377a84770ca98642058da3cdc1fd",
        ),
        Source(
            repository="https://www.npmjs.com/package/natural",
            path="lib/natural/distance/dice_coefficient.js",
            version="8.1.1",
            sha256="f31e59dad00b3235022a062326846cc1d552ff502e723b355714b77924e5cd13",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
