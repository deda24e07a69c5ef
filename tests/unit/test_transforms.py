"""Chains of text transforms: against the oracle's, what is refused, and how they are written."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import reduce

import pytest

from samescore import Corpus, MetricError
from samescore.generators.settings import random_chain
from samescore.metrics import metric
from samescore.metrics.base import tokens_of
from samescore.metrics.knob_domains.transform_chains import Transforms
from samescore.text.transforms import CHAINS, TAKING_LISTS, TAKING_TABLES, WHISPER, step_names, transform
from tests.oracle.transforms import STEPS, transformed

#: What texts are made of: contractions, brackets, white space and punctuation of every kind.
_PARTS = (
    *(
        "a",
        "b",
        "the",
        "cat",
        "O'Clock",
        "won't",
        "can't",
        "CAN'T",
        "let's",
        "n't",
        "'re",
        "'tis",
        "I'm",
        "don’t",
        "'s",
    ),
    *("<unk>", "[noise", "x]", "<", ">", "]", "[", " ", "  ", "\t", "\n", "\x0b", "\x1c", "\x85", "\u00a0", "\u3000"),
    *(
        ".",
        ",",
        "“",
        "”",
        "–",
        "-",
        "_",
        "$",
        "+",
        "`",
        "^",
        "¿",
        "İ",
        "ß",
        "é",
        "e\u0301",
        "猫",
        "。",
        "١",
        "\U0001f600",
    ),
)


def _text(rng: random.Random) -> str:
    return "".join(rng.choice(_PARTS) for _ in range(rng.randint(0, 12)))


def _chain(steps: Sequence[str], text: str) -> str:
    return reduce(lambda made, step: transform(step)(made), steps, text)


def test_every_chain_does_what_the_oracle_does() -> None:
    rng = random.Random(3)
    changed = 0
    for _ in range(3000):
        steps, text = random_chain(rng), _text(rng)
        if isinstance(steps, str):
            continue
        ours = _chain(steps, text)
        assert ours == transformed(text, list(steps)), (steps, text)
        changed += ours != text
    assert changed > 1500


def test_the_oracle_has_every_step() -> None:
    assert {*STEPS, *WHISPER} == set(step_names())


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("lower", "to-lower-case"),
        ("strip:x", "takes nothing"),
        ("remove-specific-words", "as in remove-specific-words:uh/um"),
        ("substitute-words:a", "takes pairs"),
        ("substitute-words:a=b=c", "takes pairs"),
        (r"substitute-words:a=\1", "invalid regular expression or replacement"),
        ("substitute-regexes:(=", "invalid regular expression or replacement"),
        ("substitute-regexes:(a+)+=", "no repeated groups"),
        ("substitute-regexes:(a|a)*b=", "no repeated groups"),
        ("substitute-regexes:a*a*b=", "at most one repetition"),
        ("substitute-regexes:a?a?a?a?b=", "three ?"),
        ("remove-substrings:" + "x" * 10_001, "10,000 characters"),
    ],
)
def test_unknown_transform_steps_are_refused(step: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        transform(step)


def test_a_text_does_not_grow_without_bound() -> None:
    doubling = ("substitute-regexes:.+=" + r"\g<0>" * 10,) * 32
    with pytest.raises(MetricError, match="a substitution produces a text"):
        _chain(doubling, "x")


def test_a_chain_is_written_and_read() -> None:
    domain = Transforms()
    steps = ("to-lower-case", "substitute-words:1%2F2=a%2Cb/%25=%3D", *(f"{name}:a" for name in TAKING_LISTS))
    assert domain.check(domain.format(steps)) == steps
    assert all(domain.check(domain.format(value)) == value for value in domain.likely())
    assert domain.check("wer-standardize") == CHAINS["wer-standardize"]
    assert domain.check([]) == domain.check("none") == "none"
    assert transform(steps[1])("1/2 % of it") == "a,b % of it"  # % is no word: no boundary is beside it
    assert domain.check(["strip"] * 32) == ("strip",) * 32
    for wrong in (5, ["strip", 5], ["strip"] * 33, f"{TAKING_TABLES[0]}:"):
        with pytest.raises(ValueError, match=r"allowed|takes"):
            domain.check(wrong)
    settings = metric("wer").settings(transforms=steps)
    assert type(settings).parse(settings.signature) == settings


def test_tokens_of_the_caller_are_not_transformed() -> None:
    with pytest.raises(Exception, match="tokenizer=given takes tokens"):
        metric("wer").settings(tokenizer="given", transforms="strip")


def test_segments_are_transformed_where_kernels_count_and_where_not() -> None:
    corpus = Corpus.from_segments(["The CAT,\tsat.", "It's [x] on"], [["the cat sat"], ["it is on"]])
    found = {}
    for tokenizer in ("spaces", "ascii-space", "none"):
        settings = metric("wer").settings(transforms="wer-standardize", tokenizer=tokenizer)
        found[tokenizer] = tokens_of(metric("wer"), corpus, settings)
    assert found["spaces"] == found["none"] == found["ascii-space"]
    assert found["none"][1] == [["it", "is", "on"], ["it", "is", "on"]]
