"""References that many systems share are numbered once, and nothing is counted otherwise for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from samescore import Corpus
from samescore.base.errors import InputError, MetricError, SamescoreError
from samescore.data.input_files import InputFiles
from samescore.data.shared import LastReferences, SharedReferences
from samescore.generators.settings import random_settings
from samescore.kernels.characters import number_characters
from samescore.kernels.numbered import Numbered
from samescore.kernels.words import number_words
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.base import Statistics
from samescore.settings import Settings
from samescore.verbs.scale import count, plan

#: Words in which what is looked up goes wrong first: beginnings of others, capital letters, words of eight bytes and of
#: more, marks that are words of their own, characters of several bytes, marks of cleaning, white space of all kinds.
pytestmark = pytest.mark.usefixtures("both_routes")

_WORDS = (
    *[
        "the",
        "cat",
        "sat",
        "on",
        "a",
        "mat.",
        "The",
        "Cat's",
        "x,y",
        "3.5",
        "don't",
        "-5",
        "a-b",
        "&amp;",
        "<skipped>",
        "&lt;b>",
        "Größe",
        "GRÖSSE",
        "你好",
        "你",
        "🙂",
        "½",
        "¿que?",
        "abcdefgh",
    ],
    *["abcdefghi", "abcdefghj", "abcdefghijklmnop", "abcdefghijklmnoq", "ABCDEFGHIJKLMNOP", "ééééé", "éééééé"],
    *("", "\u2028", "\u3000", "\x1c", "\u00a0b", "\ud800", "I\u0307", "\u0130", "\u212a"),
)
_TEXT_METRICS = [name for name in METRIC_NAMES if metric(name).takes == (Corpus,)]
#: Counted in seconds, without kernels.
_SLOW = {"edit-distance", "meteor15"}

Sides = tuple[tuple[str, ...], ...]


def _text(rng: random.Random) -> str:
    return " ".join(rng.choices(_WORDS, k=rng.choice((0, 1, 2, 9, 9, 30, 90))))


def _references(rng: random.Random, segments: int) -> Sides:
    """References of as many segments: one each, several, or, here and there, none."""
    several = rng.choice(([1], [1], [2], [1, 2, 3], [0, 1, 2]))
    return tuple(tuple(_text(rng) for _ in range(rng.choice(several))) for _ in range(segments))


def _hypotheses(rng: random.Random, references: Sides) -> list[str]:
    """Texts near their first references, and others."""
    made = []
    for lines in references:
        near = [word for word in (lines[0] if lines else "").split(" ") if rng.random() < 0.8]
        made.append(" ".join(near) if rng.random() < 0.8 else _text(rng))
    return made


def _counted(name: str, corpus: Corpus, settings: Settings) -> Statistics | str:
    chosen = metric(name)
    try:
        return chosen.counted(corpus, chosen.counting(settings))
    except (SamescoreError, ArithmeticError) as problem:
        return repr(problem)


def _kept(shared: SharedReferences) -> list[object]:
    """What was made for all systems."""
    return [made for made, _ in shared._own_memory()._results.values()]


@pytest.mark.once
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in _SLOW else name for name in _TEXT_METRICS]
)
def test_systems_beside_shared_references_are_counted_as_alone(name: str) -> None:
    """Under one setting after the other, of the same references: what is kept of them for one is not that of another."""
    rng = random.Random(name)
    kind = metric(name).settings
    for segments in (1, 7, 40):
        references = _references(rng, segments)
        shared = SharedReferences(references)
        for draw in range(6):
            settings = random_settings(kind, rng) if draw else kind()
            for _ in range(2):
                hypotheses = _hypotheses(rng, references)
                beside, alone = Corpus.beside(hypotheses, shared), Corpus.from_segments(hypotheses, references)
                assert beside == alone
                assert _counted(name, beside, settings) == _counted(name, alone, settings), settings.signature


def test_metrics_share_references() -> None:
    """Every metric beside what the others have kept, in more segments than are counted at a time."""
    rng = random.Random(0)
    references = tuple((" ".join(rng.choices(_WORDS, k=4)) + " a",) for _ in range(260))
    shared = SharedReferences(references)
    for system in range(2):
        hypotheses = _hypotheses(rng, references)
        beside = Corpus.beside(hypotheses, shared)
        for name in _TEXT_METRICS:
            settings = metric(name).settings()
            assert _counted(name, beside, settings) == _counted(
                name, Corpus.from_segments(hypotheses, references), settings
            ), (name, system)


@pytest.mark.parametrize(
    ("name", "knobs"),
    [
        ("bleu", {}),
        ("bleu", {"case": "lower", "tokenizer": "intl"}),
        ("gleu", {}),
        ("ribes", {}),
        ("ter", {}),
        ("wer", {}),
        ("wer", {"case": "lower"}),
        ("chrf", {}),
        ("chrf", {"word_order": 2, "case": "lower"}),
        ("chrf", {"whitespace": "remove-spaces"}),
    ],
)
def test_every_system_but_the_first_is_looked_up(
    name: str, knobs: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The references of hostile leaderboards are kept once, and give what they give without them."""
    seen: list[str] = []

    def noting(kernel: Callable[..., Numbered]) -> Callable[..., Numbered]:
        def number(
            hypotheses: Sequence[str], references: Sequence[Sequence[str]], *others: object, **chosen: object
        ) -> Numbered:
            seen.extend(line for lines in references for line in lines)
            return kernel(hypotheses, references, *others, **chosen)

        return number

    rng = random.Random(f"{name}{knobs}")
    settings = metric(name).settings(**knobs)
    references = tuple(lines or ("a",) for lines in _references(rng, 12))
    shared = SharedReferences(references)
    for system in range(4):
        hypotheses = _hypotheses(rng, references)
        expected = _counted(name, Corpus.from_segments(hypotheses, references), settings)
        with monkeypatch.context() as patch:
            if system > 1:
                patch.setattr("samescore.metrics.numbering.number_words", noting(number_words))
                patch.setattr("samescore.metrics.chrf.compiled.number_words", noting(number_words))
                patch.setattr("samescore.metrics.shared.number_characters", noting(number_characters))
            assert _counted(name, Corpus.beside(hypotheses, shared), settings) == expected
        assert bool(_kept(shared)) == (system > 0)
    assert not seen


def test_references_above_the_memory_limit_are_not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SharedReferences, "memory_limit", 2000)
    references = tuple((f"word{number} of many",) for number in range(100))
    shared, settings = SharedReferences(references), metric("bleu").settings()
    for _ in range(3):
        hypotheses = [lines[0].upper() for lines in references]
        expected = _counted("bleu", Corpus.from_segments(hypotheses, references), settings)
        assert _counted("bleu", Corpus.beside(hypotheses, shared), settings) == expected
    assert _kept(shared) == [None]


def test_as_many_texts_as_references() -> None:
    with pytest.raises(InputError, match="2 hypotheses but references for 1"):
        Corpus.beside(["a", "b"], SharedReferences((("a",),)))


def test_the_last_references_are_found_again() -> None:
    last = LastReferences()
    sides = [((str(number),),) for number in range(5)]
    first = last.of(sides[0])
    assert last.of((("0",),)) is first
    for side in sides[1:]:
        last.of(side)
    assert last.of(sides[4]) is last.of(sides[4])
    assert last.of(sides[0]) is not first


def test_shards_of_systems_count_as_alone(tmp_path: Path) -> None:
    """Shards read from files, several systems beside the same lines, are the bytes of shards read alone."""
    rng = random.Random(3)
    references = [(_text(rng).replace("\ud800", "").replace("\x1c", "") + " a",) for _ in range(50)]
    files = []
    for number in range(4):
        texts = [text.replace("\ud800", "") for text in _hypotheses(rng, tuple(references))]
        files.append(tmp_path / f"{number}.txt")
        files[-1].write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    reference = tmp_path / "reference.txt"
    reference.write_text("".join(f"{line}\n" for (line,) in references), encoding="utf-8")
    together = plan(files, [reference], ["bleu", "chrf", "ter"], shard_lines=20)
    several = [count(shard, together.job) for shard in together.shards]
    alone = []
    for number, file in enumerate(files):
        copied = tmp_path / f"reference-{number}.txt"
        copied.write_bytes(reference.read_bytes())
        planned = plan([file], [copied], ["bleu", "chrf", "ter"], shard_lines=20)
        alone += [count(shard, planned.job) for shard in planned.shards]
    assert several == alone


def test_a_segment_without_references_is_refused_as_ever() -> None:
    shared = SharedReferences((("a b",), ()))
    for _ in range(3):
        with pytest.raises(MetricError, match="no references"):
            metric("bleu").counted(Corpus.beside(["a", "b"], shared), metric("bleu").settings())


def test_files_that_are_read_one_after_the_other_share_their_references(tmp_path: Path) -> None:
    reference, last = tmp_path / "reference.txt", LastReferences()
    reference.write_text("the cat sat\nÅ b\n", encoding="utf-8")
    read = []
    for text in ("the cat\nb\n", "a cat sat\nÅ\n"):
        scored = tmp_path / "scored.txt"
        scored.write_text(text, encoding="utf-8")
        read.append(Corpus.from_files(InputFiles(scored, (reference,), met=last)))
        assert read[-1] == Corpus.read(scored, [reference])
    assert [corpus.shared for corpus in read] == [None, last.of((("the cat sat",), ("Å b",)))]
