"""The knobs of ``answer-match``, in the order of its steps."""

from __future__ import annotations

from typing import ClassVar

from samescore.metrics.knob_domains.pattern_lists import Patterns
from samescore.settings import BoolDomain, Choice, Real, Settings, Stage, knob
from samescore.text.answer_comparison import COMPARISONS
from samescore.text.answer_extraction import LETTERS, RULES
from samescore.text.answer_views import MARKUP, REASONING, VIEWS
from samescore.text.latex_answers import REWRITINGS

_MEANING_OF_EXTRACT = (
    "What counts as an answer. none: all of the text; hash: the number after '#### ', of digits, full stops and commas; "
    "the-answer-is: such a number after 'The answer is '; the-answer-is-and-more: one with another character after it; "
    "the-answer-is-digits: one that ends in a digit; the-final-answer-is: the number after 'The final answer is ', as "
    "lm-eval-number; unsigned-number: digits, perhaps with a full stop and digits after it; lm-eval-number: at least "
    "two digits, full stops, commas and dollar signs, or digits; helm-number: digits and commas, perhaps with any "
    "character and digits after it; opencompass-number: digits, perhaps with a full stop and digits after it; "
    "verl-number: digits, full stops and commas, but not a lone full stop; fasteval-number: digits with commas between "
    "them, perhaps with a full stop and digits after it; last-word: what follows the last space; answer-is-letter: a "
    "letter A to J after 'answer is '; answer-colon-letter: A to D after 'answer:' in any case; helm-letter: the "
    "patterns of HELM's GPQA; flan-answer: all but the last character of the rest of the line after 'answer is ', 'The "
    "answer: ' or 'The final answer: '; cleva-number: digits, signs of arithmetic, full stops, percent signs and "
    "brackets, without closing brackets at its start; answer-colon-line: the rest of the line after 'answer:' in any "
    "case; last-box: the content of the last \\boxed{...}, if its braces are balanced; "
    "last-braced-box: the same for the last \\boxed with a brace after it; spaced-box: what follows the last \\boxed with a space "
    "after it, up to a dollar sign, or else the last box; lighteval-box: the last box or, with a space after \\boxed, "
    "the rest up to the closing brace, or else the empty text; between-dollars: the text between the first and the last "
    "dollar sign, or all of it; box-or-dollars: as spaced-box, or else as between-dollars; answer-line-or-box: as "
    "answer-colon-line, or else the last box in the last 100 characters, which is compared without latex; the-answer-is-text: the same after 'The answer is '; "
    "minerva-answer: what follows 'Final Answer: The final answer is' up to 'I hope it is correct' on the same line; "
    "math-verify-answer: the number or the mathematics that math-verify 0.9.0 finds in an output, normalized and, if it differs, "
    "followed by the source of its value; opencompass-sentence: the first part between full stops with 'final answer' in it, or else the first part, without "
    "white space, units and what precedes the answer; opencompass-box-or-sentence: the last box, or else such a part "
    "with 'final answer' or 'answer is'; mmlu-pro-letter: as "
    "answer-is-letter, or the last letter A to J after 'answer:' on the first line with one, or the last that is a word; "
    "simple-evals-letter: A to D, or a letter that stands for it in Arabic, Bengali or Japanese, after a word for "
    "'answer' in one of its languages; fasteval-letter: on the last line with one, a letter A to D in brackets or "
    "between other characters; qwen-letter: a letter A to E that is a word, the first after the last 'answer is' or "
    "'choice is', or else the last; choice-is-letter: a letter A to E in any case after 'answer is ' or 'choice is '; "
    "the-final-answer-is-letter: A to D in any case after 'the final answer is '; capital: an uppercase character; "
    "inspect-letter: the letter after the last 'ANSWER:'; inspect-word: the word after it, which ends its line; "
    "inspect-line: the last line from 'ANSWER:' on; inspect-0.3.180-letter and inspect-0.3.180-word: as this release "
    "of inspect-ai finds them, which is the first. Rules that depend on letters are letter: any of the letters; "
    "answer-colon-choice: one after 'ANSWER:' in any case; lighteval-letter: the last one in the first of lighteval's "
    "eight patterns that matches; lighteval-anchored-letter: without the two for a letter anywhere; math-verify-letter: "
    "in the first of math-verify's patterns; opencompass-option: by the fifty patterns of OpenCompass, in their order; "
    "inspect-choice: the only choice after 'ANSWER:' in inspect-ai; inspect-choices: one or several; "
    "inspect-0.3.180-choice and inspect-0.3.180-choices: as this release finds them. Otherwise Python regular "
    "expressions, of which the first that matches counts, with its first group that is not empty"
)


class AnswerMatchSettings(Settings):
    """The knobs of matched answers. By default the whole output has to equal the gold answer."""

    metric: ClassVar[str] = "answer-match"

    reasoning: str = knob(
        Stage.TEXT,
        Choice(tuple(REASONING)),
        "keep",
        "Text between <think> and </think>. keep: search it, too; cut-greedily: cut from the first <think> to the last "
        "</think>, or everything if there is no </think>, as HELM does; cut-pairs: cut each <think> with its </think>, "
        "or everything up to the last </think> if there is no <think>, as OpenCompass does",
    )
    view: str = knob(
        Stage.TEXT,
        Choice(tuple(VIEWS)),
        "whole",
        "Part of the output that is searched. whole: all of it; stripped: all but white space at both ends; "
        "before-question: up to the first 'Question:'; before-problem: up to the first 'Problem:'; after-answer: after "
        "the last 'Answer' (no answer without it); last-300, last-100: the last 300 or 100 characters; first-line: the first line, without "
        "white space at its ends",
    )
    markup: str = knob(
        Stage.TEXT,
        Choice(tuple(MARKUP)),
        "keep",
        "Markup in the part that is searched. keep: keep it; delete-bold: delete '**'; delete-latex: delete '**', dollar "
        "signs, opening braces and the commands of boxes and texts, as simple-evals does for MMLU",
    )
    extract: str | tuple[str, ...] = knob(
        Stage.TEXT,
        Patterns(RULES),
        "none",
        _MEANING_OF_EXTRACT,
    )
    letters: str = knob(
        Stage.TEXT,
        Choice(tuple(LETTERS)),
        "A-D",
        "Letters of the choices, for the rules of extract that depend on them. A-D: four; A-E: five; A-J: ten",
    )
    select: str = knob(
        Stage.TEXT,
        Choice(("first", "last")),
        "first",
        "Which of several answers counts. first: the first; last: the last",
    )
    not_found: str = knob(
        Stage.TEXT,
        Choice(("invalid", "INVALID", "invalidanswer", "empty", "whole", "wrong", "missing", "quarter")),
        "invalid",
        "Answer if none is found. invalid, INVALID, invalidanswer: this text in square brackets, compared like others; empty: the "
        "empty text, compared like others; whole: all that is searched, compared like others; wrong: none, so the output is wrong; missing: none, and the output is right "
        "only if no gold answer is found, either; quarter: none, and the output counts a quarter, like a guess "
        "among four choices",
    )
    gold_answers: str = knob(
        Stage.TEXT,
        Choice(("given", "extracted")),
        "given",
        "Gold answers. given: as they are; extracted: extracted like the answer, from a whole solution",
    )
    normalized: str = knob(
        Stage.TEXT,
        Choice(("both", "output")),
        "both",
        "What the following knobs up to strip apply to. both: the answer and the gold answers; output: only the answer",
    )
    strings: str = knob(
        Stage.TEXT,
        Choice(("python", "numpy")),
        "python",
        "String representation in normalization. python: unchanged; numpy: as NumPy stores each text in an array, which "
        "drops trailing NULs, and truncates a text that lowercasing makes longer",
    )
    commas: str = knob(
        Stage.TEXT,
        Choice(("keep", "delete", "delete-first")),
        "keep",
        "Commas. keep: keep them; delete: delete them from the answer; delete-first: delete them from the text before an "
        "answer is extracted",
    )
    dollars: str = knob(
        Stage.TEXT, Choice(("keep", "delete")), "keep", "Dollar signs. keep: keep them; delete: delete them"
    )
    marker: str = knob(
        Stage.TEXT,
        Choice(("keep", "delete")),
        "keep",
        "Text up to the last '#### '. keep: keep it; delete: delete it, which leaves the answer of a solution of GSM8K",
    )
    final_stop: str = knob(
        Stage.TEXT, Choice(("keep", "delete")), "keep", "A full stop at the end. keep: keep it; delete: delete it"
    )
    trailing_zeros: str = knob(
        Stage.TEXT,
        Choice(("keep", "delete")),
        "keep",
        "Zeros at the end of an answer with a decimal point. keep: keep them; delete: delete them and a point before "
        "them, but not from gold answers",
    )
    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower", "fold")),
        "keep",
        "Case. keep: keep it; lower: lowercase; fold: casefold, as for caseless comparison",
    )
    punctuation: str = knob(
        Stage.TEXT,
        Choice(("keep", "delete", "delete-with-articles", "trim")),
        "keep",
        "ASCII punctuation. keep: keep it; delete: delete it; delete-with-articles: delete it, and then the words a, an and "
        "the, and collapse white space; trim: delete it and white space at both ends",
    )
    strip: bool = knob(Stage.TEXT, BoolDomain(), False, "Strip white space at both ends, after the knobs before")
    latex: str = knob(
        Stage.TEXT,
        Choice(tuple(REWRITINGS)),
        "none",
        "Rewriting of LaTeX in the answer and the gold answers, after the knobs before. none: none; hendrycks: the steps of "
        "MATH's own script, which deletes units, spaces and marks, writes fractions and roots with braces, 0.5 as a "
        "fraction, and a/b for whole numbers, too (if a step fails on either text, both are compared as given); "
        "hendrycks-lm-eval: in which other texts with one slash fail, too; hendrycks-verl: which deletes one more "
        "backslash before a percent sign; hendrycks-lighteval: with several units, and an error if a step fails; prm800k: "
        "without \\text{} around an answer, and without the steps for a text on which one fails; minerva-0.4.13: "
        "Minerva's steps, which take what follows the last equals sign, and delete words for units, as this release of "
        "lm-evaluation-harness; minerva-0.4.9.2: as this release, which deletes 'ft' from commands such as \\left, and "
        "commas between any digits; minerva-verl: as verl's math_dapo, without 'ft'; "
        "opencompass-v1, opencompass-v2: as the versions of OpenCompass's evaluator, in which answers are equal if "
        "they are after its steps, after these and the steps of opencompass-sentence, after the latter alone, or as "
        "given (an attempt counts only if no step fails)",
    )
    equal: str = knob(
        Stage.STATISTICS,
        Choice(tuple(COMPARISONS)),
        "text",
        "When an answer is right. text: if it equals a gold answer; prefix: if it begins with one; suffix: if it ends "
        "with one; substring: if it contains one; either: if it contains one, or one contains it, where an empty text equals "
        "only an empty one; integer: if it equals one, or is a number within the tolerance of a "
        "whole one; zero-difference: if SymPy simplifies the difference of both to zero, as far as this is known here; "
        "text-or-zero-difference: the same, or the same text; math-verify: if its text or its value equals a gold "
        "answer's as math-verify 0.9.0 compares them, as far as this is known here; number: if both are numbers, and within the tolerance of each other; inspect-end, inspect-begin, "
        "inspect-any, inspect-exact: if its last word that is a number, its first, any, or the whole answer equals a gold "
        "number to five digits (other gold answers are compared as texts without punctuation at their ends); "
        "inspect-0.3.180-end: as this release of inspect-ai compares them, which accepts a number that ends with the gold "
        "number; inspect-0.3.180-begin: one that begins with it; inspect-0.3.180-any: a text that contains it; "
        "inspect-0.3.180-exact: only the number itself",
    )
    tolerance: float = knob(
        Stage.STATISTICS,
        Real(0.0, 1.0),
        1e-6,
        "Distance from the gold answer from which a number is wrong, under equal=integer and number",
    )
    empty_answer: str = knob(
        Stage.STATISTICS,
        Choice(("compare", "wrong", "wrong-output")),
        "compare",
        "Empty answers. compare: compare them like others; wrong: an answer that is empty after normalization is "
        "wrong; wrong-output: only an empty output is wrong",
    )
    undecided: str = knob(
        Stage.AGGREGATION,
        Choice(("nan", "wrong", "right")),
        "nan",
        "Answers that cannot be compared here, because a program compares them by symbolic algebra. nan: there is no "
        "score if there are any; wrong: a lower bound of the score; right: an upper bound",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("best", "first")),
        "best",
        "How several gold answers are used. best: any of them is right; first: only the first",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "Score if all answers are right")
