"""The table of the instructions of IFEval: the checker of each id, and the names of its arguments."""

from __future__ import annotations

from collections.abc import Mapping

from samescore.base.errors import MetricError, nearest
from samescore.data.instructed_responses import Instruction
from samescore.metrics.ifeval import counts, forms
from samescore.metrics.ifeval.arguments import Check, Checker

_OF_WORDS = "length_constraints:number_words"

#: The checker of each instruction, by id, and the names of its arguments.
CHECKERS: Mapping[str, tuple[Checker, str]] = {
    "keywords:existence": (counts.keywords, "keywords"),
    "keywords:frequency": (counts.keyword_frequency, "keyword frequency relation"),
    "keywords:forbidden_words": (counts.forbidden_words, "forbidden_words"),
    "keywords:letter_frequency": (counts.letter_frequency, "letter let_frequency let_relation"),
    "language:response_language": (forms.language, "language"),
    "length_constraints:number_sentences": (counts.sentences, "num_sentences relation"),
    "length_constraints:number_paragraphs": (counts.paragraphs, "num_paragraphs"),
    _OF_WORDS: (counts.words("regex"), "num_words relation"),
    "length_constraints:nth_paragraph_first_word": (counts.nth_paragraph, "num_paragraphs nth_paragraph first_word"),
    "detectable_content:number_placeholders": (counts.placeholders, "num_placeholders"),
    "detectable_content:postscript": (forms.postscript, "postscript_marker"),
    "detectable_format:number_bullet_lists": (counts.bullets, "num_bullets"),
    "detectable_format:constrained_response": (forms.options, ""),
    "detectable_format:number_highlighted_sections": (counts.highlights, "num_highlights"),
    "detectable_format:multiple_sections": (counts.sections, "section_spliter num_sections"),
    "detectable_format:json_format": (forms.json_format, ""),
    "detectable_format:title": (forms.title, ""),
    "combination:two_responses": (forms.two_responses, ""),
    "combination:repeat_prompt": (forms.repeated_prompt, "prompt_to_repeat"),
    "startend:end_checker": (forms.end_phrase, "end_phrase"),
    "startend:quotation": (forms.quotation, ""),
    "change_case:capital_word_frequency": (counts.capital_words, "capital_frequency capital_relation"),
    "change_case:english_capital": (forms.capitals, ""),
    "change_case:english_lowercase": (forms.lowercase, ""),
    "punctuation:no_comma": (forms.no_comma, ""),
}


def check_of(instruction: Instruction, *, drop_empty: bool, engine: str) -> Check:
    """Return the check of an instruction.

    With `drop_empty`, arguments that are 0 or empty are missing, too. `engine` finds the words of a response, as in
    `samescore.text.regexp_words`. Raises `MetricError` for an unknown instruction, and for unknown or wrong arguments.
    """
    if instruction.id not in CHECKERS:
        hint = nearest(instruction.id, CHECKERS)
        raise MetricError(f"unknown instruction: {instruction.id!r:.80}", kind="KeyError", hint=hint)
    checker, names = CHECKERS[instruction.id]
    if instruction.id == _OF_WORDS:
        checker = counts.words(engine)
    given = {name: value for name, value in instruction.arguments if (bool(value) if drop_empty else value is not None)}
    unknown = sorted(given.keys() - set(names.split()))
    if unknown:
        hint = f"its arguments are: {', '.join(names.split())}" if names else "it has no arguments"
        raise MetricError(f"{instruction.id} has no argument {unknown[0]!r:.80}", kind="TypeError", hint=hint)
    return checker(given)
