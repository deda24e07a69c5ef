"""Record the answers of a script that is not in an installable package, for conformance/test_originals.py.

    python -m tools.originals chrfpp path/to/chrF++.py

Fetch the files of the script first: the driver in this folder names their source and their SHA-256. Only the answers of
the script are stored in the project.

Run it first with an interpreter whose builtin `sum` is plain (Python 3.11 or older): it generates the inputs and records
the answers in conformance/originals/. Then run it with an interpreter whose `sum` is compensated: it adds the answers to
the same inputs that differ. A script in another language needs only one run.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import platform
import random
import sys
from importlib import import_module
from pathlib import Path

from conformance.recorded import COMPENSATED_SUM, FOLDER, Answer, Case, Header, read, write
from samescore.data.kinds import digest, from_plain
from tools.originals.driver import Ask, Driver, Request

#: Modules in this folder that are not drivers.
_SHARED: tuple[str, ...] = (
    "calibration_inputs",
    "driver",
    "harness",
    "harness_letters",
    "ifeval_programs",
    "node",
    "perl",
    "rankings",
    "rouge_functions",
    "rouge_wrappers",
    "samples",
    "stand_ins",
)
_SHARED += (
    "fasteval_letters",
    "inspect_numbers",
    "latex_answers",
    "lighteval_answers",
    "lighteval_letters",
    "opencompass_letters",
    "simple_evals_mmlu",
)


def text(answer: float | str | Exception | None) -> str:
    """Return an answer as it is recorded: a number in decimal, ``undefined`` for nan and infinity, or ``raised``."""
    if isinstance(answer, Exception):
        return "raised"
    if isinstance(answer, str):
        return answer
    return repr(float(answer)) if answer is not None and math.isfinite(answer) else "undefined"


def new_cases(driver: Driver, ask: Ask, count: int, seed: int) -> list[Case]:
    """Return up to `count` different generated inputs, with the script's answers."""
    rng = random.Random(seed)
    cases: dict[str, Case] = {}
    for data in driver.inputs(2 * count, seed):
        if len(cases) == count:
            break
        if (key := digest(data)) in cases:
            continue
        requests: list[Request] = []
        for request in driver.requests(data, rng):
            if request not in requests:
                requests.append(request)
        answers = [
            Answer(entry_point, text(answer), knobs)
            for (entry_point, knobs), answer in zip(requests, ask(data, requests), strict=True)
            if answer != ""
        ]
        cases[key] = Case(data.plain(), answers)
    return list(cases.values())


def with_compensated(cases: list[Case], ask: Ask) -> list[Case]:
    """Return the recorded cases with this interpreter's answers added where they differ."""
    asked = []
    for case in cases:
        answers = ask(from_plain(case.input), [(answer.entry_point, answer.set) for answer in case.answers])
        pairs = zip(case.answers, map(text, answers), strict=True)
        both = [Answer(old.entry_point, old.value, old.set, new if new != old.value else "") for old, new in pairs]
        asked.append(Case(case.input, both))
    return asked


def different(driver: Driver, scripts: list[Path]) -> str:
    """Return why the files are not those of the driver; empty if they are."""
    if len(scripts) != len(driver.sources):
        return f"it takes {len(driver.sources)} files: {', '.join(source.path for source in driver.sources)}"
    for script, source in zip(scripts, driver.sources, strict=True):
        if (found := hashlib.sha256(script.read_bytes()).hexdigest()) != source.sha256:
            return f"{script} is another file than {source}: its SHA-256 is {found}"
    return ""


def main() -> int:
    """Parse the arguments, record the answers, and return the exit code."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    names = [name.replace("_", "-") for name in names if not name.startswith("_") and name not in _SHARED]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=names)
    parser.add_argument("script", type=Path, nargs="+")
    parser.add_argument("--inputs", type=int, default=600)
    parser.add_argument("--seed", type=int, default=12)
    options = parser.parse_args()
    driver: Driver = import_module(f"tools.originals.{options.name.replace('-', '_')}").DRIVER
    if problem := different(driver, options.script):
        print(problem, file=sys.stderr)
        return 2
    ask = driver.load(options.script)
    path = FOLDER / f"{options.name}.jsonl"
    interpreter = f"{platform.python_implementation()} {platform.python_version()}"
    if driver.interpreter:
        interpreter = driver.interpreter()
    if driver.interpreter or sys.version_info < COMPENSATED_SUM:
        kind = "other" if driver.interpreter else "plain"
        cases = new_cases(driver, ask, options.inputs, options.seed)
        command = f"python -m tools.originals {options.name} {' '.join(source.path for source in driver.sources)}"
        command += f" --inputs {options.inputs} --seed {options.seed}"
        header = Header(options.name, driver.sources, command, {kind: interpreter}, driver.digits, driver.scaled)
    else:
        recorded = read(path)
        header, cases = recorded.header, with_compensated(recorded.cases, ask)
        header.interpreters["compensated"] = interpreter
    write(path, header, cases)
    print(f"{path}: {len(cases)} inputs, {sum(len(case.answers) for case in cases)} answers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
