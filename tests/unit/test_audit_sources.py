"""The claims that a request is about: from a file, from one number about files, and from one about texts in memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, InputError, Labels, UnknownNameError
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.importers.formats import ClaimSource
from samescore.verbs.audit.request import PublishedNumber, Request
from samescore.verbs.audit.sources import source_of
from samescore.verbs.inputs.columns import Columns
from samescore.verbs.inputs.files import Files

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with files of hypotheses, references and a baseline."""
    for name in ("hyp", "ref", "ref2", "base"):
        (tmp_path / name).write_text(f"{name} one\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _source(**fields: Any) -> ClaimSource:
    with source_of(Request(**fields)) as source:
        return source


def _claims_file(**fields: Any) -> Path:
    path = Path("claims.jsonl")
    path.write_text(json.dumps({"metric": "BLEU", "published": "27.3", **fields}) + "\n", encoding="utf-8")
    return path


def test_a_number_about_files(folder: Path) -> None:
    files = Files(Path("hyp"), (Path("ref"), Path("ref2")))
    number = PublishedNumber("BLEU", "27.3", files, ("case=lower",), "sacrebleu==2.3.1")
    source = _source(number=number)
    (claim,) = source.claims
    assert isinstance(claim, Claim)
    assert source.base == folder.resolve()
    assert (claim.id, claim.metric, claim.published, claim.like) == ("hyp", "BLEU", "27.3", "sacrebleu==2.3.1")
    assert (claim.hypotheses, claim.references, claim.baseline, claim.statistic) == ("hyp", ["ref", "ref2"], "", "")
    assert claim.settings == {"case": "lower"}
    assert (source.read, source.tables, source.notes) == ((), (), ())


@pytest.mark.usefixtures("folder")
def test_a_p_value_about_two_systems() -> None:
    files = Files(Path("hyp"), (Path("ref"),), Path("base"), "bleu")
    (claim,) = _source(number=PublishedNumber("p-value", "0.03", files)).claims
    assert isinstance(claim, Claim)
    assert (claim.hypotheses, claim.references, claim.baseline, claim.statistic) == ("hyp", ["ref"], "base", "bleu")


@pytest.mark.usefixtures("folder")
def test_a_number_with_a_spread_is_several_claims() -> None:
    number = PublishedNumber("BLEU", "27.3 ± 0.4", Files(Path("hyp"), (Path("ref"),)))
    assert [claim.published for claim in _source(number=number).claims if isinstance(claim, Claim)][:1] == ["27.3"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("number", "error", "message", "hint"),
    [
        (("BLEU", "high"), InputError, "high", "write it as printed: 27.3, 17.6%, '27.3 ± 0.4'; a p-value may be 'p < 0.05'"),
        (("BLUE", "27.3"), UnknownNameError, "BLUE", "did you mean bleu?"),
    ],
)  # fmt: skip
def test_problems_of_a_number(number: tuple[str, str], error: type[Exception], message: str, hint: str) -> None:
    with pytest.raises(error, match=message) as raised:
        _source(number=PublishedNumber(*number, Files(Path("hyp"), (Path("ref"),))))
    assert raised.value.hint == hint  # type: ignore[attr-defined]


@pytest.mark.usefixtures("folder")
def test_stated_settings_are_checked_at_once() -> None:
    files = Files(Path("hyp"), (Path("ref"),))
    with pytest.raises(UnknownNameError, match="sacreblue"):
        _source(number=PublishedNumber("BLEU", "27.3", files, like="sacreblue"))
    (claim,) = _source(number=PublishedNumber("BLEU", "27.3", files, signature="bleu|case:lower")).claims
    assert isinstance(claim, Claim)
    assert claim.signature == "bleu|case:lower"


@pytest.mark.usefixtures("folder")
def test_texts_are_not_read_from_standard_input() -> None:
    dash, hint = Path("-"), "write the texts to a file; claims may come from standard input"
    claims = _claims_file(hypotheses="hyp")
    for fields in (
        {"claims": claims, "hypotheses": dash},
        {"claims": claims, "references": (Path("ref"), dash)},
        {"number": PublishedNumber("BLEU", "27.3", Files(dash, (Path("ref"),)))},
        {"number": PublishedNumber("BLEU", "27.3", Files(Path("hyp"), (Path("ref"), dash)))},
    ):
        with pytest.raises(InputError) as raised:
            _source(**fields)
        message = "audit reads texts from files only, not from standard input"
        assert (raised.value.message, raised.value.hint) == (message, hint)


def test_nothing_to_audit() -> None:
    with pytest.raises(InputError, match="nothing to audit") as raised:
        _source()
    assert raised.value.hint == "pass a claims file, or a number with --published"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("own", "given", "files"),
    [
        ({"hypotheses": "hyp", "references": ["ref"]}, {}, ("hyp", ["ref"])),
        ({}, {"hypotheses": Path("hyp")}, ("hyp", [])),
        ({}, {"hypotheses": Path("hyp"), "references": (Path("ref"), Path("ref2"))}, ("hyp", ["ref", "ref2"])),
        ({"hypotheses": "hyp"}, {"references": (Path("ref"),)}, ("hyp", ["ref"])),
    ],
)
def test_claims_on_their_own_files_or_on_those_of_the_request(
    own: dict[str, Any], given: dict[str, Any], files: tuple[str, list[str]]
) -> None:
    source = _source(claims=_claims_file(**own), **given)
    (claim,) = source.claims
    assert isinstance(claim, Claim)
    assert (claim.hypotheses, claim.references) == files
    assert [path.name for path in source.read] == ["claims.jsonl"]


_EQUAL, _RAGGED = [["r1", "s1"], ["r2", "s2"]], [["r1"], ["r2", "s2"]]


@pytest.mark.parametrize(
    ("hypotheses", "references", "files"),
    [
        (["h1", "h2"], _EQUAL, {"hypotheses.txt": "h1\nh2\n", "references-1.txt": "r1\nr2\n", "references-2.txt": "s1\ns2\n"}),
        (["h1", ""], [["r1"], ["é"]], {"hypotheses.txt": "h1\n\n", "references-1.txt": "r1\né\n"}),
        (["h1", "h2"], _RAGGED, None),
        (["h\n1", "h2"], _EQUAL, None),
        (["h\r1", "h2"], _EQUAL, None),
        (["h1", "h\u20282"], _EQUAL, None),
        (["h1", "h2\r"], _EQUAL, None),
        (["h1", "h2"], [["r1", "s1"], ["r2", "s\x1d2"]], None),
        (["\ufeffh1", "h2"], _EQUAL, None),
    ],
)  # fmt: skip
def test_texts_in_memory_are_lines_of_files_if_they_can_be(
    hypotheses: list[str], references: list[list[str]], files: dict[str, str] | None
) -> None:
    """Texts with line breaks, and segments with different numbers of references, become one file of JSON lines."""
    request = Request(number=PublishedNumber("BLEU", "27.3", Columns(Corpus.from_segments(hypotheses, references))))
    with source_of(request) as source:
        (claim,) = source.claims
        assert isinstance(claim, Claim)
        written = {path.name: path.read_bytes().decode() for path in source.base.iterdir()}
    assert not source.base.exists()
    assert source.base.name.startswith("samescore-")
    assert (claim.id, claim.published) == ("hypotheses", "27.3")
    if files is None:
        assert (claim.hypotheses, claim.references, list(written)) == ("hypotheses.jsonl", [], ["hypotheses.jsonl"])
        rows = [json.loads(line) for line in written["hypotheses.jsonl"].removesuffix("\n").split("\n")]
        assert [(row["hypothesis"], row["references"]) for row in rows] == [*zip(hypotheses, references, strict=True)]
    else:
        assert written == files
        assert [claim.hypotheses, *claim.references] == list(files)


@pytest.mark.parametrize(
    ("metric", "columns"),
    [
        ("BLEU", Columns(Corpus.from_tokens([["a", "b"]], [[["a", "b"]]]))),
        ("accuracy", Columns(Labels(("a", "b"), ("a", "b")))),
    ],
)
def test_other_inputs_in_memory_are_refused(metric: str, columns: Columns) -> None:
    with pytest.raises(InputError, match="audit accepts only texts in memory") as raised:
        _source(number=PublishedNumber(metric, "50.0", columns))
    assert raised.value.hint == "for other kinds of input, pass files as Path"
