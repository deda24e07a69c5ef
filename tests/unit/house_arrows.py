"""The allowed imports between the rooms of the package, which test_house.py checks.

The table should only shrink. Adding an arrow is a deliberate decision: first look for a floor that both rooms may import.
"""

from __future__ import annotations

#: The purpose of each room for the rooms that import it.
GIVES = {
    "base": "errors, outcomes, files, documents",
    "catalogue": "vectors, profiles, divergences and releases, as they are stored",
    "data": "inputs, and how they are read",
    "generators": "generated inputs",
    "implementations": "who can be asked, and how",
    "kernels": "counting loops",
    "metrics": "native metrics and their facts",
    "records": "results as they are stored",
    "report": "results in words",
    "settings": "knobs and settings",
    "text": "tokens",
    "verbs": "what can be done",
}

#: The rooms that each room may import, from the ground up.
ARROWS: dict[str, str] = {
    "base": "",
    "kernels": "",
    "settings": "base",
    "text": "base kernels",
    "data": "base kernels",
    "metrics": "base data kernels settings text",
    "records": "base settings",
    "catalogue": "base data metrics settings text",
    "report": "base records",
    "implementations": "base catalogue data metrics records settings",
    "generators": "base catalogue data metrics settings text",
    "verbs": "base catalogue data generators implementations metrics records settings text",
    "scale": "verbs",
    "strategies": "base generators implementations metrics settings",
    "compat": "base data metrics settings text verbs",
    "python": "base records report verbs",
    "cli": "base kernels records report verbs",
    "pytest_plugin": "base catalogue implementations metrics records report verbs",
}

#: The allowed imports among the rooms of ``verbs``; rooms that are not named import no other.
IN_VERBS: dict[str, str] = {
    "audit": "inputs",
    "compare": "inputs",
    "fuzz": "inputs judging why",
    "golden": "inputs why",
    "judging": "identify inputs why",
    "lookup": "why",
    "releases": "judging why",
    "scale": "audit inputs scoring why",
    "scoring": "inputs",
    "why": "audit inputs",
}
