"""Random items of classifiers, annotators, rankings and questions: sizes, values, and how often rare cases occur."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from samescore.generators import (
    confusion,
    counted_texts,
    instructed_responses,
    labels,
    rankings,
    ratings,
    sampled_responses,
    scored_labels,
    supported_answers,
    verdicts,
)
from samescore.generators.sizes import item_count
from samescore.generators.target import Target
from samescore.metrics import metric

#: They do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_DRAWS = 800
_NO_TARGET: Any = None


def _drawn(draw: Callable[[random.Random], Any], draws: int = _DRAWS) -> list[Any]:
    rng = random.Random(5)
    return [draw(rng) for _ in range(draws)]


def _share(cases: Sequence[bool]) -> float:
    return sum(cases) / len(cases)


def _target(name: str) -> Target:
    return Target(metric(name), metric(name).settings())


def test_labels() -> None:
    drawn = list(labels.labels(_DRAWS, 4))
    assert {len(data.gold) for data in drawn} == {0, 1, 2, 3, 8, 20, 60}
    assert [place for place, data in enumerate(drawn) if not len(data.gold)] == list(range(0, _DRAWS, 97))
    long = [data for data in drawn if len(data.gold) == 60]
    classes = Counter(len(set(data.gold)) for data in long)
    assert {1, 2, 3, 4, 10} <= set(classes)
    assert max(classes) > 20
    assert classes[1] / len(long) == pytest.approx(0.2, abs=0.1)
    many = [data for data in long if len(set(data.gold)) > 3]
    right = [sum(a == b for a, b in zip(data.gold, data.predicted, strict=True)) / 60 for data in many]
    # Of the wrong predictions, some are right by chance.
    assert {min((0.15, 0.55, 0.82, 1), key=lambda share: abs(share - each)) for each in right} == {0.15, 0.55, 0.82, 1}
    fresh = _drawn(lambda rng: labels._fresh_data(_NO_TARGET, rng, 0))
    assert {len(data.gold) for data in fresh} == {1, 2, 5, 9, 20, 60}
    right = [sum(a == b for a, b in zip(data.gold, data.predicted, strict=True)) / 60 for data in fresh if len(data.gold) == 60]  # fmt: skip
    assert min(right) < 0.5
    assert max(right) > 0.9
    numbers = {max(data.gold) for data in fresh if data.gold and all(isinstance(label, int) for label in data.gold)}
    assert max(numbers) == 5


def test_large_labels() -> None:
    rng = random.Random(5)
    several = _target("f1")
    sizes = [(len(data.gold), len(set(data.gold))) for data in (labels._large_data(several, rng, k) for k in range(1, 8))]  # fmt: skip
    assert sizes[:6] == [(1025, 300), (1025, 17), (257, 2), (1001, 3), (65, 5), (33, 2)] or several.settings.average == "binary"  # type: ignore[attr-defined]  # fmt: skip
    data = labels._many(rng, 6000, 4)
    wrong = [gold != said for gold, said in zip(data.gold, data.predicted, strict=True)]
    # A wrong prediction is drawn from all classes, and so may be right.
    assert _share(wrong[:1500]) == pytest.approx(0.75 * (0.2 + 0.6 / 8), abs=0.04)
    assert _share(wrong[-1500:]) == pytest.approx(0.75 * (0.8 - 0.6 / 8), abs=0.04)
    assert [data.gold.count(k) / 6000 for k in range(4)] == pytest.approx(
        [0.5, 0.5**0.5 - 0.5, 0.75**0.5 - 0.5**0.5, 1 - 0.75**0.5], abs=0.02
    )


def test_scored_labels() -> None:
    drawn = list(scored_labels.scored_labels(_DRAWS, 4))
    assert {len(data.gold) for data in drawn} == {0, 1, 2, 3, 5, 8, 20, 60, 400}
    assert [place for place, data in enumerate(drawn) if not len(data.gold)] == list(range(0, _DRAWS, 97))
    assert _share([any(map(math.isinf, data.scores)) for data in drawn]) == pytest.approx(0.03, abs=0.015)
    long = [data for data in drawn if len(data.gold) >= 60]
    ones = Counter(min((0, 0.1, 0.5, 1), key=lambda share: abs(share - sum(data.gold) / len(data.gold))) for data in long)  # fmt: skip
    assert ones[0.5] / len(long) == pytest.approx(8 / 11, abs=0.09)
    assert set(ones) == {0, 0.1, 0.5, 1}
    finite = [[score for score in data.scores if not math.isinf(score)] for data in long]
    digits = Counter(next(d for d in (0, 1, 2, 17) if all(round(x, d) == x for x in scores)) for scores in finite)
    assert set(digits) == {0, 1, 2, 17}
    assert digits[17] / len(long) == pytest.approx(0.25, abs=0.1)
    of_ones = [x for data in long for label, x in zip(data.gold, data.scores, strict=True) if label and not math.isinf(x)]  # fmt: skip
    assert sum(of_ones) / len(of_ones) == pytest.approx(1, abs=0.05)


def test_probabilities() -> None:
    drawn = list(scored_labels.probabilities(_DRAWS, 4))
    extreme = {0.0, 1.0, 1e-16, 1e-9, 1 - 2.0**-53, 1 - 1e-9}
    outside = {1.25, -0.5, 1 + 2.0**-52, math.inf, -math.inf}
    seen = {score for data in drawn for score in data.scores}
    assert extreme | outside <= seen
    assert all(0 <= score <= 1 for score in seen - outside)
    assert _share([bool(outside & {*data.scores}) for data in drawn]) == pytest.approx(0.05, abs=0.02)
    near = {1e-16, 1e-9, 1 - 2.0**-53, 1 - 1e-9}
    assert _share([bool(near & {*data.scores}) for data in drawn]) == pytest.approx(0.5 * 4 / 6, abs=0.05)
    few = [data for data in _drawn(scored_labels.few_probabilities) if len(data.gold) == 60]
    assert all(64 * score == int(64 * score) for data in few for score in data.scores)
    means = [sum(data.gold) / 60 for data in few]
    assert {min((0.2, 0.5, 0.8), key=lambda share: abs(share - mean)) for mean in means} == {0.2, 0.5, 0.8}
    grains = {all(4 * score == int(4 * score) for score in data.scores) for data in _drawn(scored_labels._few_scores)}
    assert grains == {True, False}
    large = scored_labels.large_scores(random.Random(5), 5000)
    assert sum(large.gold) / 5000 == pytest.approx(0.4, abs=0.03)


def test_ratings() -> None:
    rng = random.Random(5)
    drawn = [ratings.table(rng, 1, 12) for _ in range(1200)]
    sides = [[data.metric_scores[0], data.human_scores[0]] for data in drawn]
    constant = [any(len(set(side)) == 1 and side[0] in (0.1, 0.5, 3.0) for side in both) for both in sides]
    assert _share(constant) == pytest.approx(1 / 24, abs=0.02)
    missing = [sum(side.count(None) for side in both) for both in sides]
    assert _share([bool(count) for count in missing]) == pytest.approx(2 / 24, abs=0.02)
    assert {1, 2} < set(missing)
    assert max(missing) > 6
    infinite = [sum(x in (math.inf, -math.inf) for side in both for x in side) for both in sides]
    assert _share([count == 1 for count in infinite]) == pytest.approx(1 / 24, abs=0.015)
    sizes = [max((abs(x) for x in side if x not in (None, math.inf, -math.inf)), default=0) for both in sides for side in both]  # fmt: skip
    assert _share([1e5 < size < 1e7 for size in sizes]) == pytest.approx(1 / 48, abs=0.01)
    for exponent in (-300, -170, -20, 20, 160, 300):
        assert any(abs(math.log10(size) - exponent) < 2 for size in sizes if size), exponent
    opposite = [all(x == -y for x, y in zip(*both, strict=True)) for both in sides if None not in both[0] + both[1]]
    assert _share(opposite) == pytest.approx(1 / 24, abs=0.015)
    fresh = _drawn(lambda rng: ratings._fresh_data(_NO_TARGET, rng, 0))
    assert {(len(data.human_scores), len(data.human_scores[0])) for data in fresh} == {
        *((1, 5), (1, 12), (1, 24), (2, 8), (4, 6), (6, 3))
    }
    assert _share([any(None in row for row in [*data.human_scores, *data.metric_scores]) for data in fresh]) == pytest.approx(0.2, abs=0.05)  # fmt: skip
    values = {x for data in fresh for row in data.human_scores for x in row} - {None}
    assert values == {count / 4 for count in range(16)}
    large = ratings._large_data(_NO_TARGET, rng, 0)
    [noisy], [human] = ([[x or 0.0 for x in row] for row in side] for side in (large.metric_scores, large.human_scores))
    gaps = [x - y for x, y in zip(noisy, human, strict=True)]
    assert (len(gaps), max(human), gaps[0]) == (item_count(0), 63 / 4, 0)
    assert sum(gaps[-300:]) / 300 == pytest.approx(64 * 0.85 / 8, abs=0.6)


def test_rankings() -> None:
    drawn = list(rankings.rankings(_DRAWS, 4))
    assert [place for place, data in enumerate(drawn) if not data.plain()["rankings"]] == list(range(10, _DRAWS, 97))
    assert {len(data.plain()["rankings"]) for data in drawn} == {0, 1, 2, 3, 6}
    rng = random.Random(5)
    queries = [rankings._query(rng, "q", "tied") for _ in range(3000)]
    assert _share([query["run"] is None for query in queries]) == pytest.approx(0.06 * 0.9, abs=0.015)
    assert _share([query["run"] == [] for query in queries]) == pytest.approx(0.02, abs=0.01)
    judged = [query for query in queries if query["run"]]
    # Each document is judged with a chance of 0.7, so a fifth of the shortest queries have no judged one: 0.036 of all.
    assert _share([query["qrels"] is None for query in judged]) == pytest.approx(0.04 / 0.92 + 0.036, abs=0.02)
    assert {len(query["run"]) for query in judged} == {1, 2, 3, 5, 8, 12, 24, 54}
    assert _share([any(name.startswith("d2") for name, _ in query["run"]) for query in judged if len(query["run"]) > 12]) == pytest.approx(0.05, abs=0.03)  # fmt: skip
    with_both = [query for query in judged if query["qrels"] and len(query["run"]) == 12]
    unseen = [len({name for name, _ in query["qrels"]} - {name for name, _ in query["run"]}) for query in with_both]
    assert set(unseen) == {0, 1, 2, 3, 4}
    shares = [len(query["qrels"]) - extra for query, extra in zip(with_both, unseen, strict=True)]
    assert sum(shares) / len(shares) / 12 == pytest.approx(0.7, abs=0.03)
    assert {grade for query in with_both for _, grade in query["qrels"]} == {-2, -1, 0, 1, 2, 3, 4}
    assert {score for query in judged for _, score in query["run"]} == {0.5, 1, 2}
    several = [rankings._scores(rng, "different", 5) for _ in range(400)]
    assert all(len(set(scores)) == 5 for scores in several)
    assert {8 * score for scores in several for score in scores} == set(range(50))
    fresh = [query for data in _drawn(lambda rng: rankings._fresh_data(_NO_TARGET, rng, 0)) for query in data.plain()["rankings"]]  # fmt: skip
    assert {len(query["run"]) for query in fresh} == {2, 4, 7}
    assert {len(query["qrels"]) - len(query["run"]) for query in fresh} == {1}
    assert {grade for query in fresh for _, grade in query["qrels"]} == {0, 1, 2}
    assert {score for query in fresh for _, score in query["run"]} == {count / 2 for count in range(8)}
    many, long = (rankings._large_data(_NO_TARGET, rng, number).plain()["rankings"] for number in (0, 1))
    assert [(len(made), len(made[0]["run"])) for made in (many, long)] == [(item_count(0), 5), (3, 2 * item_count(1))]


def test_verdicts() -> None:
    drawn = [data.plain()["verdicts"] for data in verdicts.verdicts(_DRAWS, 4)]
    assert {len(rows) for rows in drawn} == {0, 1, 2, 3, 6, 20}
    assert {max(map(len, rows)) for rows in drawn if len(rows) == 20} >= {1, 2, 3, 5, 8, 10, 40}
    assert _share([len(set(map(len, rows))) > 1 for rows in drawn if len(rows) == 20]) == pytest.approx(0.2 * 6 / 7, abs=0.08)  # fmt: skip
    rng = random.Random(5)
    right = [sum(verdicts._question(rng, 400)) / 400 for _ in range(_DRAWS)]
    nearest = Counter(min((0, 0.1, 0.5, 0.9, 1), key=lambda share: abs(share - each)) for each in right)
    assert {share: nearest[share] / _DRAWS for share in nearest} == pytest.approx(
        {0: 1 / 6, 0.1: 1 / 6, 0.5: 1 / 3, 0.9: 1 / 6, 1: 1 / 6}, abs=0.05
    )
    assert {round(each, 1) for each in right} <= {0, 0.1, 0.2, 0.4, 0.5, 0.6, 0.8, 0.9, 1}
    fresh = [data.plain()["verdicts"] for data in _drawn(lambda rng: verdicts._fresh_data(_NO_TARGET, rng, 0))]
    assert {(len(rows), len(rows[0])) for rows in fresh} == {(size, of) for size in (1, 2, 4) for of in (2, 4, 8)}
    large = [verdicts._large_data(_NO_TARGET, random.Random(1), number).plain()["verdicts"] for number in (0, 1)]
    assert [(len(rows), max(map(len, rows))) for rows in large] == [(item_count(0), 8), (8, item_count(1))]


def test_sampled_responses() -> None:
    drawn = [data.plain()["sampled_responses"] for data in sampled_responses.sampled_responses(_DRAWS, 4)]
    assert {len(rows) for rows in drawn} == {0, 1, 2, 3, 6, 20}
    assert [place for place, rows in enumerate(drawn) if not rows] == list(range(0, _DRAWS, 97))
    questions = [question for rows in drawn for question in rows]
    assert {len(question["responses"]) for question in questions} == set(range(1, 9))
    assert _share([len({len(q["responses"]) for q in rows}) > 1 for rows in drawn if len(rows) == 20]) == pytest.approx(0.2 * 4 / 5, abs=0.08)  # fmt: skip
    golds = [len(question["references"]) for question in questions]
    assert set(golds) == {0, 1, 2, 3}
    assert _share([count == 0 for count in golds]) == pytest.approx(0.03, abs=0.012)
    assert _share([count == 1 for count in golds]) == pytest.approx(0.97 * 0.6, abs=0.05)
    assert {text for question in questions for text in question["responses"]} == set(sampled_responses._PIECES)
    rng = random.Random(5)
    fresh = [data.plain()["sampled_responses"] for data in _drawn(lambda rng: sampled_responses._fresh_data(_NO_TARGET, rng, 0))]  # fmt: skip
    assert {len(rows) for rows in fresh} == {1, 2, 5}
    large = [sampled_responses._large_data(_NO_TARGET, rng, number).plain()["sampled_responses"] for number in (0, 1)]
    assert [(len(rows), len(rows[0]["responses"])) for rows in large] == [(item_count(0), 5), (9, 300)]
    texts = [text == question["references"][0] for question in large[1] for text in question["responses"]]
    assert _share(texts) == pytest.approx(0.5, abs=0.05)


def test_supported_answers() -> None:
    drawn = [data.plain()["supported_answers"] for data in supported_answers.supported_answers(_DRAWS, 4)]
    assert {len(rows) for rows in drawn} == {0, 1, 2, 3, 6, 20}
    assert [place for place, rows in enumerate(drawn) if not rows] == list(range(0, _DRAWS, 97))
    questions = [question for rows in drawn for question in rows]
    for side in ("answer", "facts"):
        assert _share([question[side] is None for question in questions]) == pytest.approx(0.04, abs=0.012)
    assert {len(question["gold_facts"]) for question in questions} == {0, 1, 2, 3, 4, 5}
    assert {number for question in questions for _, number in question["gold_facts"]} == {0, 1, 2, 3}
    assert {title for question in questions for title, _ in question["gold_facts"]} == {"Paris", "paris", "Košice (city)", ""}  # fmt: skip
    known = [question for question in questions if question["facts"] is not None]
    added = [len([fact for fact in q["facts"] if fact not in q["gold_facts"]]) for q in known]
    assert max(added) == 2
    assert _share([count > 0 for count in added]) == pytest.approx(0.7 * 0.4 * 0.85 + 0.02, abs=0.05)
    kept = [q["facts"] == q["gold_facts"] for q in known if len(q["gold_facts"]) > 3]
    assert _share(kept) == pytest.approx(0.3 + 0.7 * 0.6 * 0.7**4, abs=0.06)
    right = [q["answer"] == q["gold_answer"] for q in questions if q["answer"] is not None]
    # A third are right, and so are changes of empty answers: a sixth of the answers are empty.
    assert _share(right) == pytest.approx(2 / 6 + 2 / 36 + 1 / 36 + 1 / 216, abs=0.05)
    fresh = [data.plain()["supported_answers"] for data in _drawn(lambda rng: supported_answers._fresh_data(_NO_TARGET, rng, 0))]  # fmt: skip
    assert {len(rows) for rows in fresh} == {1, 2, 5}
    assert {len(q["gold_answer"].split()) for rows in fresh for q in rows} == {1, 2, 4}
    large = supported_answers._large_data(_NO_TARGET, random.Random(5), 1).plain()["supported_answers"]
    assert (len(large), {len(q["gold_answer"].split()) for q in large}) == (item_count(1), {1, 3, 300})


def test_instructed_responses() -> None:
    drawn = [data.plain()["instructed_responses"] for data in instructed_responses.instructed_responses(_DRAWS, 4)]
    prompts = [prompt for rows in drawn for prompt in rows]
    assert {len(prompt["kwargs"]) for prompt in prompts} == {1, 2, 3, 4}
    assert _share([len(prompt["kwargs"]) == 1 for prompt in prompts]) == pytest.approx(0.4, abs=0.06)
    fenced = [prompt["response"].startswith(("```json\n", "Sure!\n")) for prompt in prompts]
    assert _share(fenced) == pytest.approx(0.1 + 0.02, abs=0.03)
    odd = [any(value in (None, 0, "", "(", -1) for value in given.values()) for prompt in prompts for given in prompt["kwargs"] if given]  # fmt: skip
    assert 0.03 < _share(odd) < 0.09
    fresh = [data.plain()["instructed_responses"] for data in _drawn(lambda rng: instructed_responses._fresh_data(_NO_TARGET, rng, 0))]  # fmt: skip
    sizes = {(len(rows), len(rows[0]["kwargs"])) for rows in fresh}
    assert sizes == {(rows, each) for rows in (1, 2, 4) for each in (1, 2, 4)}
    assert not any(None in given.values() for rows in fresh for prompt in rows for given in prompt["kwargs"])


def test_counts_and_matrices_come_from_texts_and_labels() -> None:
    target = _target("ngram-perplexity")
    data = next(counted_texts._random_inputs(target, 30, 0))
    assert dict(data.unigrams) == dict.fromkeys("abcdef", 1)
    assert dict(data.bigrams) == dict.fromkeys(["ab", "bc", "cd", "de", "ef"], 1)
    matrices = list(confusion._random_inputs(_target("mcc"), 100, 4))
    counts = [sum(map(sum, matrix.plain()["confusion"])) for matrix in matrices]
    assert {0, 1, 2, 3, 8, 20, 60} <= set(counts)
