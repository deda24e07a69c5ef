"""Generate inputs of a given size for every metric, which reveal slow algorithms; see `benchmarks.growth`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from samescore.data.annotations import Annotations
from samescore.data.class_scores import ClassScores
from samescore.data.comparison import MEAN, Comparison, Numbers
from samescore.data.corpus import Corpus
from samescore.data.instructed_responses import InstructedResponses
from samescore.data.kinds import Data
from samescore.data.label_sets import LabelSets
from samescore.data.labels import Labels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.rankings import Rankings
from samescore.data.ratings import Ratings
from samescore.data.rewrites import Rewrites
from samescore.data.sampled_responses import SampledResponses
from samescore.data.scored_labels import ScoredLabels
from samescore.data.supported_answers import SupportedAnswers
from samescore.data.tagged import Tagged
from samescore.data.verdicts import Verdicts
from samescore.metrics import metric

#: A function that returns an input of a given size.
Maker = Callable[[int], Data]

_CLASSES = ("a", "b", "c", "d", "e")
_WORDS = tuple(f"w{k}" for k in range(50))
_SHORT = 8


def growing_inputs(metric_name: str) -> Mapping[str, Maker]:
    """Return the kinds of input of a metric by name, each as a function of the number of words, items, classes or references."""
    return _BY_KIND[metric(metric_name).takes[0]]


def _drawn(pool: tuple[str, ...], number: int, seed: int = 0) -> list[str]:
    return random.Random(seed).choices(pool, k=number)


def _numbers(number: int, seed: int = 0) -> list[float]:
    """Return random numbers between 0 and 1, hardly any of them equal."""
    rng = random.Random(seed)
    return [rng.random() for _ in range(number)]


def _different(number: int, seed: int = 0) -> list[str]:
    """Return `number` different words in random order."""
    return random.Random(seed).sample([f"w{k}" for k in range(number)], number)


def _text(words: list[str], references: list[list[str]]) -> Corpus:
    return Corpus.from_segments([" ".join(words)], [[" ".join(reference) for reference in references]])


def _in_lines(number: int, seed: int = 0) -> list[str]:
    """Return `number` lines of two random words with line ends, which can be joined to a text."""
    words = iter(_drawn(_WORDS, 2 * number, seed))
    return [f"{word} {other}\n" for word, other in zip(words, words, strict=True)]


def _many_references(number: int) -> list[list[str]]:
    words = _drawn(_WORDS, _SHORT * number)
    return [words[start : start + _SHORT] for start in range(0, len(words), _SHORT)]


_TEXTS: Mapping[str, Maker] = {
    "one word repeated": lambda n: _text(["a"] * n, [["a"] * n + ["b"]]),
    "random words": lambda n: _text(_drawn(_WORDS, n), [_drawn(_WORDS, n, 1)]),
    "different words": lambda n: _text(_different(n), [_different(n, 1)]),
    "a long word": lambda n: _text(["ab" * (n // 2)], [["ba" * (n // 2)]]),
    "equal segments": lambda n: Corpus.from_segments(["a b c d e"] * n, [["a b x d e f"]] * n),
    "many lines": lambda n: _text(_in_lines(n), [_in_lines(n, 1)]),
    "many references": lambda n: _text(_drawn(_WORDS, _SHORT, n), _many_references(n)),
}


def _rewrites(words: list[str], references: list[list[str]]) -> Rewrites:
    return Rewrites([" ".join([*words[1:], "x"])], [" ".join(words)], [[" ".join(words) for words in references]])


_REWRITES: Mapping[str, Maker] = {
    "one word repeated": lambda n: _rewrites(["a"] * n, [["a"] * n + ["b"]]),
    "random words": lambda n: _rewrites(_drawn(_WORDS, n), [_drawn(_WORDS, n, 1)]),
    "different words": lambda n: _rewrites(_different(n), [_different(n, 1)]),
    "equal segments": lambda n: Rewrites(["a b c d"] * n, ["a b x d"] * n, [["a b c"]] * n),
    "many references": lambda n: _rewrites(_drawn(_WORDS, _SHORT, n), _many_references(n)),
}


def _sides(number: int) -> tuple[list[str], list[str]]:
    return _drawn(_CLASSES, number), _drawn(_CLASSES, number, 1)


def _many_classes(number: int) -> tuple[list[str], list[str]]:
    """Return gold and predicted labels: every item has its own class, and every second item the class of the next."""
    classes = [f"c{k}" for k in range(number)]
    return classes, [classes[(k + k % 2) % number] for k in range(number)]


def _equal_sides(number: int) -> tuple[list[str], list[str]]:
    """Return two sides of labels with the same pair for every item except the last, whose labels are exchanged."""
    return ["a"] * (number - 1) + ["b"], ["b"] * (number - 1) + ["a"]


_LABELS: Mapping[str, Maker] = {
    "random labels": lambda n: Labels(*_sides(n)),
    "equal items": lambda n: Labels(*_equal_sides(n)),
    "many classes": lambda n: Labels(*_many_classes(n)),
    "random labels with weights": lambda n: Labels(*_sides(n), _numbers(n)),
    "equal items with weights": lambda n: Labels(*_equal_sides(n), [0.5] * n),
    "many classes with weights": lambda n: Labels(*_many_classes(n), _numbers(n)),
}


def _two_classes(number: int) -> list[int]:
    return [k % 2 for k in range(number)]


_SCORED: Mapping[str, Maker] = {
    "random scores": lambda n: ScoredLabels(_two_classes(n), _numbers(n)),
    "equal scores": lambda n: ScoredLabels(_two_classes(n), [0.5] * n),
    "random scores with weights": lambda n: ScoredLabels(_two_classes(n), _numbers(n), _numbers(n, 1)),
    "equal scores with weights": lambda n: ScoredLabels(_two_classes(n), [0.5] * n, [0.5] * n),
}


def _shares(numbers: list[float]) -> list[float]:
    whole = sum(numbers)
    return [number / whole for number in numbers]


def _class_scores(items: int, classes: int, *, equal: bool = False, weighted: bool = False) -> ClassScores:
    """Return items with random scores that add up to 1, or with `equal` ones, optionally with weights."""
    names = [f"c{k}" for k in range(classes)]
    rows = [[1 / classes] * classes if equal else _numbers(classes, item) for item in range(items)]
    gold = [names[item % classes] for item in range(items)]
    return ClassScores(names, gold, [_shares(row) for row in rows], _numbers(items) if weighted else None)


_CLASS_SCORES: Mapping[str, Maker] = {
    "random scores": lambda n: _class_scores(n, len(_CLASSES)),
    "equal scores": lambda n: _class_scores(n, len(_CLASSES), equal=True),
    "many classes": lambda n: _class_scores(_SHORT, n),
    "random scores with weights": lambda n: _class_scores(n, len(_CLASSES), weighted=True),
    "many classes with weights": lambda n: _class_scores(_SHORT, n, weighted=True),
}


def _sets(number: int, seed: int) -> list[list[str]]:
    return [
        [name, other]
        for name, other in zip(_drawn(_CLASSES, number, seed), _drawn(_CLASSES, number, seed + 1), strict=True)
    ]


def _own_labels(number: int) -> LabelSets:
    gold, predicted = _many_classes(number)
    return LabelSets([[name] for name in gold], [[name] for name in predicted])


_LABEL_SETS: Mapping[str, Maker] = {
    "random sets": lambda n: LabelSets(_sets(n, 0), _sets(n, 1)),
    "equal items": lambda n: LabelSets([["a"]] * n, [["a", "b"]] * n),
    "random sets with weights": lambda n: LabelSets(_sets(n, 0), _sets(n, 1), _numbers(n)),
    "many classes": _own_labels,
    "a large set": lambda n: LabelSets([_different(n)], [_different(n)[: n // 2]]),
}
_ANNOTATIONS: Mapping[str, Maker] = {
    "random labels": lambda n: Annotations([_drawn(_CLASSES, n, seed) for seed in range(3)]),
    "equal items": lambda n: Annotations([["a"] * n, ["a"] * n, ["a"] * (n - 1) + ["b"]]),
    "many classes": lambda n: Annotations([*_many_classes(n)]),
    "many annotators": lambda n: Annotations([_drawn(_CLASSES, 4, seed) for seed in range(n)]),
}


def _rating_rows(number: int, seed: int) -> list[list[float]]:
    return [_numbers(_SHORT, seed + row) for row in range(number)]


_RATINGS: Mapping[str, Maker] = {
    "random scores": lambda n: Ratings([_numbers(n)], [_numbers(n, 1)]),
    "equal scores": lambda n: Ratings([[1.0] * (n - 1) + [2.0]], [[1.0] * (n - 2) + [2.0, 3.0]]),
    "many systems": lambda n: Ratings(_rating_rows(n, 0), _rating_rows(n, n)),
}


def _tags(number: int, seed: int = 0) -> list[str]:
    return _drawn(("B-a", "I-a", "B-b", "I-b", "O"), number, seed)


_TAGGED: Mapping[str, Maker] = {
    "random sentences": lambda n: Tagged([_tags(4, k) for k in range(n)], [_tags(4, n + k) for k in range(n)]),
    "equal sentences": lambda n: Tagged([["B-a", "I-a", "O"]] * n, [["B-a", "O", "O"]] * n),
    "many classes": lambda n: Tagged([[f"B-{k}", "O"] for k in range(n)], [[f"B-{k - k % 2}", "O"] for k in range(n)]),
    "a long sentence": lambda n: Tagged([_tags(n)], [_tags(n, 1)]),
    "a long entity": lambda n: Tagged([["B-a"] + ["I-a"] * n], [["B-a"] + ["I-a"] * (n - 1) + ["O"]]),
}


def _log_probabilities(number: int, seed: int = 0) -> list[float]:
    return [-number for number in _numbers(number, seed)]


_LIKELIHOODS: Mapping[str, Maker] = {
    "random sequences": lambda n: TokenLogProbs([_log_probabilities(4, k) for k in range(n)], ["a b c d"] * n),
    "equal sequences": lambda n: TokenLogProbs([[-0.5, -0.25]] * n, ["a b"] * n),
    "a long sequence": lambda n: TokenLogProbs([_log_probabilities(n)], [" ".join(_drawn(_WORDS, n))]),
}


def _choice_item(choices: list[str]) -> dict[str, Any]:
    return {"choices": choices, "logprobs": _log_probabilities(len(choices)), "gold": len(choices) - 1}


_CHOICES: Mapping[str, Maker] = {
    "equal items": lambda n: Choices([_choice_item(["yes", "no"])] * n),
    "many choices": lambda n: Choices([_choice_item(_different(n))]),
}


def _question(responses: list[str], references: list[str]) -> dict[str, Any]:
    return {"responses": responses, "references": references}


_RESPONSES: Mapping[str, Maker] = {
    "equal questions": lambda n: SampledResponses([_question(["a", "b", "a"], ["a"])] * n),
    "random responses": lambda n: SampledResponses([_question(_drawn(_WORDS, n), ["w1"])]),
    "different responses": lambda n: SampledResponses([_question(_different(n), ["w1"])]),
    "many references": lambda n: SampledResponses([_question(["a", "b"], _different(n))]),
}


def _supported(answer: list[str], gold: list[str], facts: int) -> dict[str, Any]:
    """Return a question with answers of these words and `facts` facts, half of them right."""
    return {
        "answer": " ".join(answer),
        "gold_answer": " ".join(gold),
        "facts": [(f"t{k}", 0) for k in range(facts)],
        "gold_facts": [(f"t{k}", k % 2) for k in range(facts)],
    }


def _instructed(response: str, prompts: int = 1) -> InstructedResponses:
    """Return prompts with this response and several instructions."""
    arguments: list[dict[str, Any]] = [
        {"keywords": ["a"]},
        {"num_bullets": 3},
        {"num_words": 5, "relation": "at least"},
    ]
    ids = ["keywords:existence", "detectable_format:number_bullet_lists", "length_constraints:number_words"]
    return InstructedResponses([{"response": response, "instruction_id_list": ids, "kwargs": arguments}] * prompts)


_INSTRUCTED: Mapping[str, Maker] = {
    "many prompts": lambda n: _instructed("* a\n* b", n),
    "random words": lambda n: _instructed(" ".join(_drawn(_WORDS, n))),
    "many lines": lambda n: _instructed("* a\n" * n),
    "empty lines": lambda n: _instructed("\n" * n + "a"),
}


_VERDICTS: Mapping[str, Maker] = {
    "many questions": lambda n: Verdicts([[1, 0, 0, 1]] * n),
    "many samples": lambda n: Verdicts([[1, 0, 0, 1] * n]),
}


_SUPPORTED: Mapping[str, Maker] = {
    "equal questions": lambda n: SupportedAnswers([_supported(["a", "b"], ["a"], 2)] * n),
    "one word repeated": lambda n: SupportedAnswers([_supported(["x"] * n, ["x"] * n + ["y"], 2)]),
    "random words": lambda n: SupportedAnswers([_supported(_drawn(_WORDS, n), _drawn(_WORDS, n, 1), 2)]),
    "many facts": lambda n: SupportedAnswers([_supported(["a"], ["a"], n)]),
}


def _ranked(queries: int, documents: int, scores: Callable[[int], float]) -> Rankings:
    """Return queries with `documents` results each; every third document is relevant."""
    run = {f"d{k}": scores(k) for k in range(documents)}
    qrels = {f"d{k}": int(k % 3 == 0) for k in range(documents)}
    return Rankings([{"query": f"q{k}", "qrels": qrels, "run": run} for k in range(queries)])


_RANKINGS: Mapping[str, Maker] = {
    "many queries": lambda n: _ranked(n, 3, float),
    "many documents": lambda n: _ranked(1, n, lambda k: float(k * 7919 % n)),
    "tied documents": lambda n: _ranked(1, n, lambda _: 1.0),
}


def _systems(number: int, segments: int) -> Comparison:
    return Comparison(MEAN, [Numbers(_numbers(segments, seed)) for seed in range(number)])


_COMPARISONS: Mapping[str, Maker] = {
    "random scores": lambda n: _systems(2, n),
    "equal scores": lambda n: Comparison(MEAN, [Numbers([0.5] * (n - 1) + [1.0]), Numbers([0.5] * n)]),
    "many systems": lambda n: _systems(n, 4),
}

_BY_KIND: dict[type[Data], Mapping[str, Maker]] = {
    Corpus: _TEXTS,
    Rewrites: _REWRITES,
    Labels: _LABELS,
    ScoredLabels: _SCORED,
    ClassScores: _CLASS_SCORES,
    LabelSets: _LABEL_SETS,
    Annotations: _ANNOTATIONS,
    Ratings: _RATINGS,
    Tagged: _TAGGED,
    TokenLogProbs: _LIKELIHOODS,
    Choices: _CHOICES,
    SampledResponses: _RESPONSES,
    Verdicts: _VERDICTS,
    InstructedResponses: _INSTRUCTED,
    SupportedAnswers: _SUPPORTED,
    Rankings: _RANKINGS,
    Comparison: _COMPARISONS,
}
