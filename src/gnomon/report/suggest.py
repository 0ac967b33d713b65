"""Close names for a mistyped one."""

from collections.abc import Iterable


def close_name(name: str, names: Iterable[str]) -> str | None:
    """The one of the names that a person most likely meant, or None.

    >>> close_name("iner-size", ["inner-size", "rank"]), close_name("zzz", ["rank"])
    ('inner-size', None)
    """
    from difflib import get_close_matches

    candidates = list(names)
    found = get_close_matches(name.replace("_", "-").lower(), candidates, n=1, cutoff=0.6)
    if not found and len(name) >= 3:
        found = [candidate for candidate in candidates if candidate.startswith(name)][:1]
    return found[0] if found else None


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """`; did you mean ...?` or nothing, to end a message about an unknown name.

    >>> did_you_mean("--formt", ["--format", "--jobs"])
    '; did you mean --format?'
    """
    close = close_name(name, names)
    return f"; did you mean {close}?" if close else ""
