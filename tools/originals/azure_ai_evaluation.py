"""Driver of evaluators of azure-ai-evaluation: F1, BLEU, GLEU, METEOR and ROUGE.

It needs the distribution in the version of the driver, and NLTK 3.10.4 with its data punkt_tab and perluniprops; the files
are those of the installation. If NLTK_DATA has corpora/wordnet (WordNet 3.0), METEOR's synonyms are recorded as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request
from tools.originals.hf_meteor import no_synonyms, sentences
from tools.originals.hotpotqa import single_answers
from tools.originals.stand_ins import means

_FILES = {
    "_evaluators/_f1_score/_f1_score": "626ec9810e606bf68281f7172c24f6bbd0e2b16de857767368b25facf93463f6",
    "_evaluators/_bleu/_bleu": "2f317dee1af6868649692bed0a0448d3b483314c8f5da59d79e6eb61cc79320d",
    "_evaluators/_gleu/_gleu": "816a3d78ef9f67033f07042bd0cb8b3494c810afc240801f2b2455f7a89ba1ee",
    "_evaluators/_meteor/_meteor": "eecdfa02737a3700fde1c401bc0339d49027fb85c2ee2218f9477d3792b15ca8",
    "_evaluators/_rouge/_rouge": "d0c24f43886be6c722705cf0ce43cc2d82e28eea7edad00aac4d119a6e20ea94",
    "_common/utils": "0bba70949594ce62dcf5b67f6b6ef4e0ae38454db2d77569dec63b79f27b1e2e",
}
_MEASURES = {"f": "rouge_f1_score", "precision": "rouge_precision", "recall": "rouge_recall"}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield short answers, one or a few sentences, and sentences in ASCII, in turn, each with one reference."""
    kinds = single_answers(count, seed), sentences(count, seed, 1), _plain(count, seed)
    for some in zip(*kinds, strict=False):
        for data in some:
            lines = [[str(line.references[0])] for line in data]
            yield Corpus.from_segments([str(line.hypothesis) for line in data], lines)


#: Words on which stemmers differ, and words to which rules of tokenizers apply.
_WORDS = (
    *(
        "dying",
        "die",
        "dies",
        "tie",
        "ties",
        "geology",
        "geological",
        "possibly",
        "possible",
        "sky",
        "skies",
        "enjoys",
        "enjoyed",
    ),
    *(
        "they'Ll",
        "they'll",
        "the",
        "The",
        "dogs'",
        "Dogs",
        "ran",
        "running",
        "cannot",
        "gonna",
        "well-known",
        "$5",
        "1,000",
        "(so)",
        "is",
        "a",
    ),
)


def _plain(count: int, seed: int) -> Iterator[Corpus]:
    """Yield `count` corpora of up to 20 ASCII sentences; NumPy adds up eight or more scores in a different order than Python."""
    rng = random.Random(seed)
    for _ in range(count):
        right = [rng.choices(_WORDS, k=rng.choice([1, 3, 6, 9])) for _ in range(rng.choice([1, 1, 3, 9, 20]))]
        said = [[rng.choice([word, word, word, rng.choice(_WORDS)]) for word in words] for words in right]
        lines = [[" ".join(words) + rng.choice(["", " ", ".", " ."]) for words in side] for side in (said, right)]
        yield Corpus.from_segments(lines[0], [[line] for line in lines[1]])


def _requests(data: Data, rng: random.Random) -> list[Request]:
    from nltk import sent_tokenize

    texts = [text for line in data.plain()["segments"] for text in (line["hypothesis"], *line["references"])]
    ways: list[dict[str, Any]] = [{"tokenizer": "word-tokenize-or-nist"}]
    if all(text.isascii() and len(sent_tokenize(text)) <= 1 for text in texts):
        ways.append({})
    parameters: dict[str, Any] = {}
    if rng.random() < 0.3:
        parameters = {"alpha": rng.choice([0.5, 0.8]), "beta": rng.choice([1.0, 2.5]), "gamma": rng.choice([0.2, 0.7])}
    with_synonyms = {"synonyms": "wordnet-stems", **ways[0], **parameters}
    return [
        ("F1ScoreEvaluator", {}),
        *((name, way) for name in ("BleuScoreEvaluator", "GleuScoreEvaluator") for way in ways),
        *(("MeteorScoreEvaluator", {**way, **parameters}) for way in ways),
        ("MeteorScoreEvaluator", with_synonyms),
        (
            "RougeScoreEvaluator-n",
            {"order": rng.choice([1, 1, 2, 2, 3, 4, 5]), "measure": rng.choice([*"fff", *_MEASURES])},
        ),
        ("RougeScoreEvaluator-L", {"measure": rng.choice([*"fff", *_MEASURES])}),
    ]


def _load(paths: list[Path]) -> Ask:
    package: Any = import_module("azure.ai.evaluation")
    utils: Any = import_module("azure.ai.evaluation._common.utils")
    folder = Path(str(package.__file__)).resolve().parent
    if [path.resolve() for path in paths] != [folder / f"{name}.py" for name in _FILES]:
        raise SystemExit(f"the installed azure-ai-evaluation is another one: {folder}")
    utils.nltk.download = lambda _: False  # what is missing is an error where it is needed

    def ask(name: str, response: str, ground_truth: str, knobs: dict[str, Any]) -> float:
        texts = {"response": response, "ground_truth": ground_truth}
        if name == "F1ScoreEvaluator":
            return float(package.F1ScoreEvaluator._compute_f1_score(**texts))
        if name.startswith("Rouge"):
            kind = f"rouge{knobs['order']}" if "order" in knobs else "rougeL"
            answer = _answered(package.RougeScoreEvaluator(rouge_type=package.RougeType(kind)), texts)
            return float(answer["rouge_properties"][_MEASURES[knobs["measure"]]])
        if name != "MeteorScoreEvaluator":
            return float(_answered(getattr(package, name)(), texts)[name.removesuffix("ScoreEvaluator").lower()])
        parameters = {knob: value for knob, value in knobs.items() if knob in ("alpha", "beta", "gamma")}
        with no_synonyms("synonyms" not in knobs):
            return float(_answered(package.MeteorScoreEvaluator(**parameters), texts)["meteor"])

    return means(ask)


def _answered(evaluator: Any, texts: dict[str, str]) -> Any:
    """Return the result of an evaluator for texts; a call of the evaluator would reject blank texts."""
    try:
        evaluator._do_eval(texts).send(None)
    except StopIteration as stop:
        return stop.value
    raise RuntimeError("the evaluator waits for something")


DRIVER = Driver(
    sources=[
        Source("https://pypi.org/project/azure-ai-evaluation", f"azure/ai/evaluation/{name}.py", "1.18.10", sha256)
        for name, sha256 in _FILES.items()
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
