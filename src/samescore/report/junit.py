"""A run, or a gate, as JUnit XML for tools that show test results."""

from __future__ import annotations

from xml.etree import ElementTree

from samescore.records import (
    Gate,
    GateVerdict,
    Participant,
    Repeated,
    Result,
    RunReport,
    VectorGate,
    VectorVerdict,
    coverages,
)
from samescore.report.gate_words import explained_move
from samescore.report.plain import LONGEST, page, visible

#: The reasons why vectors of a gate are not compared.
_NOT_COMPARED = {
    GateVerdict.SKIPPED: "the vector's input changed",
    GateVerdict.NEW: "the baseline has no answer",
    GateVerdict.GONE: "not run this time",
}


def run(report: RunReport) -> str:
    """Return a test suite for each implementation, with a test case for each result and one for the repeated inputs."""
    root = ElementTree.Element("testsuites", name="samescore")
    for participant in report.implementations:
        results = [result for result in report.results if result.implementation == participant.name]
        again = [repeated for repeated in report.repeated if repeated.implementation == participant.name]
        failures = sum(result.verdict.red and result.verdict is not VectorVerdict.ERROR for result in results)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_clean(f"{participant.name} {participant.version}".strip()),
            tests=str(len(results) + len(again)),
            failures=str(failures + sum(bool(repeated.changes) for repeated in again)),
            errors=str(sum(result.verdict is VectorVerdict.ERROR for result in results)),
            skipped=str(sum(_skipped(result) for result in results)),
        )
        _properties(suite, report, participant)
        for result in results:
            _case(suite, result, report)
        for repeated in again:
            _repeated_case(suite, repeated)
    return _xml(root)


def _properties(suite: ElementTree.Element, report: RunReport, participant: Participant) -> None:
    """Add the coverage of the results, and the observed behaviour of a failing implementation."""
    named = [(f"coverage of {c.metric}", c.text) for c in coverages(report) if c.implementation == participant.name]
    named += [
        (f"identified {like.metric}", like.text)
        for like in report.likenesses
        if like.implementation == participant.name
    ]
    if participant.seed is not None:
        named.append(("seed", str(participant.seed)))
    if named:
        properties = ElementTree.SubElement(suite, "properties")
        for name, value in named:
            ElementTree.SubElement(properties, "property", name=_clean(name), value=_clean(value))


def _case(suite: ElementTree.Element, result: Result, report: RunReport) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=_clean(result.metric), name=_clean(result.vector))
    why = _clean(result.why)
    if _skipped(result):
        ElementTree.SubElement(case, "skipped", message=why)
    elif result.verdict.red:
        kind = "error" if result.verdict is VectorVerdict.ERROR else "failure"
        failure = ElementTree.SubElement(case, kind, message=why, type=result.verdict.value)
        lines = [f"expected {report.expected(result)}", f"got {result.outcome.text}", result.reproduce]
        if recorded := report.recorded_case(result):
            lines += [f"under {result.signature}", f"input {recorded.input_text}"]
        failure.text = page(lines)
    elif why:
        ElementTree.SubElement(case, "system-out").text = f"{result.verdict.value}: {why}"


def _repeated_case(suite: ElementTree.Element, repeated: Repeated) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname="implementation", name="asked again")
    if repeated.changes:
        failure = ElementTree.SubElement(case, "failure", message=_clean(repeated.text), type="changed")
        failure.text = page(repeated.lines[1:])
    else:
        ElementTree.SubElement(case, "system-out").text = _clean(repeated.text)


def _skipped(result: Result) -> bool:
    return result.verdict is VectorVerdict.EXPECTED or not result.verdict.answered


def gate(compared: Gate) -> str:
    """Return a test suite for each implementation, with a test case for each vector and entry point.

    A case fails if an answer changed or was lost, and for no other reason. An unavailable implementation is one skipped
    case.
    """
    root = ElementTree.Element("testsuites", name="samescore")
    for participant in compared.implementations:
        vectors = [vector for vector in compared.vectors if vector.implementation == participant.name]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_clean(f"{participant.name} {participant.version}".strip()),
            tests=str(len(vectors) + bool(participant.unavailable)),
            failures=str(sum(vector.verdict.red for vector in vectors)),
            errors="0",
            skipped=str(sum(vector.verdict in _NOT_COMPARED for vector in vectors) + bool(participant.unavailable)),
        )
        if participant.unavailable:
            case = ElementTree.SubElement(suite, "testcase", classname="implementation", name=_clean(participant.name))
            ElementTree.SubElement(case, "skipped", message=_clean(participant.unavailable))
        for vector in vectors:
            _gate_case(suite, vector)
    return _xml(root)


def _gate_case(suite: ElementTree.Element, vector: VectorGate) -> None:
    name = f"{vector.vector} {vector.entry_point}".strip()
    case = ElementTree.SubElement(suite, "testcase", classname=_clean(vector.metric), name=_clean(name))
    if vector.verdict in _NOT_COMPARED:
        ElementTree.SubElement(case, "skipped", message=_NOT_COMPARED[vector.verdict])
    elif vector.verdict.red:
        lost = ["the answer is now missing"] if vector.verdict is GateVerdict.LOST else []
        details = [*lost, *(explained_move(vector, regression) for regression in vector.regressions)] or [
            "an answer changed"
        ]
        failure = ElementTree.SubElement(case, "failure", message=_clean(details[0]), type=vector.verdict.value)
        failure.text = page(details)


def _xml(root: ElementTree.Element) -> str:
    document: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return document.decode("utf-8") + "\n"


def _clean(text: str) -> str:
    """Return a text on one line with unprintable characters escaped, which include all characters that XML forbids."""
    return visible(text, LONGEST)
