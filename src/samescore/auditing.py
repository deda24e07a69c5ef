"""Audits of many claims: in several processes, written down as they come, and resumed after an interruption."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec

from samescore.audit import Auditor, Finding, Joint, telling
from samescore.claims import Claim, read_claims
from samescore.errors import InputError

_auditor: Auditor | None = None  # one for each process, so that it remembers


def audit_all(path: Path, *, jobs: int = 1, thorough: bool = False, skip: Set[str] = frozenset()) -> Iterator[Finding]:
    """The finding on each claim of a file, in order, without those whose id is to be skipped.

    Raises `InputError` for a file that is not one of claims; what is wrong with a single claim is its finding.
    """
    claims = [claim for claim in read_claims(path) if claim.id not in skip]
    if jobs == 1 or len(claims) < 2:
        auditor = Auditor(path.parent, thorough=thorough)
        yield from map(auditor.audit, claims)
        return
    size = max(1, min(16, len(claims) // jobs))
    fresh = get_context("spawn")  # a copy of a process with threads may hang
    with ProcessPoolExecutor(jobs, fresh, initializer=_start, initargs=(path.parent, thorough)) as pool:
        yield from pool.map(_one, claims, chunksize=size)


def _start(base: Path, thorough: bool) -> None:
    global _auditor
    _auditor = Auditor(base, thorough=thorough)


def _one(claim: Claim) -> Finding:
    if _auditor is None:
        raise RuntimeError("the process was not started as _start does")
    return _auditor.audit(claim)


def joint(path: Path, signatures: Mapping[str, Sequence[str]]) -> Iterator[Joint]:
    """The settings that explain the claims of each source and metric, for those with more than one claim.

    `signatures` are what fits each claim, by its id. A number of few digits is tried with all that explained another
    one of its source; one of many digits has shown what gave it.
    """
    auditor, groups = Auditor(path.parent), defaultdict(list)
    for claim in read_claims(path):
        if claim.hypotheses and claim.id in signatures:
            groups[claim.where, claim.metric].append(claim)
    for (source, metric), claims in groups.items():
        counts: Counter[str] = Counter()
        everything = dict.fromkeys(each for claim in claims for each in signatures[claim.id])
        for claim in claims:
            own = signatures[claim.id]
            others = [each for each in everything if each not in own and not telling(claim)]
            counts.update([*own, *(each for each in others if auditor.fits(claim, each))])
        if len(claims) > 1:
            yield Joint(source, metric, len(claims), tuple(counts.most_common()))


class Report:
    """Findings, a line each. With `resume`, `done` holds those that are there already: what fits, by the claim's id."""

    def __init__(self, path: Path | None, resume: bool) -> None:
        self.done: dict[str, list[str]] = {}
        self._file = None
        if resume and path is None:
            raise InputError("--resume goes on with a report", hint="name it with --report")
        if path is None:
            return
        try:
            if resume and path.exists():
                lines = path.read_bytes().splitlines(keepends=True)
                read = [(line, msgspec.json.decode(line)) for line in lines if line.endswith(b"\n")]
                whole = [line for line, each in read if each["type"] != "joint"]
                self.done = {str(each["claim"]): each["signatures"] for _, each in read if each["type"] != "joint"}
                path.write_bytes(b"".join(whole))  # without the line that an interruption has cut off
            self._file = path.open("a" if resume else "w", encoding="utf-8")
        except OSError as problem:
            raise InputError(f"cannot write {path}: {problem.strerror}", hint="choose another --report") from None
        except (msgspec.MsgspecError, KeyError, TypeError) as problem:
            raise InputError(f"{path} is not a report of an audit: {problem}", hint="leave out --resume") from None

    def write(self, line: str) -> None:
        """Keep one finding, at once."""
        if self._file is not None:
            self._file.write(line + "\n")
            self._file.flush()

    def __enter__(self) -> Report:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
