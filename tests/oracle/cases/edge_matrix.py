"""Cells of the edge matrix (`samescore golden edges`) that no other case fills: every metric, its defaults."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, Data, labels, text

TOPIC = "edge-matrix"

_ONE, _OTHER = ("the cat sat down", "the cat sat", "a cat sat down here"), ("a dog ran", "the dog ran off", "a dog")

#: For each kind of input, the comment, the input and the flag of each case.
_TEXTS: dict[str, tuple[str, Data, str]] = {
    "combining": (
        "An accent as a character of its own, and as a part of the letter.",
        text(("cafe\u0301 au lait noir", "caf\u00e9 au lait noir")),
        "code-points",
    ),
    "tie": (
        "Two references of other lengths, equally near.",
        text(("the cat sat", "the cat", "the cat sat down")),
        "references",
    ),
    "spaces": (
        "A no-break space and an ideographic one.",
        text(("the\u00a0cat sat\u3000down", "the cat sat down")),
        "white-space",
    ),
    "nothing": ("Nothing of nothing, beside a segment.", text(("", ""), ("the cat sat", "the cat sat")), "empty"),
    "no-hypothesis": ("An empty hypothesis.", text(("", "the cat sat")), "empty"),
    "no-reference": ("An empty reference.", text(("the cat sat", "")), "empty"),
    "repeated": ("A word three times.", text(("the the the cat", "the cat sat")), "basic"),
    "unsegmented": ("Words without spaces between them.", text(("猫在垫子上", "猫坐在垫子上")), "chinese"),
    "capitals": (
        "Capital letters throughout, in a sentence of six words.",
        text(("The Cat Sat On The Mat", "the cat sat on the mat")),
        "case",
    ),
    "order": ("Two segments of two references.", text(_ONE, _OTHER), "segment-order"),
    "order-of-segments": ("The same segments, the second first.", text(_OTHER, _ONE), "segment-order"),
    "order-of-references": (
        "The same segments, each with its second reference first.",
        text((_ONE[0], _ONE[2], _ONE[1]), (_OTHER[0], _OTHER[2], _OTHER[1])),
        "references",
    ),
}
_ORDERS = "order order-of-segments order-of-references"

_WANTED = {
    "bleu": "capitals",
    "chrf": "tie order order-of-segments",
    "rouge-n": "combining spaces order order-of-segments",
    "rouge-l": "combining spaces order order-of-segments",
    "rouge-lsum": f"combining {_ORDERS}",
    "gleu": f"tie combining {_ORDERS}",
    "nist": f"nothing combining {_ORDERS}",
    "ribes": f"tie combining {_ORDERS}",
    "meteor": f"tie combining {_ORDERS}",
    "meteor15": f"tie unsegmented combining spaces {_ORDERS}",
    "ter": _ORDERS,
    "rouge-w": f"combining {_ORDERS}",
    "rouge-s": f"combining {_ORDERS}",
    "rouge-su": f"combining {_ORDERS}",
    "wer": f"combining {_ORDERS}",
    "cer": f"repeated tie {_ORDERS}",
    "mer": f"tie combining {_ORDERS}",
    "wil": f"tie combining {_ORDERS}",
    "wip": f"tie combining {_ORDERS}",
    "edit-distance": f"repeated tie spaces {_ORDERS}",
    "similarity": f"combining no-reference repeated tie spaces {_ORDERS}",
    "cider": f"nothing tie combining {_ORDERS}",
    "distinct": f"no-hypothesis no-reference nothing {_ORDERS}",
    "char-f1": f"tie combining {_ORDERS}",
    "exact-match": f"tie {_ORDERS}",
    "answer-match": f"tie unsegmented {_ORDERS}",
    "anls": f"combining no-reference unsegmented spaces tie {_ORDERS}",
    "answer-f1": f"nothing tie combining {_ORDERS}",
    "drop-f1": f"no-reference tie unsegmented combining spaces {_ORDERS}",
    "ngram-perplexity": f"nothing tie combining spaces {_ORDERS}",
}

_HUGE = {"classes": ["a", "b"], "confusion": [[3_000_000_000, 700_000_001], [500_000_003, 4_000_000_000]]}

_LABELS: dict[str, tuple[str, Data, str]] = {
    "one-item": ("One item, rightly called.", labels(["a"], ["a"]), "one-class"),
    "all-wrong": ("Nothing is right.", labels(["a", "b", "a"], ["b", "a", "b"]), "basic"),
    "one-class-alone": ("One class throughout.", labels(["a", "a"], ["a", "a"]), "one-class"),
    "only-predicted": (
        "A class that only the predictions have.",
        labels(["a", "b", "a"], ["a", "b", "c"]),
        "absent-class",
    ),
    "huge": ("Counts beyond 2^31, whose products are beyond 2^63.", _HUGE, "overflow"),
}
_WANTED_LABELS = {
    "accuracy": "one-item huge",
    "precision": "huge",
    "recall": "one-item one-class-alone all-wrong huge",
    "f1": "one-item all-wrong huge",
    "f1-mult": "one-item only-predicted all-wrong huge",
    "balanced-accuracy": "one-item",
    "jaccard": "one-item all-wrong",
    "hamming": "one-item",
    "zero-one": "one-item",
    "mcc": "one-item",
    "kappa": "one-item",
}
#: Without a positive class these want an average.
_SETTINGS: dict[str, dict[str, Any]] = {
    metric: {"average": "macro"} for metric in ("precision", "recall", "f1", "jaccard")
}


def _cases(wanted: dict[str, str], known: dict[str, tuple[str, Data, str]]) -> list[Case]:
    return [
        Case(
            metric,
            f"edge-{name}",
            known[name][0],
            known[name][1],
            _SETTINGS.get(metric, {}),
            kind="exact",
            derivation="the definition, in exact arithmetic",
            flags=(known[name][2],),
        )
        for metric, names in wanted.items()
        for name in names.split()
    ]


CASES = [*_cases(_WANTED, _TEXTS), *_cases(_WANTED_LABELS, _LABELS)]
