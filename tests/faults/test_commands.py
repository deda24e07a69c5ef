"""Hostile files and arguments through every command: a result or a named error, and nothing else."""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.command import call
from tests.faults.hostile_files import hostile, hostile_text, make_valid_files

#: Of the fault campaign, and so slow.
pytestmark = [pytest.mark.faults, pytest.mark.slow]

#: Commands with their files, by kind: {hypotheses} is the path of that valid file, or of a hostile version of it.
FILE_COMMANDS = (
    "score {hypotheses} -r {references}",
    "score {hypotheses} -r {references} -m chrf --stages",
    "score {hypotheses} -r {references} -m rouge-l",
    "score {hypotheses} -r {references} -m ter --like sacrebleu",
    "score {pairs} --like dialogue-eval",
    "score {hypotheses} -m distinct",
    "score {pairs} -m wer",
    "score {segments} -m meteor",
    "score {segments} -m answer-f1",
    "score {predicted} -r {gold} -m mcc --per-class",
    "score {tags} -r {gold_tags} -m f1-mult --tags words",
    "score {tags} -r {gold_tags} --like openkiwi",
    "score {counts} -m mcc --per-class",
    "score {counts_tsv} -m f1",
    "score {counts_json} -m kappa",
    "score {answers} -r {squad} --like squad-v1",
    "score {answers} -r {squad} --like squad-v2 --na-prob-file {no_answer}",
    "score {answers} -r {cmrc} --like cmrc2018",
    "score {answers} -r {drop} --like drop",
    "score {samples} -m acc -m acc_norm",
    "score {scored} -m roc-auc --stages",
    "score {logprobs} -m perplexity",
    "score {choices} -m accuracy-choices",
    "diff {hypotheses} -r {references} -i native -i native:nltk",
    "explain native native:nltk {segments} --format markdown",
    "explain native {segments}",
    "audit {claims} -j 1",
    "audit {claims_toml} -j 1",
    "render {run}",
    "render {run} --format junit",
    "render {run} --format markdown",
    "render {explanation}",
    "render {account}",
    "render {crossing}",
    "render {comparison} --format markdown",
    "render {findings}",
    "drift {run} {run}",
    "run native -k wer-no --no-report --against {run}",
    "run native -k wer-no --no-report --expect {expectations}",
    "run replay:{run}#native:jiwer -k wer-no --no-report",
    "identify replay:{run}#native:jiwer -m wer",
    "expect replay:{run}#native:jiwer",
    "golden fmt --check {vectors}",
    "golden new wer-mine {hypotheses} -r {references} -m wer",
)

#: Commands with a hostile argument.
ARGUMENT_COMMANDS = (
    ("score", "hyp.txt", "-r", "ref.txt", "--set", "{}"),
    ("score", "hyp.txt", "-r", "ref.txt", "--set", "max_order={}"),
    ("score", "hyp.txt", "-r", "ref.txt", "--set", "weights={}"),
    ("score", "hyp.txt", "-r", "ref.txt", "--signature", "bleu|{}"),
    ("score", "hyp.txt", "-r", "ref.txt", "--like", "{}"),
    ("score", "hyp.txt", "-r", "{}"),
    ("score", "{}", "-r", "ref.txt", "-m", "{}"),
    ("run", "{}", "--no-report"),
    ("run", "native:{}", "--no-report", "-k", "wer-no"),
    ("run", "native", "--no-report", "-k", "{}"),
    ("run", "native", "--no-report", "-k", "wer-no", "--against", "{}"),
    ("show", "{}"),
    ("list", "knobs", "{}"),
    ("list", "vectors", "{}"),
    ("render", "{}"),
    ("drift", "native", "native:{}"),
    ("explain", "native", "{}", "segments.jsonl"),
    ("golden", "new", "{}", "segments.jsonl"),
    ("smoke", "py:{}"),
    ("axioms", "native", "-m", "{}"),
)

FILE_TRIES = 48  # for each command
ARGUMENT_TRIES = 24
#: What one command may take, in seconds, before it counts as hung.
PATIENCE = 60
EXIT_CODES = range(7)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("files")


@pytest.fixture(scope="module")
def valid(folder: Path) -> dict[str, Path]:
    return make_valid_files(folder)


@contextmanager
def _bounded(what: str) -> Iterator[None]:
    """Fail if the body takes longer than `PATIENCE`."""

    def hung(*_: object) -> None:
        raise TimeoutError(f"{what} hangs")

    before = signal.signal(signal.SIGALRM, hung)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _complaint(arguments: list[str], folder: Path) -> tuple[int, str]:
    """The exit code of a command, and what is wrong with its behaviour: empty if nothing is."""
    try:
        with _bounded(" ".join(arguments)[:200]):
            ended = call(*arguments, cwd=folder)
    except BaseException as problem:
        if isinstance(problem, KeyboardInterrupt):
            raise
        return -1, f"{type(problem).__name__}: {problem}"[:500]
    shown = ended.stdout + ended.stderr
    if ended.returncode not in EXIT_CODES:
        return ended.returncode, f"exit code {ended.returncode}"
    if "Traceback" in shown:
        return ended.returncode, shown[-500:]
    if ended.returncode == 2 and not ended.stderr.strip():
        return 2, "an error without a message"
    for_people = "".join(line for line in shown.split("\n") if not line.startswith("{"))
    control = {
        c for c in for_people if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160 or c in "\u202e\u2028\u2029"
    }
    if control:
        return ended.returncode, f"control characters reach the terminal: {sorted(map(ascii, control))}"
    return ended.returncode, ""


def _verdict(complaints: list[str], codes: Counter[int]) -> None:
    print(f"{sum(codes.values())} tries, {len(complaints)} failures, exit codes {dict(sorted(codes.items()))}")
    assert not complaints, f"{len(complaints)} of {sum(codes.values())}:\n" + "\n".join(complaints[:5])


@pytest.mark.parametrize("command", FILE_COMMANDS)
def test_a_hostile_file_gives_a_result_or_a_named_error(command: str, valid: dict[str, Path], folder: Path) -> None:
    rng = random.Random(command)
    names = {kind: path.name for kind, path in valid.items()}
    kinds = [kind for kind in valid if f"{{{kind}}}" in command]
    assert _complaint(command.format(**names).split(), folder)[0] in (0, 1, 3, 6), "the valid files are accepted"
    complaints, codes = [], Counter[int]()
    for number in range(FILE_TRIES):
        kind = rng.choice(kinds)
        data = hostile(valid[kind].read_bytes(), rng)
        path = folder / f"hostile{valid[kind].suffix}"
        path.write_bytes(data)
        code, complaint = _complaint(command.format(**{**names, kind: path.name}).split(), folder)
        codes[code] += 1
        if complaint:
            complaints.append(f"try {number}, {kind}: {data[:200]!r}\n  {complaint}")
    _verdict(complaints, codes)
    assert codes[2], "some of the files are refused"


@pytest.mark.parametrize("command", ARGUMENT_COMMANDS, ids=" ".join)
def test_a_hostile_argument_gives_a_result_or_a_named_error(
    command: tuple[str, ...], valid: dict[str, Path], folder: Path
) -> None:
    assert valid
    rng = random.Random(str(command))
    complaints, codes = [], Counter[int]()
    for number in range(ARGUMENT_TRIES):
        argument = hostile_text(rng)
        arguments = [word.replace("{}", argument) for word in command]
        code, complaint = _complaint(arguments, folder)
        codes[code] += 1
        if complaint:
            complaints.append(f"try {number}, {argument[:200]!r}\n  {complaint}")
    _verdict(complaints, codes)
    assert codes[2] or codes[4], "some of the arguments are refused"
