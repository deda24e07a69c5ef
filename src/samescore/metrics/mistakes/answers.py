"""Known mistakes in exact match and answer F1."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from samescore.data.corpus import Corpus
from samescore.metrics.base import Metric, Row, Statistics
from samescore.metrics.mistakes.contract import Mistake, factor
from samescore.metrics.mistakes.f_scores import WRONG_F
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.ngrams import COMPARISONS
from samescore.metrics.mistakes.texts import MEANS, READINGS, of_lines, presentations
from samescore.metrics.qa.answer_f1 import ANSWER_F1
from samescore.metrics.qa.answer_f1_settings import AnswerF1Settings
from samescore.metrics.qa.answers import AnswerSettings
from samescore.metrics.qa.exact_match import EXACT_MATCH, ExactMatchSettings
from samescore.text.answer_normalization import PUNCTUATION

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_Step = Callable[[str], str]


def _without_punctuation(text: str) -> str:
    return text.translate(PUNCTUATION)


def _without_articles(text: str) -> str:
    return _ARTICLE.sub(" ", text)


def _without_letters_of_articles(text: str) -> str:
    return re.sub("an|a|the", "", text)


def _without_first_article(text: str) -> str:
    return _ARTICLE.sub(" ", text, count=1)


def _without_leading_article(text: str) -> str:
    return re.sub(r"^\s*(?:a|an|the)\b", "", text)


def _without_the(text: str) -> str:
    return re.sub(r"\bthe\b", " ", text)


def _stripped_of_punctuation(text: str) -> str:
    return text.strip().strip(string.punctuation)


def _words_stripped_of_punctuation(text: str) -> str:
    return " ".join(word.strip(string.punctuation) for word in text.split())


def _unspaced(text: str) -> str:
    return "".join(text.split())


def _punctuation_to_spaces(text: str) -> str:
    return text.translate(dict.fromkeys(PUNCTUATION, " "))


def _collapse_spaces(text: str) -> str:
    return " ".join(text.split())


#: Steps that are skipped if the settings keep articles.
_OF_ARTICLES = (
    _without_articles,
    _without_letters_of_articles,
    _without_first_article,
    _without_leading_article,
    _without_the,
)


AnswerT = TypeVar("AnswerT", bound=AnswerSettings)


def _normalizing(name: str, meaning: str, metric: Metric[Corpus, AnswerT], *steps: _Step) -> Mistake:
    """Return a mistake in SQuAD's normalization: `steps` replace its steps.

    It does not apply to other values of ``normalization``. Steps that remove articles are skipped if the settings keep
    articles.
    """

    def of_text(text: str, settings: AnswerSettings) -> str:
        for step in steps:
            if step not in _OF_ARTICLES or settings.normalization == "squad":
                text = step(text)
        return text

    def statistics(data: Corpus, settings: AnswerT) -> Statistics | None:
        if settings.normalization not in ("squad", "squad-with-articles"):
            return None
        changed = of_lines(
            name, meaning, lambda text: of_text(text, settings), lambda text: of_text(text, settings)
        ).change(data)
        return metric.counted(data if changed is None else changed, settings.replace(normalization="none"))

    return Mistake(name, meaning, "counts", statistics)


#: Wrong orders or selections of the steps: for each, the name, the meaning, and the steps.
_STEPS: tuple[tuple[str, str, tuple[_Step, ...]], ...] = (
    ("case-kept", "the case of answers is kept", (_without_punctuation, _without_articles, _collapse_spaces)),
    ("punctuation-kept", "punctuation is kept", (str.lower, _without_articles, _collapse_spaces)),
    (
        "articles-before-punctuation",
        "articles are removed before punctuation",
        (str.lower, _without_articles, _without_punctuation, _collapse_spaces),
    ),
    (
        "articles-before-case",
        "articles are removed before the case is lowered",
        (_without_articles, str.lower, _without_punctuation, _collapse_spaces),
    ),
    (
        "articles-inside-words",
        "the letters of articles are removed inside words as well",
        (str.lower, _without_punctuation, _without_letters_of_articles, _collapse_spaces),
    ),
    (
        "one-article-removed",
        "only the first article is removed",
        (str.lower, _without_punctuation, _without_first_article, _collapse_spaces),
    ),
    (
        "leading-article-removed",
        "an article is removed at the beginning only",
        (str.lower, _without_punctuation, _without_leading_article, _collapse_spaces),
    ),
    (
        "the-removed",
        "of the articles only 'the' is removed",
        (str.lower, _without_punctuation, _without_the, _collapse_spaces),
    ),
    (
        "punctuation-at-the-ends-alone",
        "punctuation is removed at the ends of an answer only",
        (str.lower, _stripped_of_punctuation, _without_articles, _collapse_spaces),
    ),
    (
        "punctuation-at-the-ends-of-words",
        "punctuation is removed at the ends of words only",
        (str.lower, _words_stripped_of_punctuation, _without_articles, _collapse_spaces),
    ),
    (
        "full-stops-removed",
        "of punctuation only full stops are removed",
        (str.lower, lambda text: text.replace(".", ""), _without_articles, _collapse_spaces),
    ),
    (
        "punctuation-becomes-space",
        "punctuation becomes white space",
        (str.lower, _punctuation_to_spaces, _without_articles, _collapse_spaces),
    ),
    ("white-space-kept", "white space is not collapsed", (str.lower, _without_punctuation, _without_articles)),
    (
        "white-space-stripped",
        "white space is removed at the ends only",
        (str.lower, _without_punctuation, _without_articles, str.strip),
    ),
    (
        "white-space-removed",
        "all white space is removed",
        (str.lower, _without_punctuation, _without_articles, _unspaced),
    ),
)


def _normalizations(metric: Metric[Corpus, AnswerT]) -> tuple[Mistake, ...]:
    return tuple(_normalizing(name, meaning, metric, *steps) for name, meaning, steps in _STEPS)


_SHARED = (*READINGS, *MEANS, *presentations(highest=1))
_Right = Callable[[str, list[str]], bool]


def _matching(name: str, meaning: str, is_right: _Right) -> Mistake:
    """Return a mistake in the criterion of a correct answer.

    `is_right` gets the normalized prediction and gold answers.
    """

    def statistics(data: Corpus, settings: ExactMatchSettings) -> Statistics | None:
        if settings.references == "leave-one-out" or settings.match != "equal":
            return None
        rows = [
            [int(bool(right) and is_right(predicted, right))]
            for predicted, *right in EXACT_MATCH.tokens(data, settings)
        ]
        return Statistics(("right",), rows)

    return Mistake(name, meaning, "counts", statistics)


def _raw_comparison_mistake(
    name: str, meaning: str, is_right: Callable[[str, list[str], str, list[str]], bool]
) -> Mistake:
    """Return a mistake in which one side is compared without normalization.

    `is_right` gets the normalized prediction, the normalized gold answers, the raw prediction, and the raw gold
    answers.
    """

    def statistics(data: Corpus, settings: ExactMatchSettings) -> Statistics | None:
        if settings.references == "leave-one-out" or settings.match != "equal" or data.tokenized:
            return None
        sides = zip(EXACT_MATCH.tokens(data, settings), data.hypothesis_lines, data.reference_lines, strict=True)
        rows = [
            [int(is_right(p, right, str(raw), [str(r) for r in raws[: len(right)]]))]
            for (p, *right), raw, raws in sides
        ]
        return Statistics(("right",), rows)

    return Mistake(name, meaning, "counts", statistics)


def _over_answers(data: Corpus, settings: ExactMatchSettings) -> Statistics | None:
    """Return one row for each gold answer; as many rows are 1 as questions are answered correctly, the others 0."""
    native = EXACT_MATCH.counted(data, settings)
    rows = [[1] for row in native.rows if row[0]]
    answers = sum(len(references) for references in data.reference_lines)
    return Statistics(native.columns, [*rows, *([0] for _ in range(answers - len(rows)))])


EXACT_MATCH_MISTAKES: tuple[Mistake, ...] = (
    _matching("every-answer", "a prediction must equal every gold answer", lambda p, right: all(p == r for r in right)),
    _matching("first-answer-alone", "only the first gold answer counts", lambda p, right: p == right[0]),
    _matching("last-answer-alone", "only the last gold answer counts", lambda p, right: p == right[-1]),
    _matching("answer-contained", "an answer is right if a gold answer is a part of it", lambda p, right: any(r in p for r in right)),
    _matching("part-of-answer", "an answer is right if it is a part of a gold answer", lambda p, right: any(p in r for r in right)),
    _matching("contained-either-way", "an answer is right if it contains a gold answer or is contained in one",
              lambda p, right: any(p in r or r in p for r in right)),
    _matching("starts-with-answer", "an answer is right if it starts with a gold answer",
              lambda p, right: any(p.startswith(r) for r in right)),
    _matching("start-of-answer", "an answer is right if a gold answer starts with it",
              lambda p, right: any(r.startswith(p) for r in right)),
    _matching("ends-with-answer", "an answer is right if it ends with a gold answer",
              lambda p, right: any(p.endswith(r) for r in right)),
    _matching("same-set-of-words", "an answer is right if it has the same set of words",
              lambda p, right: any(set(p.split()) == set(r.split()) for r in right)),
    _matching("same-words-in-any-order", "an answer is right if it has the same words in any order",
              lambda p, right: any(sorted(p.split()) == sorted(r.split()) for r in right)),
    _matching("any-word-shared", "an answer is right if it shares a word with a gold answer",
              lambda p, right: any(set(p.split()) & set(r.split()) for r in right)),
    _matching("same-length", "an answer is right if it has as many words as a gold answer",
              lambda p, right: any(len(p.split()) == len(r.split()) for r in right)),
    _matching("spaces-ignored", "spaces inside answers do not count",
              lambda p, right: any("".join(p.split()) == "".join(r.split()) for r in right)),
    _matching("empty-is-wrong", "an empty prediction is wrong even if the gold answer is empty",
              lambda p, right: bool(p) and p in right),
    _raw_comparison_mistake("prediction-not-normalized", "gold answers are normalized, the prediction is not",
                   lambda p, right, raw, raws: raw in right),
    _raw_comparison_mistake("gold-not-normalized", "the prediction is normalized, gold answers are not",
                   lambda p, right, raw, raws: p in raws),
    *_normalizations(EXACT_MATCH),
    Mistake("divided-by-answers", "right answers are divided by the number of all gold answers", "counts", _over_answers),
    *_SHARED,
)  # fmt: skip

_Words = Sequence[str]


def _f1(row: Row, f: Callable[[float, float, float], float]) -> float:
    shared, predicted, right, both_empty = row[:4]
    if not shared or not predicted or not right:
        return float(both_empty)
    return f(shared / predicted, shared / right, 1.0)


def _formula(name: str, meaning: str, f: Callable[[float, float, float], float]) -> Mistake:
    return Mistake(name, meaning, "score", lambda row, s: _f1(row, f) if len(row) == 4 and s.measure == "f1" else None)


def _typed(wrong: Formula) -> Callable[[Row, AnswerF1Settings], float | None]:
    return _formula("", "", lambda p, r, beta: wrong({"precision": p, "recall": r})).change


def _harmonic(p: float, r: float, beta: float = 1.0) -> float:
    return 2 * p * r / (p + r) if p + r else 0.0


def _comparison_mistake(
    name: str, meaning: str, count: Callable[[Counter[str], Counter[str]], tuple[int, int, int]]
) -> Mistake:
    """Return a mistake in comparing the words of two answers: `count` returns the lengths of both and the shared words.

    The gold answer with the highest F1 is used.
    """

    def of(p: _Words, r: _Words) -> list[int]:
        ours, theirs, shared = count(Counter(p), Counter(r))
        return [shared, ours, theirs, 0]

    return _question_mistake(
        name, meaning, lambda p, right: max((of(p, r) for r in right), key=lambda row: _f1(row, _harmonic))
    )


def _question_mistake(name: str, meaning: str, choose: Callable[[_Words, list[_Words]], Sequence[float]]) -> Mistake:
    """Return a mistake in the row of a question: `choose` gets the words of the prediction and of each gold answer."""

    def statistics(data: Corpus, settings: AnswerF1Settings) -> Statistics | None:
        native = ANSWER_F1.counted(data, settings)
        if len(native.columns) != 4:
            return None
        rows: list[Any] = []
        for (predicted, *right), row in zip(ANSWER_F1.tokens(data, settings), native.rows, strict=True):
            made = choose(predicted, right) if right else [0, len(predicted), 0, 0]
            both_empty = int(bool(row[3]) and not made[0])
            rows.append([*made[:3], both_empty])
        return Statistics(native.columns, rows)

    return Mistake(name, meaning, "counts", statistics)


def _row(p: _Words, r: _Words) -> list[int]:
    return [sum((Counter(p) & Counter(r)).values()), len(p), len(r), 0]


def _one_side_raw(name: str, meaning: str, *, prediction: bool) -> Mistake:
    """Return a mistake in which the words of one side, the prediction or the gold answers, are not normalized."""

    def statistics(data: Corpus, settings: AnswerF1Settings) -> Statistics | None:
        native = ANSWER_F1.counted(data, settings)
        if len(native.columns) != 4 or data.tokenized or settings.segmentation != "whitespace":
            return None
        sides = zip(
            ANSWER_F1.tokens(data, settings), data.hypothesis_lines, data.reference_lines, native.rows, strict=True
        )
        rows = []
        for (predicted, *right), raw, raws, native_row in sides:
            ours = str(raw).split() if prediction else predicted
            theirs = right if prediction else [str(r).split() for r in raws[: len(right)]]
            candidates = [_row(ours, r) for r in theirs]
            best = max(candidates, key=lambda row: _f1(row, _harmonic), default=[0, len(ours), 0, 0])
            rows.append([*best[:3], int(bool(native_row[3]) and not best[0])])
        return Statistics(native.columns, rows)

    return Mistake(name, meaning, "counts", statistics)


def _best_parts(p: _Words, right: list[_Words]) -> list[float]:
    """Return the highest precision and the highest recall, possibly from different gold answers, as a row of shares."""
    parts = [(_row(p, r)) for r in right]
    precision = max((row[0] / row[1] for row in parts if row[1]), default=0.0)
    recall = max((row[0] / row[2] for row in parts if row[2]), default=0.0)
    return [1, 1 / precision, 1 / recall, 0] if precision and recall else [0, 1, 1, 0]


def _mean_answer(p: _Words, right: list[_Words]) -> list[float]:
    """Return a row whose F1 is the mean F1 over the gold answers."""
    mean = sum(_f1(_row(p, r), _harmonic) for r in right) / len(right)
    return [1, 1 / mean, 1 / mean, 0] if mean else [0, 1, 1, 0]


def _means_first(scores: list[float], rows: Sequence[Row], settings: AnswerF1Settings) -> float | None:
    """Return F1 of the questions' mean precision and mean recall, on the scale of the settings; None for other rows."""
    if any(len(row) != 4 for row in rows):
        return None
    both = [(m / p, m / r) if m else (float(empty), float(empty)) for m, p, r, empty in rows]
    precision, recall = (sum(values) / len(rows) for values in zip(*both, strict=True))
    return factor(settings) * _harmonic(precision, recall)


def _worst(p: _Words, right: list[_Words]) -> list[int]:
    return min((_row(p, r) for r in right), key=lambda row: _f1(row, _harmonic))


ANSWER_F1_MISTAKES: tuple[Mistake, ...] = (
    *(_comparison_mistake(name, meaning, compare) for name, meaning, compare in COMPARISONS if "total" not in name),
    _question_mistake("first-answer-alone", "only the first gold answer counts", lambda p, right: _row(p, right[0])),
    _question_mistake("last-answer-alone", "only the last gold answer counts", lambda p, right: _row(p, right[-1])),
    _question_mistake("worst-answer", "the gold answer with the lowest F1 counts", _worst),
    _question_mistake("best-parts", "the highest precision and the highest recall count, though of different gold answers", _best_parts),
    _question_mistake("mean-over-answers", "the mean F1 over the gold answers instead of the highest", _mean_answer),
    _one_side_raw("prediction-not-normalized", "gold answers are normalized, the prediction is not", prediction=True),
    _one_side_raw("gold-not-normalized", "the prediction is normalized, gold answers are not", prediction=False),
    Mistake("f-of-means", "F1 of the mean precision and the mean recall over the questions", "mean", _means_first),
    _question_mistake("answers-joined", "the words of all gold answers are compared at once",
                lambda p, right: _row(p, [word for r in right for word in r])),
    *(_formula(name, meaning, f) for name, (meaning, f) in WRONG_F.items() if "beta" not in name and name != "f-factor-two"),
    *wrong_formulas("F", "2 * precision * recall / (precision + recall)", "score", _typed, "precision recall"),
    _formula("f-without-two", "F1 lacks its factor 2", lambda p, r, b: p * r / (p + r)),
    *_normalizations(ANSWER_F1),
    *_SHARED,
)  # fmt: skip
