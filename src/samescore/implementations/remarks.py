"""What a user should know of an implementation that is followed, where its profile does not give all that the program does."""

from __future__ import annotations

from samescore.implementations.sides import settings_like, side


def other_defaults(like: str, metric_name: str, /, **knobs: object) -> list[str]:
    """A sentence for each knob whose default here is not the program's own.

    Knobs that are set in `knobs` or in `like` have none. Raises as `settings_like`.
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
    """A sentence if some stages are the native metric's and not the program's; none otherwise. Raises as `settings_like`."""
    profile, _ = settings_like(like, metric_name, **knobs)
    stages = profile.unmodelled_stages
    return [f"{like}: {' and '.join(stages)} are the native metric's; the program's own differ"] if stages else []
