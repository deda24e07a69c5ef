"""Properties that need no expected value."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from samescore import Corpus, Labels, MetricError, score
from samescore.report.plain import visible
from samescore.text.porter import Mode, porter_stem
from samescore.text.tokenizers import RULES

settings.register_profile("derandomized", derandomize=True, deadline=None, max_examples=200)
settings.load_profile("derandomized")

_TEXT = st.text(alphabet=st.sampled_from("ab .,1-&\u3000é猫\n"), max_size=12)
_SEGMENTS = st.lists(st.tuples(_TEXT, st.lists(_TEXT, min_size=1, max_size=3)), min_size=1, max_size=4)
_RANGES = {"bleu": 100.0, "chrf": 100.0, "rouge2": 1.0, "rougeL": 1.0, "rougeLsum": 1.0}


def _corpus(segments: list[tuple[str, list[str]]]) -> Corpus:
    return Corpus.from_segments([hypothesis for hypothesis, _ in segments], [list(refs) for _, refs in segments])


@given(_SEGMENTS)
def test_scores_stay_in_their_range(segments: list[tuple[str, list[str]]]) -> None:
    for name, highest in _RANGES.items():
        assert 0 <= score(name, _corpus(segments)).value <= highest * (1 + 1e-15)


@given(_SEGMENTS)
def test_the_order_of_segments_and_references_does_not_matter(segments: list[tuple[str, list[str]]]) -> None:
    turned = [(hypothesis, refs[::-1]) for hypothesis, refs in segments][::-1]
    assert score("bleu", _corpus(segments)).value == score("bleu", _corpus(turned)).value


@given(_SEGMENTS)
def test_copying_the_only_reference_is_never_worse(segments: list[tuple[str, list[str]]]) -> None:
    single = [(hypothesis, refs[:1]) for hypothesis, refs in segments]
    perfect = [(refs[0], refs) for _, refs in single]
    for name in ("rouge1", "rougeL", "chrf"):
        assert score(name, _corpus(single)).value <= score(name, _corpus(perfect)).value * (1 + 1e-15)


#: White space of `str.isspace` that these tokenizers do not split at, so that it stays in tokens.
_ASCII_SPACE = " \t\n\v\f\r"
_UNICODE_SPACE = (
    _ASCII_SPACE + "\x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
)
_SEPARATORS = {
    "ascii-space": " ",
    "none-ascii": _ASCII_SPACE,
    "none-unicode": _UNICODE_SPACE,
    "13a-unpadded": _ASCII_SPACE,
    "13a-unicode": _UNICODE_SPACE,
    "intl-mteval": _UNICODE_SPACE,
    "wordpunct": _UNICODE_SPACE,
    "utf-16": "",
    "treebank-js": _UNICODE_SPACE + "\ufeff",
    "ptb-coco-spaces": " ",
}


@given(st.text(max_size=30) | st.text("ab \t\r\v\x1c\x1f\x85\xa0\u2003\u2028\u3000.,", max_size=12))
def test_tokens_hold_no_white_space_and_tokenizers_never_fail(text: str) -> None:
    for name, tokenize in RULES.items():
        if name == "jieba":  # leaves white space, and may not be installed
            continue
        tokens = tokenize(text)
        if name in ("spaces", "every-space"):  # what lies between spaces, whatever it is
            assert " ".join(tokens) == text
            continue
        if name == "each-space":  # likewise, but for nothing at the end
            assert text in (" ".join(tokens), " ".join(tokens) + " ")
            continue
        assert all(tokens) or (name == "ptb-coco-spaces" and tokens == [""])
        separators = _SEPARATORS.get(name)
        for character in "".join(tokens):
            assert not (character.isspace() if separators is None else character in separators), name


@given(st.text(alphabet="abcdeginlosuty", max_size=12))
def test_stemming_never_fails_and_never_lengthens_much(word: str) -> None:
    modes: tuple[Mode, ...] = ("nltk", "martin", "original")
    for mode in modes:
        assert len(porter_stem(word, mode)) <= len(word) + 1


@given(st.text(max_size=30))
def test_visible_text_is_harmless(text: str) -> None:
    assert all(character == " " or character.isprintable() for character in visible(text))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), max_size=12))
def test_mcc_is_symmetric_and_bounded(pairs: list[tuple[str, str]]) -> None:
    gold, predicted = [gold for gold, _ in pairs], [predicted for _, predicted in pairs]
    try:
        value = score("mcc", Labels(gold, predicted)).value
    except MetricError:
        assert not pairs
        return
    assert value == score("mcc", Labels(predicted, gold)).value
    assert -1 <= value <= 1
