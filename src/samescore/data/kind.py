"""The interface that every kind of input implements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from samescore.base.errors import InputError
from samescore.base.memory import Remembering
from samescore.data.input_files import InputFiles

KindOfInput = TypeVar("KindOfInput", bound="Kind")

#: The JSON field that may name the kind of an input.
TAG_FIELD = "kind"


class Kind(Remembering):
    """The base class of every input of a metric.

    Its methods suit an input whose `FIELDS` are columns of equal length and also the constructor's arguments: an entry
    is one row of the columns. Other kinds of input override them.
    """

    __slots__ = ()

    #: The name of the kind in JSON; the module in `samescore.generators` for these inputs has the same name.
    TAG: ClassVar[str]
    #: The fields that the JSON form always has.
    FIELDS: ClassVar[tuple[str, ...]]
    #: The files of an input as a command's usage line names them.
    ARGUMENTS: ClassVar[str] = "FILE"
    #: The calling convention of a function that declares none; see `samescore.implementations.calling_conventions`.
    LAYOUT: ClassVar[str] = "items"

    @classmethod
    def from_files(cls: type[KindOfInput], files: InputFiles) -> KindOfInput:
        """Read the input from a command's files.

        Raises `InputError` if they are unreadable or malformed, or for a kind without files.
        """
        raise InputError(f"{files.scored}: {cls.__name__} cannot be read from files", hint="build it in Python")

    @classmethod
    def from_plain(cls: type[KindOfInput], plain: Mapping[str, Any]) -> KindOfInput:
        """Build an input from the result of `plain`; raises like the constructor."""
        return cls(*(plain[field] for field in cls.FIELDS))

    def plain(self) -> dict[str, Any]:
        """Return the input as JSON-compatible data."""
        return {field: list(getattr(self, field)) for field in self.FIELDS}

    @property
    def total(self) -> int:
        """The number of segments or items; a confusion matrix has no `len`, because its total may exceed the range of `len`."""
        return len(self)  # type: ignore[arg-type]  # all kinds but that matrix have it

    def entries(self) -> Sequence[Any]:
        """Return the segments, items or sequences of the input.

        `of_entries` builds an input from a selection of them.
        """
        return list(zip(*(getattr(self, field) for field in self.FIELDS), strict=True))

    def of_entries(self: KindOfInput, entries: Sequence[Any]) -> KindOfInput:
        """Return an input like this one with other entries; properties that all entries share are kept."""
        return type(self)(*(zip(*entries, strict=True) if entries else ((),) * len(self.FIELDS)))

    def common(self) -> Any:
        """Return the properties that all entries share, or None; two inputs with different ones cannot be joined."""
        return None

    def arguments(self) -> list[Any]:
        """Return the positional arguments to pass to a function that scores this input."""
        return list(self.plain().values())

    def exchanged(self: KindOfInput) -> KindOfInput | None:
        """Return the input with its two sides swapped; None if the kind does not have two sides that callers confuse."""
        return None

    @property
    def unused_knobs(self) -> frozenset[str]:
        """The knobs that have no effect because this input lacks the part that they apply to, such as weights."""
        return frozenset()

    def unweighted(self: KindOfInput) -> KindOfInput | None:
        """Return the input with weight 1 for every item; None if its items have no weights."""
        return None


def input_from_plain(plain: Mapping[str, Any], kinds: Iterable[type[KindOfInput]]) -> KindOfInput:
    """Build an input of one of `kinds` from the result of a ``plain()`` method. Raises `InputError` if none fits.

    The field `TAG_FIELD` may name the kind. Without it, the first kind whose fields are all present is used.
    """
    kinds = tuple(kinds)
    kind = kind_among(plain, kinds)
    try:
        return kind.from_plain({name: value for name, value in plain.items() if name != TAG_FIELD})
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise InputError(f"malformed input: {problem!r}", hint=_describe_fields(kinds)) from None


def kind_among(plain: Mapping[str, Any], kinds: Sequence[type[KindOfInput]]) -> type[KindOfInput]:
    """Return the one of `kinds` that `plain` describes, by its tag or its fields.

    Raises `InputError` for an unknown tag, if fields of the named kind are missing, and if no kind fits.
    """
    if TAG_FIELD in plain:
        tag = plain[TAG_FIELD]
        named = next((kind for kind in kinds if tag == kind.TAG), None)
        if named is None:
            raise InputError(f"unknown kind of input: {tag!r}", hint=", ".join(kind.TAG for kind in kinds))
        missing = [field for field in named.FIELDS if field not in plain]
        if missing:
            raise InputError(
                f"an input of the kind {tag!r} needs the field {missing[0]!r}", hint=_describe_fields((named,))
            )
        return named
    for kind in kinds:
        if all(field in plain for field in kind.FIELDS):
            return kind
    raise InputError(
        f"no kind of input has the fields {', '.join(map(str, plain)) or '(none)'}", hint=_describe_fields(kinds)
    )


def without_tags(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON form of an input as written to files: without its tag and without the tags of compared systems."""
    own = {name: value for name, value in plain.items() if name != TAG_FIELD}
    systems = own.get("systems")
    if isinstance(systems, list):
        own["systems"] = [without_tags(system) if isinstance(system, dict) else system for system in systems]
    return own


def _describe_fields(kinds: Sequence[type[Kind]]) -> str:
    *others, last = (" and ".join(kind.FIELDS) for kind in kinds)
    return f"fields: {'; '.join([*others, 'or ' + last] if others else [last])}"
