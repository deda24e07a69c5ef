"""Shapes of input: what is accepted, and the message for each mistake."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samescore import (
    Annotations,
    Choices,
    ClassScores,
    Comparison,
    Confusion,
    Corpus,
    CountedTexts,
    InputError,
    InstructedResponses,
    Labels,
    LabelSets,
    Numbers,
    Ratings,
    Rewrites,
    SampledResponses,
    ScoredLabels,
    Segment,
    SupportedAnswers,
    Tagged,
    TokenLogProbs,
    Verdicts,
    score,
)
from samescore.data.input_files import InputFiles
from samescore.data.kinds import Data, from_plain
from samescore.data.shared import SharedReferences


def test_streams_and_segments_are_two_layouts_of_one_corpus() -> None:
    streams = Corpus.from_streams(["a", "b"], ["r1a", "r1b"], ["r2a", "r2b"])
    assert streams == Corpus.from_segments(["a", "b"], [["r1a", "r2a"], ["r1b", "r2b"]])
    assert streams.max_references == 2


class _Text(str):
    __slots__ = ()


@pytest.mark.parametrize(("hypothesis", "reference"), [(_Text("a b"), "a b"), ("a b", _Text("a b"))])
def test_lines_of_subclasses_of_str_are_texts(hypothesis: str, reference: str) -> None:
    corpus = Corpus.from_segments([hypothesis], [[reference]])
    assert {type(line) for line in (corpus.hypothesis_lines[0], *corpus.reference_lines[0])} == {str}
    assert corpus == Corpus.from_segments(["a b"], [["a b"]])


def test_a_missing_reference_is_left_out_and_an_empty_one_kept() -> None:
    corpus = Corpus.from_segments(["a"], [[None, "", "b"]])
    assert corpus.segments[0].references == ("", "b")
    assert Corpus.from_streams(["a", "b"], ["x", "y"], [None, "z"]).segments[0].references == ("x",)


@pytest.mark.parametrize(
    ("hypotheses", "references", "message", "hint"),
    [
        (["a", "b"], [["x"]], "2 hypotheses but references for 1", "references\\[i\\]"),
        ("a b", [["x"]], "hypotheses is a single str", "wrap it"),
        (["a"], ["x"], "flat list", "\\[\\[r\\] for r in references\\]"),
        (["a"], "x", "references is a single str", "wrap it"),
        (["a", "b", "c"], [["x", "y", "z"], ["u", "v", "w"]], "each of the 2 lists has 3", "from_streams"),
        (["a"], [[["x"]]], "references\\[0\\]\\[0\\] is a list", "from_tokens"),
        ([["a"]], [["x"]], "hypotheses\\[0\\] is a list", "from_tokens"),
        ([1], [["x"]], "1 \\(int\\)", "text"),
        (["a"], [[b"x"]], "a bytes", "from_tokens"),
        ({"a"}, [["x"]], "a set, not a list", "list or a tuple"),
        (["a"], [None], "not a list", "list of lists"),
    ],
)
def test_a_wrong_shape_says_what_and_where(hypotheses: Any, references: Any, message: str, hint: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        Corpus.from_segments(hypotheses, references)
    assert caught.match(hint)


def test_wrong_streams_are_refused() -> None:
    with pytest.raises(InputError, match="stream 1 has 1 lines"):
        Corpus.from_streams(["a", "b"], ["x", "y"], ["z"])
    with pytest.raises(InputError, match="no reference stream"):
        Corpus.from_streams(["a"])
    with pytest.raises(InputError, match="single str"):
        Corpus.from_streams(["a"], "x")


def test_tokens_keep_what_splitting_would_lose() -> None:
    corpus = Corpus.from_tokens([["a b", ""]], [[["a b"], []]])
    assert corpus.tokenized
    assert corpus.segments[0].hypothesis == ("a b", "")
    with pytest.raises(InputError, match="not a list of token lists"):
        Corpus.from_tokens([["a"]], [["a"]])
    with pytest.raises(InputError, match="flat list"):
        Corpus.from_tokens(["a b"], [[["a"]]])
    with pytest.raises(InputError, match="not a token string"):
        Corpus.from_tokens([[1]], [[["a"]]])  # type: ignore[list-item]  # the mistake under test


def test_a_place_is_that_of_the_wrong_entry() -> None:
    tokens: Any = [[["a"]], [["b"], ["c", 5]]]
    with pytest.raises(InputError, match=r"references\[1\]\[1\]\[1\] is 5"):
        Corpus.from_tokens([["a"], ["b"]], tokens)
    wrong: Any = (Segment("a", ("b",)), Segment("a", ["b"]))  # type: ignore[arg-type]  # the mistake under test
    with pytest.raises(InputError, match="segment 1 is malformed"):
        Corpus(wrong)
    streams: Any = (["x", 1, "y"],)
    with pytest.raises(InputError, match="reference stream 0 has 3 lines") as caught:
        Corpus.from_streams(["a", "b"], *streams)
    assert caught.value.hint.startswith("the list has as many lines without its 1 empty ones")


def test_tokens_survive_pickling() -> None:
    for corpus in (Corpus.from_tokens([["a"]], [[["b"], []]]), Corpus.from_segments(["a"], [["b"]])):
        again = pickle.loads(pickle.dumps(corpus))  # noqa: S301  # made here
        assert (again, again.tokenized) == (corpus, corpus.tokenized)


def test_a_corpus_beside_shared_references_has_as_many_segments() -> None:
    shared = SharedReferences((("a",), ("b",)))
    assert not Corpus.beside(["x", "y"], shared).tokenized
    assert Corpus.beside(["x", "y"], shared).shared is shared
    with pytest.raises(InputError, match="there are 1 hypotheses but references for 2 segments"):
        Corpus.beside(["x"], shared)


def test_only_lists_of_equal_length_look_like_streams() -> None:
    for references in ([], [["x", "y", "z"], ["x"]], [["x"]]):
        with pytest.raises(InputError, match=f"3 hypotheses but references for {len(references)}") as caught:
            Corpus.from_segments(["a", "b", "c"], references)
        assert caught.value.hint == "references[i] is the list of references of segment i"


def test_labels_check_their_shape() -> None:
    with pytest.raises(InputError, match="2 gold labels but 1"):
        Labels(["a", "b"], ["a"])
    with pytest.raises(InputError, match="mix"):
        Labels(["a"], [1])
    with pytest.raises(InputError, match="gold is a single str"):
        Labels("ab", ["a", "b"])
    with pytest.raises(InputError, match="not a label"):
        Labels([1.5], [1])  # type: ignore[list-item]  # the mistake under test
    with pytest.raises(InputError, match="2 rows of 2 counts, but it has rows of 1 counts"):
        Confusion(["a", "b"], [[1]])
    with pytest.raises(InputError, match="not a count"):
        Confusion(["a"], [[-1]])
    with pytest.raises(InputError, match="class names must be distinct and of one type"):
        Confusion(["a", "a"], [[1, 0], [0, 1]])
    assert Labels([10, 9], [9, 9]).classes == (9, 10)
    confusion = Confusion(["b", "c", "a"], [[3, 0, 0], [0, 0, 0], [2, 0, 1]])
    assert confusion.labels().predicted == ("a", "b", "b", "b", "b", "b")
    assert confusion.labels().confusion() == confusion
    assert confusion.total == 6


#: Inputs with what JSON has not, or may leave out. Those of every kind are in test_kinds.py.
_EXAMPLES: list[Data] = [
    Corpus.from_segments(["a"], [["b", "c"]]),
    Corpus.from_tokens([["a"]], [[["b"], []]]),
    Labels([1, 2], [2, 2]),
    Confusion(["a", "b"], [[10**30, 1], [0, 2]]),
    ScoredLabels([0, 1, 1], [0.5, -2, float("inf")]),
    TokenLogProbs([[-1.5, float("-inf")], []]),
    Ratings([[0.5, None], [float("-inf"), 2]], [[1, 2], [3, None]]),
    Rewrites(["a b", ""], ["a", "b"], [["a"], []]),
    Tagged([["B-PER", "O"], []], [["O", "O"], []]),
    Labels(["a", "b"], ["b", "b"], [0.1, 2]),
    ScoredLabels([1, 0], [0.1, 2], [0.1, 2]),
    ClassScores(["b", "a"], ["a", "b"], [[0.25, 0.75], [float("inf"), -1]]),
    LabelSets([["b", "a"], []], [["a"], ["c"]]),
    SampledResponses([{"responses": ["a", "b"], "references": []}, {"responses": [""], "references": ["a", "b"]}]),
    InstructedResponses(
        [{"response": "a", "instruction_id_list": ["x", "y"], "kwargs": [{"n": None, "m": ["b"]}, {"k": 2}]}]
    ),
    Verdicts([[1, False], [0, True, 1]]),
    SupportedAnswers([{"answer": None, "facts": None, "gold_answer": "a", "gold_facts": [("b", 1), ("b", 0)]}]),
    Annotations([["a", 1, 0.5], [None, "b", "a"]]),
    Comparison("mean", [Numbers([0.5]), Numbers([0.25])]),
    CountedTexts([["a", "b"], []], {"a": 2, "b": 0.5}, {"ab": 1}),
    CountedTexts(["a b"], {}, {}),
    Choices([{"choices": ["a", "b"], "logprobs": [-1, -2], "gold": 1, "unconditional": [-3, -4]}]),
]


@pytest.mark.parametrize("data", _EXAMPLES, ids=lambda data: type(data).__name__)
def test_unusual_inputs_survive_as_json(data: Data) -> None:
    assert from_plain(json.loads(json.dumps(data.plain()))) == data


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"gold": [1]},
        {"segments": [{"hypothesis": "a"}]},
        {"logprobs": [0.5]},
        {"logprobs": [[0.5]]},
        {"items": [{}]},
        {"texts": ["a"], "unigrams": {"a": -1}, "bigrams": {}},
        {"texts": ["a"], "unigrams": {"a": True}, "bigrams": {}},
        {"texts": ["a"], "unigrams": {}, "bigrams": {"a": 10**400}},
        {"texts": ["a"], "unigrams": {}, "bigrams": []},
        {"texts": "a", "unigrams": {}, "bigrams": {}},
    ],
)
def test_malformed_json_input_is_refused(plain: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        from_plain(plain)


def _write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_only_line_feeds_end_lines(tmp_path: Path) -> None:
    hypotheses = _write(tmp_path, "h", "\ufeffa\u2028b\x85c\r\nd\re\n".encode())
    references = _write(tmp_path, "r", b"x\n\n")
    corpus = Corpus.read(hypotheses, [references])
    assert corpus.hypotheses == ["a\u2028b\x85c", "d\re"]
    assert corpus.references == [["x"], [""]]


def test_unequal_files_are_refused(tmp_path: Path) -> None:
    hypotheses = _write(tmp_path, "h", b"a\nb\n")
    with pytest.raises(InputError, match=r"has 1 lines but .*h has 2"):
        Corpus.read(hypotheses, [_write(tmp_path, "r", b"a\n")])


def test_undecodable_bytes_name_file_line_and_byte(tmp_path: Path) -> None:
    path = _write(tmp_path, "latin1", b"fine\nna\xefve\n")
    with pytest.raises(InputError, match=r"latin1, line 2, byte 2: byte 0xef is not UTF-8") as caught:
        Corpus.read(path, [path])
    assert caught.match("iconv")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*nowhere"):
        Corpus.read(tmp_path / "nowhere", [tmp_path / "nowhere"])


def test_tsv_and_jsonl(tmp_path: Path) -> None:
    tsv = _write(tmp_path, "x.tsv", b"a b\tc\td\n\te\n")
    assert Corpus.read(tsv) == Corpus.from_segments(["a b", ""], [["c", "d"], ["e"]])
    jsonl = _write(tmp_path, "x.jsonl", b'{"hypothesis": "a", "references": ["b", null]}\n\n')
    assert Corpus.read(jsonl) == Corpus.from_segments(["a"], [["b"]])
    with pytest.raises(InputError, match="line 1: the line has no tab"):
        Corpus.read(_write(tmp_path, "y.tsv", b"alone\n"))
    with pytest.raises(InputError, match="line 2"):
        Corpus.read(_write(tmp_path, "y.jsonl", b'{"hypothesis": "a", "references": []}\n{"hypothesis": 1}\n'))
    with pytest.raises(InputError, match="no references were given"):
        Corpus.read(_write(tmp_path, "z.txt", b"a\n"))
    with pytest.raises(InputError, match="single path"):
        Corpus.read(tsv, "references.txt")


def test_tag_files(tmp_path: Path) -> None:
    gold = _write(tmp_path, "gold", b"OK BAD\nOK\n")
    assert Labels.read(gold, _write(tmp_path, "p", b"OK  OK\nBAD\n")) == Labels(
        ["OK", "BAD", "OK"], ["OK", "OK", "BAD"]
    )
    with pytest.raises(InputError, match=r"line 2: .* 1 tags but .* 2") as caught:
        Labels.read(gold, _write(tmp_path, "q", b"OK OK\nBAD OK\n"))
    assert caught.match("extra end-of-sentence")
    with pytest.raises(InputError, match=r"1 lines but .* 2"):
        Labels.read(gold, _write(tmp_path, "s", b"OK OK\n"))


def test_labels_and_counts_are_read_from_files(tmp_path: Path) -> None:
    gold, predicted = _write(tmp_path, "gold", b"OK BAD\n"), _write(tmp_path, "predicted", b"OK OK\n")
    files = InputFiles(predicted, (gold,))
    assert Labels.from_files(files) == Labels(["OK", "BAD"], ["OK", "OK"])
    assert Labels.from_files(InputFiles(predicted, (gold,), tags="words")) == Labels(["BAD"], ["OK"])
    assert Confusion.from_files(files) == Confusion(["BAD", "OK"], [[0, 1], [0, 1]])
    with pytest.raises(InputError, match="one file of gold labels, but 2 were given"):
        Labels.from_files(InputFiles(predicted, (gold, gold)))
    assert Corpus.from_files(files) == Corpus.from_segments(["OK OK"], [["OK BAD"]])
    assert Corpus.from_files(InputFiles(gold, needs_references=False)) == Corpus.from_segments(["OK BAD"], [[]])
    with pytest.raises(InputError, match="no references were given"):
        Corpus.from_files(InputFiles(gold))
    scored = _write(tmp_path, "scored.jsonl", b'{"gold": 1, "score": 0.75}\n\n{"gold": 0, "score": "-inf"}\n')
    assert ScoredLabels.from_files(InputFiles(scored)) == ScoredLabels([1, 0], [0.75, float("-inf")])
    with pytest.raises(InputError, match=r"takes one file, .*, and no references, but -r"):
        ScoredLabels.from_files(InputFiles(scored, (gold,)))
    with pytest.raises(InputError, match=r"line 2: gold\[0\] is 2"):
        ScoredLabels.read(_write(tmp_path, "bad.jsonl", b'{"gold": 1, "score": 1}\n{"gold": 2, "score": 1}\n'))


def test_a_byte_order_mark_does_not_shift_the_place_of_an_error(tmp_path: Path) -> None:
    path = _write(tmp_path, "bom", b"\xef\xbb\xbfabc\xff\n")
    with pytest.raises(InputError, match="line 1, byte 6: byte 0xff"):
        Corpus.read(path, [path])
    path = _write(tmp_path, "utf16", "a".encode("utf-16"))
    with pytest.raises(InputError, match="iconv -f UTF-16"):
        Corpus.read(path, [path])


@pytest.mark.parametrize("path", ["a\0b", None, 3.5])
def test_corpus_read_refuses_values_that_are_not_paths(path: Any) -> None:
    with pytest.raises(InputError, match="not a path"):
        Corpus.read(path, ["x"])


_WRONG: Any = "b"


@pytest.mark.parametrize(
    "segments", [None, [Segment("a", ("a",))], (Segment("a", _WRONG),), (Segment("a", (("b",),)),), ("a",)]
)
def test_a_corpus_cannot_be_built_wrongly_by_hand(segments: Any) -> None:
    with pytest.raises(InputError, match="from_segments"):
        Corpus(segments)


def test_rows_of_a_trace_are_read_only() -> None:
    corpus = Corpus.from_segments(["the cat sat on the mat"], [["the cat sat on a mat"]])
    for metric in ("bleu", "chrf", "rouge1"):
        before = score(metric, corpus)
        with pytest.raises(TypeError):
            before.trace["rows"].rows[0][2] = 0
        assert score(metric, corpus).value == before.value


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Confusion, ([1.5], [[1]])),
        (Confusion, (["a"], ["1"])),
        (Confusion, (["a"], [7])),
        (ScoredLabels, ([1, 0], [0.5, 10**400])),
        (ScoredLabels, ([1, 0], [0.5, "nan"])),
        (ScoredLabels, ([1, "0"], [0.5, 0.25])),
        (TokenLogProbs, ([[-(10**400)]],)),
        (Choices, ([{"choices": "ab", "logprobs": [-1, -2], "gold": 0}],)),
        (Choices, ([{"choices": ["a", 3], "logprobs": [-1, -2], "gold": 0}],)),
        (Choices, ([{"choices": ["a", "b"], "logprobs": [-1, "x"], "gold": 0}],)),
        (Choices, ([{"choices": ["a", "b"], "logprobs": [-1, -2], "gold": 0, "unconditional": [-1]}],)),
    ],
)
def test_malformed_input_of_any_kind_is_refused(kind: Callable[..., object], fields: tuple[object, ...]) -> None:
    with pytest.raises(InputError):
        kind(*fields)


def test_an_impossible_choice_survives_its_plain_form() -> None:
    item = {"choices": ["a", "b"], "logprobs": [None, -2.0], "gold": 0, "unconditional": ["nan", "inf"]}
    assert Choices([item]).plain() == {"items": [item]}
