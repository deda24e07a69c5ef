"""The commands that audits print: which number they are for, and where they run."""

from __future__ import annotations

import msgspec
import pytest

from samescore.records import Audit, AuditFinding, ClaimVerdict, JointFinding, Revision
from samescore.report.markdown.audit import audit as markdown
from samescore.report.terminal.audit import audit as terminal

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_COMMAND = "samescore score h.txt -r r.txt -m bleu"


def _finding(verdict: ClaimVerdict) -> AuditFinding:
    return AuditFinding("x", "paper", "BLEU", "27.3", verdict, command=_COMMAND, hypotheses="h.txt")


def test_a_command_that_prints_the_published_number_has_no_label() -> None:
    audited = Audit([_finding(ClaimVerdict.DEFAULTS)])
    assert f"\n  $ {_COMMAND}\n" in terminal(audited)
    assert f"\n  - `{_COMMAND}`\n" in markdown(audited)


@pytest.mark.parametrize("verdict", [ClaimVerdict.NOT, ClaimVerdict.UNDERSPECIFIED, ClaimVerdict.IMPOSSIBLE])
def test_a_command_that_prints_another_number_says_so(verdict: ClaimVerdict) -> None:
    audited = Audit([_finding(verdict)])
    assert f"\n  nearest: $ {_COMMAND}\n" in terminal(audited)
    assert f"\n  - nearest: `{_COMMAND}`\n" in markdown(audited)


@pytest.mark.parametrize("verdict", [ClaimVerdict.NOT, ClaimVerdict.STANDS_OUT])
def test_the_number_of_its_source_is_not_called_nearest(verdict: ClaimVerdict) -> None:
    revision = Revision("x", verdict, 28.1, "bleu", _COMMAND, "the settings of its source give 28.1")
    audited = Audit([_finding(ClaimVerdict.NOT)], [JointFinding("paper", "BLEU", 5, [], ["x"], [revision])])
    assert f"\n  by the settings of its source: $ {_COMMAND}\n" in terminal(audited)
    assert f"\n  - by the settings of its source: `{_COMMAND}`\n" in markdown(audited)
    confirmed = msgspec.structs.replace(revision, verdict=ClaimVerdict.DEFAULTS)
    audited = Audit([_finding(ClaimVerdict.NOT)], [JointFinding("paper", "BLEU", 5, [], [], [confirmed])])
    assert f"\n  $ {_COMMAND}\n" in terminal(audited)
