"""What an implementation was found to compute: as a record, and from the record as text."""

from __future__ import annotations

from collections.abc import Iterator

from samescore import records
from samescore.report.plain import visible
from samescore.verbs.identify import Identification

#: So many of the inputs on which it departs are shown.
_MOST = 5


def record(found: Identification) -> records.Identification:
    """The whole finding."""
    return records.Identification(
        implementation=found.name,
        metric=found.metric,
        found=found.found,
        signature=found.settings.signature,
        short_signature=found.settings.short_signature,
        like=list(found.like),
        answers=found.asked,
        departures=[
            records.DepartingAnswer(each.vector, records.outcome(each.answered), records.outcome(each.native))
            for each in found.departures
        ],
        undetermined={knob.name: [knob.domain.format(v) for v in values] for knob, values in found.undetermined},
        refused=list(found.refused),
    )


def lines(one: records.Identification) -> Iterator[str]:
    """The finding for a terminal."""
    name = visible(one.implementation)
    if one.found and one.like:
        yield f"{name} computes {one.metric} as {visible(one.like[0])}"
        yield from (f"  or {visible(other)}: no answer tells them apart" for other in one.like[1:])
    elif one.found:
        yield f"{name} computes {one.metric} as no known implementation does, but under these settings:"
    else:
        right = one.answers - len(one.departures)
        if not right or not one.departures:
            yield f"{name} gives too few numbers to tell what it computes: it raises on most golden inputs"
            return
        yield f"{name}: no settings give all its answers; the nearest give {right} of {one.answers}:"
    yield f"  {visible(one.short_signature)} (the rest at its default)"
    if one.found:
        yield f"{one.answers} golden inputs were asked, and every answer is reproduced"
    for each in one.departures[:_MOST]:
        yield f"  {each.vector}: answered {visible(each.answered.text, 200)}, natively {visible(each.native.text, 200)}"
    if len(one.departures) > _MOST:
        yield f"  and {len(one.departures) - _MOST} more"
    if one.undetermined:
        yield f"no answer depends on {', '.join(one.undetermined)}"
    if one.refused:
        yield f"it raises on {len(one.refused)} inputs where these settings do not, the first: {one.refused[0]}"
    if one.found:
        yield f"natively: samescore score HYPOTHESES -r REFERENCES --signature '{visible(one.short_signature)}'"
