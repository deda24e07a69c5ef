"""IFEval: each instruction, strict and loose checks, levels, undecided instructions, and wrong arguments."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "ifeval"

ZHOU = ("Zhou et al. 2023: https://arxiv.org/abs/2311.07911",)
checked = cases_of("ifeval", kind="hand", refs=ZHOU)

#: An instruction: its id and its arguments.
Asked = tuple[str, dict[str, Any]]


def asked(*prompts: tuple[str, list[Asked]]) -> dict[str, Any]:
    """Return the input of prompts given as (response, instructions)."""
    rows = [
        {
            "response": response,
            "instruction_id_list": [name for name, _ in instructions],
            "kwargs": [arguments for _, arguments in instructions],
        }
        for response, instructions in prompts
    ]
    return {"instructed_responses": rows}


def each(name: str, arguments: dict[str, Any], *responses: str) -> dict[str, Any]:
    """Return the input of one instruction for several responses."""
    return asked(*((response, [(name, arguments)]) for response in responses))


COMMA: Asked = ("punctuation:no_comma", {})
CAT: Asked = ("keywords:existence", {"keywords": ["cat"]})
QUOTED: Asked = ("startend:quotation", {})
GERMAN: Asked = ("language:response_language", {"language": "de"})
BAD: Asked = ("keywords:existence", {"keywords": ["("]})
#: Both followed; one of two; one of one; none of three.
FOUR = asked(
    ("a cat", [COMMA, CAT]), ("a cat, a dog", [COMMA, CAT]), ("dog", [COMMA]), ("a, dog", [COMMA, CAT, QUOTED])
)
TWO_KINDS = asked(("a cat", [CAT]), ("a dog", [CAT, COMMA]), ("a, cat", [COMMA, QUOTED, CAT]))
LANGUAGE = asked(("ein Text", [GERMAN]), ("ein, Text", [GERMAN, COMMA]), ("ein Hund", [COMMA, GERMAN]), ("a", [COMMA]))
ONLY_LANGUAGE = asked(("ein Text", [GERMAN]))
MALFORMED = asked(("a cat", [BAD, COMMA]), ("a", [COMMA]))
MISSING = each("length_constraints:number_words", {"num_words": 0, "relation": "at least"}, "one", "")
NULL = each(
    "length_constraints:number_words", {"num_words": 2, "relation": "at least", "keyword": None}, "one", "one two"
)
LINES = each(
    "startend:quotation", {}, 'Sure:\n"a"', '"a"\nBye', 'Sure:\n"a"\nBye', '*"a"*', 'Sure:\n*"a"*', '*"a"*\nBye', "no"
)
LINES_3 = each("startend:quotation", {}, 'Sure!\n*"a"*\nBye', 'Sure!\nSure!\n"a"')
BLANK = each("punctuation:no_comma", {}, "", " \n ", "a")
ENDS = each("detectable_format:number_bullet_lists", {"num_bullets": 1}, " \n* a\n", "* a", "a")
STRIPPED = each(
    "length_constraints:nth_paragraph_first_word",
    {"num_paragraphs": 1, "nth_paragraph": 1, "first_word": "one"},
    "\n\none",
    "one\n\n",
    "one",
)
MARKS = each(
    "length_constraints:number_words",
    {"num_words": 3, "relation": "less than"},
    "cafe\u0301s ok",
    "a b",
    "a b c",
    "don't",
)
UPPER = each("change_case:english_capital", {}, "HELLO", "Hello", "18")
LOWER = each("change_case:english_lowercase", {}, "hello", "Hello", "18")
NO_INSTRUCTIONS = asked(("a", []), ("a, b", [COMMA]))
TWICE = asked(("a", [COMMA]), ("a", [COMMA]), ("a, b", [COMMA]))
REPEATED = asked(("a, cat", [COMMA, COMMA, CAT]), ("a cat", [CAT]))
NONE = asked()

#: Each instruction, its arguments, and responses of which the first ones follow it; with the number of those.
INSTRUCTIONS: list[tuple[str, str, dict[str, Any], int, list[str]]] = [
    ("existence", "keywords:existence", {"keywords": ["cat", "d.g"]}, 2, ["Dog concatenate", "cat dig", "cat", "dog"]),
    (
        "frequency",
        "keywords:frequency",
        {"keyword": " a ", "frequency": 3, "relation": "at least"},
        2,
        ["banana", "A a A", "aa", "b"],
    ),
    (
        "frequency-less",
        "keywords:frequency",
        {"keyword": "aa", "frequency": 2, "relation": "less than"},
        2,
        ["aaa", "b", "aaaa"],
    ),
    (
        "forbidden",
        "keywords:forbidden_words",
        {"forbidden_words": ["cat", "dog"]},
        2,
        ["concatenate", "a", "a Cat.", "dog"],
    ),
    (
        "letters",
        "keywords:letter_frequency",
        {"letter": "A", "let_frequency": 2, "let_relation": "at least"},
        2,
        ["Aa", "banana", "a"],
    ),
    (
        "letters-less",
        "keywords:letter_frequency",
        {"letter": "i", "let_frequency": 2, "let_relation": "less than"},
        2,
        ["I", "", "Ii"],
    ),
    (
        "paragraphs",
        "length_constraints:number_paragraphs",
        {"num_paragraphs": 2},
        2,
        ["a\n***\nb", "***a *** b***", "a", "a***b***c", "a*** ***b"],
    ),
    (
        "words",
        "length_constraints:number_words",
        {"num_words": 3, "relation": "at least"},
        2,
        ["a b c", "don't 1", "a b"],
    ),
    (
        "first-word",
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "World"},
        2,
        ["a\n\nworld peace", "a\n\n '\"WORLD! b", "a\n\nb", "world\n\na", "a\n\nworld\n\nb", "a\n\n\n\nworld", "world"],
    ),
    (
        "first-word-early",
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 1, "first_word": "a"},
        2,
        ["a\n\nb", "a\n\n\n\nb", "\n\na\n\nb", "a"],
    ),
    (
        "placeholders",
        "detectable_content:number_placeholders",
        {"num_placeholders": 2},
        2,
        ["[a] [b]", "[] [x [y]", "[a]", "[a\n] [b\n]"],
    ),
    (
        "postscript",
        "detectable_content:postscript",
        {"postscript_marker": "P.S."},
        2,
        ["P. s. x", "a p.s.", "P.S", "ps"],
    ),
    (
        "postscript-2",
        "detectable_content:postscript",
        {"postscript_marker": "P.P.S"},
        2,
        ["P.P.S", "p. p. s x", "P.S."],
    ),
    ("postscript-other", "detectable_content:postscript", {"postscript_marker": " NB: "}, 1, ["a nb: b", "n.b."]),
    (
        "bullets",
        "detectable_format:number_bullet_lists",
        {"num_bullets": 2},
        3,
        ["* a\n- b", "  * a\n  * b", "-\n--", "* a", "1. a\n2. b", "** a\n* b\n*", "*\n* a"],
    ),
    (
        "options",
        "detectable_format:constrained_response",
        {},
        3,
        ["My answer is yes.", "So: My answer is no. Ok", "My answer is maybe.", "my answer is no.", "yes"],
    ),
    (
        "highlights",
        "detectable_format:number_highlighted_sections",
        {"num_highlights": 2},
        2,
        ["*a* and *b*", "**a** *b*", "*a*", "** * *"],
    ),
    (
        "sections",
        "detectable_format:multiple_sections",
        {"section_spliter": " Section ", "num_sections": 2},
        2,
        ["Section 1 a Section 2 b", "Section1\nSection 22", "Section 1", "SECTION 1 SECTION 2", "Section  1 Section 2"],
    ),
    (
        "sections-group",
        "detectable_format:multiple_sections",
        {"section_spliter": "(Part)", "num_sections": 2},
        1,
        ["Part 1", "part 1"],
    ),
    (
        "json",
        "detectable_format:json_format",
        {},
        4,
        ['{"a": 1}', "```json\n[1]\n```", "```\nNaN```", " 3 ", "{a: 1}", "'a'", "```JSON```"],
    ),
    ("title", "detectable_format:title", {}, 2, ["<<a>>", "b <<<a>> c", "<< >>", "<<a\n>>", "<a>"]),
    (
        "two-responses",
        "combination:two_responses",
        {},
        2,
        ["a\n******\nb", "******a******b******", "a******a ", "a", "a****** ******b", "a******b******c"],
    ),
    (
        "prompt",
        "combination:repeat_prompt",
        {"prompt_to_repeat": " Do it. "},
        2,
        [" do it. ok", "DO IT.", "So: Do it.", "Do"],
    ),
    (
        "end",
        "startend:end_checker",
        {"end_phrase": "The End "},
        2,
        ['x "the END"', "the end \n", "the end.", "The End x"],
    ),
    ("quotation", "startend:quotation", {}, 2, [' "a" ', '""', '"', "\u201ca\u201d", '"a', 'a"']),
    ("no-comma", "punctuation:no_comma", {}, 2, ["a; b", "a\uff0cb", "a,b"]),
    ("no-language", "language:response_language", {"language": "de"}, 1, ["18 + 2", ""]),
    (
        "sentences",
        "length_constraints:number_sentences",
        {"num_sentences": 3, "relation": "less than"},
        2,
        ["One", "One. Two!", ""],
    ),
    (
        "sentences-least",
        "length_constraints:number_sentences",
        {"num_sentences": 2, "relation": "at least"},
        0,
        ["One.", "a,b"],
    ),
    (
        "capital-words",
        "change_case:capital_word_frequency",
        {"capital_frequency": 2, "capital_relation": "less than"},
        2,
        ["A cat", "cat", ""],
    ),
    (
        "capital-words-least",
        "change_case:capital_word_frequency",
        {"capital_frequency": 2, "capital_relation": "at least"},
        0,
        ["A cat", "cat"],
    ),
]

# fmt: off
CASES: list[Case] = [
    checked("prompts", "Prompts whose instructions are all followed.", FOUR, {}, "2 of 4 prompts", "instructions"),
    checked("instructions", "Followed instructions.", FOUR, {"level": "instruction"}, "4 of 8: 2 + 1 + 1 + 0",
            "instructions"),
    checked("share", "The mean of their shares.", FOUR, {"level": "share"}, "(1 + 1/2 + 1 + 0)/4", "instructions"),
    checked("share-numpy", "Added pairwise.", TWO_KINDS, {"level": "share", "mean_summation": "numpy"},
            "(1 + 1/2 + 1/3)/3", "instructions averaging"),
    checked("share-left-to-right", "Added from left to right.", TWO_KINDS,
            {"level": "share", "mean_summation": "left-to-right"}, "(1 + 1/2 + 1/3)/3", "instructions averaging"),
    checked("share-exact", "Added exactly.", TWO_KINDS, {"level": "share", "mean_summation": "exact"},
            "(1 + 1/2 + 1/3)/3", "instructions averaging"),
    checked("percent", "In percent.", FOUR, {"level": "instruction", "scale": "100"}, "100 * 4/8", "instructions"),
    checked("loose", "Without first or last line, or asterisks.", LINES, {"check": "loose"}, "6 of 7", "loose-check"),
    checked("loose-strict", "Strictly, none.", LINES, {}, "0 of 7", "loose-check"),
    checked("loose-both", "Without both lines and asterisks; but not without two first lines.", LINES_3, {"check": "loose"},
            "1 of 2", "loose-check"),
    checked("blank", "A blank response follows nothing.", BLANK, {}, "1 of 3", "instructions empty"),
    checked("blank-loose", "Nor loosely.", BLANK, {"check": "loose"}, "1 of 3", "loose-check empty"),
    checked("bullets-white-space", "White space around a list.", ENDS, {}, "2 of 3", "white-space"),
    checked("not-stripped", "Empty lines at the beginning are an empty paragraph.", STRIPPED, {}, "2 of 3", "white-space"),
    checked("stripped", "They are stripped.", STRIPPED, {"strip": True}, "3 of 3", "white-space"),
    checked("marks", "Combining marks belong to words.", MARKS, {}, "3 of 4: 2, 2, 3 and 2 words", "code-points"),
    checked("marks-re", "Or separate them.", MARKS, {"tokenizer": "word-characters-re"}, "2 of 4: 3, 2, 3 and 2 words",
            "code-points"),
    checked("undecided", "langdetect decides.", LANGUAGE, {}, "nan", "undecided-instructions"),
    checked("undecided-instruction", "Of three of six instructions.", LANGUAGE, {"level": "instruction"}, "nan",
            "undecided-instructions"),
    checked("undecided-share", "Of three prompts.", LANGUAGE, {"level": "share"}, "nan", "undecided-instructions"),
    checked("undecided-no-effect", "A prompt is wrong, whatever langdetect says.",
            asked(("ein, Text", [GERMAN, COMMA]), ("a", [COMMA])), {}, "1 of 2", "undecided-instructions"),
    checked("left-out", "Prompts that depend on it are left out.", LANGUAGE, {"undecided": "leave-out"}, "1 of 2",
            "undecided-instructions"),
    checked("left-out-instruction", "Only the instructions.", LANGUAGE, {"undecided": "leave-out", "level": "instruction"},
            "2 of 3", "undecided-instructions"),
    checked("left-out-share", "The share of the others, where there are any.", LANGUAGE,
            {"undecided": "leave-out", "level": "share"}, "(0 + 1 + 1)/3", "undecided-instructions"),
    checked("all-left-out", "None is left.", ONLY_LANGUAGE, {"undecided": "leave-out"}, "an error", "undecided-instructions"),
    checked("all-left-out-instruction", "None is left.", ONLY_LANGUAGE, {"undecided": "leave-out", "level": "instruction"},
            "an error", "undecided-instructions"),
    checked("lower-bound", "As if not followed.", LANGUAGE, {"undecided": "not-followed"}, "1 of 4", "undecided-instructions"),
    checked("upper-bound", "As if followed.", LANGUAGE, {"undecided": "followed"}, "3 of 4", "undecided-instructions"),
    checked("lower-bound-share", "As if not followed.", LANGUAGE, {"undecided": "not-followed", "level": "share"},
            "(0 + 0 + 1/2 + 1)/4", "undecided-instructions"),
    checked("upper-bound-instruction", "As if followed.", LANGUAGE, {"undecided": "followed", "level": "instruction"},
            "5 of 6", "undecided-instructions"),
    checked("capitals", "Only langdetect decides about a text in capitals.", UPPER, {"undecided": "followed"}, "1 of 3",
            "undecided-instructions case"),
    checked("capitals-nan", "Undecided.", UPPER, {}, "nan", "undecided-instructions case"),
    checked("lowercase", "Or in lower case.", LOWER, {"undecided": "followed"}, "1 of 3", "undecided-instructions case"),
    checked("sentences-undecided", "A stop may end a sentence.",
            each("length_constraints:number_sentences", {"num_sentences": 2, "relation": "at least"}, "One. Two", "One"),
            {"undecided": "followed"}, "1 of 2", "undecided-instructions"),
    checked("capital-words-undecided", "A capital may be a word.",
            each("change_case:capital_word_frequency", {"capital_frequency": 1, "capital_relation": "at least"}, "A b", "a b"),
            {"undecided": "followed"}, "1 of 2", "undecided-instructions"),
    checked("missing-argument", "The number 0 is dropped, and a random one drawn.", MISSING, {}, "nan",
            "instruction-arguments undecided-instructions"),
    checked("missing-argument-blank", "A blank response follows nothing, whatever the number.", MISSING,
            {"undecided": "followed"}, "1 of 2", "instruction-arguments undecided-instructions"),
    checked("zero-argument", "The number 0 is kept.", MISSING, {"arguments": "non-null"}, "1 of 2", "instruction-arguments"),
    checked("null-argument", "An argument of another instruction is null.", NULL, {}, "1 of 2", "instruction-arguments"),
    checked("null-argument-kept", "It is dropped in any case.", NULL, {"arguments": "non-null"}, "1 of 2",
            "instruction-arguments"),
    checked("malformed", "The keyword is no regular expression.", MALFORMED, {}, "an error", "instruction-arguments"),
    checked("malformed-not-followed", "The instruction is not followed.", MALFORMED,
            {"errors": "not-followed", "level": "instruction"}, "2 of 3", "instruction-arguments"),
    checked("unknown-instruction", "No such instruction.", asked(("a", [("keywords:none", {})])), {"errors": "not-followed"},
            "an error", "instruction-arguments"),
    checked("unknown-argument", "No such argument.", asked(("a", [("punctuation:no_comma", {"n": 1})])),
            {"errors": "not-followed"}, "an error", "instruction-arguments"),
    checked("unknown-relation", "No such relation.",
            each("length_constraints:number_words", {"num_words": 2, "relation": "more than"}, "a"), {}, "an error",
            "instruction-arguments"),
    checked("unknown-language", "No such language.", each("language:response_language", {"language": "xx"}, "18"), {},
            "an error", "instruction-arguments"),
    checked("number-for-text", "A number for a text fails when a response is checked.",
            each("startend:end_checker", {"end_phrase": 1}, "1"), {}, "an error", "instruction-arguments"),
    checked("number-for-text-blank", "A blank response is not checked.", each("startend:end_checker", {"end_phrase": 1}, ""),
            {}, "0 of 1", "instruction-arguments"),
    checked("no-prompt-to-repeat", "The prompt is missing.", each("combination:repeat_prompt", {"prompt_to_repeat": ""}, "a"),
            {}, "an error", "instruction-arguments"),
    checked("no-instructions", "A prompt without instructions is followed.", NO_INSTRUCTIONS, {}, "1 of 2",
            "instructions empty"),
    checked("no-instructions-share", "It has no share.", NO_INSTRUCTIONS, {"level": "share"}, "an error",
            "instructions empty"),
    checked("no-instructions-instruction", "It does not count.", NO_INSTRUCTIONS, {"level": "instruction"}, "0 of 1",
            "instructions empty"),
    checked("repeated", "A prompt that occurs twice counts twice.", TWICE, {}, "2/3", "repetition"),
    checked("repeated-instruction", "An instruction, too.", REPEATED, {"level": "instruction"}, "2 of 4", "repetition"),
    checked("no-prompts", "No prompts.", NONE, {}, "an error", "empty"),
    *(
        checked(name, f"{identifier}: {right} of {len(responses)}.", each(identifier, arguments, *responses), {},
                f"{right} of {len(responses)}", "instructions")
        for name, identifier, arguments, right, responses in INSTRUCTIONS
    ),
]
