"""The index of the search on the front page: everything that has a place on the site or in the documentation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from samescore.catalogue.notes import Note
from samescore.catalogue.users_words import users_words
from samescore.metrics import metric
from samescore.metrics.names import presets_of
from samescore.report.html.document import escape_text
from tools.site.facts import Facts
from tools.site.headings import headings
from tools.site.render import Site, file_name

#: The file with the index: a script, because a page that is opened from disk cannot load data.
FILE = "search-index.js"
_START = "const SEARCH_INDEX = "
#: Maximum length of the text below a title, in characters.
_LONGEST = 240


class Entry(NamedTuple):
    """A place that can be found: its kind, title, text and address, and words that are searched but not shown."""

    kind: str
    title: str
    text: str
    address: str
    words: str = ""


def entries(facts: Facts, site: Site) -> list[Entry]:
    """Everything that can be found, in the order in which equally good results are listed."""
    catalogue = list(_catalogue(facts, site))
    return [
        *_metrics(facts),
        *_implementations(facts),
        *_entry_points(facts),
        *(entry for _, entry in catalogue),
        *_symptoms(facts, catalogue),
        *_knobs(facts),
        *_headings(site.documentation),
    ]


def write_index(found: Iterable[Entry], site: Site) -> None:
    """Write the index as a script."""
    rows = [[*map(escape_text, (entry.kind, entry.title, _shortened(entry.text))), *entry[3:]] for entry in found]
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    site.file(FILE, f"{_START}[\n{lines}\n];\n")


def read_index(path: Path) -> list[Entry]:
    """Read the entries of an index."""
    text = path.read_text(encoding="utf-8").removeprefix(_START).rstrip().removesuffix(";")
    return [Entry(*row) for row in json.loads(text)]


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rpartition(' ')[0]} …"


def _metrics(facts: Facts) -> Iterator[Entry]:
    for name in facts.metrics:
        chosen = metric(name)
        presets = " ".join(preset for preset, _ in presets_of(chosen.name))
        yield Entry("metric", name, chosen.title, f"metrics/{file_name(name)}.html", presets)


def _implementations(facts: Facts) -> Iterator[Entry]:
    for name, file in facts.implementations.items():
        kind = "package" if file.distribution else "script"
        yield Entry(kind, name, file.title, f"implementations/{file_name(name)}.html", file.distribution)


def _entry_points(facts: Facts) -> Iterator[Entry]:
    for name, file in facts.implementations.items():
        for profile in file.current(None):
            if profile.metric in facts.metrics:
                place = f"implementations/{file_name(name)}.html#entry-{file_name(profile.entry_point)}"
                words = " ".join((profile.metric, *profile.aliases, *profile.arguments))
                yield Entry("entry point", f"{name}.{profile.entry_point}", profile.call, place, words)


def _knobs(facts: Facts) -> Iterator[Entry]:
    for name in facts.metrics:
        for knob in metric(name).settings.knobs():
            words = f"{knob.domain.describe()} {' '.join(knob.former)} {users_words().of_knobs([knob.name])}"
            place = f"metrics/{file_name(name)}.html#knob-{file_name(knob.name)}"
            yield Entry("knob", f"{name}: {knob.name}", knob.meaning, place, words)


def _catalogue(facts: Facts, site: Site) -> Iterator[tuple[str, Entry]]:
    """Yield the entries of the catalogue with their ids."""
    own = users_words().of_entry
    for name, entry in facts.divergences.items():
        words = f"{entry.metric} {' '.join((*entry.knobs, *entry.implementations))} {entry.remedy} {own(name)}"
        yield name, Entry("divergence", name, entry.what, f"divergences/{file_name(name)}.html", words)
    for name, case in facts.reported.items():
        words = f"{case.metric} {case.because} {case.remedy} {own(name)}"
        yield name, Entry("reported", name, case.symptom, f"reported.html#{file_name(name)}", words)
    for name, surprise in facts.properties.items():
        place = f"metrics/{file_name(surprise.metric)}.html#property-{file_name(name)}"
        words = f"{surprise.metric} {surprise.remedy} {own(name)}"
        yield name, Entry("property", name, surprise.what, place, words)
    for name, note in facts.notes.items():
        words = f"{note.symptoms} {note.remedy} {own(name)}"
        kind = "not computed" if note.metric else "documentation"
        yield name, Entry(kind, note.metric or name, note.sentence, _note_place(note, site), words)
    for name, mistake in facts.mistakes.items():
        words = f"{' '.join((*mistake.set, *mistake.metrics))} {own(name)}"
        yield name, Entry("mistake", name, mistake.summary, f"mistakes.html#{file_name(name)}", words)
    for name, flag in facts.flags.items():
        yield name, Entry("flag", name, flag.meaning, f"flags.html#{file_name(name)}", own(name))


def _note_place(note: Note, site: Site) -> str:
    if note.metric:
        return f"metrics.html#note-{file_name(note.id)}"
    page, _, anchor = note.page.partition("#")
    return site.documented(page.removesuffix(".html"), anchor)


def _symptoms(facts: Facts, catalogue: Iterable[tuple[str, Entry]]) -> Iterator[Entry]:
    """Yield the symptoms that an entry on the site explains; of two entries with one id, the first explains it."""
    places: dict[str, str] = {}
    for name, entry in catalogue:
        places.setdefault(name, entry.address)
    for symptom in facts.symptoms:
        explained = [answer for answer in symptom.answers if answer in places]
        if explained:
            yield Entry("symptom", symptom.words, f"explained by {explained[0]}", places[explained[0]])


def _headings(documentation: Path | None) -> Iterator[Entry]:
    for heading in headings(documentation) if documentation else ():
        text = "" if heading.text == heading.page else heading.page
        yield Entry("documentation", heading.text, text, f"docs/{heading.address}")
