"""Audits of many claims: in several processes, written down as they come, and resumed after an interruption."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from samescore.verbs.audit.claims import Claim, read_claims
from samescore.verbs.audit.search import Auditor, Finding, Joint, telling

#: So many settings of a source are tried on all of its claims.
_MOST_SETTINGS = 64

_auditor: Auditor | None = None  # one for each process, so that it remembers


def audit_all(
    path: Path, *, jobs: int = 1, thorough: bool = False, skip: Set[tuple[str, str, str]] = frozenset()
) -> Iterator[Finding]:
    """The finding on each claim of a file, in order, without those to be skipped: by id, metric and published number.

    Raises `InputError` for a file that is not one of claims; what is wrong with a single claim is its finding.
    """
    claims = [claim for claim in read_claims(path) if (claim.id, claim.metric, claim.published) not in skip]
    if jobs == 1 or len(claims) < 2:
        auditor = Auditor(path.parent, thorough=thorough)
        yield from map(auditor.audit, claims)
        return
    size = max(1, min(4, len(claims) // jobs))
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

    `signatures` are what fits each claim, by its id. The settings that fit one claim are tried on the others of its
    source, those first that fit most of them; so many of them that it remains quick. A number of many digits counts for
    what was found to give it: other settings that give the same double are not looked for.
    """
    auditor, groups = Auditor(path.parent), defaultdict(list)
    for claim in read_claims(path):
        if claim.hypotheses and claim.id in signatures:
            groups[claim.where, claim.metric].append(claim)
    for (source, metric), claims in groups.items():
        counts = Counter(each for claim in claims for each in signatures[claim.id])
        tried = [signature for signature, _ in counts.most_common(_MOST_SETTINGS)]
        for claim in claims:  # one after another, so that what is counted in its files is counted once
            for signature in tried:
                if signature not in signatures[claim.id] and not (telling(claim) and signatures[claim.id]):
                    counts[signature] += auditor.fits(claim, signature)
        if len(claims) > 1:
            yield Joint(source, metric, len(claims), tuple(counts.most_common()))
