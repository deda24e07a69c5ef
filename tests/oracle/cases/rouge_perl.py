"""What ROUGE-1.5.5 prints: three summaries, one of them with two references."""

from typing import Any

from tests.oracle.cases import Case, cases_of, text

TOPIC = "perl"
SUMMARIES = text(
    ("Police killed the gunman.\nThe end.", "police kill the gunman\nthe end", "the gunman was killed by police"),
    ("the cat is here\nthe dog is there", "the dog is there\nthe cat is here"),
    ("one", "one two"),
)
ROUGE_155 = {"case": "ascii", "references": "pooled", "average": "resampled", "f_form": "alpha", "digits": "5"}
W = {"sentences": "line", "hits": "runs", "recall_base": "twice", "empty_text": "raise"}


def _printed(metric: str, name: str, options: str, printed: str, **knobs: Any) -> Case:
    return cases_of(metric, kind="exact")(
        f"perl-{name}", "Counts pooled, P and R of five digits, resampled means of their F.", SUMMARIES,
        {**ROUGE_155, **knobs}, "each segment's numbers rounded, 1000 resampled means", "printed-digits resampling",
        where=f"ROUGE-1.5.5.pl {options} prints it", printed=printed,
    )  # fmt: skip


CASES = [
    _printed("rouge-n", "unigrams", "-n 2 -z SPL", "0.80539"),
    _printed("rouge-n", "unigrams-recall", "-n 2 -z SPL", "0.74983", measure="recall"),
    _printed("rouge-n", "unigrams-precision", "-n 2 -z SPL", "0.91650", measure="precision"),
    _printed("rouge-n", "bigrams", "-n 2 -z SPL", "0.41874", order=2),
    _printed("rouge-n", "best", "-n 2 -f B -p 0.2 -z SPL", "0.79619", references="best-recall", alpha=0.2),
    _printed("rouge-lsum", "lines", "-z SPL", "0.74972"),
    _printed("rouge-lsum", "lines-recall", "-z SPL", "0.69417", measure="recall"),
    _printed("rouge-lsum", "best", "-f B -p 0.2 -z SPL", "0.79619", references="best-recall", alpha=0.2),
    _printed("rouge-w", "weighted", "-w 1.2 -z SPL", "0.60662", **W),
    _printed("rouge-w", "weighted-recall", "-w 1.2 -z SPL", "0.49940", measure="recall", **W),
    _printed("rouge-w", "weighted-precision", "-w 1.2 -z SPL", "0.80445", measure="precision", **W),
    _printed("rouge-s", "distance-4", "-2 4 -z SPL", "0.32207", skip=4),
    _printed("rouge-s", "best", "-2 4 -f B -p 0.2 -z SPL", "0.42227", skip=4, references="best-recall", alpha=0.2),
    _printed("rouge-su", "distance-4", "-2 4 -u -z SPL", "0.36861", skip=4, unigrams="but-last"),
    _printed("rouge-su", "best", "-2 4 -u -f B -p 0.2 -z SPL", "0.45211", skip=4, unigrams="but-last",
             references="best-recall", alpha=0.2),
    *(
        cases_of(metric, kind="exact")(
            "perl-no-segments", "Nothing to evaluate is 0.", text(), {"empty_input": "zero"}, "0", "empty",
            where="ROUGE-1.5.5.pl -n 2 -w 1.2 -2 4 -U prints it for an empty list", printed="0.00000",
        )
        for metric in ("rouge-n", "rouge-lsum", "rouge-w", "rouge-s", "rouge-su")
    ),
    cases_of("rouge-l", kind="exact")(
        "no-segments-zero", "Nothing to evaluate is 0.", text(), {"empty_input": "zero"}, "0", "empty",
    ),
]  # fmt: skip
