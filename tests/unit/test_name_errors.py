"""Errors about the name, the settings or the signature of an implementation, word for word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from samescore.base.errors import SamescoreError
from samescore.implementations import implementation
from samescore.implementations.answering import ambiguous_answer_error
from samescore.implementations.names import parse_name
from samescore.implementations.printed import compile_pattern
from samescore.implementations.sides import side
from samescore.implementations.signatures import read_signature
from samescore.metrics import metric

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BLEU = metric("bleu").settings
_OLD_TER = "TER+tok.tercom-nonorm-punct-noasian-{}+version.1.4.2"
_EXAMPLE = "write it in quotes for the shell, for example 'sacrebleu(lowercase=true)'"


def _signature(text: str, name: str = "bleu") -> Callable[[], object]:
    return lambda: read_signature(text, name).settings()


_CASES: list[tuple[Callable[[], object], str, str]] = [
    # names
    (lambda: parse_name(1), "an implementation's name must be a string, not int", "for example 'nltk==3.9'"),  # type: ignore[arg-type]
    (lambda: parse_name("a b"), "'a b' is not the name of an implementation", "write name, name==version or name.entry_point"),
    (lambda: parse_name("nltk(a=b)"), "'nltk(a=b)' is not the name of an implementation", "settings in parentheses are for explain, diff and score --like"),
    (lambda: parse_name("nltk@3.8"), "'nltk@3.8': only a released version can run on a different Python", "write name==version@3.8"),
    (lambda: implementation("native==1"), "'native==1': native has neither versions nor entry points", "write native"),
    (lambda: implementation("squad-v1.f1"), "squad-v1 is a package that samescore cannot run", "use its native model: native:squad-v1.f1"),
    (lambda: implementation("squad-v1"), "squad-v1 is a package that samescore cannot run", "use its native model: native:squad-v1"),
    (lambda: implementation("nltkk"), "unknown implementation: 'nltkk'", "did you mean nltk?"),
    (lambda: implementation("cmd:"), "'cmd:' does not name a program", "write cmd:PROGRAM ARGUMENT..."),
    (lambda: implementation("cmd:a 'b"), '"cmd:a \'b": No closing quotation', "quote words as in a shell"),
    (lambda: implementation("cmd:a 'b {hyp}"), '"cmd:a \'b {hyp}": No closing quotation', "quote words as in a shell"),
    (lambda: implementation("py:a"), "'py:a' does not name a function", "write py:package.module:function"),
    (lambda: implementation("py:a:b:c"), "'py:a:b:c' does not name a function", "write py:package.module:function"),
    (lambda: compile_pattern("("), "--number-pattern '(': missing ), unterminated subpattern at position 0", "for example 'BLEU = ([0-9.]+)'"),
    # sides
    (lambda: side(1), "a side must be a string, not int", "for example 'sacrebleu(lowercase=true)'"),  # type: ignore[arg-type]
    (lambda: side("a(b=(c)"), "'a(b=(c)': a bracket is not closed", _EXAMPLE),
    (lambda: side("a(b='c)"), '"a(b=\'c)": a quotation is not closed', "close it with '"),
    (lambda: side("a(b)"), "'a(b)': 'b' has no '='", "write name=value"),
    (lambda: side("a(1=2)"), "'a(1=2)': '1' is not the name of a setting", "write name=value"),
    (lambda: side("a(b=)"), "'a(b=)': b has no value", "write b=value"),
    # signatures of samescore
    (lambda: _BLEU.parse("ter"), "the signature is for 'ter', not for 'bleu'", "a signature for this metric begins with bleu|"),
    (lambda: _BLEU.parse("bleu|case"), "the signature part 'case' has no ':'", "write knob:value|knob:value"),
    (lambda: _BLEU.parse("bleu|case:keep|case:lower"), "the signature names the knob 'case' twice", "keep one of them"),
    (lambda: _BLEU().differences(metric("ter").settings()), "settings of bleu and ter cannot be compared", "compare settings of the same metric"),
    # signatures of sacreBLEU
    (_signature("nrefs:1|version:2.0.0", "wer"), "nrefs:1|version:2.0.0 is a sacreBLEU signature, but sacreBLEU has no wer", "use settings or like instead of a signature"),
    (_signature("nrefs:1|nrefs:1|version:2.0.0"), "the signature nrefs:1|nrefs:1|version:2.0.0 has the field 'nrefs' twice", "copy it exactly as it was printed"),
    (_signature("nrefs:1|case:|version:2.0.0"), "'case:' in the signature nrefs:1|case:|version:2.0.0 has no value", "write name:value"),
    (_signature("BLEU+case.mixed+version.1.4.2", "chrf"), "BLEU+case.mixed+version.1.4.2 is a signature for BLEU, not for chrf", "pass a signature for chrf"),
    (_signature("WER+case.mixed+version.1.4.2"), "'WER' before the signature WER+case.mixed+version.1.4.2 is not a metric", "use BLEU, chrF2 or TER"),
    (_signature(_OLD_TER.format("x"), "ter"), "'tercom-nonorm-punct-noasian-x' is not a tokenizer of TER", "for example tercom-nonorm-punct-noasian-uncased"),
    (_signature("nrefs:1|tok:13a|version:2.0.0", "ter"), "sacreBLEU does not print tok:13a for TER", "use tok:tercom"),
    (_signature("nrefs:1|smooth:x|version:2.0.0"), "sacreBLEU does not print smooth:x", "use exp, none, floor[0.10] or add-k[1.00]"),
    (_signature("nrefs:1|smooth:exp[1.00]|version:2.0.0"), "smooth:exp[1.00]: exp takes no number", "sacreBLEU prints smooth:exp"),
    (_signature("nrefs:x|version:2.0.0"), "nrefs:x: not a count", "write nrefs:1"),
]  # fmt: skip


@pytest.mark.parametrize(("build", "message", "hint"), _CASES)
def test_the_words_of_an_error(build: Callable[[], object], message: str, hint: str) -> None:
    with pytest.raises(SamescoreError) as raised:
        build()
    assert (raised.value.message, raised.value.hint) == (message, hint)


def test_several_numbers() -> None:
    problem = ambiguous_answer_error("mine", "f=0.5, g=0.25")
    assert problem.message == "mine returns several numbers: f=0.5, g=0.25"
    assert problem.hint == "select one with --return-key, as in --return-key f"


def test_settings_cannot_be_changed() -> None:
    settings: Any = _BLEU()
    with pytest.raises(AttributeError, match=r"^settings are immutable; use replace\(case=\.\.\.\)$"):
        settings.case = "lower"
    with pytest.raises(AttributeError, match=r"^settings are immutable; cannot delete case$"):
        del settings.case
