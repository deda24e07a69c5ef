"""Hostile files through every reader, in this process: a value or a named error, in bounded time, and nothing else."""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from samescore import records
from samescore.base.documents import MalformedError, from_json, json_lines
from samescore.base.errors import SamescoreError
from samescore.catalogue.expectations import read_expectations
from samescore.catalogue.vectors import load_file
from samescore.data.corpus import Corpus, read_hypotheses
from samescore.data.counts import read_counts
from samescore.data.input_files import InputFiles
from samescore.data.kinds import from_plain
from samescore.data.labels import Labels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.scored_labels import ScoredLabels
from samescore.data.stripped_tsv import read_stripped_tsv
from samescore.data.trained import read_training
from samescore.implementations import environments
from samescore.implementations.description import profile_file, read_description
from samescore.implementations.recording import Replay, read_recordings
from samescore.metrics import parse_signature
from samescore.report.formats import render_all
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.scoring.programs import cmrc2018, drop, openkiwi, squad
from tests.faults.hostile_files import hostile, hostile_text, make_valid_files

#: Of the fault campaign, and so slow.
pytestmark = [pytest.mark.faults, pytest.mark.slow]

Reader = Callable[[Path], object]


def _rendered(path: Path) -> None:
    saved = list(records.read(path))
    for form in ("text", "markdown", "jsonl", "junit"):
        for part in render_all(saved, form):
            if not isinstance(part, str):
                list(Console(width=80).render(part))


def _environment(path: Path) -> object:
    folder = path.parent / "environment"
    folder.mkdir(exist_ok=True)
    (folder / "environment.json").write_bytes(path.read_bytes())
    environment = environments._read(folder / "environment.json")
    if environment is None:
        raise SamescoreError("the environment is damaged")
    return environment


def _described(path: Path) -> object:
    return profile_file(read_description(_json(path), "mine"), "mine")


def _inputs(path: Path) -> object:
    rows = [row for _, row in json_lines(path, Any, "one input per line") if isinstance(row, dict)]
    return [from_plain(row) for row in rows]


def _json(path: Path) -> object:
    try:
        return from_json(path.read_bytes())
    except MalformedError as problem:
        raise SamescoreError(str(problem)) from None


#: The kind of valid file that each reader takes, and the reader.
READERS: dict[str, tuple[str, Reader]] = {
    "hypotheses": ("hypotheses", read_hypotheses),
    "references": ("references", lambda path: Corpus.read(path, [path, path])),
    "pairs": ("pairs", Corpus.read),
    "stripped pairs": ("pairs", read_stripped_tsv),
    "segments": ("segments", Corpus.read),
    "labels": ("gold", lambda path: Labels.read(path, path, "words")),
    "tags": ("tags", lambda path: openkiwi.evaluate(path, [path])),
    "counts": ("counts", read_counts),
    "table of counts": ("counts_tsv", read_counts),
    "counts in JSON": ("counts_json", read_counts),
    "scored labels": ("scored", ScoredLabels.read),
    "log-probabilities": ("logprobs", TokenLogProbs.read),
    "choices": ("choices", Choices.read),
    "samples": ("samples", Choices.read),
    "SQuAD 1.1": ("squad", lambda path: squad.version_1(path, path.with_name("answers.json"))),
    "SQuAD 2.0": ("squad", lambda path: squad.version_2(path, path.with_name("answers.json"), None, 1.0)),
    "CMRC2018": ("cmrc", lambda path: cmrc2018.evaluate(path, path.with_name("answers.json"))),
    "DROP": ("drop", lambda path: drop.evaluate(path, path.with_name("answers.json"))),
    "answers": ("answers", lambda path: squad.version_1(path.with_name("squad.json"), path)),
    "answers to DROP": ("answers", lambda path: drop.evaluate(path.with_name("drop.json"), path)),
    "answers to CMRC2018": ("answers", lambda path: cmrc2018.evaluate(path.with_name("cmrc.json"), path)),
    "no-answer probabilities": (
        "no_answer",
        lambda path: squad.version_2(path.with_name("squad.json"), path.with_name("answers.json"), path, 0.5),
    ),
    "claims": ("claims", read_claims),
    "claims in TOML": ("claims_toml", read_claims),
    "expectations": ("expectations", read_expectations),
    "vectors": ("vectors", load_file),
    "run": ("run", _rendered),
    "recordings": ("run", read_recordings),
    "replay": ("run", lambda path: Replay(f"replay:{path}#native:jiwer")),
    "explanation": ("explanation", _rendered),
    "account": ("account", _rendered),
    "crossing": ("crossing", _rendered),
    "comparison": ("comparison", _rendered),
    "findings": ("findings", _rendered),
    "environment": ("environment", _environment),
    "description": ("description", _described),
    "inputs": ("inputs", _inputs),
    "counts of words": ("unigrams", lambda path: read_training(InputFiles(path.with_name("hyp.txt"), (path, path)))),
}

#: For each reader.
TRIES = 50
#: What one file may take, in seconds, before the reader counts as hung.
PATIENCE = 20


@pytest.fixture(scope="module")
def valid(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make_valid_files(tmp_path_factory.mktemp("files"))


def _outcome(reader: Reader, path: Path) -> str:
    """Whether the reader gave a value or a named error, or else what went wrong."""

    def hung(*_: object) -> None:
        raise TimeoutError("the reader hangs")

    before = signal.signal(signal.SIGALRM, hung)
    signal.alarm(PATIENCE)
    try:
        reader(path)
    except SamescoreError as problem:
        return "error" if problem.message.strip() else "an error without a message"
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"[:300]
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    return "value"


@pytest.mark.parametrize("name", READERS)
def test_a_hostile_file_gives_a_value_or_a_named_error(name: str, valid: dict[str, Path]) -> None:
    kind, reader = READERS[name]
    rng = random.Random(name)
    original = valid[kind].read_bytes()
    assert _outcome(reader, valid[kind]) == "value", "the valid file is accepted"
    path = valid[kind].with_name(f"hostile{valid[kind].suffix}")
    outcomes, failures = Counter[str](), []
    for number in range(TRIES):
        data = hostile(original, rng)
        path.write_bytes(data)
        outcome = _outcome(reader, path)
        outcomes[outcome] += 1
        if outcome not in ("value", "error"):
            failures.append(f"try {number}: {data[:300]!r}\n  {outcome}")
    print(f"{name}: {TRIES} tries, {outcomes['value']} values, {outcomes['error']} errors, {len(failures)} failures")
    assert not failures, f"{len(failures)} of {TRIES}:\n" + "\n".join(failures[:3])
    assert outcomes["error"], "some of the files are refused"


def test_a_hostile_signature_gives_settings_or_a_named_error() -> None:
    rng = random.Random("signature")
    for number in range(200):
        text = f"bleu|{hostile_text(rng)}" if number % 2 else hostile_text(rng)
        try:
            assert parse_signature(text).metric
        except SamescoreError as problem:
            assert problem.message  # noqa: PT017 - either is right


def test_the_campaign_is_large_enough() -> None:
    assert len(READERS) * TRIES >= 1_000
