"""Driver of lm-evaluation-harness's tasks hendrycks_math, aime and minerva_math, as far as these compare texts.

The functions run alone. A gold answer is in a box in the solution. minerva_math's `normalize_final_answer`, in two
releases, is followed by a comparison of texts.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask
from tools.originals.harness import Grade, alone, graders
from tools.originals.latex_answers import driver

_OF_HENDRYCKS: tuple[str, ...] = (
    "process_results",
    "is_equiv",
    "remove_boxed",
    "last_boxed_only_string",
    "fix_fracs",
    "fix_a_slash_b",
)
_OF_HENDRYCKS += ("remove_right_units", "fix_sqrt", "strip_string")
_OF_MINERVA = ("SUBSTITUTIONS", "REMOVED_EXPRESSIONS", "normalize_final_answer")


def _load(paths: list[Path]) -> Ask:
    def results(path: Path, key: str, form: str) -> Grade:
        process = alone(path, *_OF_HENDRYCKS, Dict=dict, List=list).process_results
        return lambda output, golds: float(process({key: form.format(golds[0])}, [output])["exact_match"])

    def normalized(path: Path) -> Grade:
        normalize: Callable[[str], str] = alone(path, *_OF_MINERVA).normalize_final_answer
        return lambda output, golds: float(normalize(output) == normalize(golds[0]))

    return graders(
        {
            "hendrycks_math": results(paths[0], "solution", "Hence $\\boxed{{{}}}$."),
            "aime": results(paths[1], "answer", "{}"),
            "normalize_final_answer": normalized(paths[2]),
            "normalize_final_answer.v0-4-9-2": normalized(paths[3]),
        }
    )


def _in_a_box(gold: str) -> bool:
    """Return whether a gold answer is found in a box around it."""
    depths = [gold[:at].count("{") - gold[:at].count("}") for at in range(len(gold) + 1)]
    return min(depths) == depths[-1] == 0 and "\\boxed" not in gold


def _source(task: str, version: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/lm-eval", f"lm_eval/tasks/{task}/utils.py", version, sha256)


DRIVER = driver(
    ["hendrycks_math", "aime", "normalize_final_answer", "normalize_final_answer.v0-4-9-2"],
    [
        _source("hendrycks_math", "0.4.13", "8332e42f23c62043b23d74ee6d3934f997b209cd60a1ad45b7882d6b00929d5c"),
        _source("aime", "0.4.13", "e5072ebf08479745698bec6cfa103faa4f3ac5764db09bcbe760953227f9082b"),
        _source("minerva_math", "0.4.13", "e6b10f05b1990d3e82a4414bbf8c04a9f6b7e029c00dfe336a040ecf78acdab0"),
        _source("minerva_math", "0.4.9.2", "cf84cc3d8c089512fb40483a501481c1de54405db1e39d6ada45d5a36ab4cf15"),
    ],
    _load,
    _in_a_box,
)
