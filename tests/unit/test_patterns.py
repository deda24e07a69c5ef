"""Regular expressions that exact match ignores: safe ones are deleted as `re.sub` does, others are refused."""

from __future__ import annotations

import random
import re
import time

import pytest

from samescore import Corpus, MetricError, SettingsError, score
from samescore.metrics import metric
from samescore.metrics.knob_domains.pattern_lists import Patterns
from samescore.text.patterns import LONGEST_PATTERN, MOST_STEPS, Pattern, pattern

SAFE = [
    *(
        ",",
        r"\$",
        "(?s).*#### ",
        r"\.$",
        "the ",
        "[Tt]he ",
        r"\s*\(.*?\)",
        "^(?:a|an|the) ",
        r"\d{1,3}(?:,\d{3})*",
        "(?i)THE",
    ),
    *(
        "(ab)+",
        "(?:ab){2,}",
        "x{3}y?",
        "(?=.*b)a",
        "(?<!a)b",
        "[^a-c]+b",
        r"\w+-\w+",
        "",
        "a||b",
        r"\bcat\b",
        "(?m)^a$",
    ),
    *("(?:a|b){2}", r"\W*a", r"(?a)\S*é", "[^\\s]*? ", "a{0}", "([a-z]+,)*x", "(?:a|b)+"),
]
UNSAFE = [
    *(
        "(a+)+$",
        "(a|aa)*b",
        "(a*)*",
        "(?:a?){20}?b?(?:a?)*",
        "([a-z]+,?)*x",
        r"(a)\1",
        "(?P<x>a)(?P=x)",
        "(a)?(?(1)b|c)",
        "(?:a|bc)+",
    ),
    *("(?:(?:ab)*c)*", "((a{1,2}))+"),
]


@pytest.mark.parametrize("text", SAFE)
def test_safe_patterns_delete_the_same_text_as_re(text: str) -> None:
    rng = random.Random(text)
    for _ in range(50):
        line = "".join(
            rng.choices(["a", "b", "é", "the ", "The ", "1,234", "#### ", "(x)", ".", " ", "\n", "$", "cat"], k=8)
        )
        assert pattern(text).delete(line) == re.sub(text, "", line)


@pytest.mark.parametrize("text", UNSAFE)
def test_a_pattern_that_may_take_exponential_time_is_refused(text: str) -> None:
    re.compile(text)
    with pytest.raises(ValueError, match=r"patterns (may not repeat|with backreferences)"):
        Pattern(text)
    with pytest.raises(SettingsError, match="ignore_patterns"):
        metric("exact-match").settings.from_mapping({"normalization": "none", "ignore_patterns": [text]})


@pytest.mark.parametrize("text", ["(", "a{2,1}", "[", "*", "a" * (LONGEST_PATTERN + 1), "(?<=a*)b", "[[a]"])
def test_invalid_patterns_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a regular expression|at most 500"):
        Pattern(text)


@pytest.mark.parametrize(
    "text", ["a?" * 30 + "a" * 30, ".*" * 8 + "x", "(?:a{1,9}){60000}", "(?:(?:a{1,9}){60000}){60000}"]
)
def test_a_text_that_is_too_long_for_a_pattern_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    with pytest.raises(ValueError, match="too long for the pattern"):
        pattern(text).delete("a" * 100)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("text", ["(?s).*#### ", r"\s*\(.*\)", r"a.*b.*c", "(?:a|bc){10}c", "(ab)*x", "[a-z]*x"])
def test_the_longest_text_is_searched_in_bounded_time(text: str) -> None:
    """The limit holds for texts that make `re` try all ways; a hundredth of it is tried here."""
    length = next(length for length in range(10, 10**7, 10) if pattern(text).steps(length) > MOST_STEPS // 100)
    start = time.process_time()
    for line in ("a" * length, " " * length, "(" * length, "ab" * (length // 2)):
        assert pattern(text).delete(line) == re.sub(text, "", line)
    assert time.process_time() - start < 20


def test_patterns_survive_a_signature() -> None:
    kind = metric("exact-match").settings
    settings = kind.from_mapping({"normalization": "none", "ignore_patterns": ["a,b", "%2C|:", r"\s+"]})
    assert kind.parse(settings.signature) == settings
    assert Patterns(()).check("a%2Cb,%252C|:") == ("a,b", "%2C|:")


def test_a_list_may_have_twenty_patterns() -> None:
    assert Patterns(()).check(["a"] * 20) == ("a",) * 20


@pytest.mark.parametrize("value", [[], [""], [3], ["a"] * 21, ["none"], "", ["gsm8k"], [None]])
def test_invalid_lists_of_patterns_are_refused(value: object) -> None:
    with pytest.raises(SettingsError, match="ignore_patterns"):
        metric("exact-match").settings.from_mapping({"normalization": "none", "ignore_patterns": value})


def test_a_text_that_is_too_long_is_an_error_of_the_metric() -> None:
    texts = Corpus.from_segments(["a" * 5000], [["a"]])
    with pytest.raises(MetricError, match=r"a text of 5,000 characters is too long for the pattern 'a\.\*b\.\*c'"):
        score("exact-match", texts, normalization="none", ignore_patterns=["a.*b.*c"])
