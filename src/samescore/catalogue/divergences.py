"""The catalogue of known divergences: ``conformance/divergences/*.toml``.

An entry says that two implementations have different values of some knobs, what effect that has, and how to make them
agree. Its witness is an input, with the values that both implementations return for it::

    [nltk-bleu-phantom-ngrams]
    metric = "bleu"
    knobs = ["denominator_floor"]
    implementations = ["nltk.corpus_bleu", "nltk.sentence_bleu"]
    kind = "defect"
    what = "every segment adds at least one n-gram to each denominator"
    remedy = "no argument of NLTK changes it"
    links = ["https://github.com/nltk/nltk/issues/1785"]
    input = "bleu-short-identical"
    left = {implementation = "nltk.corpus_bleu", value = "0.8408964152537145"}
    right = {implementation = "sacrebleu.corpus_bleu", value = "100.00000000000004"}

`left` is one of `implementations`. The witness is minimal: the left side returns the value of the right side if all
`knobs` are set on the left as on the right, but not if only some of them are. An entry that is only about certain texts
has a regular expression, `texts`, which finds them. If its matches in the witness are replaced by an x, the knobs no
longer have an effect.
`samescore.verbs.why.witnesses` verifies all this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import msgspec

from samescore.base.errors import DataError, SamescoreError, UnknownNameError, nearest
from samescore.catalogue.paths import data_document, data_folder
from samescore.catalogue.vectors import vector
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data, from_plain
from samescore.metrics import metric as find_metric
from samescore.settings import Stage

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class WitnessSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a witness: the value that an implementation returned.

    `implementation` has the form ``nltk.corpus_bleu``. `value` is a double in decimal, ``raised`` or ``undefined``.
    `set` has the knobs that differ from the entry point's defaults.
    """

    implementation: str
    value: str
    set: dict[str, Any] = {}

    @property
    def kind(self) -> str:
        """The kind of the outcome: ``score``, ``raised`` or ``undefined``."""
        return self.value if self.value in ("raised", "undefined") else "score"


class Agreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Knobs that make both sides agree if they are set in addition to the knobs of the witness."""

    left: dict[str, Any] = {}
    right: dict[str, Any] = {}


class Divergence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One known divergence; see the module docstring.

    `input` is the id of a vector, or an input. `message` is the left side's error or warning on the witness, or a part
    of it. `agree` is absent if no settings make both sides agree.
    """

    metric: str
    knobs: list[str]
    implementations: list[str]
    kind: Literal["defect", "by-design", "version-drift"]
    what: str
    remedy: str
    input: str | dict[str, Any]
    left: WitnessSide
    right: WitnessSide
    agree: Agreement | None = None
    message: str = ""
    links: list[str] = []
    texts: str = ""
    id: str = ""  # filled from the file

    @property
    def stage(self) -> Stage:
        """The stage of the first knob."""
        return find_metric(self.metric).settings.knob(self.knobs[0]).stage

    def data(self) -> Data:
        """Return the input of the witness.

        Raises `UnknownNameError` or `InputError` if it does not exist or is malformed.
        """
        return vector(self.input).data() if isinstance(self.input, str) else from_plain(self.input)

    def concerns(self, implementation: str, entry_point: str) -> bool:
        """Return whether the entry is about this entry point of this implementation."""
        return any(name in (implementation, f"{implementation}.{entry_point}") for name in self.implementations)

    def is_about(self, data: Data) -> bool:
        """Return whether the pattern `texts` matches somewhere in the texts of the input.

        Also True if `texts` is empty, or if the input is not a corpus.
        """
        if not self.texts or not isinstance(data, Corpus):
            return True
        found = re.compile(self.texts).search
        lines = chain(data.hypothesis_lines, chain.from_iterable(data.reference_lines))
        return any(found(line if isinstance(line, str) else " ".join(line)) for line in lines)


def load_file(path: Path) -> dict[str, Divergence]:
    """Load and check the entries of one file.

    Raises `DataError`, which names the file, the entry and the problem, if the file is malformed.
    """
    return {name: _checked(divergence, path) for name, divergence in _read(path).items()}


def _read(path: Path) -> dict[str, Divergence]:
    """Load the entries of one file without checking metrics, knobs and inputs, which would import unneeded modules."""
    loaded: dict[str, Divergence] = data_document(path, dict[str, Divergence])
    return {name: msgspec.structs.replace(divergence, id=name) for name, divergence in loaded.items()}


def _checked(divergence: Divergence, path: Path) -> Divergence:
    place = f"{path.name}: {divergence.id}"
    if not _SLUG.fullmatch(divergence.id):
        raise DataError(f"{place}: an id must be lower-case words and digits joined by '-'")
    complete = divergence.knobs and divergence.implementations and divergence.what.strip() and divergence.remedy.strip()
    if not complete:
        raise DataError(f"{place}: knobs, implementations, what and remedy must not be empty")
    try:
        re.compile(divergence.texts)
    except re.error as problem:
        raise DataError(f"{place}: texts is not a regular expression: {problem}") from None
    try:
        for name in divergence.knobs:
            find_metric(divergence.metric).settings.knob(name)
        divergence.data()
    except SamescoreError as problem:
        raise DataError(f"{place}: {problem}") from None
    return divergence


@lru_cache(maxsize=1)
def divergences() -> dict[str, Divergence]:
    """Return every shipped entry by id, in file order.

    This function does not check metrics, knobs and inputs; a test checks them with `load_file`. Raises `DataError` if a
    file is malformed or an id is used twice.
    """
    by_id: dict[str, Divergence] = {}
    for path in sorted((data_folder("conformance") / "divergences").glob("*.toml")):
        for name, entry in _read(path).items():
            if name in by_id:
                raise DataError(f"{path.name}: the id {name} is used twice")
            by_id[name] = entry
    return by_id


def divergence(identifier: str) -> Divergence:
    """Return the entry called `identifier`. Raises `UnknownNameError` if there is none."""
    if identifier not in divergences():
        raise UnknownNameError(
            f"unknown divergence: {identifier!r}",
            hint=nearest(identifier, divergences(), "list them with: samescore list divergences"),
        )
    return divergences()[identifier]


def entries_about(metric: str, implementation: str, entry_point: str, knobs: Iterable[str]) -> list[Divergence]:
    """Return the entries about this metric and entry point whose knobs are all in `knobs`, in file order."""
    among = set(knobs)
    return [
        entry
        for entry in divergences().values()
        if entry.metric == metric and set(entry.knobs) <= among and entry.concerns(implementation, entry_point)
    ]
