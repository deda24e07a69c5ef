"""Claims of one source together: joint settings, claims that stand out, and verdicts that depend on no order of work."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore import Corpus, score
from samescore.records import Audit, AuditFinding, ClaimVerdict, Tier
from samescore.report.audit_words import sentence
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.joint import at_least, joint
from samescore.verbs.audit.search import Auditor
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WORDS = [
    "The",
    "cat",
    "sat",
    "on",
    "a",
    "mat",
    "near",
    "an",
    "old",
    "door",
    ",",
    "said",
    "Mr.",
    "Smith",
    "(again)",
    ";",
    "it's",
    "1,000.50",
    "euros",
    "!",
]
_SYSTEMS = 13


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reference, and the outputs of systems that change a third of its words."""
    rng, folder = random.Random(7), tmp_path_factory.mktemp("systems")
    references = [[rng.choice(_WORDS) for _ in range(rng.randint(4, 12))] for _ in range(40)]
    _write(folder / "ref", references)
    for number in range(_SYSTEMS):
        _write(folder / f"s{number}", [[_changed(rng, word) for word in words] for words in references])
    return folder


def _changed(rng: random.Random, word: str) -> str:
    return rng.choice([word, word, word, word, word.lower(), rng.choice(_WORDS)])


def _write(path: Path, lines: Sequence[Sequence[str]]) -> None:
    path.write_text("".join(" ".join(words) + "\n" for words in lines), encoding="utf-8")


def _value(folder: Path, system: int, **knobs: Any) -> float:
    return score("bleu", Corpus.read(folder / f"s{system}", [folder / "ref"]), **knobs).value


def _claims(folder: Path, off: dict[int, float], decimals: int = 1, **knobs: Any) -> list[Claim]:
    """The BLEU of every system; `off` is added to that of some."""
    values = [_value(folder, number, **knobs) + off.get(number, 0.0) for number in range(_SYSTEMS)]
    return [
        Claim("BLEU", f"{value:.{decimals}f}", f"s{number}", f"s{number}", ["ref"], source="paper")
        for number, value in enumerate(values)
    ]


def _audit(folder: Path, claims: Sequence[Claim], **options: Any) -> Audit:
    findings = list(audit_all(claims, folder, **options))
    return Audit(findings, list(joint(claims, folder, findings)))


def _concluded(folder: Path, claims: Sequence[Claim], **options: Any) -> dict[str, AuditFinding]:
    return {finding.claim: finding for finding in _audit(folder, claims, **options).concluded()}


@pytest.mark.parametrize(
    "knobs",
    [
        {},
        pytest.param({"tokenizer": "char"}, marks=pytest.mark.slow),
        pytest.param({"tokenizer": "none", "average": "sentences"}, marks=pytest.mark.slow),
    ],
)
def test_two_of_thirteen_that_are_altered_stand_out(folder: Path, knobs: dict[str, Any]) -> None:
    claims = _claims(folder, {3: 0.3, 8: -0.3}, **knobs)
    audited = _audit(folder, claims)
    (together,) = audited.groups
    assert together.standing_out == ["s3", "s8"]
    assert together.settings[0].clear
    assert len(together.settings[0].claims) == _SYSTEMS - 2
    by_id = {finding.claim: finding for finding in audited.concluded()}
    for number in (3, 8):
        finding = by_id[f"s{number}"]
        assert finding.verdict in (ClaimVerdict.NOT, ClaimVerdict.STANDS_OUT)
        true = _value(folder, number, **knobs)
        assert finding.notes[0].startswith("the settings that give 11 of 13 claims of its source")
        assert finding.notes[0].endswith(f"give {true:.2f}")
    wanted = ClaimVerdict.PRACTICE if knobs else ClaimVerdict.DEFAULTS
    others = [finding for claim, finding in by_id.items() if claim not in ("s3", "s8")]
    assert {finding.verdict for finding in others} == {wanted}
    assert not any(finding.weak for finding in others)


def test_a_number_that_the_defaults_give_is_not_said_to_need_unusual_settings(tmp_path: Path) -> None:
    """The first system is in lower case, the second as the references: lower case gives both numbers."""
    texts = {
        "ref.txt": "An Owl lives in Paris .\nMy neighbour paints the old door on Monday .\n",
        "PortNet.txt": "an owl lived in paris .\nmy neighbour paints the new door on monday .\n",
        "Base.txt": "An Owl lives near Paris .\nMy neighbour painted the old door on Monday .\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    lower = {
        name: score("gleu", Corpus.read(tmp_path / f"{name}.txt", [tmp_path / "ref.txt"]), case="lower").value
        for name in ("PortNet", "Base")
    }
    claims = [
        Claim("GLEU", f"{value:.3f}", name, f"{name}.txt", ["ref.txt"], source="paper") for name, value in lower.items()
    ]
    audited = _audit(tmp_path, claims)
    (group,) = audited.groups
    assert [(settings.how, settings.claims) for settings in group.settings if settings.clear] == [
        ("case=lower", ["Base", "PortNet"])
    ]
    portnet, base = audited.concluded()
    assert portnet.verdict is ClaimVerdict.UNUSUAL
    assert (base.verdict, base.doubtful) == (ClaimVerdict.DEFAULTS, False)
    assert " is reproduced with a common default: the defaults of gleu" in sentence(base)
    assert base.notes[0].startswith("also by case=lower, which gives 2 of 2 claims of its source")
    assert base.command == "samescore score Base.txt -r ref.txt -m gleu"


def test_weak_numbers_confirm_each_other(folder: Path) -> None:
    claims = _claims(folder, {}, 0)
    alone = [Auditor(folder).audit(claim) for claim in claims]
    assert all(finding.weak for finding in alone)
    assert all(finding.verdict is ClaimVerdict.DEFAULTS for finding in alone)
    together = _concluded(folder, claims)
    assert not any(finding.weak or finding.doubtful for finding in together.values())
    assert all(" are reproduced by chance is " in sentence(finding) for finding in together.values())
    one = _concluded(folder, claims[:1])
    assert one["s0"].doubtful


def test_claims_about_the_same_files_do_not_confirm_each_other(folder: Path) -> None:
    (claim, *_) = _claims(folder, {}, 0)
    twice = [claim, msgspec.structs.replace(claim, id="again")]
    audited = _audit(folder, twice)
    assert not audited.groups[0].settings[0].clear
    assert all(finding.weak for finding in audited.concluded())
    other = _claims(folder, {}, 0)[1]
    two, three = (_audit(folder, claims).groups[0].settings[0] for claims in ([claim, other], [*twice, other]))
    assert (three.inputs, three.probability) == (2, two.probability)


def test_copies_of_a_file_do_not_confirm_each_other(folder: Path, tmp_path: Path) -> None:
    claims = _claims(folder, {}, 0)[:2]
    for name in ("s0", "s1", "ref"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (independent,) = _audit(tmp_path, claims).groups
    assert independent.settings[0].inputs == 2
    for name, original in (("s0-copy", "s0"), ("ref-copy", "ref")):
        (tmp_path / name).write_bytes((folder / original).read_bytes())
    copied = msgspec.structs.replace(claims[0], id="copy", hypotheses="s0-copy", references=["ref-copy"])
    (group,) = _audit(tmp_path, [claims[0], copied]).groups
    assert group.settings[0].inputs == 1
    assert not group.settings[0].clear


def test_a_number_that_is_cut_off_does_not_stand_out(folder: Path) -> None:
    claims = _claims(folder, {}, 2)
    number, value = next(
        (number, value) for number in range(_SYSTEMS) if f"{(value := _value(folder, number)):.6f}"[5] >= "5"
    )
    claims[number] = msgspec.structs.replace(claims[number], published=f"{value:.6f}"[:5])
    audited = _audit(folder, claims)
    assert audited.groups[0].standing_out == []
    assert audited.concluded()[number].verdict is ClaimVerdict.CUT_OFF


def test_stated_defaults_are_the_defaults_of_the_others(folder: Path) -> None:
    claims = _claims(folder, {}, 0)
    claims[0] = msgspec.structs.replace(claims[0], settings={"tokenizer": "13a"})
    audited = _audit(folder, claims)
    assert len(audited.groups[0].settings[0].claims) == _SYSTEMS
    first = audited.concluded()[0]
    assert (first.verdict, first.doubtful) == (ClaimVerdict.AS_STATED, False)


def test_a_match_that_contradicts_the_settings_of_its_source(folder: Path) -> None:
    claims = _claims(folder, {})
    other = _value(folder, 5, case="lower", average="sentences")
    assert abs(other - _value(folder, 5)) > 0.2
    claims[5] = Claim("BLEU", f"{other:.1f}", "s5", "s5", ["ref"], source="paper")
    assert Auditor(folder).audit(claims[5]).fits
    finding = _concluded(folder, claims)["s5"]
    assert finding.verdict is ClaimVerdict.STANDS_OUT
    assert finding.doubtful
    assert "; on its own, it is reproduced by a known practice, which is weak evidence: " in sentence(finding)


@pytest.mark.slow
def test_settings_may_be_shared_by_system_or_row_or_tool(folder: Path) -> None:
    lower, plain = _claims(folder, {}, case="lower"), _claims(folder, {})
    mixed = [(lower if number % 2 else plain)[number] for number in range(_SYSTEMS)]

    def groups(**fields: Any) -> list[tuple[str, int]]:
        claims = []
        for number, each in enumerate(mixed):
            named = {key: value if isinstance(value, str) else value[number % 2] for key, value in fields.items()}
            claims.append(msgspec.structs.replace(each, **named))
        return sorted((group.group, group.claims) for group in _audit(folder, claims).groups)

    assert groups() == [("", 13)]
    assert groups(system=("a", "b")) == [("", 13)]
    assert groups(system=("a", "b"), shared="system") == [("a", 7), ("b", 6)]
    assert groups(row=("a", "b"), shared="row") == [("a", 7), ("b", 6)]
    assert groups(original_tool=("a", "b")) == [("", 6), ("", 7)]


@pytest.mark.slow
def test_no_verdict_depends_on_the_order_of_claims_on_jobs_or_on_resumption(folder: Path) -> None:
    claims = [*_claims(folder, {2: 0.4, 4: 1.0}, case="lower"), *_few(folder)]
    whole = _concluded(folder, claims)
    rng = random.Random(5)
    for _ in range(2):
        rng.shuffle(claims)
        assert _concluded(folder, claims) == whole
    assert _concluded(folder, claims, jobs=2) == whole
    findings = [Auditor(folder).audit(claim) for claim in reversed(claims)]
    assert list(audit_all(claims, folder, earlier=findings)) == []
    assert {f.claim: f for f in Audit(findings, list(joint(claims, folder, findings))).concluded()} == whole


def _few(folder: Path) -> list[Claim]:
    """Numbers of another source, one of them wrong."""
    return [
        Claim("BLEU", f"{_value(folder, number) + number:.{number}f}", f"o{number}", f"s{number}", ["ref"], source="b")
        for number in range(3)
    ]


@pytest.mark.slow
def test_a_claim_alone_and_among_others_has_the_same_finding(folder: Path) -> None:
    claims = _claims(folder, {2: 0.4}, tokenizer="char")
    together = list(audit_all(claims, folder))
    assert [Auditor(folder).audit(claim) for claim in claims] == together


def test_the_command_prints_the_number(folder: Path) -> None:
    """Every finding's command, run as it is, prints the value of the finding."""
    claims = _claims(folder, {}, 4, tokenizer="none", scale="1")[:2]
    claims += [Claim("rouge1", f"{100 * _rouge(folder):.2f}", "r", "s0", ["ref"], like="rouge_score")]
    for claim in claims:
        finding = Auditor(folder).audit(claim)
        program, *words = finding.command.split(" ")
        assert program == "samescore"
        (row,) = records(call(*(word.strip("'") for word in words), "--format", "jsonl", cwd=folder).stdout)
        assert finding.value is not None
        assert row["value"] == pytest.approx(finding.value, rel=1e-12)


def _rouge(folder: Path) -> float:
    return score("rouge1", Corpus.read(folder / "s0", [folder / "ref"]), like="rouge_score").value


def test_exit_codes(folder: Path) -> None:
    value = _value(folder, 0)

    def code(published: str, *options: str, **fields: Any) -> int:
        claim = {"metric": "BLEU", "published": published, "hypotheses": "s0", "references": ["ref"], **fields}
        (folder / "claims.jsonl").write_text(json.dumps(claim) + "\n", encoding="utf-8")
        return call("audit", "claims.jsonl", "-j", "1", *options, cwd=folder).returncode

    assert code(f"{value:.2f}") == 0
    assert code(f"{value:.0f}") == 6, "weak"
    assert code(f"{_value(folder, 0, tokenizer='char', average='sentences'):.4f}") == 6, "unusual"
    assert code(f"{value:.2f}", settings={"tokenizer": "char"}) == 6, "not with the stated settings"
    assert code(f"{value + 0.2:.6f}") == 1
    decimals = next(decimals for decimals in range(3, 9) if f"{value:.12f}"[3 + decimals] >= "5")
    cut = f"{value:.12f}"[: 3 + decimals]
    assert code(cut) == 6, "cut off"
    assert code(cut, "--rounding", "only") == 1


def test_the_chance_of_several_hits_is_that_of_independent_trials() -> None:
    chances = [0.1, 0.25, 0.5, 0.9]
    for hits in range(6):
        exact = 0.0
        for pattern in itertools.product((0, 1), repeat=4):
            if sum(pattern) >= hits:
                product = 1.0
                for hit, chance in zip(pattern, chances, strict=True):
                    product *= chance if hit else 1 - chance
                exact += product
        assert at_least(hits, chances) == pytest.approx(exact, abs=1e-15)


def test_the_tier_of_joint_settings_and_the_report(folder: Path) -> None:
    (folder / "t.jsonl").write_text(
        "".join(
            json.dumps(
                {
                    "id": claim.id,
                    "metric": "BLEU",
                    "published": claim.published,
                    "hypotheses": claim.hypotheses,
                    "references": ["ref"],
                    "source": "paper",
                }
            )
            + "\n"
            for claim in _claims(folder, {3: 0.3})
        ),
        encoding="utf-8",
    )
    assert len(read_claims(folder / "t.jsonl")) == _SYSTEMS
    done = call("audit", "t.jsonl", "-j", "1", cwd=folder)
    assert done.returncode in (1, 6)
    assert "stands out: s3" in " ".join(done.stdout.split())
    assert [line for line in done.stdout.splitlines() if len(line) > 80 and "$ samescore " not in line] == []
    (together,) = _audit(folder, _claims(folder, {3: 0.3})).groups
    assert together.settings[0].tier is Tier.DEFAULT
