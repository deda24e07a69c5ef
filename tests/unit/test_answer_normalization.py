"""How answers are split into words, and how the profiles of the two scripts score an answer."""

from __future__ import annotations

import random

import pytest

from samescore import Corpus, MetricError, SettingsError, score
from samescore.text.answer_normalization import cmrc, is_number, mixed_words, squad, squad_together

#: Article 003's example of its segmentation.
PRINTED = ["tvb", "电", "视", "台", "已", "于", "2006", "年", "买", "下", "播", "映", "权"]


def test_the_articles_segmentation_example() -> None:
    assert mixed_words(cmrc("tvb电视台已于2006年买下播映权")) == PRINTED
    corpus = Corpus.from_segments(["2006年买下"], [["TVB电视台已于2006年，买下播映权。"]])
    result = score("answer-f1", corpus, like="cmrc2018")
    assert result.trace.tokens() == [[["2006", "年", "买", "下"], PRINTED]]
    assert result.value == 100 * (2 * 1.0 * (4 / 13) / (1.0 + 4 / 13))


def test_squads_order_of_steps() -> None:
    assert squad("The U.S., a.an.the a-b") == "us aanthe ab"


@pytest.mark.parametrize(("like", "both_empty", "no_answer"), [("squad-v1", 0, None), ("squad-v2", 100, 100)])
def test_the_versions_of_squad_differ_in_nothing(like: str, both_empty: float, no_answer: float | None) -> None:
    assert score("answer-f1", Corpus.from_segments(["the"], [["a"]]), like=like).value == both_empty
    nothing = Corpus.from_segments([""], [[]])
    if no_answer is None:
        with pytest.raises(MetricError):
            score("answer-f1", nothing, like=like)
    else:
        assert score("answer-f1", nothing, like=like).value == no_answer


def test_answers_are_text() -> None:
    with pytest.raises(SettingsError, match="the corpus holds tokens"):
        score("exact-match", Corpus.from_tokens([["a"]], [[["a"]]]))


def test_squad_together_has_the_words_of_each_text() -> None:
    """Articles and marks at all ends, what lower-cases by its neighbours, and all kinds of white space."""
    rng = random.Random(4)
    pieces = [
        *"aA.,_'-(\n \t\x1c\x00\u3000\u00a0\u2028\u200d\u0301\u03a3\u0391\u0130\u00e9\u2014\ud800",
        "the",
        "An",
        "an",
        "x",
    ]
    texts = ["".join(rng.choices(pieces, k=rng.randint(0, 7))) for _ in range(5000)]
    assert [text.split() for text in squad_together(texts)] == [squad(text).split() for text in texts]
    assert squad_together([]) == []


NUMERALS = [
    "inf",
    "INF",
    "Infinity",
    "nan",
    "\u0130nf",
    "in\uff46",
    "infinit",
    "x",
    "\u0663",
    "1e5",
    "\u00b2",
    " 1",
    "1_0",
    "",
    "e",
]


@pytest.mark.parametrize("word", [sign + word for word in NUMERALS for sign in ("", "-")])
def test_a_number_is_what_float_reads(word: str) -> None:
    try:
        float(word)
        readable = True
    except ValueError:
        readable = False
    assert is_number(word) == readable


@pytest.mark.parametrize(
    ("knobs", "problem"),
    [
        ({"match": "words", "spans": "lines"}, "match=words compares texts, but spans=lines compares sets of spans"),
        ({"filter": "lowercase"}, "normalization=squad cannot be combined with ignoring or filtering"),
    ],
)
def test_contradicting_normalization_knobs_are_an_error(knobs: dict[str, str], problem: str) -> None:
    with pytest.raises(SettingsError, match=problem):
        score("exact-match", Corpus.from_segments(["a"], [["a"]]), **knobs)


@pytest.mark.parametrize("f_form", ["product", "harmonic"])
@pytest.mark.parametrize(
    ("words", "shared"), [(4, [(1, 3), (3, 17)]), (3, [(1, 23), (2, 49)]), (4, [(1, 11), (3, 41)])]
)
def test_the_best_answer_is_the_best_under_the_formula_that_is_asked(
    words: int, shared: list[tuple[int, int]], f_form: str
) -> None:
    """Of answers with the same F1 the doubles differ, and under the other formula they differ otherwise: the higher one counts."""
    said = " ".join(f"w{k}" for k in range(words))
    right = [" ".join(f"{'w' if k < same else 'x'}{k}" for k in range(length)) for same, length in shared]
    ratios = [(same / words, same / length) for same, length in shared]
    scores = [1 / (0.5 / p + 0.5 / r) if f_form == "harmonic" else 2 * p * r / (p + r) for p, r in ratios]
    for answers in (right, right[::-1]):
        assert score("answer-f1", Corpus.from_segments([said], [answers]), f_form=f_form).value == max(scores)
