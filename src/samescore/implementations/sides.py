"""Parse a side of a comparison: an implementation, optionally with its own settings in parentheses after its name.

::

    sacrebleu(lowercase=true)                            the package's own arguments, with its own values
    nltk.sentence_bleu(smoothing=nltk-3)                 knobs
    nltk(weights=(1/2, 1/2), smoothing_function=SmoothingFunction(epsilon=0.5).method1)
    native:sacrebleu==2.3.1(tokenizer=zh, smooth_method=floor)
    native(case=lower)
    sacrebleu(nrefs:1|case:lc|eff:no|tok:13a|smooth:exp|version:2.4.0)   sacreBLEU's signature, or samescore's

No code is evaluated: a value is text, optionally in quotes, or several values in brackets.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence

from samescore.base.errors import DataError, SettingsError, UnknownNameError
from samescore.catalogue.arguments import Argument, Value, knob_value, unknown_argument_error
from samescore.catalogue.foreign_names import arguments_elsewhere
from samescore.catalogue.printed_names import printed_as, prints
from samescore.catalogue.profile import Profile
from samescore.implementations import Implementation, implementation, native_model
from samescore.implementations.declaration import declared, declaring
from samescore.metrics import find, merge_knobs, metric
from samescore.settings import Settings

#: Maximum length of a side in characters, and maximum nesting of brackets.
_LONGEST, _DEEPEST = 10_000, 20
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_NAME = re.compile(r"[A-Za-z_][\w-]*")
_SETTINGS = re.compile(r"\(\s*[A-Za-z_][\w-]*\s*=")
_CALL = re.compile(r"[A-Za-z_][\w.]*\((?P<arguments>.*)\)\.(?P<attribute>\w+)", re.DOTALL)
_EXAMPLE = "write it in quotes for the shell, for example 'sacrebleu(lowercase=true)'"


@dataclasses.dataclass(frozen=True, slots=True)
class ResolvedSide:
    """An entry point on one side, and its settings: its defaults, changed by knobs for all sides and by `own` knobs.

    `ignored` names the knobs for all sides that the entry point does not support.
    """

    profile: Profile
    settings: Settings
    own: dict[str, object]
    ignored: list[str]


@dataclasses.dataclass(frozen=True, slots=True)
class Side:
    """A side: an implementation's name, and the arguments or the signature in parentheses after it, as written."""

    name: str
    arguments: tuple[tuple[str, str], ...] = ()
    signature: str = ""

    @property
    def written(self) -> str:
        """The settings as text: ``lowercase=true, tokenize=intl``; empty if there are none."""
        return self.signature or ", ".join(f"{name}={value}" for name, value in self.arguments)

    def __str__(self) -> str:
        return f"{self.name}({self.written})" if self.written else self.name

    def opened(self, metric_name: str) -> Implementation:
        """Create the implementation.

        A function or program without a description is declared to compute the metric with the side's own settings.
        Raises `UnknownNameError` for an unknown name, and `SettingsError` for an unknown knob or a value that is not
        allowed.
        """
        declaration = declared()
        declaration = dataclasses.replace(declaration, metric=declaration.metric_name or metric_name)
        if self.written and self.name.startswith(("py:", "cmd:")):
            kind = find(declaration.metric)[0].settings
            own: dict[str, object] = {name: kind.checked(name, value) for name, value in self.arguments}
            if self.signature:
                own = _signature_knobs(self.signature, kind, None)
            declaration = dataclasses.replace(declaration, settings={**declaration.settings, **own})
        with declaring(declaration):
            return implementation(self.name)

    def shown(self, profile: Profile) -> str:
        """Return the side as text, with the entry point of `profile` in the name."""
        name, entry_point = self.name, profile.entry_point
        return str(
            self if name.endswith(f".{entry_point}") else dataclasses.replace(self, name=f"{name}.{entry_point}")
        )

    def settled(
        self, profiles: Sequence[Profile], common: Mapping[str, object]
    ) -> tuple[list[ResolvedSide], list[tuple[Profile, SettingsError]]]:
        """Return the settings of the entry points that support the side's own settings, and the errors of the others.

        `common` are the knobs for all sides, with canonical values; an entry point ignores those that it does not
        support. Raises `SettingsError` if no entry point supports the side's own settings.
        """
        settled: list[ResolvedSide] = []
        refusals: list[tuple[Profile, SettingsError]] = []
        for profile in profiles:
            try:
                settled.append(self._resolve(profile, common))
            except SettingsError as problem:  # noqa: PERF203 - a handful of entry points
                refusals.append((profile, problem))
        if refusals and not settled:
            first, refusal = refusals[0]
            raise SettingsError(f"{self.shown(first):.120}: {refusal.message}", hint=refusal.hint)
        return settled, refusals

    def _resolve(self, profile: Profile, common: Mapping[str, object]) -> ResolvedSide:
        own = self.own(metric(profile.metric).settings, profile, common)
        settings = profile.taking(common, own)
        ignored = sorted(
            name
            for name, value in common.items()
            if name not in own and name not in profile.idle and getattr(settings, name) != value
        )
        return ResolvedSide(profile, settings, own, ignored)

    def own(
        self, kind: type[Settings], profile: Profile | None = None, common: Mapping[str, object] | None = None
    ) -> dict[str, object]:
        """Return the knobs that the arguments or the signature set, with canonical values.

        `kind` is the metric's settings class. `profile` is an entry point whose own arguments are also accepted; None
        for the native metric. `common` are the knobs for all sides, which may affect the meaning of an argument. Raises
        `SettingsError`, which says what is accepted, for an unknown argument or value, for an argument that is set
        twice or without another that it requires, and for arguments that set the same knob to different values.
        """
        if self.signature:
            return _signature_knobs(self.signature, kind, profile)
        arguments = profile.arguments if profile else {}
        values: dict[str, object] = {}
        setters: dict[str, str] = {}
        for name, value in sorted(self._values(), key=lambda pair: _follows(pair[0], arguments)):
            assigned = self._argument_knobs(name, value, kind, profile, {**(common or {}), **values})
            for knob in assigned:
                if knob in setters and (setters[knob] == name or values[knob] != assigned[knob]):
                    both = f"{setters[knob]} and {name} both set {knob}"
                    raise SettingsError(
                        f"{name} is set twice" if setters[knob] == name else both, hint="keep one of them"
                    )
                setters[knob] = name
            values |= assigned
        given = {name for name, _ in self._values()}
        for name in sorted(given & set(arguments)):
            other = arguments[name].together
            if other and other not in given:
                raise SettingsError(f"{name} is set, but {other} is not", hint=f"set {other} to the same value")
        return values

    def _argument_knobs(
        self, name: str, value: Value, kind: type[Settings], profile: Profile | None, others: Mapping[str, object]
    ) -> dict[str, object]:
        """Return the knobs that one argument sets if `others` are set. Raises `SettingsError` as `own` does."""
        is_knob = kind.has_knob(name)
        if profile is not None and name in profile.arguments:
            argument = profile.arguments[name]
            try:
                return argument.assigned(name, value, kind, profile.taking(others), profile.allowed)
            except SettingsError:
                if not is_knob:
                    raise
        if is_knob:
            knob = kind.knob(name)
            return {knob.name: knob_value(knob, value, name, profile.allowed(knob) if profile else "")}
        free = [knob.name for knob in kind.knobs() if profile is None or knob.name in profile.free]
        raise unknown_argument_error(
            name, profile.arguments if profile else {}, kind, free, _use_in_packages(name, kind)
        )

    def _values(self) -> Iterator[tuple[str, Value]]:
        """Yield each argument's name and value, after the arguments inside a value such as ``f(epsilon=0.5).m1``."""
        for name, text in self.arguments:
            if call := _CALL.fullmatch(text):
                inner = Side(self.name, _arguments(call["arguments"], str(self)))
                yield from inner._values()
                text = call["attribute"]
            yield name, _value(text)


def native_settings(asked: Side, kind: type[Settings], common: Mapping[str, object]) -> Settings:
    """Return the native metric's settings on one side: `common` knobs, overridden by the side's own.

    Raises `SettingsError`, which quotes the side, for settings that are unknown, not allowed or contradictory.
    """
    try:
        return kind.from_mapping({**common, **asked.own(kind)})
    except SettingsError as problem:
        raise SettingsError(f"{asked!s:.120}: {problem.message}", hint=problem.hint) from None


def settings_like(like: str, metric_name: str, /, **knobs: object) -> tuple[Profile, Settings]:
    """Return the first entry point of `like` that supports its own settings and `knobs`, and its complete settings.

    `like` is a side: ``nltk==3.9.sentence_bleu``, ``sacrebleu(lowercase=true)``. If the implementation has no entry
    point for the metric, but prints a different metric under this name, an entry point for that metric is used. Raises
    `UnknownNameError` for an unknown name, and `SettingsError` for settings that are unsupported or contradict each
    other.
    """
    asked = side(like)
    model = native_model(asked.name)
    chosen, implied = find(metric_name)
    if not model.profiles(chosen.name):
        for other in printed_as(chosen.name):
            if any(prints(profile, chosen.name) for profile in model.profiles(other)):
                return settings_like(like, other, **merge_knobs(chosen, implied, knobs))
    if not asked.written:
        return model.choose(metric_name, **knobs)
    values = chosen.settings.canonical(merge_knobs(chosen, implied, knobs))
    profiles = model.profiles(chosen.name)
    if not profiles:
        return model.choose(metric_name)  # raises
    settled, _ = asked.settled(profiles, values)
    for candidate in settled:
        if not candidate.ignored and values == {**values, **_common_knobs(candidate.own, values)}:
            return candidate.profile, candidate.settings
    first = settled[0]
    for name, value in _common_knobs(first.own, values).items():
        if values[name] != value:
            show = chosen.settings.knob(name).domain.format
            raise SettingsError(
                f"{asked!s:.120} sets {name}={show(value)}, but {name}={show(values[name])} was also set",
                hint="remove one of them",
            )
    return first.profile, first.profile.settings(**{**values, **first.own})  # raises


def _common_knobs(own: Mapping[str, object], values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in own.items() if name in values}


def _is_signature(settings: str) -> bool:
    if not settings or "=" in settings:
        return False
    from samescore.implementations.signatures import is_signature_of_sacrebleu  # rarely needed

    return "|" in settings or is_signature_of_sacrebleu(settings)


def _signature_knobs(signature: str, kind: type[Settings], profile: Profile | None) -> dict[str, object]:
    """Return the knobs that a sacreBLEU signature states, or the non-default knobs of a samescore signature.

    Raises `SettingsError` if it is malformed, or if `profile` does not cover its version.
    """
    from samescore.implementations.signatures import is_signature_of_sacrebleu, read_signature

    if not is_signature_of_sacrebleu(signature):
        own = kind.parse(signature)
        return {change.knob.name: change.right for change in kind.from_mapping({}).differences(own)}
    try:
        stated = read_signature(signature, kind.metric)
    except DataError as problem:
        raise SettingsError(problem.message, hint=problem.hint) from None
    if profile is None:
        return kind.canonical(stated.knobs)
    if stated.version and not profile.covers(stated.version):
        raise SettingsError(
            f"the signature is from sacreBLEU {stated.version}, a different version",
            hint=f"write native:sacrebleu=={stated.version}(...), or remove version",
        )
    return kind.canonical(stated.knobs_in(profile))


def _use_in_packages(name: str, kind: type[Settings]) -> str:
    """Return what an argument sets in a package that has it, in words; empty if none does."""
    found = next(arguments_elsewhere(name, kind), None)
    return f"in {found.implementation} it sets the knob {found.knob}" if found else ""


def _follows(name: str, arguments: Mapping[str, Argument]) -> bool:
    """Return whether an argument's meaning depends on a different argument, which must be processed first."""
    return name in arguments and bool(arguments[name].follows)


def side(text: str) -> Side:
    """Parse a side: an implementation, optionally with settings in parentheses.

    The meaning of the settings depends on the metric and the entry point: see `Side.own`. Raises `UnknownNameError` or,
    for a malformed argument, `SettingsError`; both say what to write.

    >>> side("nltk.sentence_bleu(smoothing=nltk-3)").arguments
    (('smoothing', 'nltk-3'),)
    """
    if not isinstance(text, str):
        raise UnknownNameError(
            f"a side must be a string, not {type(text).__name__}", hint="for example 'sacrebleu(lowercase=true)'"
        )
    if len(text) > _LONGEST:
        raise UnknownNameError(f"{text!r:.80} has {len(text)} characters", hint=f"the limit is {_LONGEST}")
    start = _opening(text)
    if start < 0:
        return Side(text.strip())
    name, inside = text[:start].strip(), text[start:].rstrip()
    end = _closing(inside, text)
    if end != len(inside) - 1:
        rest = inside[end + 1 :].strip()
        written = f"{name}{rest}{inside[: end + 1]}" if rest.startswith((".", "==")) else ""
        raise UnknownNameError(
            f"{text!r:.80} continues after its settings: {rest!r:.40}",
            hint=f"write '{written}'" if written else "put the settings last",
        )
    if not name:
        raise UnknownNameError(f"{text!r:.80} does not name an implementation", hint=_EXAMPLE)
    settings = inside[1:end].strip()
    if _is_signature(settings):
        return Side(name, signature=settings)
    return Side(name, _arguments(settings, text))


def _opening(text: str) -> int:
    """Return the position of the parenthesis where the settings start; -1 if there are none."""
    if not text.startswith(("cmd:", "replay:")):  # a command line or a file name may contain other parentheses
        return text.find("(")
    depth = 0
    for place in range(len(text.rstrip()) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[place], 0)
        if depth == 0:
            return place if _SETTINGS.match(text, place) else -1
    return -1


def _closing(text: str, whole: str) -> int:
    """Return the position of the bracket that closes the first one; raise `UnknownNameError` if there is none."""
    for place, character, depth in _scan(text, whole):
        if character in ")]}" and depth == 0:
            return place
    raise UnknownNameError(f"{whole!r:.80}: a bracket is not closed", hint=_EXAMPLE)


def _scan(text: str, whole: str) -> Iterator[tuple[int, str, int]]:
    """Yield the position of each character outside quotes, the character, and the number of open brackets after it.

    Raises `UnknownNameError`, which quotes `whole`, for unmatched or too many brackets, or an unclosed quotation.
    """
    open_brackets: list[str] = []
    quote = ""
    for place, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
            continue
        if character in "'\"" and (place == 0 or not text[place - 1].isalnum()):
            quote = character
            continue
        if character in _BRACKETS:
            open_brackets.append(_BRACKETS[character])
            if len(open_brackets) > _DEEPEST:
                raise UnknownNameError(
                    f"{whole!r:.80}: too many brackets", hint=f"at most {_DEEPEST} may be open at a time"
                )
        elif character in ")]}" and (not open_brackets or open_brackets.pop() != character):
            raise UnknownNameError(f"{whole!r:.80}: unmatched {character!r}", hint=_EXAMPLE)
        yield place, character, len(open_brackets)
    if quote:
        raise UnknownNameError(f"{whole!r:.80}: a quotation is not closed", hint=f"close it with {quote}")


def _split(text: str, whole: str) -> list[str]:
    """Split a text at commas outside brackets and quotes, and drop an empty last part. Raises the errors of `_scan`."""
    commas = [place for place, character, depth in _scan(text, whole) if character == "," and depth == 0]
    parts = [text[a + 1 : b].strip() for a, b in zip([-1, *commas], [*commas, len(text)], strict=True)]
    return parts if parts[-1] else parts[:-1]


def _arguments(text: str, whole: str) -> tuple[tuple[str, str], ...]:
    """Parse the arguments between the parentheses of `whole`; raise `SettingsError` for a malformed argument."""
    arguments: list[tuple[str, str]] = []
    for part in _split(text, whole):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            hint = f"write {re.sub(' *: *', '=', part, count=1)}" if ":" in part else "write name=value"
            if arguments and ":" not in part:
                hint = (
                    f"values that have a comma are written in brackets: {arguments[-1][0]}=({arguments[-1][1]}, {part})"
                )
            raise SettingsError(f"{whole!r:.80}: {part!r:.40} has no '='", hint=hint)
        if not _NAME.fullmatch(name):
            raise SettingsError(f"{whole!r:.80}: {name!r:.40} is not the name of a setting", hint="write name=value")
        if not value:
            raise SettingsError(f"{whole!r:.80}: {name} has no value", hint=f"write {name}=value")
        arguments.append((name, value))
    return tuple(arguments)


def _value(text: str) -> Value:
    """Parse a value: remove its quotes, or split it into items if it is in brackets."""
    if text[0] in "([" and text[-1] in ")]":
        return Value(text, tuple(_remove_quotes(item) for item in _split(text[1:-1], text)))
    return Value(_remove_quotes(text), quoted=_remove_quotes(text) != text)


def _remove_quotes(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text
