"""The knobs of IFEval."""

from __future__ import annotations

from typing import ClassVar

from samescore.metrics.words import mean_summation_knob
from samescore.settings import BoolDomain, Choice, Settings, Stage, knob


class IFEvalSettings(Settings):
    """The knobs of IFEval. The defaults follow lm-evaluation-harness (prompt_level_strict_acc)."""

    metric: ClassVar[str] = "ifeval"

    strip: bool = knob(Stage.TEXT, BoolDomain(), False, "Strip white space from the ends of a response")
    check: str = knob(
        Stage.STATISTICS,
        Choice(("strict", "loose")),
        "strict",
        "Texts that are checked. strict: the response; loose: also the response without its first line, its last line, or both, "
        "and all of these without asterisks, one of which must follow the instruction",
    )
    arguments: str = knob(
        Stage.STATISTICS,
        Choice(("non-empty", "non-null")),
        "non-empty",
        "Arguments of instructions that are used; others are missing. non-empty: neither null nor 0 nor empty; non-null: "
        "not null. If an instruction lacks an argument, programs draw a random one, so it is undecided",
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("word-characters", "word-characters-re")),
        "word-characters",
        r"How words are counted. word-characters: NLTK's RegexpTokenizer(r'\w+') since 3.10.3; word-characters-re: the same "
        "before 3.10.3, where combining marks do not belong to words",
    )
    errors: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "not-followed")),
        "raise",
        "A check that fails, such as for a malformed regular expression. raise: an error; not-followed: the instruction is "
        "not followed",
    )
    level: str = knob(
        Stage.AGGREGATION,
        Choice(("prompt", "instruction", "share")),
        "prompt",
        "Unit of the mean. prompt: the share of prompts whose instructions are all followed; instruction: the share of "
        "instructions that are followed; share: the mean over prompts of the share of their instructions that are followed",
    )
    undecided: str = knob(
        Stage.AGGREGATION,
        Choice(("nan", "leave-out", "not-followed", "followed")),
        "nan",
        "Instructions that cannot be decided here, because they depend on langdetect, NLTK's tokenizers or random "
        "arguments. nan: no score if they affect it; leave-out: ignore these instructions, or at the level prompt "
        "the prompts that depend on them; not-followed: a lower bound; followed: an upper bound",
    )
    mean_summation: str = mean_summation_knob("numpy")
    scale: str = knob(
        Stage.PRESENTATION, Choice(("1", "100")), "1", "Scale of the score. 1: between 0 and 1; 100: between 0 and 100"
    )
