"""Notes on metrics that are not implemented here, and on pages of the documentation: ``conformance/notes.toml``.

Users find a note by searching with ``samescore why``; nothing is computed from it. It is about a published metric
(`metric`, a name in `samescore.metrics.elsewhere`), or about a page::

    [bertscore]
    metric = "BERTScore"
    symptoms = "differs between machines, versions of transformers, batch sizes"
    what = "BERTScore depends on the model and its layer, ..."
    remedy = "Compare the hash that bert_score prints."
    links = ["https://github.com/Tiiiger/bert_score/issues/164"]

    [versions-page]
    page = "versions.html"
    ...
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from samescore.base.errors import DataError
from samescore.catalogue.paths import data_document, data_folder
from samescore.metrics.elsewhere import ELSEWHERE

#: The address of the documentation.
_PAGES = "https://samescore.github.io/samescore/docs/"


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A note on a metric or a page; see the module docstring. `symptoms` are search words that are never shown."""

    metric: str = ""
    page: str = ""
    symptoms: str = ""
    what: str = ""
    remedy: str = ""
    links: list[str] = []
    id: str = ""  # filled from the file

    @property
    def link(self) -> str:
        """The address of the page, or the first of `links`; empty if there is neither."""
        return f"{_PAGES}{self.page}" if self.page else next(iter(self.links), "")

    @property
    def sentence(self) -> str:
        """The note's text; for a metric, preceded by the reason why it is not implemented here."""
        if not self.metric:
            return self.what
        return f"{self.metric} is not computed by samescore: {ELSEWHERE[self.metric]}. {self.what}".rstrip()


@lru_cache(maxsize=1)
def notes() -> dict[str, Note]:
    """Return every note by id. Raises `DataError` if the file is malformed.

    Each metric of `samescore.metrics.elsewhere` without a note in the file gets one that states why it is not computed.
    """
    path = data_folder("conformance") / "notes.toml"
    loaded: dict[str, Note] = data_document(path, dict[str, Note])
    for name, note in loaded.items():
        if bool(note.metric) == bool(note.page):
            raise DataError(f"{path.name}: {name}: a note needs either a metric or a page")
        if note.metric and note.metric not in ELSEWHERE:
            raise DataError(f"{path.name}: {name}: {note.metric!r} is not a metric of samescore.metrics.elsewhere")
    known = {note.metric for note in loaded.values()}
    others = {metric.lower(): Note(metric=metric) for metric in ELSEWHERE if metric not in known}
    return {name: msgspec.structs.replace(note, id=name) for name, note in {**loaded, **others}.items()}
