"""Driver of lighteval's extraction of letters, as its metrics of GPQA and of other multiple-choice tasks call it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask
from tools.originals.harness import alone
from tools.originals.harness_letters import FORMS, Grade, driver, graders
from tools.originals.stand_ins import module_among

_NAMES = (
    "IndicesExtractionConfig",
    "lazy_indices_regex",
    "extract_indices",
    "extract_match",
    "extract_target_from_pred",
)
_OTHERS = {f"{kind}ExtractionConfig": type(kind, (), {}) for kind in ("Latex", "Expr")}


def _load(paths: list[Path]) -> Ask:
    languages = module_among(paths[3], "lighteval.utils.language", {})
    words = module_among(paths[1], "lighteval.words", {"lighteval.utils.language": vars(languages)})
    shared = {
        "dataclass": dataclass,
        "lru_cache": lru_cache,
        "groupby": groupby,
        "Language": languages.Language,
        **_OTHERS,
    }
    shared |= {
        "get_prefix": alone(paths[2], "get_prefix").get_prefix,
        "TRANSLATION_LITERALS": words.TRANSLATION_LITERALS,
    }
    script = alone(paths[0], *_NAMES, **shared)

    def grade(*, anywhere: bool) -> Grade:
        def found_is_gold(output: str, gold: str, letters: str) -> float:
            config = script.IndicesExtractionConfig("NativeLetters", anywhere)
            patterns = script.lazy_indices_regex(config, len(letters), languages.Language.ENGLISH)
            return float(script.extract_target_from_pred(output, [(patterns, config)]) == [gold])

        return found_is_gold

    return graders({"gpqa": grade(anywhere=True), "letters": grade(anywhere=False)})


def _source(path: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/lighteval", f"lighteval/{path}.py", "0.13.0", sha256)


DRIVER = driver(
    [],
    [
        _source(
            "metrics/utils/extractive_match_utils", "6dca1a5287ca283ccec339457c3144757d5c3e0976ea9f961cbab4d3d1a81cfb"
        ),
        _source(
            "tasks/templates/utils/translation_literals",
            "df805d8d4aa5412af4f4dbf72e11a694762a93faee575c2a6ac0a59a356b9834",
        ),
        _source(
            "tasks/templates/utils/formulation", "61862e31278677c1fd7320a26fa1c48150cd5f59dd9f2349f91b369e23aba097"
        ),
        _source("utils/language", "1c1f43de2f0794ebd7bbec104a7c2afedefedf20f104f44531b874dcf8405f14"),
    ],
    _load,
    of_letters=["gpqa", "letters"],
    forms=(
        *FORMS,
        "Final answer is: {}. I hope",
        "The final answer to it is: {}",
        "**{}**:",
        "answer: it is {},",
        "final answer is **{}**",
    ),
)
