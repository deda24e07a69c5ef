"""Driver of inspect-ai in the releases 0.3.285 and 0.3.180: the scorers match, includes, answer and choice.

The scorers run with stand-ins for the rest of the package. The answers of `choice` are those of `parse_answers`.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from conformance.recorded import Source
from tools.originals.driver import Ask, joined
from tools.originals.harness import alone
from tools.originals.harness_letters import FORMS, Grade, driver, graders
from tools.originals.inspect_numbers import OLD, PLACES, part, scored
from tools.originals.inspect_numbers import modules as load_modules

_FILES: tuple[str, ...] = (
    "_util/pattern.py",
    "_util/answer.py",
    "_util/text.py",
    "scorer/_unicode.py",
    "scorer/_common.py",
)
_FILES += ("scorer/_pattern.py", "scorer/_match.py", "solver/_multiple_choice.py")


def _of_release(paths: list[Path], suffix: str) -> dict[str, Grade]:
    modules = load_modules(paths[:-1], _FILES[:-1])
    patterns, match = modules["_util/pattern.py"], modules["scorer/_match.py"]
    character = alone(paths[1], "answer_character").answer_character
    parse = alone(paths[7], "parse_answers", answer_character=character).parse_answers

    def chosen(*, several: bool) -> Grade:
        def grade(output: str, gold: str, letters: str) -> float:
            state = SimpleNamespace(output=SimpleNamespace(completion=output), choices=list(letters))
            answers = parse(state, several)
            return float(bool(answers) and ", ".join(sorted(answers)) == gold)

        return grade

    pattern = modules["scorer/_pattern.py"].pattern
    grades = {
        **{
            f"answer_{kind}": scored(pattern(getattr(patterns, f"ANSWER_PATTERN_{kind.upper()}")))
            for kind in ("letter", "word", "line")
        },
        "choice": chosen(several=False),
        "choices": chosen(several=True),
        "includes": scored(match.includes()),
        **{f"match_{place}": scored(match.match(place)) for place in PLACES},
    }
    return {name + suffix: grade for name, grade in grades.items()}


def _load(paths: list[Path]) -> Ask:
    half = len(_FILES)
    return graders({**_of_release(paths[:half], ""), **_of_release(paths[half:], OLD)})


_SHA256 = {
    "0.3.285": (
        "b94171840830b4ca2377ef5886242420c12b9ce97849e43509ffd18ad461e99c",
        "3ba04b246544707187cb1b2bbbe8f3da8aea19136fedf93d8c16d38d2f6d5777",
        "c574cb6d4bde9410e5ea2d6cdb49e2339bf98bfa313c358313dc5f7b2d20da69",
        "b5b104e4bf975640a81da291e98643f13eba9d0dc929aae7352fab88a6d6a945",
        "49460816379d5cbbf48d1090ab854b243a83b652fb711f2c849dc1ff2292211b",
        "7974ddb436917ac97f78304ae071eef75115783938358a0578f8d2e30abaae6b",
        "46519227cf244e0904d77d8484b3b91fa95fd61948fa0ae9e5910c1536db94f7",
        "89d0cc24e65ad11b36f90c58ea4e60b6aa97b3caee02d8b0b6372492163d3856",
    ),
    "0.3.180": (
        "d42e97665106be9a60d70550970a3ef8b0a2dca4d8f74ccb2f3f8d12fef8b1b0",
        "4a8e92e0592f272b723c76b9b71d37557c85f139c4ef29fad9ce4fdac04f80f2",
        "c77bc2b78fea9b20800e6df490491a6ea103d0a37e7ae70a94f08c3a312f4a4d",
        "b5b104e4bf975640a81da291e98643f13eba9d0dc929aae7352fab88a6d6a945",
        "c5959e7c9e6a9fa8f429c480c06c1ece718337772d754ab9551b69315e1b6a57",
        "f84c7df87fd6d0ffb393f8e5a2bf87f0c3e8da00f38a4a07e5495d092189273d",
        "32e7ba0b983e1ed2984d7a10955f1a033ba7adc06824b47475c09135b46ce4fd",
        "8f26c08c70c5d855df5b1d77e7f653db81b8a72f99a7a88e969fe78a19a8c4b1",
    ),
}
_OF_LETTERS = ("choice", "choices")
_OF_TEXTS = ("answer_letter", "answer_word", "answer_line", "includes", *(f"match_{place}" for place in PLACES))


def _sources(files: tuple[str, ...]) -> list[Source]:
    return [
        Source("https://pypi.org/project/inspect-ai", f"inspect_ai/{file}", version, sha256)
        for version, sums in _SHA256.items()
        for file, sha256 in zip(_FILES, sums, strict=True)
        if file in files
    ]


_DRIVER = driver(
    [*_OF_TEXTS, *(f"answer_{kind}{OLD}" for kind in ("letter", "word"))],
    _sources(_FILES),
    _load,
    of_letters=[*_OF_LETTERS, *(name + OLD for name in _OF_LETTERS)],
    forms=(
        *FORMS,
        *(
            "ANSWER: {}",
            "ANSWER: {}",
            "ANSWER: {} so",
            "ANSWER: {}, {}",
            "ANSWER : {}\n",
            "ANSWER: {} and {}",
            "ANSWER: **{}**",
        ),
        *(
            "ANSWER: $ {} $.",
            "ANSWER: ({})",
            "answer:\n{}",
            "so ANSWER: {}",
            "ANSWER: {}é",
            "ANSWER:",
            "ANSWER: {} AND {}",
        ),
        *("ANSWER: \\text{{{}}}", "ANSWER: **{}, {}", "ANSWER: **{}", *["ANSWER: {}"] * 6),
    ),
)
DRIVER = joined(_DRIVER, part(_sources))
