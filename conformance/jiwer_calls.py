"""Calls of jiwer with generated inputs, for any release; run as a program, it prints the answers of the installed one.

It uses only the standard library, and jiwer or the module of `samescore.compat` in its place.
"""

from __future__ import annotations

import json
import random
import sys
import warnings
from typing import Any

_PIECES = (
    "the", "cat", "sat", "on", "mat", "Cat", "can't", "won't", "let's", "a", "b", "ab", "*", "#", "[laugh]", "<unk>",
    "it's", "e.g.", "$5", "word༆’'", "über", "I", "İ", "\u00a0", "\t", " ", "  ", "\n", "\u3000", "", "x" * 12,
)  # fmt: skip
_STEPS = (
    "ToLowerCase", "ToUpperCase", "RemovePunctuation", "RemoveKaldiNonWords", "ExpandCommonEnglishContractions",
    "RemoveMultipleSpaces", "Strip", "RemoveEmptyStrings", "RemoveWhiteSpace", "replace white space",
    "RemoveSpecificWords", "SubstituteWords", "SubstituteRegexes",
)  # fmt: skip
_LAST = ("ReduceToListOfListOfWords", "ReduceToListOfListOfChars", "ReduceToSingleSentence", "words between a")
_RATES = ("wer", "mer", "wil", "wip", "cer")


def cases(seed: int, count: int) -> list[tuple[Any, Any, list[list[str]], bool, int | None]]:
    """Return inputs: references, hypotheses, the name of a function, transforms of each side, and more arguments."""
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        segments = rng.choice((1, 1, 1, 2, 3, 0))
        references: Any = [_text(rng) for _ in range(segments)]
        hypotheses: Any = [_edited(rng, text) if rng.random() < 0.7 else _text(rng) for text in references]
        if rng.random() < 0.1:
            hypotheses = hypotheses[1:]
        shape = rng.random()
        if shape < 0.3 and len(references) == len(hypotheses) == 1:
            references, hypotheses = references[0], hypotheses[0]
        elif shape < 0.02:
            references = rng.choice((None, 5, [3], ("a",)))
        first = _transform(rng)
        transforms = [first, first if rng.random() < 0.8 else _transform(rng)]
        made.append((references, hypotheses, transforms, rng.random() < 0.2, rng.choice((None, 20, 40))))
    return made


def _text(rng: random.Random) -> str:
    return rng.choice(("", " ")) + rng.choice((" ", " ", "  ")).join(
        rng.choices(_PIECES, k=rng.choice((0, 1, 3, 6, 12)))
    )


def _edited(rng: random.Random, text: str) -> str:
    return " ".join(
        rng.choice(_PIECES) if rng.random() < 0.2 else word for word in text.split(" ") if rng.random() < 0.85
    )


def _transform(rng: random.Random) -> list[str]:
    """Return the steps of a transform; an empty list stands for the default one."""
    kind = rng.random()
    if kind < 0.5:
        return []
    if kind < 0.7:
        return [
            rng.choice(
                ("wer_default", "wer_contiguous", "wer_standardize", "wer_standardize_contiguous", "cer_default")
            )
        ]
    steps = rng.choices(_STEPS, k=rng.randrange(4))
    return [*steps, rng.choice(_LAST)] if rng.random() < 0.95 else steps or ["Strip"]


def _made(jiwer: Any, steps: list[str]) -> Any:
    """Return the transform with these steps, or of this name."""
    if len(steps) == 1 and "_" in steps[0]:
        named = steps[0] if hasattr(jiwer, steps[0]) else steps[0] + "_transform"
        return getattr(jiwer, named)
    return jiwer.Compose([_step(jiwer.transforms, step) for step in steps])


def _step(transforms: Any, step: str) -> Any:
    if step == "replace white space":
        return transforms.RemoveWhiteSpace(replace_by_space=True)
    if step == "words between a":
        return transforms.ReduceToListOfListOfWords("a")
    if step == "RemoveSpecificWords":
        return transforms.RemoveSpecificWords(["the", "a", "*"])
    if step == "SubstituteWords":
        return transforms.SubstituteWords({"cat": "dog", "a": "b"})
    if step == "SubstituteRegexes":
        return transforms.SubstituteRegexes({r"\b(\w+)t\b": r"\1", "a+": "z"})
    return getattr(transforms, step)()


def answers(jiwer: Any, seed: int, count: int) -> list[dict[str, list[Any]]]:
    """Return the answers of every function to `cases`: texts that state values, types, warnings and errors."""
    return [_answer(jiwer, *case) for case in cases(seed, count)]


def _answer(
    jiwer: Any, references: Any, hypotheses: Any, transforms: Any, flag: bool, width: int | None
) -> dict[str, list[Any]]:
    given = {"reference": references, "hypothesis": hypotheses}
    truth = {"truth": references, "hypothesis": hypotheses}
    newer = hasattr(jiwer, "process_words")
    side = "reference_transform" if newer else "truth_transform"
    chosen = {}
    if transforms[0]:
        chosen[side] = _made(jiwer, transforms[0])
    if transforms[1]:
        chosen["hypothesis_transform"] = _made(jiwer, transforms[1])
    own = given if newer else truth
    found = {name: _outcome(getattr(jiwer, name), own, chosen) for name in _RATES}
    if hasattr(jiwer, "compute_measures"):
        old = {name.replace("reference", "truth"): value for name, value in chosen.items()}
        found["compute_measures"] = _outcome(jiwer.compute_measures, truth, old)
        found["return_dict"] = _outcome(jiwer.cer, own, dict(chosen, return_dict=True))
    if newer and hasattr(jiwer, "compute_measures"):
        found["truth"] = _outcome(jiwer.wer, truth, dict(chosen, truth_transform=chosen.get(side)))
        found["both"] = _outcome(jiwer.mer, dict(given, truth="a"), {})
    if hasattr(jiwer, "visualize_measures"):
        for name in ("compute_measures", "cer"):
            found["shown " + name] = _outcome(lambda **_: _shown_measures(jiwer, name, truth, chosen, flag), {}, {})  # noqa: B023
    for name in ("process_words", "process_characters") if newer else ():
        found[name] = _outcome(getattr(jiwer, name), given, chosen)
        found["shown " + name] = _outcome(lambda **_: _shown(jiwer, name, given, chosen, flag, width), {}, {})  # noqa: B023
    for number, texts in enumerate((references, hypotheses)):
        steps = transforms[number]
        if steps:
            found[f"transform {number}"] = _outcome(lambda **_: _made(jiwer, steps)(texts), {}, {})  # noqa: B023 - called at once
    return found


def _shown_measures(jiwer: Any, name: str, truth: dict[str, Any], chosen: dict[str, Any], flag: bool) -> Any:
    more = {"return_dict": True} if name == "cer" else {}
    measures = getattr(jiwer, name)(**dict(truth, **dict(chosen, **more)))
    return jiwer.visualize_measures(measures, visualize_cer=(name == "cer") != flag)


def _shown(
    jiwer: Any, name: str, given: dict[str, Any], chosen: dict[str, Any], flag: bool, width: int | None
) -> list[Any]:
    output = getattr(jiwer, name)(**dict(given, **chosen))
    texts = [jiwer.visualize_alignment(output), jiwer.visualize_alignment(output, show_measures=False)]
    try:
        texts.append(jiwer.visualize_alignment(output, skip_correct=flag))
    except TypeError:
        texts.append("no skip_correct")
    if hasattr(jiwer, "collect_error_counts"):
        texts.append(jiwer.visualize_alignment(output, line_width=width, skip_correct=False))
        texts.append([sorted(counts.items()) for counts in jiwer.collect_error_counts(output)])
        texts.append(jiwer.visualize_error_counts(output, top_k=1 if flag else None, show_insertions=flag))
    return texts


def _outcome(function: Any, given: dict[str, Any], chosen: dict[str, Any]) -> list[Any]:
    """Return the answer of a call as text, with the warnings; or the class of its error."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            answer = repr(function(**dict(given, **chosen)))
        except Exception as problem:
            answer = "raised " + type(problem).__name__
    return [answer, sorted(warning.category.__name__ for warning in seen)]


if __name__ == "__main__":
    import jiwer as installed

    print(json.dumps(answers(installed, int(sys.argv[1]), int(sys.argv[2]))))
