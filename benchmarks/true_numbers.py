"""Measure the verdicts of audits on true and wrong numbers of real settings: ``python -m benchmarks.true_numbers``.

Each setting below is one that people use with a popular tool. It scores five systems, and the five numbers make a table, as
a paper prints them. A true number should pass (exit code 0), at worst need attention (6), and never be refuted (1). A wrong
number should not pass: it is displaced by up to two points, multiplied or divided by a power of ten, copied from a
neighbour, or has two digits exchanged.

The systems are generated texts and labels or, with ``--folder``, a reference and the outputs of systems. The numbers come
from the native models, which equal the tools bit for bit (``pytest conformance``). The audit does not know the settings.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from samescore import Corpus, Labels, score
from samescore.records import Audit, AuditFinding
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.joint import joint

_SYSTEMS = 5


class Setting(msgspec.Struct, frozen=True):
    """A setting of a tool: the metric's name in papers, the tool, the knobs that users set, and a factor of the score."""

    printed: str
    metric: str
    like: str
    knobs: dict[str, Any] = {}
    times: float = 1

    def __str__(self) -> str:
        return f"{self.printed} {self.like} {' '.join(f'{name}={value}' for name, value in self.knobs.items())}".strip()


def _bleu() -> Iterator[Setting]:
    for tokenizer in ("13a", "intl", "char", "none"):
        for case in ("keep", "lower"):
            yield Setting("BLEU", "bleu", "sacrebleu.corpus_bleu", {"tokenizer": tokenizer, "case": case})
    for smoothing in ("floor", "add-k"):
        yield Setting("BLEU", "bleu", "sacrebleu.corpus_bleu", {"smoothing": smoothing})
    yield Setting("BLEU", "bleu", "sacrebleu.sentence_bleu")
    for tokenizer, smoothing in (
        ("none", "nltk-0"),
        ("treebank", "nltk-0"),
        ("treebank", "floor"),
        ("none", "nltk-4"),
        ("none", "nltk-5"),
        ("treebank", "nltk-5"),
        ("none", "nltk-7"),
        ("treebank", "nltk-7"),
    ):
        yield Setting("BLEU", "bleu", "nltk.corpus_bleu", {"tokenizer": tokenizer, "smoothing": smoothing}, 100)
    for tokenizer, smoothing in (
        ("none", "floor"),
        ("none", "add-k"),
        ("none", "nltk-4"),
        ("treebank", "floor"),
        ("treebank", "nltk-5"),
        ("treebank", "nltk-7"),
    ):
        yield Setting("BLEU", "bleu", "nltk.sentence_bleu", {"tokenizer": tokenizer, "smoothing": smoothing}, 100)
    yield Setting("BLEU", "bleu", "multi-bleu.multi-bleu")
    yield Setting("BLEU", "bleu", "multi-bleu.multi-bleu", {"case": "ascii-tokens"})
    yield Setting("BLEU", "bleu", "mteval.v13a-bleu", times=100)
    yield Setting("BLEU", "bleu", "pycocoevalcap.bleu", times=100)
    yield Setting("BLEU", "bleu", "torchmetrics.bleu_score", times=100)


def _other_texts() -> Iterator[Setting]:
    knobs: dict[str, Any]
    for knobs in ({}, {"case": "lower"}, {"beta": 3}, {"whitespace": "keep"}, {"beta": 1}):
        yield Setting("chrF", "chrf", "sacrebleu.corpus_chrf", knobs)
    for knobs in ({}, {"case": "lower"}):
        yield Setting("chrF++", "chrf", "sacrebleu.corpus_chrf", {"word_order": 2, **knobs})
    yield Setting("chrF", "chrf", "nltk.corpus_chrf", times=100)
    for knobs in (
        {},
        {"tokenizer": "tercom"},
        {"punctuation": "remove"},
        {"case": "keep"},
        {"tokenizer": "tercom", "case": "keep"},
    ):
        yield Setting("TER", "ter", "sacrebleu.corpus_ter", knobs)
    for knobs in (
        {},
        {"case": "lower"},
        {"transforms": ("remove-punctuation",)},
        {"case": "lower", "transforms": ("remove-punctuation",)},
        {"transforms": ("whisper-english",)},
    ):
        yield Setting("WER", "wer", "jiwer.wer", knobs, 100)
    for knobs in ({}, {"case": "lower"}):
        yield Setting("CER", "cer", "jiwer.cer", knobs, 100)
    for printed, order in (("ROUGE-1", 1), ("ROUGE-2", 2)):
        for stemmer in ("none", "porter-nltk"):
            yield Setting(printed, "rouge-n", "rouge_score", {"order": order, "stemmer": stemmer}, 100)
        yield Setting(printed, "rouge-n", "rouge", {"order": order}, 100)
    for stemmer in ("none", "porter-nltk"):
        yield Setting("ROUGE-L", "rouge-l", "rouge_score", {"stemmer": stemmer}, 100)
    for tool in ("rouge", "py_rouge", "torchmetrics"):
        yield Setting("ROUGE-L", "rouge-l", tool, times=100)
    yield Setting("ROUGE-L", "rouge-l", "rouge155", {"stemmer": "none"}, 100)
    yield Setting("METEOR", "meteor", "nltk.meteor_score", times=100)
    yield Setting("METEOR", "meteor", "nltk.meteor_score", {"tokenizer": "treebank"}, 100)


def _labels() -> Iterator[Setting]:
    for average in ("macro", "micro", "weighted"):
        yield Setting("F1", "f1", "sklearn.f1_score", {"average": average}, 100)
    yield Setting("macro-F1", "f1", "sklearn.f1_score", {"average": "macro"}, 100)
    yield Setting("Acc.", "accuracy", "sklearn.accuracy_score", times=100)
    yield Setting("MCC", "mcc", "sklearn.matthews_corrcoef", times=100)
    yield Setting("Cohen's kappa", "kappa", "sklearn.cohen_kappa_score", times=100)


TEXT_SETTINGS = (*_bleu(), *_other_texts())
LABEL_SETTINGS = tuple(_labels())


class Table(NamedTuple):
    """A setting with its claims, one per system, and their unrounded scores on the printed scale."""

    setting: Setting
    claims: list[Claim]
    scores: list[float]


class Counts(msgspec.Struct):
    """The audited numbers that pass, need attention, and are refuted."""

    passed: int = 0
    look: int = 0
    refused: int = 0

    def add(self, finding: AuditFinding) -> None:
        if finding.failed:
            self.refused += 1
        elif finding.doubtful or not finding.checked:
            self.look += 1
        else:
            self.passed += 1

    def __str__(self) -> str:
        total = max(1, self.passed + self.look + self.refused)
        shares = (f"{count:5} {100 * count / total:5.1f} %" for count in (self.passed, self.look, self.refused))
        return "  ".join(shares)


def main(given: Sequence[str] | None = None) -> int:
    """Print the tables, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.true_numbers", description=__doc__.split("\n\n")[0])
    parser.add_argument("--folder", type=Path, help="texts: a file reference.txt and one file a system")
    parser.add_argument("--lines", type=int, default=200, metavar="N", help="so many lines of each text (200)")
    parser.add_argument("--decimals", type=int, nargs="+", default=[1, 2], metavar="D")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", metavar="TEXT", help="settings whose name contains TEXT")
    parser.add_argument("--true-only", action="store_true", help="leave out the wrong numbers")
    arguments = parser.parse_args(given)
    with tempfile.TemporaryDirectory() as scratch:
        base = Path(scratch)
        settings = [setting for setting in _written(arguments, base) if arguments.only in str(setting)]
        for decimals in arguments.decimals:
            _print(settings, base, decimals, arguments)
    return 0


def _written(arguments: argparse.Namespace, base: Path) -> Sequence[Setting]:
    """Write the files of the systems into `base`, and return the settings that score them."""
    if arguments.folder is None:
        references = _sentences(arguments.lines, random.Random(arguments.seed))
        _write(base / "reference.txt", references)
        for number in range(_SYSTEMS):
            _write(base / f"system-{number}.txt", _system(references, random.Random(f"{arguments.seed} {number}")))
    else:
        names = sorted(path for path in arguments.folder.iterdir() if path.is_file())
        systems = [path for path in names if path.name != "reference.txt"][:_SYSTEMS]
        for path, name in ((arguments.folder / "reference.txt", "reference"), *((p, "") for p in systems)):
            lines = path.read_text(encoding="utf-8").splitlines()[: arguments.lines]
            number = systems.index(path) if path in systems else 0
            _write(base / f"{name or f'system-{number}'}.txt", lines)
    rng = random.Random(arguments.seed)
    gold = [rng.choice("AABBBCD") for _ in range(5 * arguments.lines)]
    _write(base / "gold.txt", gold)
    for number in range(_SYSTEMS):
        right = 0.6 + 0.07 * number
        _write(base / f"labels-{number}.txt", [g if rng.random() < right else rng.choice("ABCD") for g in gold])
    return (*TEXT_SETTINGS, *LABEL_SETTINGS)


def _write(path: Path, lines: Sequence[object]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _print(settings: Sequence[Setting], base: Path, decimals: int, arguments: argparse.Namespace) -> None:
    started = time.process_time()
    alone, together = Counts(), Counts()
    wrong: dict[str, Counts] = {}
    causes: Counter[str] = Counter()
    for setting in settings:
        table = _table(setting, base, decimals)
        findings = list(audit_all(table.claims, base, jobs=arguments.jobs))
        audited = Audit(findings, list(joint(table.claims, base, findings)))
        for finding in findings:
            alone.add(finding)
        for finding in audited.concluded():
            together.add(finding)
            if finding.failed or finding.doubtful:
                causes[f"{setting}: {finding.verdict.value}{' (weak)' if finding.weak else ''}"] += 1
        if not arguments.true_only:
            _displace(table, base, decimals, random.Random(f"{arguments.seed} {setting}"), wrong, arguments.jobs)
    total = len(settings) * _SYSTEMS
    print(f"\n{len(settings)} settings x {_SYSTEMS} systems, {decimals} decimals: {total} numbers")
    print(f"{'':34} {'exit 0':>13}  {'attention':>13}  {'refuted':>13}")
    print(f"{'true, alone':34} {alone}")
    print(f"{'true, in their table':34} {together}")
    for how, counts in wrong.items():
        print(f"{how:34} {counts}")
    for cause, count in sorted(causes.items()):
        print(f"  true, not exit 0 in its table: {count} of {_SYSTEMS} {cause}")
    print(f"CPU: {time.process_time() - started:.0f} s")


def _table(setting: Setting, base: Path, decimals: int) -> Table:
    scores = [_true(setting, base, number) for number in range(_SYSTEMS)]
    kind = "labels" if setting in LABEL_SETTINGS else "system"
    against = "gold.txt" if kind == "labels" else "reference.txt"
    claims = [
        Claim(
            setting.printed,
            f"{value:.{decimals}f}",
            f"{setting} {number}",
            hypotheses=f"{kind}-{number}.txt",
            references=[against],
            source=str(setting),
        )
        for number, value in enumerate(scores)
    ]
    return Table(setting, claims, scores)


def _true(setting: Setting, base: Path, number: int) -> float:
    if setting in LABEL_SETTINGS:
        gold, given = (
            (base / name).read_text(encoding="utf-8").split() for name in ("gold.txt", f"labels-{number}.txt")
        )
        data: Any = Labels(gold, given)
    else:
        data = Corpus.read(base / f"system-{number}.txt", [base / "reference.txt"])
    return setting.times * score(setting.metric, data, like=setting.like, **setting.knobs).value


def _displace(table: Table, base: Path, decimals: int, rng: random.Random, wrong: dict[str, Counts], jobs: int) -> None:
    """Audit one number of the table altered in each way, alone, and displaced numbers among the true ones."""
    place = rng.randrange(_SYSTEMS)
    claim, value = table.claims[place], table.scores[place]
    ways = {
        "displaced by up to 2": [f"{value + rng.uniform(-2, 2):.{decimals}f}" for _ in range(3)],
        "times 10": [f"{10 * value:.{decimals}f}"],
        "divided by 10": [f"{value / 10:.{decimals}f}"],
        "times 100": [f"{100 * value:.{decimals}f}"],
        "divided by 10,000": [f"{value / 10_000:.{decimals + 2}f}"],
        "digits exchanged": [_exchanged(claim.published, rng)],
        "a neighbour's": [table.claims[(place + 1) % _SYSTEMS].published],
    }
    for how, texts in ways.items():
        claims = [
            msgspec.structs.replace(claim, published=published, id=f"wrong-{number}", source=None)
            for number, published in enumerate(texts)
            if published != claim.published and float(published) >= 0
        ]
        for finding in audit_all(claims, base, jobs=jobs):
            wrong.setdefault(f"wrong, alone: {how}", Counts()).add(finding)
    among = [*table.claims]
    among[place] = msgspec.structs.replace(claim, published=ways["displaced by up to 2"][0])
    if among[place].published != claim.published:
        findings = list(audit_all(among, base, jobs=jobs))
        concluded = Audit(findings, list(joint(among, base, findings))).concluded()
        wrong.setdefault("wrong, in its table: displaced", Counts()).add(concluded[place])
        for number, finding in enumerate(concluded):
            if number != place:
                wrong.setdefault("true, beside a displaced number", Counts()).add(finding)


def _exchanged(published: str, rng: random.Random) -> str:
    """Return a number with two neighbouring, different digits exchanged; unchanged if all digits are equal."""
    places = [i for i in range(len(published)) if published[i].isdigit()]
    pairs = [(i, j) for i, j in pairwise(places) if published[i] != published[j]]
    if not pairs:
        return published
    i, j = rng.choice(pairs)
    digits = list(published)
    digits[i], digits[j] = digits[j], digits[i]
    return "".join(digits)


def _sentences(lines: int, rng: random.Random) -> list[str]:
    """Return lines of one or two sentences, with names, numbers, quotes, contractions and punctuation."""
    syllables = [a + b for a in "bdfgklmnprstv" for b in ("a", "e", "i", "o", "u", "er", "in", "ost")]
    words = ["".join(rng.choice(syllables) for _ in range(rng.choice((1, 2, 2, 3)))) for _ in range(600)]
    special = [
        "don't",
        "it's",
        "1,000.50",
        "3.5",
        "U.S.",
        "well-known",
        '"so"',
        "(see",
        "it)",
        "50%",
        "café",
        "A&B",
        "$20",
    ]
    made = []
    for _ in range(lines):
        sentences = []
        for _ in range(rng.choice((1, 1, 2))):
            tokens = [words[int(600 * rng.random() ** 3)] for _ in range(rng.randint(5, 16))]
            for place in range(1, len(tokens)):
                if rng.random() < 0.06:
                    tokens[place] = rng.choice(special)
                elif rng.random() < 0.08:
                    tokens[place] = tokens[place].capitalize()
                elif rng.random() < 0.08:
                    tokens[place - 1] += ","
            sentences.append(" ".join(tokens).capitalize() + rng.choice(".....?!"))
        made.append(" ".join(sentences))
    return made


def _system(references: Sequence[str], rng: random.Random) -> list[str]:
    """Return the output of a system: the references with some words replaced, dropped, repeated, moved, or in a different case."""
    words = [word for line in references for word in line.split()]
    quality = rng.uniform(0.05, 0.2)
    lines = []
    for line in references:
        made: list[str] = []
        for word in line.split():
            chance = rng.random()
            if chance < quality:
                made.append(rng.choice(words))
            elif chance < 1.3 * quality:
                made.extend((word, rng.choice(words)))
            elif chance < 1.6 * quality:
                made.append(word.swapcase() if rng.random() < 0.5 else word + ",")
            elif chance > 0.97 and made:
                made.insert(-1, word)
            elif chance < 0.97 or not made:
                made.append(word)
        lines.append(" ".join(made))
    return lines


if __name__ == "__main__":
    sys.exit(main())
