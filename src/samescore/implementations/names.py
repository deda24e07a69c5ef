"""The grammar of implementation names.

::

    native                      the native metrics, with any settings
    native:nltk                 the native model of NLTK: the native metrics with the settings of its profiles
    sacrebleu                   the installed package
    nltk==3.10.4.sentence_bleu  a version, an entry point, or both; installed on demand
    nltk==3.4.5@3.8             a version run by a different Python: its version, or a program
    replay:run.jsonl            the answers recorded by samescore run --report run.jsonl

In full: ``[native:]name[==version][.entry_point][@python]``. In comparisons, settings in parentheses may follow: see
`samescore.implementations.sides`.
"""

from __future__ import annotations

import dataclasses
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from samescore.base.errors import UnknownNameError
from samescore.implementations.asking import module_folder

_GRAMMAR = re.compile(
    r"(?P<native>native:)?(?P<name>[A-Za-z][\w-]*)"
    r"(==(?P<version>[0-9][0-9A-Za-z!+]*(\.([0-9][0-9A-Za-z!+]*|(post|dev)[0-9]+))*))?"
    r"(\.(?P<entry>[A-Za-z][\w-]*(\.[A-Za-z][\w-]*)*))?"
    r"(@(?P<python>.+))?"
)


#: The program that runs a script, by suffix.
_INTERPRETERS = {
    ".py": "python",
    ".js": "node",
    ".mjs": "node",
    ".cjs": "node",
    ".pl": "perl",
    ".perl": "perl",
    ".rb": "ruby",
    ".sh": "sh",
    ".bash": "bash",
    ".php": "php",
    ".lua": "lua",
    ".r": "Rscript",
    ".jl": "julia",
    ".jar": "java -jar",
}
#: Maximum number of characters of a name searched for a script.
_LONGEST_NAME = 500


@dataclasses.dataclass(frozen=True, slots=True)
class Name:
    """A parsed implementation name. `native` says whether it had the prefix ``native:``; missing parts are empty."""

    name: str
    version: str
    entry_point: str
    native: bool
    python: str = ""

    def __str__(self) -> str:
        version = f"=={self.version}" if self.version else ""
        entry = f".{self.entry_point}" if self.entry_point else ""
        python = f"@{self.python}" if self.python else ""
        return f"{'native:' if self.native else ''}{self.name}{version}{entry}{python}"


def parse_name(text: str) -> Name:
    """Parse an implementation's name; raise `UnknownNameError` if it does not match the grammar.

    >>> parse_name("nltk==3.9.sentence_bleu").version
    '3.9'
    """
    if not isinstance(text, str):
        raise UnknownNameError(
            f"an implementation's name must be a string, not {type(text).__name__}", hint="for example 'nltk==3.9'"
        )
    match = _GRAMMAR.fullmatch(text)
    if match is None:
        hint = program_hint(text) or "write name, name==version or name.entry_point"
        if "(" in text:
            hint = "settings in parentheses are for explain, diff and score --like"
        raise UnknownNameError(f"{text!r} is not the name of an implementation", hint=hint)
    if match["python"] and (match["native"] or not match["version"]):
        raise UnknownNameError(
            f"{text!r}: only a released version can run on a different Python", hint="write name==version@3.8"
        )
    name, version, entry, python = (match[part] or "" for part in ("name", "version", "entry", "python"))
    if version:
        from packaging.version import InvalidVersion, Version

        try:
            version = str(Version(version))
        except InvalidVersion:
            raise UnknownNameError(f"{text!r}: {version} is not a version", hint="write name==1.5.1") from None
    return Name(name, version, entry, bool(match["native"]), python)


def program_hint(text: str) -> str:
    """Return a hint about the name of an implementation for a script or a command line with a script.

    The hint is empty for any other text.

    >>> program_hint("chrf.js")
    'a program that prints a number is named "cmd:node chrf.js {hyp} {ref}"'
    """
    words = text[:_LONGEST_NAME].split()
    if not any(_is_script(word) for word in words):
        return ""
    file = Path(words[0])
    command = " ".join(words)
    if len(words) == 1:
        interpreter = _INTERPRETERS.get(file.suffix.lower(), "")
        started = text if interpreter or len(file.parts) > 1 else f"./{text}"
        command = f"{interpreter} {started}".strip()
    if "{" not in command:
        command += " {hyp} {ref}"
    program = f'a program that prints a number is named "cmd:{command}"'
    parts = file.with_suffix("").parts
    if len(words) == 1 and file.suffix == ".py" and all(part.isidentifier() for part in parts):
        return f"a function is named py:{'.'.join(parts)}:FUNCTION, {program}"
    return program


def _is_script(word: str) -> bool:
    if Path(word).suffix.lower() in _INTERPRETERS:
        return True
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # too long for a name, or a null character
        return False


def with_python(text: str, python: str) -> str:
    """Add an interpreter to the name of a released version; return other names, and names that have one, unchanged.

    >>> with_python("nltk==3.4.5", "3.8")
    'nltk==3.4.5@3.8'
    """
    if not python or text.startswith(("py:", "cmd:", "replay:", "native")) or "==" not in text or "@" in text:
        return text
    return f"{text}@{python}"


def files_of(text: str) -> Iterator[Path]:
    """Yield the paths of files that samescore may read or execute for an implementation's name; some may not exist.

    They are a recording, the possible files of a function's module, the words of a program's command line, or the text.
    """
    kind, _, rest = text.partition(":")
    if kind == "replay":
        yield Path(rest.partition("#")[0])
    elif kind == "cmd":
        try:
            words = shlex.split(rest)
        except ValueError:  # an unterminated quotation, which raises its own error
            return
        for word in words:
            yield from (Path(word), Path(word.partition("=")[2]))
    elif kind == "py":
        module = rest.partition(":")[0].replace(".", "/")
        for folder in ("", str(module_folder() or ""), *sys.path):
            yield from (Path(folder, f"{module}.py"), Path(folder, module, "__init__.py"))
    else:
        yield Path(text)
