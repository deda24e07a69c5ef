"""Counting in shards: the bits of one process for any partition, and what is said of a shard that cannot be counted."""

from __future__ import annotations

import inspect
import json
import pkgutil
import random
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import samescore
from samescore import metrics as metrics_package
from samescore.base.errors import InputError, MetricError, SamescoreError, SettingsError
from samescore.data.corpus import Corpus
from samescore.data.scored import Scored
from samescore.data.slices import read_lines, slices
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_settings
from samescore.metrics import METRIC_NAMES, metric
from samescore.records import ScoreLine
from samescore.verbs.scale import Plan, count, counted, finish, merge, plan, score, wire
from samescore.verbs.scale.contract import count_several
from samescore.verbs.scale.scoring import group_shards
from tests.command import call

#: The metrics of texts that shards can hold.
_TEXT_METRICS = [name for name in METRIC_NAMES if metric(name).takes == (Corpus,)]

#: Metrics of other inputs than segments: nobody cuts these into shards.
_OF_WHOLE_INPUTS = tuple(
    f"samescore.metrics.{room}" for room in ("significance", "correlation", "sequences", "agreement")
)


def _written(folder: Path, hypotheses: Sequence[str], *streams: Sequence[str]) -> tuple[Path, list[Path]]:
    """Files of texts, the last of which has no end of line, unless it is empty."""
    paths = [folder / name for name in ("hyp.txt", *(f"ref{k}.txt" for k in range(len(streams))))]
    for path, lines in zip(paths, (hypotheses, *streams), strict=True):
        ended = "".join(f"{line}\n" for line in lines)
        path.write_text(ended[: -1 if lines and lines[-1] else None], encoding="utf-8", newline="")
    return paths[0], paths[1:]


def _here(planned: Plan, *, together: bool = False) -> list[ScoreLine]:
    """The scores, counted in this process."""
    return list(finish(counted(planned, engine="none"), planned.job, planned.lines, together=together))


def _answer(compute: Callable[[], float]) -> str:
    """A score to the last bit, or the error."""
    try:
        return float(compute()).hex()
    except (MetricError, ArithmeticError) as problem:
        return f"{getattr(problem, 'kind', '')} {getattr(problem, 'message', problem)}"


def _texts(number: int, rng: random.Random) -> list[str]:
    words = ["the", "cat", "sat", "on", "a", "mat.", "Größe", "你好", "x,y", "", "\u2028", "3.5", "don't"]
    return [" ".join(rng.choices(words, k=rng.randint(0, 9))) for _ in range(number)]


@pytest.mark.parametrize("name", _TEXT_METRICS)
def test_any_partition_gives_the_bits_of_one_process(name: str, tmp_path: Path) -> None:
    rng = random.Random(name)
    for number in (0, 1, 23):
        references = [text or "a" for text in _texts(number, rng)]
        hypotheses = [" ".join(word for word in text.split(" ") if rng.random() < 0.8) for text in references]
        scored, streams = _written(tmp_path, hypotheses, references, references[::-1])
        whole = Corpus.read(scored, streams)
        for draw in range(3):
            kind = metric(name).settings
            settings = random_settings(kind, rng) if draw else kind()
            knobs = {knob.name: getattr(settings, knob.name) for knob in settings.knobs()}
            planned = plan(scored, streams, {name: knobs}, shard_lines=rng.choice((1, 2, 7, 50)))
            expected = _answer(lambda: samescore.score(name, whole, **knobs).value)  # noqa: B023  # called at once
            assert _answer(lambda: float.fromhex(_here(planned)[0].hex)) == expected, settings.signature  # noqa: B023


@pytest.mark.parametrize("name", [name for name in METRIC_NAMES if metric(name).takes[0] in get_args(Scored)])
def test_totals_survive_the_wire(name: str) -> None:
    chosen, rng = metric(name), random.Random(name)
    travelled = 0
    for data in inputs_for(name, 30, seed=11):
        settings = random_settings(chosen.settings, rng)
        try:
            total = chosen.total(chosen.statistics(data, chosen.counting(settings)), settings)
            expected = chosen.combine(total, settings).value
        except (SamescoreError, ArithmeticError):
            continue
        arrived = wire.total_from(wire.to_bytes(total))
        assert float(chosen.combine(arrived, settings).value).hex() == float(expected).hex()
        assert wire.to_bytes(arrived.merge(arrived)) == wire.to_bytes(total.merge(total))
        travelled += 1
    assert travelled > 5


def test_every_kept_type_can_be_serialized() -> None:
    kept = set()
    for module in pkgutil.walk_packages(metrics_package.__path__, "samescore.metrics."):
        for name, member in inspect.getmembers(import_module(module.name), inspect.isclass):
            has_parts = hasattr(member, "merge") or hasattr(member, "__add__")
            if issubclass(member, msgspec.Struct) and has_parts and not module.name.startswith(_OF_WHOLE_INPUTS):
                kept.add((name, member.__module__.removeprefix("samescore.metrics.")))
    assert set(wire._HOMES.items()) == kept


@pytest.mark.parametrize("value", [2**64, -(2**70), (1, [2, ("a",)]), {("a", "b"): 1.5}, frozenset({"b", "a"}), b"\0"])
def test_plain_values_survive_the_wire(value: object) -> None:
    arrived = wire.from_bytes(wire.to_bytes(value))
    assert arrived == value
    assert type(arrived) is type(value)


def test_only_plain_values_travel() -> None:
    with pytest.raises(TypeError, match="Path"):
        wire.to_bytes({"a": [Path()]})
    with pytest.raises(TypeError, match="not a total"):
        wire.total_from(wire.to_bytes((1, 2)))


def test_parts_are_merged_in_any_order_and_grouping(tmp_path: Path) -> None:
    rng = random.Random(5)
    references = [text or "a" for text in _texts(60, rng)]
    scored, streams = _written(tmp_path, references[::-1], references)
    other = tmp_path / "other.txt"
    other.write_text("\n".join(references[5:] + references[:5]), encoding="utf-8")
    planned = plan([scored, other], streams, {"chrf": {"average": "sentences"}, "cider": {}}, shard_lines=7)
    expected = _here(planned, together=True)
    parts = [count(shard, planned.job) for shard in planned.shards]
    for _ in range(10):
        rng.shuffle(parts)
        rest = list(parts)
        while len(rest) > 1:
            some = [rest.pop(rng.randrange(len(rest))) for _ in range(min(len(rest), rng.randint(2, 5)))]
            rest.insert(rng.randint(0, len(rest)), merge(some))
        assert list(finish(merge(rest), planned.job, planned.lines, together=True)) == expected
    assert [line.file for line in expected] == [str(scored)] * 2 + [str(other)] * 2 + ["*all*"] * 2


def test_small_shards_are_counted_several_at_a_time(tmp_path: Path) -> None:
    """As tasks of about as many lines, at least eight for each worker where there are so many shards."""
    systems = {}
    for number in range(100):
        systems[f"{number}"] = tmp_path / f"{number}.txt"
        systems[f"{number}"].write_text("a b\n" * (1 + number % 3 * 10), encoding="utf-8")
    (tmp_path / "long.txt").write_text("a b\n" * 2000, encoding="utf-8")
    (tmp_path / "empty.txt").touch()
    assert [len(group) for group in group_shards(plan(tmp_path / "empty.txt", metrics="distinct"), 2)] == [1]
    many, long = plan(systems, metrics="distinct"), plan(tmp_path / "long.txt", metrics="distinct", shard_lines=500)
    assert [len(group) for group in group_shards(long, 2)] == [1, 1, 1, 1]
    assert list(chain.from_iterable(group_shards(many, 2))) == list(many.shards)
    assert 16 <= len(group_shards(many, 2)) <= 32
    assert len(group_shards(many, 10**6)) >= 66
    parts = [count_several(msgspec.msgpack.encode(group), many.job) for group in group_shards(many, 2)]
    assert list(finish(merge(parts), many.job, many.lines)) == _here(many)


def test_all_systems_together_are_their_texts_one_after_the_other(tmp_path: Path) -> None:
    texts = _texts(20, random.Random(3))
    references = [text or "a" for text in texts]
    scored, streams = _written(tmp_path, texts, references)
    other = tmp_path / "other.txt"
    other.write_text("\n".join(references), encoding="utf-8")
    got = score([scored, other], streams, "bleu", engine="none", together=True, shard_lines=3)
    assert got[2].hex == samescore.score("bleu", texts + references, references + references).value.hex()


def test_lines_counted_twice_or_missing_are_an_error(tmp_path: Path) -> None:
    scored, streams = _written(tmp_path, ["a b"] * 10, ["a b"] * 10)
    planned = plan({"mine": scored}, streams, shard_lines=4)
    parts = [count(shard, planned.job) for shard in planned.shards]
    with pytest.raises(InputError, match="mine: lines 5 to 8 were counted twice"):
        merge([*parts, parts[1]])
    with pytest.raises(InputError, match="mine: only 6 of 10 lines were counted"):
        list(finish(merge([parts[0], parts[2]]), planned.job, planned.lines))
    with pytest.raises(InputError, match="mine: only 0 of 10 lines were counted"):
        list(finish(merge([]), planned.job, planned.lines))


def test_a_folder_is_one_text(tmp_path: Path) -> None:
    texts = _texts(30, random.Random(8))
    references = [text or "a" for text in texts]
    for side, lines in (("hyp", texts), ("ref", references)):
        folder = tmp_path / side
        folder.mkdir()
        (folder / "_SUCCESS").write_bytes(b"")
        for number, start in enumerate((0, 11, 12)):
            stop = (11, 12, 30)[number]
            content = "".join(f"{line}\n" for line in lines[start:stop])
            (folder / f"part-{number}.txt").write_text(content, encoding="utf-8", newline="")
    [line] = score(tmp_path / "hyp", [tmp_path / "ref"], "chrf", engine="none", shard_lines=4)
    assert line.hex == samescore.score("chrf", texts, references).value.hex()
    (tmp_path / "ref" / "part-2.txt").write_text("a\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"part-2\.txt has 1 lines but .*part-2\.txt has 18"):
        plan(tmp_path / "hyp", [tmp_path / "ref"])
    (tmp_path / "ref" / "part-2.txt").unlink()
    with pytest.raises(InputError, match=r"has 2 files but .* has 3"):
        plan(tmp_path / "hyp", [tmp_path / "ref"])


@pytest.mark.parametrize("suffix", [".tsv", ".jsonl"])
def test_a_file_may_hold_both_sides(suffix: str, tmp_path: Path) -> None:
    texts = _texts(12, random.Random(2))
    path = tmp_path / f"both{suffix}"
    if suffix == ".tsv":
        rows = [f"{text}\ta b\tthe cat" for text in texts]
    else:
        rows = [json.dumps({"hypothesis": text, "references": ["a b", "the cat"]}) for text in texts]
        rows.insert(5, "")
    path.write_text("\n".join(rows), encoding="utf-8")
    got = score(path, (), ["bleu", "ter"], engine="none", shard_lines=5)
    assert [line.hex for line in got] == [samescore.score(m, Corpus.read(path)).value.hex() for m in ("bleu", "ter")]


#: Broken content of the hypotheses, of which the 8th line is the broken one, and what is said of it.
_BROKEN = {
    "bytes": (b"\xff", "hyp.txt, line 8, byte 2: byte 0xff is not UTF-8"),
    "null": (b"\0", "hyp.txt, line 8, byte 2: byte 0x00 is not allowed in text"),
}


@pytest.mark.parametrize("broken", _BROKEN)
def test_a_bad_line_is_named_with_its_file(broken: str, tmp_path: Path) -> None:
    content, message = _BROKEN[broken]
    scored, streams = _written(tmp_path, ["a b"] * 10, ["a b"] * 10)
    scored.write_bytes(b"a b\n" * 7 + b"x " + content + b"\n" + b"a b\n" * 2)
    with pytest.raises(InputError, match=message):
        score(scored, streams, engine="none", shard_lines=3)


@pytest.mark.parametrize(
    ("name", "bad", "message"),
    [
        ("both.tsv", "no tab here", r"both\.tsv, line 8: no tab, so the reference is missing"),
        ("both.jsonl", '{"hypothesis": 3}', r"both\.jsonl, line 8: .*hypothesis"),
    ],
)
def test_a_bad_record_is_named_with_its_line(name: str, bad: str, message: str, tmp_path: Path) -> None:
    good = "a\tb" if name.endswith(".tsv") else '{"hypothesis": "a", "references": ["b"]}'
    (tmp_path / name).write_text("\n".join([good] * 7 + [bad] + [good] * 2), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        score(tmp_path / name, (), engine="none", shard_lines=3)


def test_plan_refuses_inputs_that_cannot_be_split(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scored, streams = _written(tmp_path, ["a b"] * 10, ["a b"] * 9)
    with pytest.raises(InputError, match=r"ref0\.txt has 9 lines but .*hyp\.txt has 10"):
        plan(scored, streams)
    with pytest.raises(InputError, match="no references were given"):
        plan(scored)
    with pytest.raises(InputError, match=r"the system .*hyp\.txt is given twice"):
        plan([scored, scored], streams)
    with pytest.raises(InputError, match="no system"):
        plan([], streams)
    with pytest.raises(InputError, match="cannot read"):
        plan(tmp_path / "missing.txt", streams)
    with pytest.raises(InputError, match="not a regular file"):
        plan("/dev/null", ["/dev/null"])
    for name, what in (
        ("hyp.txt.gz", "is compressed"),
        ("hyp.arrow", "cannot be split; it must be read whole"),
        ("hyp.pdf", "cannot be read as text"),
    ):
        (tmp_path / name).write_bytes(b"")
        with pytest.raises(InputError, match=what):
            plan(tmp_path / name, streams)
    with pytest.raises(SettingsError, match="mcc takes Labels"):
        plan(scored, streams, "mcc")
    with pytest.raises(SettingsError, match="a shard cannot have"):
        plan(scored, streams, shard_lines=0)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "part.parquet").write_bytes(b"")
    with pytest.raises(InputError, match="is not empty"):
        plan(scored, [scored], segments=tmp_path / "old")
    with pytest.raises(SettingsError, match="unknown engine: 'ray'"):
        score(scored, [scored], engine="ray")
    monkeypatch.setattr("samescore.data.slices.LONGEST_LINE", 40)
    (tmp_path / "long.txt").write_bytes(b"a\nb\n" + b"x" * 41)
    with pytest.raises(InputError, match=r"long\.txt, line 3: the line has more than 40 bytes"):
        plan(tmp_path / "long.txt", streams)
    monkeypatch.setattr("samescore.data.slices.LARGEST_SLICE", 20)
    with pytest.raises(InputError, match=r"hyp\.txt: lines 1 to 10 have 39 bytes"):
        plan(scored, [scored])


def test_a_file_that_changes_after_the_plan_is_an_error(tmp_path: Path) -> None:
    scored, streams = _written(tmp_path, ["a b"] * 10, ["a b"] * 10)
    planned = plan(scored, streams, shard_lines=4)
    scored.write_text("a\n" * 10, encoding="utf-8")
    with pytest.raises(InputError, match=r"hyp\.txt has changed since its lines were counted"):
        counted(planned, engine="none")


def test_a_worker_of_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scored, streams = _written(tmp_path, ["a b"], ["a b"])
    planned = plan(scored, streams)
    monkeypatch.setattr("samescore.verbs.scale.job.COMPENSATED", not samescore.metrics.summation.COMPENSATED)
    with pytest.raises(SettingsError, match="adds floats differently"):
        counted(planned, engine="none")
    monkeypatch.setattr("samescore.verbs.scale.job.__version__", "0.0.7")
    with pytest.raises(SettingsError, match=r"a worker has samescore 0\.0\.7"):
        counted(planned, engine="none")


def test_a_metric_that_raises_does_so_as_in_one_process(tmp_path: Path) -> None:
    scored, streams = _written(tmp_path, ["a b", "", "c"], ["a b", "", "c"])
    whole = Corpus.read(scored, streams)
    knobs: dict[str, dict[str, object]] = {
        "chrf": {},
        "distinct": {"zero_division": "raise", "average": "sentences", "order": 1},
    }
    with pytest.raises(MetricError) as alone:
        samescore.score("distinct", whole, zero_division="raise", average="sentences", order=1)
    planned = plan(scored, streams, knobs, shard_lines=1)
    scores = finish(counted(planned, engine="none"), planned.job, planned.lines)
    assert next(scores).hex == samescore.score("chrf", whole).value.hex()
    with pytest.raises(MetricError) as sharded:
        next(scores)
    assert (sharded.value.message, sharded.value.kind) == (alone.value.message, alone.value.kind)


def test_limits_of_an_implementation_hold_for_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "both.tsv"
    path.write_text("a\tb\na\tb\na\tb\tc\na\tb\tc\n", encoding="utf-8")
    like = "native:sacrebleu==1.4.14.corpus_bleu"
    with pytest.raises(InputError, match="needs the same number of references for every segment") as alone:
        samescore.score("bleu", Corpus.read(path), like=like)
    with pytest.raises(InputError) as sharded:
        score(path, (), "bleu", like=like, engine="none", shard_lines=2)
    assert sharded.value.message == alone.value.message
    [line] = score(path, (), "bleu", like="nltk.corpus_bleu", engine="none", shard_lines=2)
    assert line.hex == samescore.score("bleu", Corpus.read(path), like="nltk.corpus_bleu").value.hex()


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
@pytest.mark.parametrize("end", ["", "\n"])
def test_slices_are_the_lines_of_a_file(size: int, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samescore.data.slices._BLOCK", 7)
    lines = ["\ufeff\ufeffa", "\ufeffb", "", "c\u2028d", "e\r", "", "", "a longer line than a block", "\r", "z"]
    path = tmp_path / "texts"
    path.write_text("\n".join(lines) + end, encoding="utf-8", newline="")
    parts = slices(path, size)
    assert [line for part in parts for line in read_lines(part)] == Corpus.read(path, [path]).hypotheses
    assert [part.before for part in parts] == list(range(0, len(lines), size))
    assert {part.lines for part in parts[:-1]} <= {size}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--together",), "--together needs --engine"),
        (("--segments", "x"), "--segments needs --engine"),
        (("--scheduler", "tcp://host:8786"), "--scheduler needs --engine"),
        (("--shard-lines", "1000"), "--shard-lines needs --engine"),
        (("--engine", "dask", "--stages"), "--stages cannot be combined with --engine"),
        (("--engine", "dask", "--reading", "no-final-blank-lines"), "--reading cannot be combined with --engine"),
        (("--engine", "dask", "--memory", "1"), "--memory cannot be combined with --engine"),
        (("--engine", "dask", "--per-class", "-m", "mcc"), "--per-class cannot be combined with --engine"),
        (("--engine", "dask", "--tags", "words", "-m", "mcc"), "--tags cannot be combined with --engine"),
        (("--engine", "dask", "--baseline", "hyp.txt"), "--baseline cannot be combined with --engine"),
        (("--engine", "dask", "--statistic", "bleu"), "--statistic cannot be combined with --engine"),
        (("--engine", "dask", "-m", "bleu", "-m", "bleu"), "the metric bleu is given twice"),
        (("--engine", "dask", "-m", "mcc"), "mcc takes Labels"),
    ],
)
def test_options_that_do_not_go_with_an_engine(options: Sequence[str], message: str, tmp_path: Path) -> None:
    _written(tmp_path, ["a b"], ["a b"])
    refused = call("score", "hyp.txt", "-r", "ref0.txt", *options, cwd=tmp_path)
    assert refused.returncode == 2
    assert message in refused.stderr


def test_without_dask_the_command_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _written(tmp_path, ["a b"], ["a b"])
    for name in ("dask", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    refused = call("score", "hyp.txt", "-r", "ref0.txt", "--engine", "dask", cwd=tmp_path)
    assert (refused.returncode, 'pip install "samescore[dask]"' in refused.stderr) == (2, True)
