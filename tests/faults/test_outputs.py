"""Kills at random moments, full disks and closed streams: a file is the old one or the new one, whole."""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.command import PROGRAM

#: Of the fault campaign, and so slow.
pytestmark = [
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="signals and limits as Linux has them"),
]

#: What Python prints of an interruption in one of its own callbacks, from which it cannot be passed on.
_SWALLOWED = re.compile(rb"Exception ignored in: [^\n]*\nTraceback[^\n]*\n(?: [^\n]*\n)*KeyboardInterrupt: ?\n")
#: What a process says that is started while the one that starts it is killed: this is Python's, and nobody is left to help it.
_ORPHANED = re.compile(rb"Traceback[^\n]*\n [^\n]*\n [^\n]* in spawn_main\n(?: [^\n]*\n)*EOFError: Ran out of input\n")

SEED = 20240612
OLD = b"the old file\n"
#: Seconds that anything may take.
_PATIENCE = 120


@dataclass(frozen=True)
class Command:
    """A command line, the files that it writes, and how often it is killed."""

    line: str
    written: tuple[str, ...]
    kills: int

    @property
    def words(self) -> list[str]:
        return [*PROGRAM, *shlex.split(self.line)]


COMMANDS = (
    Command(
        "run native -m gleu -m mcc --report o.jsonl --junit o.xml --markdown o.md",
        ("o.jsonl", "o.xml", "o.md"),
        16,
    ),
    Command("audit claims.jsonl --report o.jsonl -j 1", ("o.jsonl",), 10),
    Command("audit claims.jsonl --report o.jsonl -j 2", ("o.jsonl",), 10),
    Command("drift a.jsonl b.jsonl --report o.jsonl --markdown o.md", ("o.jsonl", "o.md"), 10),
    Command("expect native:nltk -m gleu -o o.toml", ("o.toml",), 8),
    Command("golden export -m gleu -o o.jsonl", ("o.jsonl",), 6),
    Command("diff hyp.txt -r ref.txt -i native -i native:nltk", (), 4),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faults")
    hypotheses = ["The cat sat on the mat .", "It costs 1,000.50 euros in the shop .", "they went home"]
    references = ["the cat sat on a mat.", "It costs 1,000 euros in that shop.", "they all went home"]
    (folder / "hyp.txt").write_text("\n".join(hypotheses) + "\n", encoding="utf-8")
    (folder / "ref.txt").write_text("\n".join(references) + "\n", encoding="utf-8")
    files: dict[str, Any] = {"hypotheses": "hyp.txt", "references": ["ref.txt"]}
    claims: list[dict[str, Any]]
    claims = [{"metric": name, "published": "73.123456", **files} for name in ("BLEU", "chrF", "TER", "rouge1", "wer")]
    claims += [{"metric": "accuracy", "published": f"{k}.0", "items": 7} for k in range(40, 50)]
    claims += [{"metric": name, "published": "12.3", **files} for name in ("gleu", "rouge-l", "cer")]
    (folder / "claims.jsonl").write_text("".join(json.dumps(claim) + "\n" for claim in claims), encoding="utf-8")
    for name, implementation in (("a", "native:nltk==3.4.5"), ("b", "native:nltk==3.5")):
        words = ["run", implementation, "-m", "gleu", "--all-answers", "--report", f"{name}.jsonl"]
        _finished([*PROGRAM, *words], folder)
    return folder


def _finished(words: list[str], folder: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(words, cwd=folder, capture_output=True, timeout=_PATIENCE, check=False, env=_environment())


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


def _clean(folder: Path, written: tuple[str, ...], content: bytes = OLD) -> None:
    """The old files, and no parts."""
    for name in written:
        (folder / name).write_bytes(content)
        (folder / f"{name}.part").unlink(missing_ok=True)


def _whole(command: Command, folder: Path) -> tuple[dict[str, bytes], int, float]:
    """What an undisturbed command writes, its exit code, and how long it takes."""
    _clean(folder, command.written)
    start = time.monotonic()
    done = _finished(command.words, folder)
    seconds = time.monotonic() - start
    assert done.returncode in (0, 1), done.stderr
    contents = {name: (folder / name).read_bytes() for name in command.written}
    assert OLD not in contents.values()
    return contents, done.returncode, seconds


def _complaints(folder: Path, contents: dict[str, bytes]) -> Iterator[str]:
    """What is wrong with the files after a kill."""
    for name, new in contents.items():
        if (folder / name).read_bytes() not in (OLD, new):
            yield f"{name} is neither the old file nor the new one"
        part = folder / f"{name}.part"
        if part.exists() and not new.startswith(part.read_bytes()):
            yield f"{part.name} does not begin as the whole file does"


def _report(what: str, tries: Counter[str], failures: list[str]) -> None:
    counts = ", ".join(f"{name} {count}" for name, count in sorted(tries.items()))
    print(f"\n{what}: {sum(tries.values())} tries ({counts}), {len(failures)} failures")
    assert not failures, "\n".join(failures)


def _gone(group: int) -> bool:
    """Return whether all processes of a group end within 20 seconds; kill them otherwise."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    return False


def test_kills_at_random_moments(folder: Path) -> None:
    rng, tries, failures = random.Random(SEED), Counter[str](), list[str]()
    for command in COMMANDS:
        contents, code, seconds = _whole(command, folder)
        for number in range(command.kills):
            chosen = rng.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
            wait = rng.uniform(0.0, 1.1) * seconds
            _clean(folder, command.written)
            with subprocess.Popen(
                command.words,
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=_environment(),
            ) as running:
                time.sleep(wait)
                running.send_signal(chosen)
                _, errors = running.communicate(timeout=_PATIENCE)
            place = f"{command.line}: {chosen.name} after {wait:.2f} s (number {number})"
            complaints = list(_complaints(folder, contents))
            if running.returncode not in (code, -chosen, 128 + chosen):
                complaints.append(f"exit code {running.returncode}")
            unexpected = _SWALLOWED.sub(b"", errors)
            if chosen is signal.SIGKILL:
                unexpected = _ORPHANED.sub(b"", unexpected)
            if b"Traceback" in unexpected and running.returncode != -signal.SIGINT:  # that is Python, while it starts
                complaints.append(errors.decode("utf-8", "replace"))
            if not _gone(running.pid):
                complaints.append("it leaves processes")
            if command.line.startswith("audit") and not complaints:
                complaints += _resumed(command, folder, contents["o.jsonl"], code)
            tries[f"{command.line.split()[0]} {chosen.name}"] += 1
            failures += [f"{place}: {complaint}" for complaint in complaints]
    assert sum(tries.values()) >= 60
    _report("kills at random moments", tries, failures)


def _resumed(command: Command, folder: Path, new: bytes, code: int) -> Iterator[str]:
    """What is wrong with an audit that is continued."""
    if (folder / "o.jsonl").read_bytes() == OLD:
        (folder / "o.jsonl").unlink()  # it is no report, which a resumption would say if there is no part
    done = _finished([*command.words, "--resume"], folder)
    if done.returncode != code:
        yield f"--resume ends with {done.returncode}: {done.stderr!r}"
    elif (folder / "o.jsonl").read_bytes() != new:
        yield "--resume gives other findings"


def test_kills_of_audit_processes(folder: Path) -> None:
    rng, tries, failures = random.Random(SEED), Counter[str](), list[str]()
    command = Command("audit claims.jsonl --report o.jsonl -j 2", ("o.jsonl",), 8)
    contents, code, seconds = _whole(command, folder)
    for _ in range(command.kills):
        _clean(folder, command.written)
        with subprocess.Popen(
            command.words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=_environment()
        ) as running:
            killed = _kill_a_worker(running, rng.uniform(0.0, 0.9) * seconds)
            _, errors = running.communicate(timeout=_PATIENCE)
        tries["killed" if killed else "ended before"] += 1
        if running.returncode != code:
            failures.append(f"exit code {running.returncode}: {errors.decode('utf-8', 'replace')}")
        elif (folder / "o.jsonl").read_bytes() != contents["o.jsonl"]:
            failures.append("other findings")
    assert tries["killed"] >= command.kills // 2
    _report("kills of audit processes", tries, failures)


def _kill_a_worker(running: subprocess.Popen[bytes], wait: float) -> bool:
    """Kill a worker process after a while, or as soon as there is one."""
    time.sleep(wait)
    while running.poll() is None:
        for child in _children(running.pid):
            with suppress(OSError):  # it has just ended
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(int(child), signal.SIGKILL)
                    return True
        time.sleep(0.02)
    return False


def _children(process: int) -> list[str]:
    with suppress(OSError):  # it has just ended
        return Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    return []


def test_full_disks(folder: Path) -> None:
    """A limit on the size of files, which fails as a full disk does, and /dev/full."""
    rng, tries, failures = random.Random(SEED), Counter[str](), list[str]()
    for command in COMMANDS:
        if not command.written:
            continue
        contents, code, _ = _whole(command, folder)
        for blocks in {1, rng.randint(2, 8), 10**6}:
            _clean(folder, command.written)
            done = _finished(["/bin/sh", "-c", f"ulimit -f {blocks}; exec {shlex.join(command.words)}"], folder)
            tries[command.line.split()[0]] += 1
            unit = 512  # of the shell's limit; bash counts 1024
            too_large = {name for name, content in contents.items() if len(content) > 2 * unit * blocks}
            fit = {name for name, content in contents.items() if len(content) <= unit * blocks}
            complaints = list(_complaints(folder, contents))
            complaints += [f"{name} is lost" for name in fit if (folder / name).read_bytes() != contents[name]]
            complaints += [
                f"{name} is not missed" for name in too_large if f"{name} is incomplete" not in str(done.stderr)
            ]
            if (too_large and done.returncode != 2) or (len(fit) == len(contents) and done.returncode != code):
                complaints.append(f"exit code {done.returncode}")
            if b"Traceback" in done.stderr:
                complaints.append(done.stderr.decode("utf-8", "replace"))
            failures += [f"{command.line}, {blocks} blocks: {complaint}" for complaint in complaints]
        for name in command.written:
            _clean(folder, command.written)
            done = _finished([word if word != name else "/dev/full" for word in command.words], folder)
            tries["/dev/full"] += 1
            if done.returncode != 2 or b"No space left" not in done.stderr or b"Traceback" in done.stderr:
                failures.append(f"{command.line}, {name} as /dev/full: {done.returncode}, {done.stderr!r}")
            for other in set(command.written) - {name}:
                if (folder / other).read_bytes() != contents[other]:
                    failures.append(f"{command.line}, {name} as /dev/full: {other} is lost")
    _report("full disks", tries, failures)


def test_closed_and_broken_streams(folder: Path) -> None:
    tries, failures = Counter[str](), list[str]()
    for command in (*COMMANDS[:2], *COMMANDS[3:5]):
        contents, code, _ = _whole(command, folder)
        for what in (">&-", "2>&-", "<&- >&- 2>&-", "> /dev/full", "2> /dev/full"):
            _clean(folder, command.written)
            done = _finished(["/bin/sh", "-c", f"exec {shlex.join(command.words)} {what}"], folder)
            tries[what] += 1
            if done.returncode != (2 if what == "> /dev/full" else code) or b"Traceback" in done.stderr:
                failures.append(f"{command.line} {what}: {done.returncode}, {done.stderr!r}")
            failures += [f"{command.line} {what}: {name} is lost" for name in _lost(folder, contents)]
        for closing in (_closed_at_once, _closed_after_a_line):
            _clean(folder, command.written)
            with subprocess.Popen(
                command.words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment()
            ) as running:
                closing(running)
                assert running.stderr is not None
                errors = running.stderr.read()
            tries["broken pipe"] += 1
            if running.returncode not in (code, 141) or errors:
                failures.append(f"{command.line}, {closing.__name__}: {running.returncode}, {errors!r}")
            failures += [f"{command.line}, {closing.__name__}: {name} is lost" for name in _lost(folder, contents)]
    _report("closed and broken streams", tries, failures)


def _lost(folder: Path, contents: dict[str, bytes]) -> list[str]:
    return [name for name, content in contents.items() if (folder / name).read_bytes() != content]


def _closed_at_once(running: subprocess.Popen[bytes]) -> None:
    assert running.stdout is not None
    running.stdout.close()


def _closed_after_a_line(running: subprocess.Popen[bytes]) -> None:
    assert running.stdout is not None
    running.stdout.readline()
    running.stdout.close()
