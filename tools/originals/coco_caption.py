"""Driver of pycocoevalcap's COCOEvalCap: PTBTokenizer (a Java program), then BLEU, METEOR, ROUGE-L and CIDEr.

It needs pycocoevalcap 1.2 and Java. As in COCOEvalCap, one file has the references of all images, and a second file the
captions. METEOR, which is a separate program, is started with ``-m 'exact stem'``, so it does not need its dictionaries.
SPICE is not recorded.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one

#: Captions that are skipped because their tokens depend on the next caption or on being the last: a tag or an emoticon
#: that may continue, an initial, an abbreviation before a number, and at the end emoticons, file names and years without
#: their century. Captions with line ends are skipped because they shift all later captions.
_UNASKED = re.compile(
    r"[<\r\x0b\x0c\u2028\u2029]|\[\^"
    r"|(?:^|[^A-Za-z.])[A-Za-z]\.\s*$|\b(?:art|bldg|ca|figs?|nos?|op|pp|prop)\.\s*$"
    r"|[:;=]\S{1,2}$|\.\w+$|['\u2019;\x92]\d\d$",
    re.IGNORECASE,
)
_PIECES = [
    "a",
    "A",
    "dog",
    "Dog's",
    "dogs",
    "man",
    "isn't",
    "cannot",
    "on",
    "the",
    "table",
    "(red)",
    "[sic]",
    "U.S.",
    "Mr.",
    "Ark.",
]
_PIECES += [
    "\u201cstop\u201d",
    "sign,",
    "...",
    "--",
    "well-known",
    "4 1/2",
    "\xbd",
    "$5",
    "US$",
    "C&A",
    "#tag",
    "caf\xe9",
    "It's",
    "ball.",
]
_PIECES += [
    "1,000",
    "3:30",
    "p.m.",
    "bob@x.com",
    "www.abc.com",
    "two.Three",
    "?!",
    "\U0001f600",
    "rock'n'roll",
    ";",
    "{x}",
    "`",
    "It",
]


def _captions(count: int, seed: int) -> Iterator[Corpus]:
    """Yield `count` corpora of image captions; captions and references have the same words with one change."""
    rng = random.Random(seed)
    for _ in range(count):
        words = [rng.choices(_PIECES, k=rng.choice([1, 4, 6, 9])) for _ in range(rng.choice([1, 2, 3]))]
        texts = [[_varied(some, rng) for _ in range(rng.choice([1, 2, 3]))] for some in words]
        yield Corpus.from_segments([_varied(some, rng) for some in words], texts)


def _varied(words: list[str], rng: random.Random) -> str:
    place = rng.randrange(len(words))
    ways = [
        words,
        words,
        words[:place],
        [*words[place:], *words[:place]],
        [*words[:place], rng.choice(_PIECES), *words[place:]],
    ]
    text = " ".join(rng.choice(ways))
    return rng.choice([text, text, text.lower(), text + "."])


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield the general corpora of BLEU, and captions, in turn, without those that must be skipped."""
    for several in zip(corpora("bleu", count, seed), _captions(count, seed), _captions(count, seed + 1), strict=False):
        yield from filter(_can_be_asked, several)


def _can_be_asked(data: Corpus) -> bool:
    return bool(len(data)) and not any(
        _UNASKED.search(str(line)) for segment in data for line in (segment.hypothesis, *segment.references)
    )


def _requests(_: Data, rng: random.Random) -> list[Request]:
    orders = rng.sample([1, 2, 3, 4], 2)
    return [
        ("bleu", {"max_order": orders[0]}),
        ("sentence_bleu", {"max_order": orders[1]}),
        ("rouge_l", {}),
        ("cider", {}),
        ("meteor", {}),
        ("sentence_meteor", {}),
    ]


def _load(paths: list[Path]) -> Ask:
    from pycocoevalcap.bleu.bleu import Bleu
    from pycocoevalcap.cider.cider import Cider
    from pycocoevalcap.meteor import meteor
    from pycocoevalcap.rouge.rouge import Rouge
    from pycocoevalcap.tokenizer import ptbtokenizer

    programs = [
        Path(ptbtokenizer.__file__).with_name(ptbtokenizer.STANFORD_CORENLP_3_4_1_JAR),
        Path(meteor.__file__).with_name(meteor.METEOR_JAR),
    ]
    if programs != [path.resolve() for path in paths]:
        raise RuntimeError("they must be the programs of the package that is installed")
    meteor.subprocess = SimpleNamespace(PIPE=subprocess.PIPE, Popen=_without_dictionaries)
    started = meteor.Meteor()

    def tokenized(data: Any) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
        texts = ([list(segment.references) for segment in data], [[segment.hypothesis] for segment in data])
        references, captions = (
            ptbtokenizer.PTBTokenizer().tokenize(
                {image: [{"caption": text} for text in some] for image, some in enumerate(side)}
            )
            for side in texts
        )
        return references, captions

    def ask_all(data: Data, requests: list[Request]) -> list[float | str | Exception | None]:
        references, captions = tokenized(data)

        def ask(entry_point: str, _: Any, knobs: dict[str, Any]) -> float:
            if entry_point == "rouge_l":
                return _mean(Rouge().compute_score(references, captions)[1])
            if entry_point == "cider":
                return _mean(Cider().compute_score(references, captions)[1])
            if entry_point.endswith("meteor"):
                last, several = started.compute_score(references, captions)
                return float(last) if entry_point == "meteor" else _mean(several)
            score, scores = Bleu(4).compute_score(references, captions, verbose=0)
            order = knobs["max_order"] - 1
            return float(score[order]) if entry_point == "bleu" else _mean(scores[order])

        return one_by_one(ask)(data, requests)

    return ask_all


def _without_dictionaries(command: list[str], **rest: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*command, "-m", "exact stem"], **rest)  # noqa: S603


def _mean(scores: Any) -> float:
    numbers = [float(score) for score in scores]
    return sum(numbers) / len(numbers)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/pycocoevalcap/",
            path="pycocoevalcap/tokenizer/stanford-corenlp-3.4.1.jar",
            version="1.2",
            sha256="2fcb91bb7a111f93d71e264f4ee0e3afd19ba0dde6d21b38605088df9e940399",
        ),
        Source(
            repository="https://pypi.org/project/pycocoevalcap/",
            path="pycocoevalcap/meteor/meteor-1.5.jar",
            version="1.2",
            sha256="1e57b4c72c0830ebe68558f1c799a624e96cbc1b6045c9f6330e26dcff6eafc2",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
