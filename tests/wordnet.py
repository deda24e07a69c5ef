"""Write a dictionary of a few synsets in WordNet's file format, for tests."""

from __future__ import annotations

from pathlib import Path

#: The words of each synset by part of speech, and irregular forms with their base form.
SYNSETS = {
    "noun": [
        "car auto automobile motorcar",
        "dog hound",
        "dog frump",
        "child kid",
        "New_York Gotham",
        "run tally running",
    ],
    "verb": ["run go", "buy purchase", "leap jump spring", "play toy"],
    "adj": ["quick fast", "large big", "glad(p) happy", "small little"],
    "adv": ["quickly rapidly"],
}
IRREGULAR = {"noun": "children child\nmice mouse\n", "verb": "ran run\nbought buy\n", "adj": "bigger big\n", "adv": ""}
#: Fields of a data line between the words and the gloss: no pointers, and for verbs one frame.
_LAST = {"verb": " 000 01 + 02 00 | something\n"}


def write_wordnet(folder: Path) -> Path:
    """Write the dictionary into a new folder with the other files that NLTK's reader needs, and return the folder."""
    folder.mkdir(parents=True)
    names = [f"{place:02d}\tlexname.{place}\t1\n" for place in range(45)]
    for name, text in (("lexnames", "".join(names)), ("index.sense", ""), ("cntlist.rev", "")):
        (folder / name).write_text(text)
    for name, synsets in SYNSETS.items():
        part = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}[name]
        data, places = "  1 a licence\n", dict[str, list[int]]()
        for synset in synsets:
            words = synset.split()
            for word in words:
                places.setdefault(word.partition("(")[0].lower(), []).append(len(data))
            written = " ".join(f"{word} 0" for word in words)
            data += f"{len(data):08d} 03 {part} {len(words):02x} {written}" + _LAST.get(name, " 000 | something\n")
        index = "".join(
            f"{lemma} {part} {len(found)} 0 {len(found)} 0 {' '.join(f'{place:08d}' for place in found)}  \n"
            for lemma, found in sorted(places.items())
        )
        (folder / f"data.{name}").write_text(data)
        (folder / f"index.{name}").write_text("  1 a licence\n" + index)
        (folder / f"{name}.exc").write_text(IRREGULAR[name])
    return folder
