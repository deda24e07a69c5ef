"""The evaluation programs of SQuAD, CMRC2018 and DROP, against outputs recorded from the original scripts.

Each file in ``originals/programs`` begins with where the script is from. Its cases were generated: duplicate and missing
ids, empty and blank answers, numbers, predictions of other types. `stdout_compensated` is there where Python 3.12 and
later add otherwise.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samescore.records import ProgramOutput
from samescore.verbs.scoring.programs import cmrc2018, drop, squad

_FOLDER = Path(__file__).parent / "originals" / "programs"
_STDOUT = "stdout_compensated" if sys.version_info >= (3, 12) else "stdout"


def _squad_2(case: dict[str, Any]) -> ProgramOutput:
    probabilities = None
    if "na_prob" in case:
        probabilities = _written("n.json", case["na_prob"])
    return squad.version_2(Path("d.json"), Path("p.json"), probabilities, case.get("na_prob_thresh", 1.0))


_PROGRAMS: dict[str, Callable[[dict[str, Any]], ProgramOutput]] = {
    "squad-v1": lambda _: squad.version_1(Path("d.json"), Path("p.json")),
    "squad-v2": _squad_2,
    "cmrc2018": lambda _: cmrc2018.evaluate(Path("d.json"), Path("p.json")),
    "drop": lambda _: drop.evaluate(Path("d.json"), Path("p.json")),
}


def _written(name: str, content: object) -> Path:
    path = Path(name)
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def _printed(output: ProgramOutput, stream: str) -> str:
    return "".join(f"{line.text}\n" for line in output.lines if line.stream == stream)


@pytest.mark.parametrize("program", sorted(_PROGRAMS))
def test_a_program_prints_what_the_original_printed(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # one of the scripts prints the name of its file
    source, *cases = map(json.loads, (_FOLDER / f"{program}.jsonl").read_text(encoding="utf-8").splitlines())
    assert source.keys() == {"source", "file", "commit", "made_with", "sha256"}
    assert len(cases) == 150
    for case in cases:
        _written("d.json", case["data"])
        _written("p.json", case["predictions"])
        output = _PROGRAMS[program](case)
        printed = case.get(_STDOUT, case["stdout"])
        assert _printed(output, "stdout") == printed, case
        assert _printed(output, "stderr") == case.get("stderr", ""), case
        assert output.error.partition(":")[0] == case.get("error", ""), case
