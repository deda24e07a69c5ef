"""Which room may import which: the table that test_house.py holds the code to.

It only shrinks. A new arrow is a decision: find the floor where both rooms can meet first.
"""

from __future__ import annotations

#: What each room gives to those that import it.
GIVES = {
    "_version": "the version",
    "catalogue": "vectors, profiles, divergences and releases, as they are stored",
    "cli": "the console and its colours",
    "data": "inputs, and how they are read",
    "errors": "what is raised",
    "generators": "generated inputs",
    "implementations": "who can be asked, and how",
    "kernels": "counting loops",
    "metrics": "native metrics and their facts",
    "on_demand": "names that are imported when they are used",
    "outcome": "what an answer can be",
    "records": "results as they are stored",
    "report": "results in words",
    "scale": "counting in parts",
    "settings": "knobs and settings",
    "strategies": "inputs for Hypothesis",
    "text": "tokens",
    "verbs": "what can be done",
}

#: What each room may import, from the ground up.
ARROWS: dict[str, str] = {
    "_version": "",
    "errors": "",
    "on_demand": "",
    "outcome": "",
    "kernels": "",
    "text": "errors kernels outcome",
    "settings": "errors outcome text",
    "data": "errors kernels settings text",
    "metrics": "data errors kernels outcome settings text",
    "catalogue": "data errors metrics outcome settings text",
    "records": "data errors on_demand outcome settings",
    "implementations": "catalogue data errors metrics outcome records settings text",
    "generators": "catalogue data errors metrics settings text",
    "strategies": "catalogue data errors generators implementations metrics settings",
    "report": "errors outcome records",
    "verbs": "_version catalogue data errors generators implementations metrics outcome records settings strategies text",
    "scale": "_version data errors implementations metrics on_demand records verbs",
    "api": "data errors implementations metrics records report strategies verbs",
    "cli": "_version catalogue data errors implementations kernels metrics records report scale settings strategies text "
    "verbs",
    "pytest_plugin": "catalogue cli data errors implementations metrics records report verbs",
}

#: The same inside ``verbs``, where a module is a room as well; those that are not named import none of the others.
IN_VERBS: dict[str, str] = {
    "all_answers": "judge",
    "alone": "attribution explain",
    "attribution": "score",
    "audit": "score",
    "baseline": "own score",
    "bridges": "attribution explain",
    "check": "fresh judge run",
    "classification_report": "report_table",
    "common_settings": "attribution",
    "demo": "attribution audit diff explain",
    "diff": "attribution common_settings",
    "drift": "attribution fresh judge own run score",
    "entity_report": "report_table",
    "explain": "attribution",
    "fresh": "judge",
    "fuzz": "attribution common_settings fresh judge",
    "gate": "baseline drift fresh gate_causes run",
    "gate_causes": "attribution drift fresh judge own score",
    "golden": "attribution audit judge",
    "identify": "attribution",
    "judge": "attribution",
    "likeness": "attribution identify",
    "own": "fresh judge own_files",
    "own_files": "golden",
    "programs": "score",
    "repeat": "judge",
    "run": "all_answers failed fresh judge likeness own repeat side_by_side",
    "score": "room streamed",
    "smoke": "fresh judge run",
    "why": "attribution symptoms witnessed_words word_index",
    "word_index": "witnessed_words",
}
