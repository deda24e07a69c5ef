"""Merge the parts of discontinuous entities, as in SRL corpora, where `C-ARG1` continues `ARG1`."""

from __future__ import annotations

from collections import defaultdict

from samescore.metrics.sequences.spans import Entity

#: The prefix of the type of a continuation.
_CONTINUES = "C-"


def merge_continuations(entities: set[Entity]) -> set[Entity]:
    """Return the entities of all sentences, in which continuations are merged with the entities that they continue.

    For a type ``C-X``, all entities of the sentence whose type contains X are replaced by one entity of type X, from
    the first token of all to the last; ``ARG10`` contains ``ARG1``. Among several such types the longest is merged
    first, and a type whose entities have been merged into another is skipped. Source: AllenNLP's SpanBasedF1Measure,
    ``_handle_continued_spans``, which merges types in the order of a set.
    """
    sentences: dict[int, set[Entity]] = defaultdict(set)
    for entity in entities:
        (sentence, _), _, _ = entity
        sentences[sentence].add(entity)
    return set().union(*map(_merge, sentences.values()))


def _merge(entities: set[Entity]) -> set[Entity]:
    continued = {type_.removeprefix(_CONTINUES) for *_, type_ in entities if type_.startswith(_CONTINUES)}
    whole = set(entities)
    for name in sorted(continued, key=lambda name: (-len(name), name)):
        parts = {entity for entity in whole if name in entity[2]}
        if parts:
            whole -= parts
            whole.add((min(first for first, _, _ in parts), max(last for _, last, _ in parts), name))
    return whole
