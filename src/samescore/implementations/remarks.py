"""Warnings about implementations that differ from their profile, whose settings the native scores use."""

from __future__ import annotations

from samescore.implementations.sides import settings_like, side


def other_defaults(like: str, metric_name: str, /, **knobs: object) -> list[str]:
    """Return a sentence for each knob whose default in the profile of `like` differs from the program's own default.

    Knobs that `knobs` or `like` set are omitted. Raises the errors of `settings_like`.
    """
    profile, settings = settings_like(like, metric_name, **knobs)
    asked = side(like)
    notes = []
    for name, own in profile.program_defaults.items():
        show = settings.knob(name).domain.format
        value = getattr(settings, name)
        if name in knobs or name in asked.written or show(value) == show(own):
            continue
        notes.append(
            f"{asked.name}: {name} is {show(value)} here unless it is set; the program's own default is {show(own)} "
            f"(--set {name}={show(own)})"
        )
    return notes


def unmodelled_stages(like: str, metric_name: str, /, **knobs: object) -> list[str]:
    """Return a list with one sentence if the profile of `like` does not model some stages of the program.

    Otherwise the list is empty.

    Raises the errors of `settings_like`.
    """
    profile, _ = settings_like(like, metric_name, **knobs)
    stages = profile.unmodelled_stages
    return [f"{like}: {' and '.join(stages)} are the native metric's; the program's own differ"] if stages else []
