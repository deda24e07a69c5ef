"""Several sampled responses to a question: which one is scored, filters before the vote, and what is ignored after it."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "sampled-responses"

WANG = ("Wang et al. 2023: https://openreview.net/forum?id=1PL1NIMMrw",)
match = cases_of("response-match", kind="exact", refs=WANG)


def asked(*questions: tuple[str, str]) -> dict[str, Any]:
    """Return the input of questions given as (responses, right answers), each a text with bars as separators."""
    rows = [{"responses": said.split("|"), "references": right.split("|")} for said, right in questions]
    return {"sampled_responses": rows}


VOTE: dict[str, Any] = {"choice": "majority-vote"}
#: The first is right in two, the majority in three, both in one.
FOUR = asked(("5|4|4", "4"), ("7|8|8", "7"), ("2|3|3|3", "3"), ("9|9|1", "9"))
TIES = asked(("5|4", "4"), ("4|5", "4"), ("1|2|2|1", "2"), ("3|2|2|1|1", "2"))
LATER = asked(("1|2|2|1|2", "2"), ("3|3|1|1|1", "3"))
CASED = asked(("Cat|cat|dog", "cat"), ("dog|CAT|Cat|dog|cat", "cat"), ("dog|Dog|DOG", "dog"))
UPPER = asked(("Cat|cat|DOG", "CAT"), ("DOG|CAT|Cat|DOG|cat", "CAT"), ("dog|Dog", "dog"))
SPACES = asked((" 4|4 |5|5", "4"), ("5|5| 4|4|4 ", "4"), ("4|4", " 4"), ("a b |a b", "a b"))
MARKED = asked(
    ("5 and 3. #### 5|#### 8|so #### 8", "8"),
    ("4|5|#### 6", "[invalid]"),
    ("#### 7|4|5", "7"),
    ("4|#### 7|#### 7", "7"),
)
LAST = asked(("it is 5|is it 8?|8 it is", "8"), ("none|no|7", "[invalid]"), ("$5 or 7|7", "7"), ("no|no|7", "7"))
SIGNS = asked(("$1,000|1000|1000", "1000"), ("$5.|5|6|6", "5"), ("7.|7.|8", "7"))
ENDS = asked(("yes!|no|no", "yes"), ("no.|no.|yes", "no"), ("a-b|a-b", "ab"))
DIGITS = asked(("a1|b|b", "a"), ("b2|b2|a", "b"), ("1|1", "2"))
NULS = asked(("a\0|b", "a"), ("b\0|b\0|b", "b"), ("b\0|a", "a\0"))
SEVERAL = asked(("4|5|5", "5|6"), ("4|4|6", "5|6"), ("6|4", "4|6"))
EMPTY = asked(("||4", ""), ("|4|4", ""), ("4", ""))
ONE = asked(("4", "4"), ("5", "4"))
TWICE = asked(("4|5|5", "5"), ("4|5|5", "5"), ("4|4|5", "5"))
NO_RIGHT: dict[str, Any] = {
    "sampled_responses": [{"responses": ["4", "4"], "references": []}, *ONE["sampled_responses"]]
}
NONE: dict[str, Any] = {"sampled_responses": []}

# fmt: off
CASES: list[Case] = [
    match("first", "The first response is scored.", FOUR, {}, "2 of 4"),
    match("majority", "The response that was given most often.", FOUR, VOTE, "3 of 4", "sampled-responses"),
    match("ties", "Of several that were given as often, the first one.", TIES, VOTE, "2 of 4: 5, 4, 1, 2", "sampled-responses"),
    match("ties-first", "The first alone.", TIES, {}, "1 of 4", "sampled-responses"),
    match("all", "All responses vote.", LATER, VOTE, "1 of 2: 2, 1", "sampled-responses"),
    match("k", "The first three vote.", LATER, {**VOTE, "k": 3}, "2 of 2: 2, 3", "sampled-responses"),
    match("k-4", "Of the first four, 1 and 2 are a tie.", LATER, {**VOTE, "k": 4}, "1 of 2: 1, 3", "sampled-responses"),
    match("k-1", "The first votes alone.", LATER, {**VOTE, "k": 1}, "1 of 2: 1, 3", "sampled-responses"),
    match("k-first", "Where the first is scored, k does not matter.", FOUR, {"k": 2}, "2 of 4", "sampled-responses"),
    match("k-all", "There are as many as k.", FOUR, {**VOTE, "k": 3}, "3 of 4", "sampled-responses"),
    match("k-too-large", "A question has fewer responses.", FOUR, {**VOTE, "k": 4}, "an error", "sampled-responses"),
    match("k-too-large-first", "An error, although the first is there.", FOUR, {"k": 4}, "an error", "sampled-responses"),
    match("lowercase", "Case is gone before the vote.", CASED, {**VOTE, "filter": "lowercase"}, "3 of 3",
          "sampled-responses filter case"),
    match("lowercase-first", "And from the first.", CASED, {"filter": "lowercase"}, "2 of 3", "sampled-responses filter case"),
    match("cased", "Without a filter, dog has two votes against one each.", CASED, VOTE, "1 of 3", "sampled-responses case"),
    match("ignore-case", "Case is ignored after the vote, not in it.", CASED, {**VOTE, "ignore_case": True}, "2 of 3",
          "sampled-responses case"),
    match("uppercase", "The votes in upper case.", UPPER, {**VOTE, "filter": "uppercase"}, "2 of 3",
          "sampled-responses filter case"),
    match("remove-whitespace", "White space at the ends is gone before the vote.", SPACES,
          {**VOTE, "filter": "remove-whitespace"}, "3 of 4", "sampled-responses filter white-space"),
    match("white-space", "Without a filter, it tells votes apart.", SPACES, VOTE, "0 of 4: 5, 5, 4, and 'a b '",
          "sampled-responses white-space"),
    match("strict-match", "The marked numbers vote, and invalid responses with one voice.", MARKED,
          {**VOTE, "filter": "strict-match"}, "3 of 4: 8, [invalid], [invalid], 7", "sampled-responses filter numbers"),
    match("strict-match-first", "The first of them.", MARKED, {"filter": "strict-match"}, "2 of 4: 5, [invalid], 7, [invalid]",
          "sampled-responses filter numbers"),
    match("flexible-extract", "The last numbers vote.", LAST, {**VOTE, "filter": "flexible-extract"}, "3 of 4",
          "sampled-responses filter numbers"),
    match("patterns", "What is ignored is deleted after the vote.", SIGNS, {**VOTE, "ignore_patterns": "gsm8k"}, "2 of 3",
          "sampled-responses numbers"),
    match("patterns-own", "Other patterns.", SIGNS, {"ignore_patterns": (r"\$",)}, "0 of 3", "sampled-responses numbers"),
    match("punctuation", "Punctuation is.", ENDS, {**VOTE, "ignore_punctuation": True}, "2 of 3",
          "sampled-responses answer-normalization"),
    match("numbers", "Digits are.", DIGITS, {**VOTE, "ignore_numbers": True}, "2 of 3", "sampled-responses answer-normalization"),
    match("numpy", "An array loses NULs at the end, after the vote.", NULS, {**VOTE, "strings": "numpy"}, "2 of 3",
          "sampled-responses numpy-texts"),
    match("python", "Texts keep them.", NULS, VOTE, "0 of 3", "sampled-responses numpy-texts"),
    match("several", "Any of several right answers will do.", SEVERAL, VOTE, "2 of 3: 5, 4, 6", "sampled-responses"),
    match("empty", "An empty response is one like others.", EMPTY, VOTE, "1 of 3", "sampled-responses empty"),
    match("one", "One response each.", ONE, VOTE, "1 of 2", "sampled-responses"),
    match("scale", "In percent.", FOUR, {**VOTE, "scale": "100"}, "100 * 3/4", "sampled-responses"),
    match("repeated", "A question that occurs twice counts twice.", TWICE, VOTE, "2/3", "repetition"),
    match("no-right-answer", "No right answer: 0.", NO_RIGHT, VOTE, "1 of 3", "sampled-responses empty"),
    match("no-questions", "No questions.", NONE, {}, "an error", "empty"),
]
