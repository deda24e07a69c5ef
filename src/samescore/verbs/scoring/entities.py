"""Read the entities of tag sequences, as a metric or an implementation reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from samescore.base.errors import SettingsError
from samescore.data.tagged import Tagged
from samescore.metrics.sequences.entity_f1 import EntitySettings, read_entities
from samescore.metrics.sequences.spans import SCHEMES
from samescore.metrics.sequences.spans import detected_scheme as detected_scheme
from samescore.verbs.inputs.settings import settings_for


class TaggedEntity(NamedTuple):
    """An entity: its type, and the sentence and the position of its first and of its last token, from 0."""

    type: str
    first: tuple[int, int]
    last: tuple[int, int]


def entities(tags: Sequence[Sequence[str]], *, like: str = "", **knobs: Any) -> list[TaggedEntity]:
    """Return the entities in sentences of tags, ordered by their last token.

    `like` is the implementation to follow, such as ``seqeval`` or ``allennlp``, and `knobs` are knobs of the metric
    ``entity-f1``, such as ``scheme="iob2"``. With ``scheme="lenient"`` an entity may end in a later sentence than it
    starts in, or at the position after a sentence's last token. Without tags, the list is empty. Raises `InputError`
    for an empty tag, `MetricError` for tags that the scheme does not allow, and `SettingsError` for unknown knobs and
    values, and for ``scheme="conlleval"``, which cannot read one side alone.

    >>> entities([["B-PER", "I-PER", "O", "I-LOC"]])
    [TaggedEntity(type='PER', first=(0, 0), last=(0, 1)), TaggedEntity(type='LOC', first=(0, 3), last=(0, 3))]
    >>> entities([["B-PER", "I-PER", "O", "I-LOC"]], scheme="iob2")
    [TaggedEntity(type='PER', first=(0, 0), last=(0, 1))]
    """
    settings = cast("EntitySettings", settings_for("entity-f1", like=like, **knobs))
    if settings.scheme == "conlleval":
        raise SettingsError("scheme=conlleval does not read the entities of one side", hint="set a different scheme")
    sentences = Tagged(tags, tags).gold_tags
    after = 1 if settings.scheme in SCHEMES else 0  # strict schemes give the position after an entity
    found = [
        TaggedEntity(name, first, (sentence, place - after))
        for first, (sentence, place), name in read_entities(sentences, settings)
    ]
    return sorted(found, key=lambda entity: (entity.last, entity.first, entity.type))
