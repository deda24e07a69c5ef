"""Measure whole commands, from the start of the process to its end: samescore's, and the commands of other tools."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from benchmarks.measuring import Sample, child_environment
from benchmarks.texts import Text

#: A program that computes with a package what ``samescore score -m rouge1 -m rouge2 -m rougeL`` computes.
_ROUGE_SCORE = """
import sys
from rouge_score.rouge_scorer import RougeScorer
names = ["rouge1", "rouge2", "rougeL"]
hypotheses, references = (open(path, encoding="utf-8").read().splitlines() for path in sys.argv[1:])
scorer = RougeScorer(names)
scores = [scorer.score(reference, hypothesis) for reference, hypothesis in zip(references, hypotheses)]
for name in names:
    print(sum(score[name].fmeasure for score in scores) / len(scores))
"""
_FAST_ROUGE = """
import sys
import fast_rouge
hypotheses, references = (open(path, encoding="utf-8").read().splitlines() for path in sys.argv[1:])
columns = fast_rouge.score_batch_flat(references, hypotheses)
for scores in (columns.rouge1_fmeasure, columns.rouge2_fmeasure, columns.rougeL_fmeasure):
    print(sum(scores) / len(scores))
"""
_PRINTED = 1e-9  # relative: sacreBLEU's command prints a fixed number of decimals


@dataclasses.dataclass(frozen=True)
class Command:
    """A command line; `group` names commands that do the same work.

    `numbers` extracts from the output the numbers that must agree within the group.
    """

    name: str
    group: str
    arguments: tuple[str, ...]
    numbers: Callable[[str], tuple[float, ...]] = lambda _output: ()
    package: str = ""
    python: str = sys.executable


def _native_numbers(output: str) -> tuple[float, ...]:
    """Return the numbers that ``samescore score`` prints, each in the line before its signature."""
    lines = output.splitlines()
    return tuple(
        float(number) for number, after in pairwise(lines) if "|" in after or after.endswith("knobs at their defaults)")
    )


def plain_numbers(output: str) -> tuple[float, ...]:
    """Return the numbers that a command prints, one per line."""
    return tuple(float(line) for line in output.split())


def write_files(text: Text, folder: Path, run: Callable[[Command], Sample | str]) -> None:
    """Write the files that the commands read: hypotheses and references (all, and only the first three lines), and claims."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in (("hypotheses", text.hypotheses), ("references", text.streams[0])):
        flat = [line.replace("\n", " ") for line in lines]
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in flat), encoding="utf-8")
        (folder / f"{name}-3.txt").write_text("".join(f"{line}\n" for line in flat[:3]), encoding="utf-8")
    # A second reference for the claims: the first one with two words exchanged.
    other = [" ".join(words[1::-1] + words[2:]) for words in (line.split() for line in text.streams[0])]
    (folder / "others.txt").write_text("".join(f"{line}\n" for line in other), encoding="utf-8")

    scored = run(_samescore("bleu", "score", "hypotheses.txt", "-r", "references.txt"))
    if not isinstance(scored, Sample):
        raise RuntimeError(f"samescore score {scored}")
    _write_claims(scored.values[0], folder)


def _write_claims(bleu: float, folder: Path) -> None:
    """Write two files with a claim each: a number that the defaults reproduce, and a number that no settings reproduce."""
    for name, number, references in (
        ("defaults", f"{bleu:.4f}", ["references.txt"]),
        ("nothing", f"{bleu + 0.123456789:.9f}", ["references.txt", "others.txt"]),
    ):
        claim = {"metric": "BLEU", "published": number, "hypotheses": "hypotheses.txt", "references": references}
        (folder / f"{name}.jsonl").write_text(json.dumps(claim) + "\n", encoding="utf-8")


def whole_commands(metrics: tuple[str, ...]) -> list[Command]:
    """Return commands that start up, and that score a file: samescore's, sacreBLEU's, or a script for a package without one."""
    files = ("hypotheses.txt", "-r", "references.txt")
    commands = [
        Command("python -c pass", "start", ("-c", "pass")),
        _samescore("start", "--version"),
        _samescore("start", "score", "hypotheses-3.txt", "-r", "references-3.txt"),
    ]
    for metric in ("bleu", "chrf", "ter"):
        if metric in metrics:
            sacrebleu = ("-m", "sacrebleu", "references.txt", "-i", "hypotheses.txt", "-m", metric, "-b", "-w", "12")
            commands += [
                _samescore(metric, "score", *files, "-m", metric),
                Command(f"sacrebleu -m {metric}", metric, sacrebleu, plain_numbers, "sacrebleu"),
            ]
    if "rouge" in metrics:
        read = ("hypotheses.txt", "references.txt")
        commands += [
            _samescore("rouge", "score", *files, "-m", "rouge1", "-m", "rouge2", "-m", "rougeL"),
            Command("a script with rouge-score", "rouge", ("-c", _ROUGE_SCORE, *read), plain_numbers, "rouge-score"),
            Command("a script with rouge-rust", "rouge", ("-c", _FAST_ROUGE, *read), plain_numbers, "rouge-rust"),
        ]
    return commands


def verbs() -> list[Command]:
    """Return commands for samescore's verbs with models of packages, so the time of a package is not included."""
    files = ("hypotheses.txt", "-r", "references.txt")
    return [
        _samescore("diff", "diff", *files, "-i", "native:sacrebleu", "-i", "native:nltk", "-i", "native:bleuscore"),
        _samescore("explain", "explain", "native:sacrebleu", "native:nltk.sentence_bleu", *files),
        _samescore("identify", "identify", "py:benchmarks.functions:corpus_bleu", "-m", "bleu"),
        _samescore("run native", "run", "native", "--no-report"),
        _samescore("audit: the defaults fit", "audit", "defaults.jsonl", "-j", "1"),
        _samescore("audit: nothing fits", "audit", "nothing.jsonl", "-j", "1"),
    ]


def _samescore(group: str, *arguments: str) -> Command:
    numbers = _native_numbers if arguments[0] == "score" and group != "start" else Command.numbers
    return Command(f"samescore {' '.join(arguments)}", group, ("-m", "samescore", *arguments), numbers)


def agree(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    """Return whether two commands print the same numbers, within the precision of their digits."""
    pairs = zip(first, second, strict=False)
    return len(first) == len(second) and all(abs(a - b) <= _PRINTED * max(abs(a), 1) for a, b in pairs)


def run_command(command: Command, folder: Path, limit: float) -> Sample | str:
    """Run a command once and return the measurement, or why it failed; CPU seconds include its child processes."""
    environment = child_environment(command.python, {})
    started = time.perf_counter()
    with (folder / "stdout").open("wb") as output, (folder / "stderr").open("wb") as errors:
        process = subprocess.Popen(
            [command.python, *command.arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        timer = threading.Timer(limit, os.killpg, (process.pid, signal.SIGKILL))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == -signal.SIGKILL:
        return f"took more than {limit:.0f} s"
    if process.returncode not in (0, 1):  # 1: some finding
        message = (folder / "stderr").read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return f"failed: {(message or ['no message'])[-1]}"
    values = command.numbers((folder / "stdout").read_text(encoding="utf-8"))
    return Sample(usage.ru_utime + usage.ru_stime, wall, values=values)
