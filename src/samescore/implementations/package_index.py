"""Select the source of releases: a package index, folders of wheels, or an installer's configuration file.

Only explicit choices of the user are used: ``--index``, SAMESCORE_INDEX, SAMESCORE_INSTALLER_CONFIG, or the index
variables of pip and uv. Configuration files in the working folder or above it are never used, because a cloned
repository could name a malicious index in them. The installers' user and system configuration files are not used
either, because their content is not recorded, unless the user names one.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import read_bytes
from samescore.base.folders import absolute
from samescore.base.trust import check_owner

_PYPI = "https://pypi.org/simple"
_NO = {"", "0", "f", "false", "n", "no", "off"}


class PackageSource(msgspec.Struct, frozen=True):
    """The source of an environment's packages, without passwords; it is a part of the environment's identity.

    `index` is the main index, empty if there is none; `others` are further indexes, pages and folders of wheels.
    `configuration` is the path of the installer's configuration file and its SHA-256, empty if none was named.
    """

    index: str
    others: list[str]
    configuration: str = ""

    def __str__(self) -> str:
        return ", ".join(filter(None, [self.index, *self.others, self.configuration])) or "nowhere"


@dataclasses.dataclass(frozen=True, slots=True)
class Installer:
    """An installer, and the names of its environment variables.

    `index` are the variables of the main index, the most important first; `others` maps the variables of further
    sources to the separators of their values. `no_index` disables the index, `find_links` names folders of wheels,
    `connection` matches variables about connections, and `configuration` names the configuration file. `fixed` are
    variables that are always set, with their values.
    """

    name: str
    index: tuple[str, ...]
    others: Mapping[str, str]
    no_index: str
    find_links: str
    connection: re.Pattern[str]
    configuration: str
    fixed: Mapping[str, str]


UV = Installer(
    name="uv",
    index=("UV_DEFAULT_INDEX", "UV_INDEX_URL"),
    others={"UV_INDEX": " ", "UV_EXTRA_INDEX_URL": " ", "UV_FIND_LINKS": ","},
    no_index="UV_NO_INDEX",
    find_links="UV_FIND_LINKS",
    connection=re.compile(
        r"UV_(CACHE_DIR|OFFLINE|NATIVE_TLS|SYSTEM_CERTS|INSECURE_HOST|KEYRING_PROVIDER|HTTP_(TIMEOUT|RETRIES)"
        r"|REQUEST_TIMEOUT|INDEX_\w+_(USERNAME|PASSWORD))"
    ),
    configuration="UV_CONFIG_FILE",
    # uv cannot compile bytecode for Python 3.6. A link to uv's cache would change with it.
    fixed={
        "UV_PYTHON_DOWNLOADS": "never",
        "UV_NO_PROGRESS": "1",
        "UV_COMPILE_BYTECODE": "0",
        "UV_LINK_MODE": "copy",
    },
)
PIP = Installer(
    name="pip",
    index=("PIP_INDEX_URL",),
    others={"PIP_EXTRA_INDEX_URL": " ", "PIP_FIND_LINKS": " "},
    no_index="PIP_NO_INDEX",
    find_links="PIP_FIND_LINKS",
    connection=re.compile(
        r"PIP_(CACHE_DIR|NO_CACHE_DIR|CERT|CLIENT_CERT|PROXY|(DEFAULT_)?TIMEOUT|RETRIES|TRUSTED_HOST|KEYRING_PROVIDER)"
    ),
    configuration="PIP_CONFIG_FILE",
    fixed={"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_CONFIG_FILE": os.devnull},
)

_asked: ContextVar[str] = ContextVar("index", default="")


@contextmanager
def installing_from(index: str) -> Iterator[None]:
    """Within a ``with`` block, install releases from `index`: a URL, or a folder of wheels; empty for the default."""
    token = _asked.set(_absolute(index))
    try:
        yield
    finally:
        _asked.reset(token)


def asked_index() -> str:
    """Return the index of the innermost `installing_from` block, a folder as an absolute path; empty outside."""
    return _asked.get()


def _absolute(index: str) -> str:
    return str(absolute(index)) if index and not _is_url(index) else index


def source_for(installer: Installer) -> tuple[PackageSource, dict[str, str]]:
    """Return the source of packages for an installer, and the variables that configure it, including passwords.

    Raises `InputError` for a relative path, and for a configuration file that cannot be read or that another user owns.
    """
    given = {name: value for name, value in os.environ.items() if installer.connection.fullmatch(name)}
    variables = {**installer.fixed, **given}
    index = asked_index() or _checked(os.environ.get("SAMESCORE_INDEX", ""), "SAMESCORE_INDEX")
    if index:
        if _is_url(index):
            return PackageSource(_public(index), []), variables | dict.fromkeys(installer.index, index)
        return PackageSource("", [index]), variables | {installer.no_index: "1", installer.find_links: index}
    if file := os.environ.get("SAMESCORE_INSTALLER_CONFIG", ""):
        return PackageSource("", [], _configuration(Path(file))), variables | {installer.configuration: file}
    stated, others = "", list[str]()
    for name in reversed(installer.index):
        stated = _checked(os.environ.get(name, ""), name) or stated
    for name, separator in installer.others.items():
        value = os.environ.get(name, "")
        for part in filter(None, value.split() if separator == " " else map(str.strip, value.split(separator))):
            _, _, place = part.rpartition("=") if re.match(r"[\w.-]+=", part) else ("", "", part)
            others.append(_public(_checked(place, name)))
        if value:
            variables[name] = value
    if os.environ.get(installer.no_index, "").lower() not in _NO:
        return PackageSource("", others), variables | {installer.no_index: "1"}
    stated = stated or _PYPI
    return PackageSource(_public(stated), others), variables | dict.fromkeys(installer.index, stated)


def _is_url(place: str) -> bool:
    return "://" in place


def _checked(place: str, name: str) -> str:
    """Return the location `place` in the variable `name`; raise `InputError` if it is a relative path."""
    if place and not _is_url(place) and not Path(place).is_absolute():
        hint = "write a URL or an absolute path: the working folder never says where releases come from"
        raise InputError(f"{name}: {place} is a relative path", hint=hint)
    return place


def _public(place: str) -> str:
    """Return a URL without user name and password, or a path unchanged."""
    if not _is_url(place):
        return place
    parts = urlsplit(place)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _configuration(file: Path) -> str:
    """Return the path of a configuration file with its SHA-256, as text.

    Raises `InputError` if the path is relative, or if the file is unreadable or `check_owner` rejects it.
    """
    _checked(str(file), "SAMESCORE_INSTALLER_CONFIG")
    check_owner(file, "it says where releases are installed from", "make a copy that only you can write")
    return f"{file} (sha256 {hashlib.sha256(read_bytes(file)).hexdigest()})"
