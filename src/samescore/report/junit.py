"""A run as JUnit XML, for whatever shows test results."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from samescore.verbs.judge import Judgement, VectorVerdict
from samescore.verbs.run import RunReport

#: What XML 1.0 cannot hold, even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml(report: RunReport) -> bytes:
    """One test suite for each implementation, one test case for each result; UTF-8 with a declaration."""
    root = ElementTree.Element("testsuites", name="samescore")
    for asked in report.implementations:
        results = [result for result in report.results if result.implementation == asked.name]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_clean(f"{asked.name} {asked.version}".strip()),
            tests=str(len(results)),
            failures=str(sum(result.verdict.red and result.verdict is not VectorVerdict.ERROR for result in results)),
            errors=str(sum(result.verdict is VectorVerdict.ERROR for result in results)),
            skipped=str(sum(_skipped(result) for result in results)),
        )
        for result in results:
            _case(suite, result)
    found: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return found + b"\n"


def _case(suite: ElementTree.Element, result: Judgement) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=_clean(result.vector.metric), name=result.vector.id)
    why = _clean(result.why)
    if _skipped(result):
        ElementTree.SubElement(case, "skipped", message=why)
    elif result.verdict.red:
        kind = "error" if result.verdict is VectorVerdict.ERROR else "failure"
        found = ElementTree.SubElement(case, kind, message=why, type=result.verdict.value)
        expected = result.vector.expected.value or result.vector.expected.outcome
        found.text = _clean(f"expected {expected}\ngot {result.outcome.describe()}\n{result.reproduce}")
    elif why:
        ElementTree.SubElement(case, "system-out").text = f"{result.verdict.value}: {why}"


def _skipped(result: Judgement) -> bool:
    return result.verdict in (VectorVerdict.UNSUPPORTED, VectorVerdict.UNAVAILABLE, VectorVerdict.EXPECTED)


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
