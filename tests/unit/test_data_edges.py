"""Inputs at the edges of what is accepted: the last allowed number, index and length, and the next one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from samescore import (
    Choices,
    Comparison,
    Confusion,
    Corpus,
    CountedTexts,
    InputError,
    Labels,
    Numbers,
    Ratings,
    ScoredLabels,
    TokenLogProbs,
)
from samescore.base.line_reading import LineReading
from samescore.base.lines import line_blocks
from samescore.data import batches, rules
from samescore.data.batches import Bounds
from samescore.data.corpus import read_hypotheses
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.kinds import from_plain
from samescore.data.label_sets import LabelSets
from samescore.data.reference_orientation import corpus_of
from samescore.data.rewrites import Rewrites
from samescore.data.segment_scores import read_scores
from samescore.data.selection import join_inputs, select_segments
from samescore.data.shapes import Size, explain_length_mismatch
from samescore.data.shared import LastReferences

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def _item(**fields: object) -> dict[str, Any]:
    return {"choices": ["a", "b"], "logprobs": [-1, -2], "gold": 0, **fields}


@pytest.mark.parametrize(
    ("kind", "accepted", "refused", "message"),
    [
        (TokenLogProbs, ([[0.0, -0.0]],), ([[math.nextafter(0, 1)]],), "not a log-probability"),
        (TokenLogProbs, ([[]], [""]), ([[]], ["", ""]), "1 sequences but 2 texts"),
        (TokenLogProbs, ([[True - 2.0]],), ([[True]],), "not a log-probability"),
        (TokenLogProbs, ([[-1.0]],), ([-1.0],), "sequences is a flat list of numbers"),
        (Choices, ([_item(gold=1)],), ([_item(gold=2)],), "gold is 2, not the index of a choice"),
        (Choices, ([_item(gold=0)],), ([_item(gold=-1)],), "gold is -1, not the index of a choice"),
        (Choices, ([_item(gold=1)],), ([_item(gold=True)],), "gold is True, not the index of a choice"),
        (Choices, ([_item(unconditional=[])],), ([_item(unconditional=[-1])],), "2 choices but 1 log-likelihoods in unc"),
        (Choices, ([_item(logprobs=["nan", "inf"])],), ([_item(logprobs=[-1, -2, -3])],), "3 log-likelihoods in logprobs"),
        (Labels, ([1], [1], [0]), ([1], [1], [-5e-324]), r"weights\[0\] is -4.94066e-324"),
        (Labels, ([1], [1], [1e308]), ([1], [1], [math.inf]), r"weights\[0\] is inf"),
        (Labels, ([1], [1], [1]), ([1], [1], [True]), r"weights\[0\] is True \(bool\), not a number"),
        (Labels, ([1, 1], [1, 1], [1, 2]), ([1, 1], [1, 1], [1, 2, 3]), "2 items but 3 weights"),
        (Labels, ([1, 1], [1, 1], [1, 2]), ([1, 1], [1, 1], [1]), "2 items but 1 weights"),
        (Confusion, (["a"], [[0]]), (["a"], [[True]]), r"matrix\[0\]\[0\] is True \(bool\), not a count"),
        (Confusion, (["a", "b"], [[1, 0], [0, 1]]), (["a", 1], [[1, 0], [0, 1]]), "distinct and of one type"),
        (Confusion, (["a", "b"], [[1, 0], [0, 1]]), (["a", "b"], [[1, 0], [0]]), "rows of 2, 1 counts"),
        (CountedTexts, (["a"], {"a": 0}, {}), (["a"], {"a": math.inf}, {}), r"unigrams\['a'\] is inf"),
        (CountedTexts, (["a"], {}, {"ab": 0.0}), (["a"], {}, {"ab": -5e-324}), r"bigrams\['ab'\] is -5e-324"),
        (ScoredLabels, ([0, 1], ["inf", -1]), ([0, 1], ["Inf", -1]), r"scores\[0\] is a str, not a number"),
        (ScoredLabels, ([0, 1.0], [1, 2]), ([0, 1.5], [1, 2]), r"gold\[1\] is 1.5 \(float\), not 0 or 1"),
        (Comparison, ("mean", [Numbers([1])]), ("mean", []), "systems must be a list with one input per system"),
        (Comparison, ("mean", [Numbers([1])]), ("", [Numbers([1])]), "statistic is empty, not a name"),
        (Numbers, (["nan", "-inf", 1],), (["NaN"],), r"scores\[0\] is a str, not a number"),
        (Ratings, ([1, "inf"], [1, 2]), ([1, True], [1, 2]), r"metric_scores\[0\]\[1\] is True \(bool\), not a number"),
        (Ratings, ([1, 2], [1, "-inf"]), ([1, 2], [1, "INF"]), r"human_scores\[0\]\[1\] is a str, not a number"),
    ],
)  # fmt: skip
def test_the_last_value_is_accepted_and_the_next_is_refused(
    kind: type[Kind], accepted: tuple[Any, ...], refused: tuple[Any, ...], message: str
) -> None:
    assert kind(*accepted).total >= 0
    with pytest.raises(InputError, match=message):
        kind(*refused)


def test_the_indices_of_choices_are_named() -> None:
    with pytest.raises(InputError) as caught:
        Choices([_item(gold=2)])
    assert caught.value.hint == "indices run from 0 to 1"


def test_a_rule_makes_up_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    largest = {"kind": "labels", "seed": 2**31 - 1, "items": 1, "classes": 2**15}
    assert isinstance(from_plain({"rule": largest}), Labels)
    for field, value in (("seed", 2**31), ("classes", 2**15 + 1), ("classes", 0), ("items", 0), ("items", 5_000_001)):
        with pytest.raises(InputError, match="the input's rule"):
            from_plain({"rule": {**largest, field: value}})
    texts = {"kind": "texts", "seed": 1, "segments": 2, "words": 3, "references": 2, "vocabulary": 9}
    monkeypatch.setattr(rules, "_MOST", 30)  # the hypothesis, and two references of at most twice its words
    assert len(from_plain({"rule": texts}).entries()) == 2
    monkeypatch.setattr(rules, "_MOST", 29)
    with pytest.raises(InputError, match="the rule creates 30 words or items") as caught:
        from_plain({"rule": texts})
    assert caught.value.hint == "the limit is 29"


def test_a_corpus_has_its_length_in_characters_or_tokens() -> None:
    for corpus in (
        Corpus.from_segments(["ab", "c"], [["d", "ef"], []]),
        Corpus.from_tokens([["ab"] * 3], [[["c"] * 3]]),
    ):
        assert corpus.has_text(6)
        assert not corpus.has_text(7)
    assert not Corpus.from_segments([], []).has_text(1)
    assert Corpus.from_segments([], []).max_references == 0


@pytest.mark.parametrize(
    ("hypotheses", "streams", "message"),
    [
        (3, [2, 2], "there are 3 hypotheses but references for 2 segments"),
        (3, [4, 4], "there are 3 hypotheses but references for 2 segments"),
        (4, [3, 3], "reference stream 0 has 3 lines but there are 4 hypotheses"),
        (4, [5, 5], "reference stream 0 has 5 lines but there are 4 hypotheses"),
        (4, [3, 4], "there are 4 hypotheses but references for 2 segments"),
    ],
)
def test_lists_of_no_layout_are_streams_if_their_lengths_are_nearer(
    hypotheses: int, streams: list[int], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        corpus_of(["h"] * hypotheses, [["r"] * size for size in streams])


@pytest.mark.parametrize(
    ("hypotheses", "streams", "expected"),
    [
        (Size(3, 3), [Size(1, 1)] * 3, "there are 3 files of 1 line for 3 hypotheses"),
        (Size(3, 3), [Size(2, 2)] * 3, "there are 3 files of 2 lines for 3 hypotheses"),
        (Size(3, 3), [Size(6, 6)], "there are 2 lines for each hypothesis"),
        (Size(3, 3), [Size(7, 7)], ""),
        (Size(6, 6), [Size(3, 3)], ""),
        (Size(3, 3), [Size(4, 4)], "it is one line: a heading"),
        (Size(3, 3), [Size(2, 2)], "it is one line: a heading"),
        (Size(3, 3), [Size(5, 5)], ""),
        (Size(3, 3), [Size(5, 3)], "the file has as many lines without its 2 empty ones"),
        (Size(5, 3), [Size(3, 3)], "without their 2 empty lines there are as many hypotheses"),
        (Size(3, 3), [Size(3, 3), Size(5, 3)], "the file has as many lines without its 2 empty ones"),
        (Size(3, 3), [Size(4, 4), Size(5, 5)], ""),
        (Size(0, 0), [Size(2, 2)], ""),
        (Size(3, 3), [Size(0, 0)] * 3, ""),
    ],
)
def test_different_lengths_have_a_likely_reason(hypotheses: Size, streams: list[Size], expected: str) -> None:
    assert explain_length_mismatch(hypotheses, streams).startswith(expected)
    assert bool(explain_length_mismatch(hypotheses, streams)) == bool(expected)


def test_four_sets_of_references_are_kept() -> None:
    last = LastReferences()
    sides = {name: last.of(((name,),)) for name in "abcd"}
    assert last.of((("a",),)) is sides["a"]
    last.of((("e",),))
    assert [last.of(((name,),)) is sides[name] for name in "acd"] == [True] * 3
    assert last.of((("b",),)) is not sides["b"], "it was used least recently"


@pytest.mark.parametrize("field", ["", "NA", " n/a ", "NaN", "None", "null", "NULL"])
def test_a_missing_score_has_many_spellings(field: str, tmp_path: Path) -> None:
    read = Ratings.read(_write(tmp_path / "a.TSV", f"{field}\t1\n 0.5 \t2\n"))
    assert read == Ratings([[None, 0.5]], [[1, 2]])
    assert read.nan_given == (field == "NaN")


@pytest.mark.parametrize("field", ["-", "n.a.", "missing", "0,5", "nans", "infinity"])
def test_other_texts_are_no_missing_scores(field: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a.tsv, line 2: the human score '.+' is not a number"):
        Ratings.read(_write(tmp_path / "a.tsv", f"1\t1\n1\t{field}\n"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Metric \t HUMAN\n1\t2\n", ([[1]], [[2]])),
        ("human\tmetric\n1\t2\n", ([[2]], [[1]])),
        ("1\t2\tA\tx\n3\t4\tB\tx\n", ([[1], [3]], [[2], [4]])),
        ("1\t2\n\n \n3\t4\n", ([[1, 3]], [[2, 4]])),
        ("1\t2\tA\n3\t4\tA\t\n", ([[1, 3]], [[2, 4]])),
        ("inf\t-INF\n", ([["inf"]], [["-inf"]])),
    ],
)
def test_lines_of_ratings_have_two_to_four_columns(text: str, expected: Any, tmp_path: Path) -> None:
    assert Ratings.read(_write(tmp_path / "a.tsv", text)) == Ratings(*expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\t2\tA\tx\ty\n", "line 1: expected 2 to 4 fields, found 5"),
        ("metric\thuman\thuman\n1\t2\t3\n", "line 1: the columns are metric, human, human"),
        ("1\t2\nmetric\thuman\n", "line 2: the metric score 'metric' is not a number"),
        ("metric\thuman\tsystem\n1\t2\tA\tx\n", "line 2: expected 3 fields, found 4"),
        ("1\t2\n3\t4\t\t1\n", "line 2: a second line for segment '1' of system ''"),
    ],
)
def test_other_lines_of_ratings_are_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        Ratings.read(_write(tmp_path / "a.tsv", text))


def test_sides_are_exchanged() -> None:
    assert Ratings([1, 2], [3, 4]).exchanged() == Ratings([3, 4], [1, 2])
    assert Labels([1, 0], [1, 1], [0.5, 2]).exchanged() == Labels([1, 1], [1, 0], [0.5, 2])


def test_scores_of_segments_are_numbers_on_lines(tmp_path: Path) -> None:
    assert read_scores(_write(tmp_path / "s", " 0.5 \n-1e3\r\n")).scores == (0.5, -1000)
    for text in ("1\nx\n", "1\n\n", "1\nnan\n"):
        with pytest.raises(InputError, match=r"s, line 2: "):
            read_scores(_write(tmp_path / "s", text))


def test_segments_are_selected_and_joined_with_what_they_share() -> None:
    weighted, plain = Labels([1, 0], [1, 1], [0.5, 2]), Labels([1, 0], [1, 1])
    assert select_segments(weighted, [1, 1]) == Labels([0, 0], [1, 1], [2, 2])
    assert join_inputs(weighted, weighted) == Labels([1, 0, 1, 0], [1, 1, 1, 1], [0.5, 2, 0.5, 2])
    first, second = TokenLogProbs([[-1], [-2]], ["a", "b"]), TokenLogProbs([[-3]], ["c"])
    assert join_inputs(first, second) == TokenLogProbs([[-1], [-2], [-3]], ["a", "b", "c"])
    assert select_segments(first, [1, 0]).texts == ("b", "a")
    tokens, texts = Corpus.from_tokens([["a"]], [[["b"]]]), Corpus.from_segments(["a"], [["b"]])
    assert select_segments(tokens, [0, 0]).tokenized
    for one, other in ((weighted, plain), (first, TokenLogProbs([[-3]])), (tokens, texts), (texts, plain)):
        with pytest.raises(InputError, match="segments of these two inputs cannot be mixed"):
            join_inputs(one, other)


def test_a_part_of_a_corpus_holds_tokens_like_the_whole() -> None:
    tokens = Corpus.from_tokens([["a"], ["b"], ["c"]], [[["a"]], [["b"]], [["c"]]])
    assert tokens.part(1, 3) == Corpus.from_tokens([["b"], ["c"]], [[["b"]], [["c"]]])


_ONE = Bounds(1, 10**6, None)


@pytest.mark.parametrize(
    ("kind", "scored", "gold", "message"),
    [
        (Labels, "a b\na\na\n", "a b\na\na b\n", "line 3: .*gold has 2 tags but .*scored has 1"),
        (Corpus, "a\tb\nc\td\ne\n", "", r"scored, line 3: the line has no tab"),
        (TokenLogProbs, '[-1]\n[-1]\n{"logprobs": [-1], "text": "a"}\n', "", "line 3: some lines have a text"),
        (Labels, '{"gold": 1, "predicted": 1, "weight": 1}\n' * 2 + '{"gold": 1, "predicted": 1}\n', "", "line 3: the item lacks a weight"),
        (Labels, '{"gold": 1, "predicted": 1}\n' * 2 + '{"gold": 1, "predicted": 1, "weight": 1}\n', "", "line 3: the item has a weight, but"),
        (Labels, '{"gold": 1, "predicted": 1, "weight": 1}\n' * 2 + '{"gold": 1, "predicted": 1, "weight": -1}\n', "", "line 3: weight is -1"),
        (ScoredLabels, '{"gold": 1, "score": 1}\n' * 2 + '{"gold": 1, "score": "x"}\n', "", r"line 3: scores\[0\] is a str"),
        (Choices, '{"choices": ["a"], "logprobs": [-1], "gold": 0}\n' * 2 + '{"choices": ["a"], "logprobs": [-1], "gold": 1}\n', "", r"line 3: items\[0\]: gold is 1"),
    ],
)  # fmt: skip
def test_a_line_has_its_number_in_the_file_whatever_the_batch(
    kind: Any, scored: str, gold: str, message: str, tmp_path: Path
) -> None:
    suffix = ".jsonl" if scored[0] in "[{" else "" if gold else ".tsv"
    path = _write(tmp_path / f"scored{suffix}", scored)
    references = (_write(tmp_path / "gold", gold),) if gold else ()
    for bounds in (_ONE, batches.WHOLE):
        with pytest.raises(InputError, match=message.replace("scored,", f"scored{suffix},")):
            list(kind.batches(InputFiles(path, references), bounds))


def _files(folder: Path, name: str, text: str, *references: str) -> InputFiles:
    return InputFiles(
        _write(folder / name, text), tuple(_write(folder / f"r{k}", side) for k, side in enumerate(references))
    )


def _readers(folder: Path) -> Iterator[tuple[Any, InputFiles]]:
    """Every kind that reads batches, with files in each form that it reads."""
    rewrite = '{"source": "a", "hypothesis": "b", "references": ["c"]}\n'
    yield Corpus, _files(folder, "h", "a\nc\n", "a\nc\n")
    yield Corpus, _files(folder, "h.tsv", "a\tc\nd\te\n")
    yield Corpus, _files(folder, "h.ndjson", '{"hypothesis": "a", "references": ["b"]}\n')
    yield Labels, _files(folder, "p", "a b\n", "a b\n")
    yield Labels, _files(folder, "p.jsonl", '{"gold": 1, "predicted": 1}\n')
    yield ScoredLabels, _files(folder, "s.jsonl", '{"gold": 1, "score": 1}\n')
    yield TokenLogProbs, _files(folder, "t.jsonl", "[-1]\n")
    yield Rewrites, _files(folder, "w.ndjson", rewrite)
    sides = _files(folder, "w", "a\nc\n", "a\nc\n")
    yield Rewrites, InputFiles(sides.scored, sides.references, sources=sides.scored)


def test_every_reader_passes_on_how_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether pipes are kept, and how lines of text end."""
    passed: list[tuple[bool, LineReading]] = []

    def noting(path: Any, longest: int, reading: LineReading, *, most: int | None, once: bool) -> Any:
        passed.append((once, reading))
        return line_blocks(path, longest, reading, most=most, once=once)

    monkeypatch.setattr("samescore.data.batches.line_blocks", noting)
    readings = set(LineReading)
    for kind, files in _readers(tmp_path):
        of_texts = kind in (Corpus, Rewrites) and not str(files.scored).endswith("json")
        for once in (False, True):
            for reading in readings:
                passed.clear()
                changed = InputFiles(
                    files.scored, files.references, read_once=once, reading=reading, sources=files.sources
                )
                assert len(list(kind.batches(changed, batches.WHOLE))) == 1
                assert set(passed) == {(once, reading if of_texts else LineReading.USUAL)}, (kind, files)


def test_corpora_and_rewrites_are_read_with_the_given_line_ends(tmp_path: Path) -> None:
    path = _write(tmp_path / "h", "a\rb\nc\n")
    apart, together = ["a", "b", "c"], ["a\rb", "c"]
    other = next(reading for reading in LineReading if Corpus.read(path, [path], reading).hypotheses == apart)
    assert Corpus.read(path, [path]).hypotheses == together
    assert list(Rewrites.read(path, path, [path], other).hypotheses) == apart
    assert list(Rewrites.read(path, path, [path]).hypotheses) == together
    assert read_hypotheses(path, other).hypotheses == apart
    assert read_hypotheses(path).hypotheses == together


def test_labels_in_json_lines_have_no_tags(tmp_path: Path) -> None:
    path = _write(tmp_path / "p.jsonl", '{"gold": 1, "predicted": 1}\n')
    for tags in ("words", "gaps", "source", "without-end"):
        with pytest.raises(InputError, match="one item per line and no tags") as caught:
            Labels.from_files(InputFiles(path, tags=tags))
        assert caught.value.hint == "remove --tags"
    with pytest.raises(InputError, match="one file of gold labels, but 0 were given"):
        Labels.from_files(InputFiles(_write(tmp_path / "p", "a\n")))


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("all", ["a", "b", "c", "d", "e"]),
        ("words", ["b", "d"]),
        ("gaps", ["a", "c", "e"]),
        ("source", ["a", "b", "c", "d", "e"]),
        ("without-end", ["a", "b", "c", "d"]),
    ],
)
def test_a_selection_of_tags(tags: str, expected: list[str], tmp_path: Path) -> None:
    path = _write(tmp_path / "p", "a b c d e\n")
    assert Labels.read(path, path, tags).gold == tuple(expected)


def test_indicators_are_zeros_and_ones() -> None:
    made = LabelSets.from_indicators([[1, 0], [0, 0]], [[True, False], [0, 1]], ["b", "a"], [1, 2])
    assert made == LabelSets([["b"], []], [["b"], ["a"]], [1, 2])
    with pytest.raises(InputError, match=r"predicted\[1\]\[0\] is 2"):
        LabelSets.from_indicators([[1, 0]] * 2, [[1, 0], [2, 0]], ["b", "a"])
    with pytest.raises(InputError, match=r"gold\[0\] has 1 columns for 2 labels"):
        LabelSets.from_indicators([[1]], [[1, 0]], ["b", "a"])
