"""jiwer's names by release, without jiwer: its documentation's example, worked out by hand, and its refusals."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from samescore.base.errors import UnknownNameError
from samescore.compat import compat

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: The example of jiwer's documentation: 2 substitutions, 2 deletions, 4 insertions and 5 hits.
_REFERENCES = ["short one here", "quite a bit of longer sentence"]
_HYPOTHESES = ["shoe order one", "quite bit of an even longest sentence here"]
_MER, _WIP, _WER = 8 / 13, 5 / 9 * (5 / 11), 8 / 9


def _jiwer(release: str = "4.0.0") -> ModuleType:
    return compat("jiwer", release)


@pytest.mark.filterwarnings("ignore:`truth_transform`:DeprecationWarning")
@pytest.mark.parametrize("release", ["2.4.0", "2.5.2", "2.6.0", "3.0.0", "3.0.3", "3.1.0", "4.0.0"])
def test_rates_of_words_and_characters(release: str) -> None:
    """The product may be rounded in another order than here."""
    jiwer = _jiwer(release)
    assert jiwer.wer(_REFERENCES, _HYPOTHESES) == _WER
    assert jiwer.mer(_REFERENCES, _HYPOTHESES) == _MER
    assert jiwer.wip(_REFERENCES, _HYPOTHESES) == pytest.approx(_WIP, abs=1e-15)
    assert jiwer.wil(_REFERENCES, _HYPOTHESES) == pytest.approx(1 - _WIP, abs=1e-15)
    assert jiwer.cer("abcd", "abxde") == 0.5
    assert jiwer.wer("a b", "a c") == 0.5


@pytest.mark.filterwarnings("ignore:`truth_transform`:DeprecationWarning")
def test_2_3_0_pairs_words_in_another_way() -> None:
    """It substitutes three words of the first text, where later releases find a hit: H, S, D, I = 4, 4, 1, 3."""
    jiwer = _jiwer("2.3.0")
    assert jiwer.wer(_REFERENCES, _HYPOTHESES) == _WER
    assert jiwer.mer(_REFERENCES, _HYPOTHESES) == 8 / 12
    assert jiwer.wip(_REFERENCES, _HYPOTHESES) == pytest.approx(4 / 9 * (4 / 11), abs=1e-15)
    measures = jiwer.compute_measures(_REFERENCES, _HYPOTHESES)
    assert [measures[name] for name in ("hits", "substitutions", "deletions", "insertions")] == [4, 4, 1, 3]


def test_3_0_0_mixes_up_its_transforms() -> None:
    jiwer = _jiwer("3.0.0")
    lower = jiwer.Compose([jiwer.ToLowerCase(), jiwer.ReduceToListOfListOfWords()])
    with pytest.warns(DeprecationWarning, match="`truth_transform` is deprecated"):
        assert jiwer.wer("A", "a", hypothesis_transform=lower) == 0
    assert jiwer.wer("A", "a", hypothesis_transform=None, reference_transform=lower) == 0
    assert jiwer.wer("a", "A", hypothesis_transform=None, truth_transform=lower) == 0


def test_processed_words() -> None:
    jiwer = _jiwer()
    output = jiwer.process_words(_REFERENCES, _HYPOTHESES)
    assert (output.hits, output.substitutions, output.deletions, output.insertions) == (5, 2, 2, 4)
    assert (output.wer, output.mer) == (_WER, _MER)
    assert (output.wip, output.wil) == (pytest.approx(_WIP, abs=1e-15), pytest.approx(1 - _WIP, abs=1e-15))
    assert output.references == [text.split() for text in _REFERENCES]
    assert output.hypotheses == [text.split() for text in _HYPOTHESES]
    chunk = jiwer.AlignmentChunk
    assert output.alignments[0] == [
        chunk("insert", 0, 0, 0, 1),
        chunk("substitute", 0, 1, 1, 2),
        chunk("equal", 1, 2, 2, 3),
        chunk("delete", 2, 3, 3, 3),
    ]


def test_processed_characters() -> None:
    output = _jiwer().process_characters("abcd", "abxde")
    assert (output.cer, output.hits, output.substitutions, output.deletions, output.insertions) == (0.5, 3, 1, 0, 1)
    assert (output.references, output.hypotheses) == ([list("abcd")], [list("abxde")])
    assert [each.type for each in output.alignments[0]] == ["equal", "substitute", "equal", "insert"]


_SUMMARY = """\
number of sentences: 2
substitutions=2 deletions=2 insertions=4 hits=5

mer=61.54%
wil=74.75%
wip=25.25%
wer=88.89%
"""
_FIRST = """\
REF: **** short one here
HYP: shoe order one ****
        I     S        D
"""
_SECOND = """\
REF: quite a bit of ** ****  longer sentence ****
HYP: quite * bit of an even longest sentence here
           D         I    I       S             I
"""


def test_the_example_of_the_documentation() -> None:
    output = _jiwer().process_words(_REFERENCES, _HYPOTHESES)
    shown = _jiwer().visualize_alignment(output)
    assert shown == (f"=== SENTENCE 1 ===\n\n{_FIRST}\n=== SENTENCE 2 ===\n\n{_SECOND}\n=== SUMMARY ===\n{_SUMMARY}")
    older = _jiwer("3.0.3")
    output = older.process_words(_REFERENCES, _HYPOTHESES)
    assert older.visualize_alignment(output) == f"sentence 1\n{_FIRST}\nsentence 2\n{_SECOND}\n{_SUMMARY}"
    assert older.visualize_alignment(output, show_measures=False) == f"sentence 1\n{_FIRST}\nsentence 2\n{_SECOND}"


def test_correct_texts_are_left_out() -> None:
    """Until 3.0.1, they are shown; since 4.0, also a text without words is correct."""
    texts = ["a b", "c"], ["a b", "d"]
    wrong = "REF: c\nHYP: d\n     S\n"
    right = "REF: a b\nHYP: a b\n        \n"
    for release in ("3.0.3", "3.1.0"):
        jiwer = _jiwer(release)
        output = jiwer.process_words(*texts)
        assert jiwer.visualize_alignment(output, show_measures=False) == f"sentence 2\n{wrong}"
        both = jiwer.visualize_alignment(output, show_measures=False, skip_correct=False)
        assert both == f"sentence 1\n{right}\nsentence 2\n{wrong}"
    oldest = _jiwer("3.0.1")
    assert oldest.visualize_alignment(oldest.process_words(*texts), show_measures=False) == both
    newest = _jiwer()
    output = newest.process_words(["", "c"], ["", "d"])
    assert newest.visualize_alignment(output, show_measures=False) == f"=== SENTENCE 2 ===\n\n{wrong}"
    assert "=== SENTENCE 1 ===" in newest.visualize_alignment(output, skip_correct=False)


def test_long_lines_are_broken() -> None:
    """A line may have exactly `line_width` characters, with the five of its label."""
    jiwer = _jiwer()
    output = jiwer.process_words("ab cd ef", "ab cd xy")

    def lines(width: int) -> list[str]:
        shown: str = jiwer.visualize_alignment(output, show_measures=False, line_width=width)
        return [line for line in shown.split("\n") if line.startswith("REF")]

    assert lines(13) == ["REF: ab cd ef"]
    assert lines(12) == ["REF: ab cd", "REF: ef"]
    assert lines(9) == ["REF: ab", "REF: cd", "REF: ef"]


def test_characters_are_shown_without_spaces() -> None:
    jiwer = _jiwer()
    output = jiwer.process_characters("abcd", "abxde")
    assert jiwer.visualize_alignment(output) == (
        "=== SENTENCE 1 ===\n\nREF: abcd*\nHYP: abxde\n       S I\n\n=== SUMMARY ===\nnumber of sentences: 1\n"
        "substitutions=1 deletions=0 insertions=1 hits=3\n\ncer=50.00%\n"
    )


def test_counted_errors() -> None:
    jiwer = _jiwer()
    output = jiwer.process_words(_REFERENCES, _HYPOTHESES)
    substitutions, insertions, deletions = jiwer.collect_error_counts(output)
    assert substitutions == {("short", "order"): 1, ("longer", "longest"): 1}
    assert insertions == {"shoe": 1, "an even": 1, "here": 1}
    assert deletions == {"here": 1, "a": 1}
    assert jiwer.visualize_error_counts(output) == (
        "=== SUBSTITUTIONS ===\nshort   --> order   = 1x\nlonger  --> longest = 1x\n\n"
        "=== INSERTIONS ===\nshoe    = 1x\nan even = 1x\nhere    = 1x\n\n"
        "=== DELETIONS ===\nhere = 1x\na    = 1x"
    )


def test_the_most_frequent_errors_come_first() -> None:
    jiwer = _jiwer()
    output = jiwer.process_words(["a", "b", "b", "c"], ["x", "y", "y", "c"])
    shown = jiwer.visualize_error_counts(output, top_k=1, show_deletions=False)
    assert shown == "=== SUBSTITUTIONS ===\nb --> y = 2x\n\n=== INSERTIONS ===\nnone"
    assert jiwer.visualize_error_counts(output, False, False, True) == "=== DELETIONS ===\nnone"
    characters = jiwer.process_characters("abc", "axyc")
    assert jiwer.collect_error_counts(characters)[1] in ({"x": 1}, {"y": 1})


def test_an_alignment_of_2_6() -> None:
    jiwer = _jiwer("2.6.0")
    measures = jiwer.compute_measures("a b c", "a x c d")
    assert measures["ops"] == [
        [("equal", 0, 1, 0, 1), ("replace", 1, 2, 1, 2), ("equal", 2, 3, 2, 3), ("insert", 3, 3, 3, 4)]
    ]
    assert (measures["truth"], measures["hypothesis"]) == ([["a", "b", "c"]], [["a", "x", "c", "d"]])
    assert (measures["hits"], measures["substitutions"], measures["deletions"], measures["insertions"]) == (2, 1, 0, 1)
    assert jiwer.visualize_measures(measures) == (
        "sentence 1\nREF: a b c # \nHYP: a x c d \n       S   I \n\nnumber of sentences: 1\n"
        "substitutions=1 deletions=0 insertions=1 hits=2\t\n\nmer=50.00%\nwil=66.67%\nwip=33.33%\nwer=66.67%"
    )
    characters = jiwer.cer("ab", "ac", return_dict=True)
    assert (characters["cer"], characters["hits"], characters["substitutions"]) == (0.5, 1, 1)
    assert "\ncer=50.00%" in jiwer.visualize_measures(characters, visualize_cer=True)
    for wrong, cer in ((characters, False), (measures, True)):
        with pytest.raises(ValueError, match="visualize_cer="):
            jiwer.visualize_measures(wrong, visualize_cer=cer)
    assert "ops" not in _jiwer("2.5.2").compute_measures("a", "a")


def test_options_of_2_4() -> None:
    jiwer = _jiwer("2.4.0")
    with pytest.warns(UserWarning, match="`standardize` is deprecated"):
        assert jiwer.wer("it can't be", "It CAN not be", standardize=True) == 0
    with pytest.warns(UserWarning, match="`words_to_filter` is deprecated"):
        assert jiwer.wer("a uh b", "a b", words_to_filter=["uh"]) == 0
    with pytest.raises(TypeError):
        _jiwer("2.5.2").wer("a", "a", standardize=True)


def test_deprecated_arguments_of_3() -> None:
    jiwer = _jiwer("3.1.0")
    with pytest.warns(DeprecationWarning, match="`truth` is deprecated"):
        assert jiwer.wer(truth="a b", hypothesis="a c") == 0.5
    lower = jiwer.Compose([jiwer.ToLowerCase(), jiwer.ReduceToListOfListOfWords()])
    with pytest.warns(DeprecationWarning, match="`truth_transform` is deprecated"):
        assert jiwer.wer("A B", "a b", truth_transform=lower) == 0
    assert jiwer.wer("A B", "a b", reference_transform=lower) == 0
    assert jiwer.wer("a b", "A B", hypothesis_transform=lower) == 0
    assert jiwer.wer("A B", "a b") == 1
    with pytest.warns(DeprecationWarning, match="`return_dict` is deprecated"):
        assert jiwer.cer("ab", "ac", return_dict=True) == {
            "cer": 0.5,
            "hits": 1,
            "substitutions": 1,
            "deletions": 0,
            "insertions": 0,
        }
    with pytest.warns(DeprecationWarning, match="compute_measures"):
        measures = jiwer.compute_measures("a b", "a c")
    assert (measures["wer"], measures["mer"], measures["hits"]) == (0.5, 0.5, 1)
    assert measures["ops"] == [[jiwer.AlignmentChunk("equal", 0, 1, 0, 1), jiwer.AlignmentChunk("replace", 1, 2, 1, 2)]]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("release", "arguments", "error", "said"),
    [
        ("3.1.0", {"reference": "a", "truth": "a", "hypothesis": "a"}, ValueError, "both reference and truth"),
        ("3.1.0", {"reference": "a"}, ValueError, "must be texts"),
        ("3.1.0", {"hypothesis": "a"}, ValueError, "must be texts"),
        ("3.1.0", {"reference": "", "hypothesis": "a"}, ValueError, "a reference is an empty string"),
        ("3.1.0", {"reference": ["a", ""], "hypothesis": ["a", "a"]}, ValueError, "a reference is an empty string"),
        ("3.1.0", {"reference": " ", "hypothesis": "a"}, ValueError, "a reference has no words"),
        ("4.0.0", {"reference": ["a", "b"], "hypothesis": ["a"]}, ValueError, "2 references, but 1 hypotheses"),
        ("4.0.0", {"reference": 1, "hypothesis": ["a"]}, ValueError, "a transform takes a string or a list of strings"),
    ],
)
def test_refused_texts(release: str, arguments: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        _jiwer(release).wer(**arguments)


def test_empty_references_since_4() -> None:
    """Without words, every inserted word is an error of its own."""
    jiwer = _jiwer()
    assert jiwer.wer("", "") == 0
    assert jiwer.wer("", "a b") == jiwer.process_words([""], ["a b"]).wer
    assert jiwer.process_words(["", "a"], ["b", "a"]).insertions == 1
    assert jiwer.wer(["", "a"], ["b", "a"]) == 1


def test_transforms_that_give_no_lists_of_words() -> None:
    jiwer = _jiwer()
    for side in ("reference", "hypothesis"):
        with pytest.raises(ValueError, match=f"must turn each {side} into a list of strings"):
            jiwer.wer("a", "a", **{f"{side}_transform": jiwer.Strip()})


def test_chunks_of_an_alignment() -> None:
    chunk = _jiwer().AlignmentChunk
    assert chunk("replace", 0, 1, 0, 1).type == "substitute"
    with pytest.raises(ValueError, match="type='other' does not exist"):
        chunk("other", 0, 1, 0, 1)
    assert chunk("equal", 1, 1, 0, 0).ref_start_idx == 1
    for places in ((1, 0, 0, 0), (0, 0, 1, 0)):
        with pytest.raises(ValueError, match="ends before its start"):
            chunk("equal", *places)


@pytest.mark.parametrize(
    ("made", "text", "changed"),
    [
        (lambda j: j.RemoveWhiteSpace(), "a\tb c", "abc"),
        (lambda j: j.RemoveWhiteSpace(replace_by_space=True), "a\tb c", "a b c"),
        (lambda j: j.RemovePunctuation(), "a, b$.", "a b$"),
        (lambda j: j.RemoveMultipleSpaces(), "a  b c", "a b c"),
        (lambda j: j.RemoveSpecificWords(["b", "c"]), "a b bc", "a   bc"),
        (lambda j: j.SubstituteWords({"a": "b", "b": "c"}), "a ab", "c ab"),
        (lambda j: j.SubstituteRegexes({r"\d+": "n", "n": "m"}), "12 a", "m a"),
        (lambda j: j.ExpandCommonEnglishContractions(), "he can't", "he can not"),
        (lambda j: j.RemoveKaldiNonWords(), "a [laugh]<unk>", "a "),
        (lambda j: j.ToUpperCase(), "a", "A"),
        (lambda j: j.ToLowerCase(), "A", "a"),
        (lambda j: j.Strip(), " a\n", "a"),
        (lambda j: j.RemoveEmptyStrings(), " a ", "a"),
        (lambda j: j.RemoveEmptyStrings(), ["a", " ", "b"], ["a", "b"]),
        (lambda j: j.ReduceToSingleSentence(), ["a", "", "b"], ["a b"]),
        (lambda j: j.ReduceToSingleSentence("-"), ["a", "b"], ["a-b"]),
        (lambda j: j.ReduceToSingleSentence(), ["", ""], []),
        (lambda j: j.ReduceToSingleSentence(), "a", "a"),
        (lambda j: j.ReduceToListOfListOfWords(), "a  b", [["a", "b"]]),
        (lambda j: j.ReduceToListOfListOfWords("-"), ["a-b", "c"], [["a", "b"], ["c"]]),
        (lambda j: j.ReduceToListOfListOfWords(), [], [[]]),
        (lambda j: j.ReduceToListOfListOfChars(), ["ab", "c"], [["a", "b"], ["c"]]),
    ],
)
def test_transforms(made: Callable[[ModuleType], Callable[[Any], Any]], text: Any, changed: Any) -> None:
    assert made(_jiwer())(text) == changed


def test_transforms_of_2_4() -> None:
    jiwer = _jiwer("2.4.0")
    assert jiwer.RemoveSpecificWords(["b"])("a b bc") == "a  c"
    assert jiwer.RemovePunctuation()("a, b$.") == "a b"


def test_names_of_each_release() -> None:
    assert not hasattr(_jiwer("2.5.2"), "visualize_measures")
    assert not hasattr(_jiwer("2.6.0"), "visualize_alignment")
    assert not hasattr(_jiwer("3.1.0"), "collect_error_counts")
    assert not hasattr(_jiwer("2.6.0"), "process_words")
    assert not hasattr(_jiwer(), "compute_measures")
    assert not hasattr(_jiwer("2.6.0"), "ReduceToListOfListOfChars")
    assert not hasattr(_jiwer("2.6.0"), "cer_contiguous")
    assert hasattr(_jiwer("2.5.2"), "cer_default_transform")
    assert hasattr(_jiwer("2.6.0"), "cer_default")
    with pytest.raises(UnknownNameError):
        _jiwer("2.2.0")
