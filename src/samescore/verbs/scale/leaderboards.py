"""Audit or compare the many systems of a leaderboard on a cluster, with one task for each system."""

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
    """The implementations to compare, and for each metric its knob values as texts, by knob name."""

    implementations: tuple[str, ...]
    knobs: dict[str, dict[str, str]]


_CLAIMS, _FINDINGS = msgspec.msgpack.Decoder(list[Claim]), msgspec.msgpack.Decoder(list[AuditFinding])
_SHARDS, _COMPARED = msgspec.msgpack.Decoder(Shard), msgspec.msgpack.Decoder(_Compared)
_COMPARISONS = msgspec.msgpack.Decoder(list[DiffReport])


def audit(claims: Sequence[Claim], start: Start, *, scheduler: str = "", workers: int = 1) -> Iterator[AuditFinding]:
    """Yield the finding on each claim, in order, computed on a cluster; claims about one system's file are one task.

    `start` has the audit's options; `scheduler` and `workers` are as for `samescore.verbs.scale.dask.client`. Raises
    the errors of `client` and of `samescore.verbs.scale.dask.results`.
    """
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
    """Return the findings on the claims about a system; arguments and result are MessagePack bytes."""
    auditor = _auditor(start)
    return msgspec.msgpack.encode([audit_claim(auditor, claim) for claim in _CLAIMS.decode(claims)])


@lru_cache(maxsize=1)
def _auditor(start: bytes) -> Auditor:
    """Return the auditor of a worker; it is kept between calls, because it caches the files that it read last."""
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
    """Return the reports of `samescore.diff` on each system, by its name: one report for each metric.

    Each system is one task. A worker reads the references once, and tokenizes a system once for all metrics. Parameters
    are as for `samescore.verbs.scale.score`, but each system must be a single file; `implementations` are as for
    `samescore.diff`, and must be available on the workers. Raises the errors of both functions.
    """
    planned = plan(systems, references, metrics, shard_lines=_ALL_LINES)
    names = [question.name for question in msgspec.msgpack.decode(planned.job, type=Job).questions]
    knobs = metrics if isinstance(metrics, Mapping) else {name: {} for name in names}
    asked = _Compared(tuple(implementations), {name: _knob_texts(name, knobs[name]) for name in names})
    compared: dict[str, list[DiffReport]] = {system: [] for system in planned.lines}
    with client(scheduler, workers) as connected:
        found = results(connected, compare_system, planned.shards, asked=msgspec.msgpack.encode(asked))
        for done, (number, comparisons) in enumerate(found, 1):
            system = _SHARDS.decode(planned.shards[number]).system
            compared[system] = _COMPARISONS.decode(comparisons)
            on_progress(f"{done:,} of {len(planned.shards):,} systems")
    return compared


def _knob_texts(metric: str, knobs: Mapping[str, object]) -> dict[str, str]:
    chosen, _ = find(metric)
    values = chosen.settings.canonical(dict(knobs))
    return {name: chosen.settings.knob(name).domain.format(values[name]) for name in knobs}


def compare_system(shard: bytes, asked: bytes) -> bytes:
    """Return the comparisons of a system's file, one for each metric; arguments and result are MessagePack bytes."""
    from samescore.verbs.inputs.columns import Columns
    from samescore.verbs.why.diff import Request, execute

    columns, request = Columns(read(_SHARDS.decode(shard)).corpus), _COMPARED.decode(asked)
    made = []
    for metric, texts in request.knobs.items():
        knobs = [f"{name}={text}" for name, text in texts.items()]
        made += comparisons(execute(Request(columns, metric, request.implementations, knobs)))
    return msgspec.msgpack.encode(made)
