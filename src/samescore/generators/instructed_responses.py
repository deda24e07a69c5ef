"""Generate responses to prompts with instructions, on which the checkers of IFEval and their variants differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, Misreading, Plain, changes_in_field
from samescore.data.instructed_responses import InstructedResponses
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invent_word
from samescore.generators.sizes import item_count
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

#: Lines of responses, on which checkers differ.
_LINES = (
    *(
        "Hello world",
        "hello, world",
        "HELLO WORLD",
        "",
        "  ",
        "one two three",
        "The cat sat. Cat! concatenate",
        "18 + 2",
    ),
    *(
        "* a",
        "* b",
        "- c",
        "  * d",
        "**bold** and *it*",
        "***",
        "******",
        "*",
        "** **",
        "Section 1",
        "SECTION 2: x",
        "Section3",
    ),
    *(
        "P.S. more",
        "p. s. less",
        "P.P.S. end",
        "P.P.S",
        "<<Title>>",
        "<< >>",
        "[name] and [place]",
        "[]",
        "banana Anna",
    ),
    *(
        '"quoted"',
        '"',
        '{"a": 1}',
        "```json",
        "```",
        "[1, 2]",
        "My answer is yes.",
        "Any other questions?",
        "'World' peace",
    ),
    *(
        "Write a poem.",
        "write a poem. Here:",
        "don't can't",
        "cafe\u0301 cre\u0300me",
        "\u0130stanbul",
        "\u201cHi\u201d",
        "A*b*",
    ),
)
_RELATIONS = ("less than", "at least")
#: The instructions that can always be decided, with values of their arguments.
_DECIDED: tuple[tuple[str, Mapping[str, tuple[Any, ...]]], ...] = (
    ("keywords:existence", {"keywords": (["cat"], ["world", "hello"], ["c.t"], ["a", "cat", "x+"], ["(b|c)"])}),
    (
        "keywords:frequency",
        {"keyword": ("cat", " hello ", "a.", "an"), "frequency": (1, 2, 3), "relation": _RELATIONS},
    ),
    ("keywords:forbidden_words", {"forbidden_words": (["cat"], ["world", "x"], ["ca"], ["b.*a"])}),
    ("keywords:letter_frequency", {"letter": ("a", "L", "i"), "let_frequency": (1, 3, 5), "let_relation": _RELATIONS}),
    ("length_constraints:number_paragraphs", {"num_paragraphs": (1, 2, 3)}),
    ("length_constraints:number_words", {"num_words": (1, 3, 6, 10), "relation": _RELATIONS}),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": (2, 3), "nth_paragraph": (1, 2), "first_word": ("hello", "World", "one", "don")},
    ),
    ("detectable_content:number_placeholders", {"num_placeholders": (1, 2, 3)}),
    ("detectable_content:postscript", {"postscript_marker": ("P.S.", "P.P.S", "any", "p.s")}),
    ("detectable_format:number_bullet_lists", {"num_bullets": (1, 2, 3)}),
    ("detectable_format:constrained_response", {}),
    ("detectable_format:number_highlighted_sections", {"num_highlights": (1, 2, 3)}),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": ("Section", " SECTION ", "S(e)ction"), "num_sections": (1, 2)},
    ),
    ("detectable_format:json_format", {}),
    ("detectable_format:title", {}),
    ("combination:two_responses", {}),
    ("combination:repeat_prompt", {"prompt_to_repeat": ("Write a poem.", "hello")}),
    ("startend:end_checker", {"end_phrase": ("Any other questions?", " world", "b*")}),
    ("startend:quotation", {}),
    ("punctuation:no_comma", {}),
)
#: Other instructions, which are undecided for some responses.
_OTHERS: tuple[tuple[str, Mapping[str, tuple[Any, ...]]], ...] = (
    ("language:response_language", {"language": ("en", "de")}),
    ("length_constraints:number_sentences", {"num_sentences": (1, 2, 3), "relation": _RELATIONS}),
    ("change_case:capital_word_frequency", {"capital_frequency": (1, 2, 5), "capital_relation": _RELATIONS}),
    ("change_case:english_capital", {}),
    ("change_case:english_lowercase", {}),
)


def instructed_responses(count: int, seed: int = 0) -> Iterator[InstructedResponses]:
    """Yield `count` inputs of up to 20 prompts, with missing or malformed arguments in some."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 1, 1, 2, 3, 6, 20])
        yield InstructedResponses([_prompt(rng, _line_of(rng), (*_DECIDED, *_OTHERS)) for _ in range(size)])


def decided_responses(count: int, seed: int = 0) -> Iterator[InstructedResponses]:
    """Yield `count` inputs of up to 20 prompts whose instructions can all be decided."""
    rng = random.Random(seed)
    for _ in range(count):
        size = rng.choice([1, 1, 1, 2, 3, 6, 20])
        yield InstructedResponses([_prompt(rng, _line_of(rng), _DECIDED, odd=False) for _ in range(size)])


def _line_of(rng: random.Random) -> Callable[[], str]:
    return lambda: rng.choice(_LINES)


def _prompt(
    rng: random.Random,
    line: Callable[[], str],
    pool: tuple[tuple[str, Mapping[str, tuple[Any, ...]]], ...],
    *,
    odd: bool = True,
    instructions: int = 0,
) -> dict[str, Any]:
    """Return a prompt with as many instructions, or up to four; if `odd`, some have wrong or missing arguments."""
    chosen = [rng.choice(pool) for _ in range(instructions or rng.choice([1, 1, 2, 3, 4]))]
    arguments: list[dict[str, Any]] = [
        {name: rng.choice(values) for name, values in named.items()} for _, named in chosen
    ]
    for given in arguments:
        if given and odd and rng.random() < 0.06:
            given[rng.choice([*given, "other"])] = rng.choice([None, None, 0, "", "(", -1])
    response = "\n".join(line() for _ in range(rng.choice([0, 1, 1, 2, 3, 3, 5, 8])))
    if rng.random() < 0.2:
        response = rng.choice([" {} ", '"{}"', "```json\n{}\n```", "Sure!\n{}\nBye"]).replace("{}", response)
    return {"response": response, "instruction_id_list": [name for name, _ in chosen], "kwargs": arguments}


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> InstructedResponses:
    """Return one, two or four prompts with as many instructions each; their responses have invented words."""
    size, each = rng.choice([1, 2, 4]), rng.choice([1, 2, 4])
    lines = [*_LINES, " ".join(invent_word(rng) for _ in range(6))]
    return InstructedResponses(
        [_prompt(rng, lambda: rng.choice(lines), _DECIDED, odd=False, instructions=each) for _ in range(size)]
    )


def _large_data(_: Target, rng: random.Random, number: int) -> InstructedResponses:
    return InstructedResponses([_prompt(rng, _line_of(rng), _DECIDED, odd=False) for _ in range(item_count(number))])


def _graded_pairs() -> Axioms:
    """Return axioms for scores of followed instructions."""

    def prompts_of(right: int, keyword: str = "cat", followed: str = "a cat") -> InstructedResponses:
        """Return three prompts with two instructions each; the first `right` responses are `followed`, others follow neither."""
        ids = ["keywords:existence", "punctuation:no_comma"]
        kwargs: list[dict[str, Any]] = [{"keywords": [keyword]}, {}]
        return InstructedResponses(
            [
                {"response": followed if k < right else "a, dog", "instruction_id_list": ids, "kwargs": kwargs}
                for k in range(3)
            ]
        )

    mixed = prompts_of(2)
    rows = mixed.plain()["instructed_responses"]
    return {
        "every prompt counts": [
            better(prompts_of(right), prompts_of(right - 1), f"with {4 - right} wrong responses") for right in (3, 2, 1)
        ],
        "arguments count": [better(prompts_of(3), prompts_of(3, "cow"), "with another keyword")],
        "every instruction counts": [
            better(prompts_of(3, followed="a, cat"), prompts_of(0), "without the keyword"),
            better(prompts_of(3, followed="a dog"), prompts_of(0), "with commas"),
        ],
        "prompt order": [equal(mixed, InstructedResponses(rows[::-1]), "in reverse order")],
        "duplication": [equal(mixed, InstructedResponses(rows * 2), "with everything twice")],
        **repeatable(mixed),
    }


def strategy() -> SearchStrategy[InstructedResponses]:
    """Return a strategy for up to four prompts with one or two of three instructions."""
    from samescore.generators.drawing import st

    known: list[tuple[str, dict[str, Any]]] = [
        ("punctuation:no_comma", {}),
        ("keywords:existence", {"keywords": ["cat"]}),
        ("startend:quotation", {}),
    ]
    chosen = st.lists(st.sampled_from(known), min_size=1, max_size=2)
    responses = st.lists(st.sampled_from(["a, b", "Cat", '"', "*\n", ""]), max_size=3).map(" ".join)

    def prompt(response: str, instructions: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
        ids, arguments = [name for name, _ in instructions], [given for _, given in instructions]
        return {"response": response, "instruction_id_list": ids, "kwargs": arguments}

    return st.lists(st.builds(prompt, responses, chosen), max_size=4).map(InstructedResponses)


def _any_prompt(holds: Callable[[Plain], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(map(holds, plain["instructed_responses"]))


#: Edge cases of responses to instructions; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-prompts": lambda plain: not plain["instructed_responses"],
    "several-prompts": lambda plain: len(plain["instructed_responses"]) > 1,
    "no-instructions": _any_prompt(lambda prompt: not prompt["kwargs"]),
    "several-instructions": _any_prompt(lambda prompt: len(prompt["kwargs"]) > 1),
    "blank-response": _any_prompt(lambda prompt: not prompt["response"].strip()),
    "several-lines": _any_prompt(lambda prompt: "\n" in prompt["response"].strip()),
    "null-argument": _any_prompt(lambda prompt: any(None in given.values() for given in prompt["kwargs"])),
}


def _change_instructions(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """Return a function that applies `change` to the instructions of each prompt, unless this would remove all of them."""

    def changed(prompt: dict[str, Any]) -> dict[str, Any]:
        both = list(zip(prompt["instruction_id_list"], prompt["kwargs"], strict=True))
        both = change(both) or both
        return {**prompt, "instruction_id_list": [name for name, _ in both], "kwargs": [given for _, given in both]}

    return lambda prompts: list(map(changed, prompts))


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = changes_in_field(
    "instructed_responses",
    {
        **{f"prompts-{name}": how for name, how in WRONG_ITEMS.items()},
        **{f"instructions-{name}": _change_instructions(how) for name, how in WRONG_ITEMS.items()},
        "responses-stripped": lambda prompts: [
            {**prompt, "response": prompt["response"].strip()} for prompt in prompts
        ],
        "responses-on-one-line": lambda prompts: [
            {**prompt, "response": " ".join(prompt["response"].split())} for prompt in prompts
        ],
        "responses-lowercased": lambda prompts: [
            {**prompt, "response": prompt["response"].lower()} for prompt in prompts
        ],
    },
)


GENERATOR = Generator(
    inputs=lambda _, count, seed: instructed_responses(count, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=lambda _: _graded_pairs(),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
