"""What every kind of input is: an input has a tag, fields in JSON, a reader, and entries that it can be cut into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from samescore.base.errors import InputError
from samescore.base.memory import Remembering
from samescore.data.input_files import InputFiles

KindOfInput = TypeVar("KindOfInput", bound="Kind")

#: The field of an input's JSON form that may name its kind.
TAG_FIELD = "kind"


class Kind(Remembering):
    """An input of a metric.

    What is here suits an input whose `FIELDS` are columns of one length, and the arguments that make one: an entry is
    a row of them. Other kinds say how they are written and cut.
    """

    __slots__ = ()

    #: The name of the kind in JSON, and of the module in `samescore.generators` that makes such inputs.
    TAG: ClassVar[str]
    #: The fields that its JSON form always has.
    FIELDS: ClassVar[tuple[str, ...]]
    #: The files that hold such an input, as a command takes them.
    ARGUMENTS: ClassVar[str] = "FILE"
    #: How a function takes such an input that does not say so; see `samescore.implementations.calling_conventions`.
    LAYOUT: ClassVar[str] = "items"

    @classmethod
    def from_files(cls: type[KindOfInput], files: InputFiles) -> KindOfInput:
        """The input in a command's files; `InputError` for unreadable or malformed ones."""
        raise InputError(f"{files.scored}: {cls.__name__} is not read from files", hint="build it in Python")

    @classmethod
    def from_plain(cls: type[KindOfInput], plain: Mapping[str, Any]) -> KindOfInput:
        """The input that `plain`, the result of the method `plain`, describes."""
        return cls(*(plain[field] for field in cls.FIELDS))

    def plain(self) -> dict[str, Any]:
        """The input as JSON-compatible data."""
        return {field: list(getattr(self, field)) for field in self.FIELDS}

    def entries(self) -> Sequence[Any]:
        """The segments, items or sequences of the input, from which `of_entries` makes another."""
        return list(zip(*(getattr(self, field) for field in self.FIELDS), strict=True))

    def of_entries(self: KindOfInput, entries: Sequence[Any]) -> KindOfInput:
        """An input of this kind, with what its entries have in common, of other entries."""
        return type(self)(*(zip(*entries, strict=True) if entries else ((),) * len(self.FIELDS)))

    def common(self) -> Any:
        """What belongs to all entries together; two inputs that differ in it cannot be joined."""
        return None

    def arguments(self) -> list[Any]:
        """What a function of such an input is given, in order."""
        return list(self.plain().values())

    def exchanged(self: KindOfInput) -> KindOfInput | None:
        """The input with its two sides taken for each other; None if nobody takes them so."""
        return None

    @property
    def unused_knobs(self) -> frozenset[str]:
        """The knobs of its metrics that are about something which this input does not have."""
        return frozenset()

    def unweighted(self: KindOfInput) -> KindOfInput | None:
        """The input with the weight 1 of every item; None if its items have no weights."""
        return None


def described(plain: Mapping[str, Any], kinds: Iterable[type[KindOfInput]]) -> KindOfInput:
    """The input of one of `kinds` that `plain` (the result of a ``plain()`` method) describes; `InputError` otherwise.

    The field `TAG_FIELD` may name the kind. Without it the input is of the first kind all of whose fields are there.
    """
    kinds = tuple(kinds)
    kind = kind_among(plain, kinds)
    try:
        return kind.from_plain({name: value for name, value in plain.items() if name != TAG_FIELD})
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise InputError(f"malformed input: {problem!r}", hint=_fields(kinds)) from None


def kind_among(plain: Mapping[str, Any], kinds: Sequence[type[KindOfInput]]) -> type[KindOfInput]:
    """The one of `kinds` that `plain` describes, by its tag or its fields; `InputError` if it is none of them."""
    if TAG_FIELD in plain:
        tag = plain[TAG_FIELD]
        named = next((kind for kind in kinds if tag == kind.TAG), None)
        if named is None:
            raise InputError(f"there is no kind of input {tag!r}", hint=", ".join(kind.TAG for kind in kinds))
        missing = [field for field in named.FIELDS if field not in plain]
        if missing:
            raise InputError(f"an input of the kind {tag!r} has no field {missing[0]!r}", hint=_fields((named,)))
        return named
    for kind in kinds:
        if all(field in plain for field in kind.FIELDS):
            return kind
    raise InputError(f"no kind of input has the fields {', '.join(map(str, plain)) or '(none)'}", hint=_fields(kinds))


def without_tags(plain: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON form of an input as it is written: without its tag, and without those of the systems that it compares."""
    own = {name: value for name, value in plain.items() if name != TAG_FIELD}
    systems = own.get("systems")
    if isinstance(systems, list):
        own["systems"] = [without_tags(system) if isinstance(system, dict) else system for system in systems]
    return own


def _fields(kinds: Sequence[type[Kind]]) -> str:
    *others, last = (" and ".join(kind.FIELDS) for kind in kinds)
    return f"fields: {'; '.join([*others, 'or ' + last] if others else [last])}"
