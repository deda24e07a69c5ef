"""Tasks of a leaderboard without an engine: what is one task, what a worker answers, and the order of the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec
import pytest

import samescore
from samescore.records import AuditFinding, ClaimVerdict
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.workers import Start
from samescore.verbs.scale import leaderboards

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_REFERENCE = ["the cat sat on the mat", "it is on the table", "a dog ran"]
_SYSTEMS = {
    "one": ["The cat sat on a mat", "it is on the table", "a dog"],
    "two": ["the cat sat", "it was on the table", "a dog ran"],
    "three": ["cat the sat mat", "is it", "a dog ran home"],
}

#: The items and the common arguments of every call of an engine.
Sent = list[tuple[list[Any], dict[str, Any]]]


@pytest.fixture
def board(tmp_path: Path) -> Path:
    for name, lines in {**_SYSTEMS, "ref": _REFERENCE}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """An engine that runs each item here, the last one first, and the list of what it received."""
    received: Sent = []

    def client(scheduler: str, workers: int) -> Any:
        assert (scheduler, workers) == ("tcp://host:8786", 3)
        return nullcontext("connected")

    def results(
        connected: str, function: Callable[..., bytes], items: Sequence[bytes], **more: bytes
    ) -> Iterator[tuple[int, bytes]]:
        assert connected == "connected"
        decoded = {name: msgspec.msgpack.decode(value) for name, value in more.items()}
        received.append(([msgspec.msgpack.decode(item) for item in items], decoded))
        for number in reversed(range(len(items))):
            yield number, function(items[number], **more)

    monkeypatch.setattr(leaderboards, "client", client)
    monkeypatch.setattr(leaderboards, "results", results)
    return received


def _claim(system: str, metric: str, published: str) -> Claim:
    return Claim(
        id=f"{system}-{metric}",
        metric=metric,
        published=published,
        hypotheses=f"{system}.txt",
        references=["ref.txt"],
    )


def test_claims_about_a_system_are_one_task_and_findings_are_in_order(board: Path, sent: Sent) -> None:
    claims = [_claim(system, metric, "50.0") for metric in ("wer", "chrf") for system in _SYSTEMS]
    claims.append(_claim("missing", "wer", "50.0"))
    start = Start(board, rounding_only=True)
    found = list(leaderboards.audit(claims, start, scheduler="tcp://host:8786", workers=3))
    assert [finding.claim for finding in found] == [claim.id for claim in claims]
    [(items, more)] = sent
    assert items == [
        msgspec.to_builtins([claim for claim in claims if claim.hypotheses == f"{system}.txt"])
        for system in (*_SYSTEMS, "missing")
    ]
    assert more == {"start": [str(board), False, True]}
    auditor = start.auditor()
    assert found[:-1] == [auditor.audit(claim) for claim in claims[:-1]]
    assert found[-1].verdict is not ClaimVerdict.CRASHED


@pytest.mark.parametrize("options", [{}, {"thorough": True}, {"rounding_only": True}])
def test_a_worker_audits_with_the_options_of_the_audit(board: Path, options: dict[str, bool]) -> None:
    start = Start(board, **options)
    encoded = msgspec.msgpack.encode([str(board), start.thorough, start.rounding_only])
    auditor = leaderboards._auditor(encoded)
    assert (auditor.thorough, auditor.rounding_only) == (start.thorough, start.rounding_only)
    claims = [_claim("one", "chrf", "50.0"), _claim("one", "bleu", "1e")]
    answered = leaderboards.audit_system(msgspec.msgpack.encode(claims), encoded)
    found = msgspec.msgpack.decode(answered, type=list[AuditFinding])
    assert [finding.claim for finding in found] == ["one-chrf", "one-bleu"]
    assert found[0] == start.auditor().audit(claims[0])


def test_each_system_is_compared_as_one_at_a_time(board: Path, sent: Sent) -> None:
    """Every system is one task, whatever its length, and its comparisons are in the order of the metrics."""
    metrics: dict[str, dict[str, Any]] = {"ter": {}, "bleu": {"smoothing": "none", "max_order": 2}}
    names = ("native:sacrebleu", "native")
    said: list[str] = []
    systems = {name: board / f"{name}.txt" for name in _SYSTEMS}
    found = leaderboards.diff(
        systems,
        [board / "ref.txt"],
        metrics,
        names,
        scheduler="tcp://host:8786",
        workers=3,
        on_progress=said.append,
    )
    assert list(found) == list(_SYSTEMS)
    [(items, more)] = sent
    assert len(items) == len(_SYSTEMS)
    assert more["asked"]["knobs"] == {"ter": {}, "bleu": {"smoothing": "none", "max_order": "2"}}
    assert said == ["1 of 3 systems", "2 of 3 systems", "3 of 3 systems"]
    for name, compared in found.items():
        data = samescore.Corpus.read(systems[name], [board / "ref.txt"])
        for (metric, knobs), report in zip(metrics.items(), compared, strict=True):
            alone = samescore.diff(metric, data, implementations=names, **knobs)
            assert list(report.records) == list(alone.records)
