"""Leaderboards: audit or compare many systems on a cluster, with one task for each system."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from samescore.base.files import PathLike
from samescore.base.folders import absolute
from samescore.metrics import find
from samescore.records import AuditFinding, DiffReport, comparisons
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.search import Auditor
from samescore.verbs.audit.workers import Start, audit_claim
from samescore.verbs.scale.dask import client, results
from samescore.verbs.scale.job import Job, Shard
from samescore.verbs.scale.planning import plan
from samescore.verbs.scale.reading import read

#: A system is one task, however many lines it has.
_ALL_LINES = 10**12


class _Compared(msgspec.Struct, frozen=True):
    """The implementations to compare, and the knobs of each metric as texts."""

    implementations: tuple[str, ...]
    knobs: dict[str, dict[str, str]]


_CLAIMS, _FINDINGS = msgspec.msgpack.Decoder(list[Claim]), msgspec.msgpack.Decoder(list[AuditFinding])
_SHARDS, _COMPARED = msgspec.msgpack.Decoder(Shard), msgspec.msgpack.Decoder(_Compared)
_COMPARISONS = msgspec.msgpack.Decoder(list[DiffReport])


def audit(claims: Sequence[Claim], start: Start, *, scheduler: str = "", workers: int = 1) -> Iterator[AuditFinding]:
    """Yield the findings on claims, in order; those about one system's files are one task. Raises as `results`."""
    systems: dict[str, list[int]] = {}
    for number, claim in enumerate(claims):
        systems.setdefault(claim.hypotheses, []).append(number)
    groups = list(systems.values())
    items = [msgspec.msgpack.encode([claims[number] for number in group]) for group in groups]
    asked = msgspec.msgpack.encode([str(absolute(start.base)), start.thorough, start.rounding_only])
    findings: dict[int, AuditFinding] = {}
    following = 0
    with client(scheduler, workers) as connected:
        for group, found in results(connected, audit_system, items, start=asked):
            findings.update(zip(groups[group], _FINDINGS.decode(found), strict=True))
            while following in findings:
                yield findings.pop(following)
                following += 1


def audit_system(claims: bytes, start: bytes) -> bytes:
    """Return the findings on the claims about a system."""
    auditor = _auditor(start)
    return msgspec.msgpack.encode([audit_claim(auditor, claim) for claim in _CLAIMS.decode(claims)])


@lru_cache(maxsize=1)
def _auditor(start: bytes) -> Auditor:
    """Return the auditor of a worker, which caches the files that it has read last."""
    base, thorough, rounding_only = msgspec.msgpack.decode(start)
    return Start(Path(base), thorough, rounding_only).auditor()


def diff(
    systems: PathLike | Sequence[PathLike] | Mapping[str, PathLike],
    references: Sequence[PathLike] = (),
    metrics: str | Sequence[str] | Mapping[str, Mapping[str, object]] = "bleu",
    implementations: Sequence[str] = (),
    *,
    scheduler: str = "",
    workers: int = 1,
    on_progress: Callable[[str], None] = lambda _: None,
) -> dict[str, list[DiffReport]]:
    """For each system, the reports of `samescore.diff` for each metric; one task for each system, which is read once.

    A worker reads the references once, and tokenizes a system once for all metrics. Parameters as for
    `samescore.verbs.scale.score`, with files as systems; `implementations` as for `samescore.diff`, on the workers.
    Raises the errors of both.
    """
    planned = plan(systems, references, metrics, shard_lines=_ALL_LINES)
    names = [question.name for question in msgspec.msgpack.decode(planned.job, type=Job).questions]
    knobs = metrics if isinstance(metrics, Mapping) else {name: {} for name in names}
    asked = _Compared(tuple(implementations), {name: _texts(name, knobs[name]) for name in names})
    compared: dict[str, list[DiffReport]] = {system: [] for system in planned.lines}
    with client(scheduler, workers) as connected:
        found = results(connected, compare_system, planned.shards, asked=msgspec.msgpack.encode(asked))
        for done, (number, comparisons) in enumerate(found, 1):
            system = _SHARDS.decode(planned.shards[number]).system
            compared[system] = _COMPARISONS.decode(comparisons)
            on_progress(f"{done:,} of {len(planned.shards):,} systems")
    return compared


def _texts(metric: str, knobs: Mapping[str, object]) -> dict[str, str]:
    chosen, _ = find(metric)
    values = chosen.settings.canonical(dict(knobs))
    return {name: chosen.settings.knob(name).domain.format(values[name]) for name in knobs}


def compare_system(shard: bytes, asked: bytes) -> bytes:
    """Return the comparisons of a system's file, one for each metric."""
    from samescore.verbs.inputs.columns import Columns
    from samescore.verbs.why.diff import Request, execute

    columns, request = Columns(read(_SHARDS.decode(shard)).corpus), _COMPARED.decode(asked)
    made = []
    for metric, texts in request.knobs.items():
        knobs = [f"{name}={text}" for name, text in texts.items()]
        made += comparisons(execute(Request(columns, metric, request.implementations, knobs)))
    return msgspec.msgpack.encode(made)
