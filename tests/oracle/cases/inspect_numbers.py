"""Numbers in outputs, as the scorer match(numeric=True) of inspect-ai finds and compares them."""

from __future__ import annotations

from tests.oracle.cases import Case, cases_of, text

TOPIC = "inspect-numbers"

INSPECT = ("inspect-ai, the scorer match: https://inspect.aisi.org.uk/scorers.html",)
inspect = cases_of("answer-match", kind="exact", refs=INSPECT)
FLAG = "answer-extraction numbers"

ANSWERS = text(
    ("It is 18.", "18"),
    ("18 or 20", "18"),
    ("20 or 18 eggs", "18"),
    ("ANSWER: 711", "11"),
    ("118", "18"),
    ("180", "18"),
    ("(18)", "18"),
    ("$18,000.50", "18000.5"),
    ("123456", "123457"),
    ("60%", "60"),
    ("\u22123", "-3"),
    ("3", "-3"),
    ("\u5341\u516b", "18"),
    ("2\u00bd", "2.5"),
    ("18\u00b2", "324"),
    ("\uff11\uff18 eggs", "18"),
    ("1e3", "1000"),
    ("Paris.", "paris"),
    ("In Paris!", "Paris"),
    ("x 18", "\u00bd"),
)
#: How many of `ANSWERS` each location gets right, in release 0.3.285 and in 0.3.180.
_RIGHT = {"end": (13, 12), "begin": (12, 10), "any": (14, 12), "exact": (8, 5)}

CASES: list[Case] = [
    inspect(
        f"{equal.replace('.', '-')}-of-numbers",
        f"A number at this location: {place}.",
        ANSWERS,
        {"equal": equal, "case": "fold", "strip": True},
        f"{right} of 20",
        FLAG,
    )
    for place, counts in _RIGHT.items()
    for equal, right in zip((f"inspect-{place}", f"inspect-0.3.180-{place}"), counts, strict=True)
]
CASES += [
    inspect(
        f"inspect-0-3-180-{place}-two-fractions",
        "Two fractions are numeric characters, but not a number.",
        text(("\u00bd\u00bd", "18"), ("18", "18")),
        {"equal": f"inspect-0.3.180-{place}"},
        derivation,
        FLAG,
    )
    for place, derivation in (("end", "an error"), ("any", "1 of 2"))
]

APART = text(
    ("the cat sat", "cat"),
    ("the dog sat", "dog"),
    ("711", "11"),
    ("712", "12"),
    ("cat", "cat!"),
)
CASES += [
    inspect(f"{equal.replace('.', '-')}-apart", "Texts and numbers.", data, {"equal": equal}, derivation, FLAG)
    for equal, data, derivation in (
        ("substring", APART, "4 of 5"),
        ("inspect-begin", APART, "1 of 5"),
        ("inspect-0.3.180-begin", APART, "1 of 5"),
        ("inspect-0.3.180-any", APART, "5 of 5"),
        ("inspect-0.3.180-exact", text(("3", "-3"), ("4", "5")), "1 of 2"),
    )
]
CASES += [
    inspect(
        "inspect-0-3-180-begin-first",
        "The first number counts.",
        text(("18 or 20", "18")),
        {"equal": "inspect-0.3.180-begin"},
        "1 of 1",
        FLAG,
    )
]
