"""Check the owners and permissions of files and folders that decide which code samescore runs."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from samescore.base.errors import InputError

_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def check_owner(path: Path, danger: str, hint: str) -> None:
    """Raise `InputError` if a file or its folder belongs to another user (except root) or is world-writable.

    A symbolic link's owner is checked too. `danger` completes the message with the reason, `hint` says what to do. A
    folder with the sticky bit, such as /tmp, may be world-writable. Nothing is checked if the file does not exist, or
    on systems without Unix owners and modes (Windows).
    """
    if not hasattr(os, "geteuid"):
        return
    try:
        link, file, folder = path.lstat(), path.stat(), path.parent.stat()
    except OSError:
        return
    for place, facts in ((path, link), (path, file), (path.parent, folder)):
        if facts.st_uid not in (os.geteuid(), 0):
            raise InputError(f"{place} belongs to another user, and {danger}", hint=hint)
    if file.st_mode & stat.S_IWOTH:
        raise InputError(f"{path} can be written by other users, and {danger}", hint=hint)
    if folder.st_mode & stat.S_IWOTH and not folder.st_mode & stat.S_ISVTX:
        raise InputError(f"{path.parent} can be written by other users, and {danger}", hint=hint)


def check_trusted(folder: Path, base: Path) -> None:
    """Raise `InputError` if another user (except root) could change or replace `folder`, which is in `base`.

    The folders from `folder` up to `base` must belong to the current user or root, and must not be writable by a group
    or by others; the folders above `base` must not be world-writable. `base` and the folders above may be writable if
    the sticky bit protects their content from being replaced, as in /tmp. Folders that do not exist pass. Nothing is
    checked on systems without Unix owners and modes (Windows).
    """
    if not hasattr(os, "geteuid"):
        return
    for path in (folder, *folder.parents):
        try:
            facts = path.stat()
        except OSError:
            continue
        ours = path.is_relative_to(base)
        sticky = bool(facts.st_mode & stat.S_ISVTX) and (path == base or not ours)
        if ours and facts.st_uid not in (os.geteuid(), 0):
            hint = "set SAMESCORE_CACHE to a folder of your own"
            raise InputError(f"{path} belongs to another user, and samescore would run programs in it", hint=hint)
        if facts.st_mode & (_BY_OTHERS if ours else stat.S_IWOTH) and not sticky:
            hint = f"chmod go-w '{path}', or set SAMESCORE_CACHE to a folder that only you can write"
            raise InputError(f"{path} is writable by other users, and samescore would run programs in it", hint=hint)
