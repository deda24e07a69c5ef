"""The list of implementations: their entry points, or a line for each package."""

from __future__ import annotations

from samescore.verbs.lookup.listed_rows import Listing


def implementations() -> Listing:
    """Return the entry points of all implementations with profiles, grouped by package."""
    from samescore.catalogue.profile_files import profile_files
    from samescore.implementations.package import InstalledPackage, implementation_state, package_names

    rows, groups = [], []
    for name, file in profile_files().items():
        state = implementation_state(InstalledPackage(file, "")) if name in package_names() else "profile only"
        profiles = file.current(None)
        rows += [(f"{name}.{p.entry_point}", p.metric, state, p.versions, p.call) for p in profiles]
        metrics = ", ".join(dict.fromkeys(p.metric for p in profiles))
        version = state.partition(" (")[0]  # a note about it is shown with the entry points
        groups.append((name, version, str(len(profiles)), metrics))
    return Listing(
        ("entry_point", "metric", "here", "versions", "call"),
        rows,
        brief=("entry_point", "metric", "here"),
        groups=Listing(("package", "here", "entry_points", "metrics"), groups),
    )
