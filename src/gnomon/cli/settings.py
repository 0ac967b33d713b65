"""Options and the project's settings, joined: what the checker and the filters are given."""

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence

from gnomon.cli.config import Config
from gnomon.cli.errors import UsageError
from gnomon.cli.files import EXCLUDE, INCLUDE, BasedPatterns, Filter, relative_path
from gnomon.cli.parser import comma_list, pairs
from gnomon.cli.patterns import Patterns
from gnomon.report.rules import rule_names
from gnomon.report.selection import ALL, LEVELS, PathRules, Selection
from gnomon.report.suggest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.check.api import Options

SHAPE_EXAMPLE, VERSION_EXAMPLE = "x=(B,3,224,224)", "tensorflow=1.12"


def checker_options(values: Namespace, config: Config, script_args: Sequence[str] | None) -> "Options":
    """What the checker is asked to do."""
    from gnomon.check.api import Options

    assumed = pairs(values.assume, "--assume", SHAPE_EXAMPLE)
    for table, where in ((config.assume, "tool.gnomon.assume"), (assumed, "--assume")):
        for name, text in table.items():
            check_shape(name, text, where)
    given = pairs(values.library_version, "--library-version", VERSION_EXAMPLE)
    for table, where in (
        (config.library_versions, "tool.gnomon.library-versions"),
        (given, "--library-version"),
    ):
        for name, version in table.items():
            check_version(name, version, where)
    return Options(
        script_args=None if script_args is None else tuple(script_args),
        assume={**config.assume, **assumed},
        versions={**config.library_versions, **given},
        unproven=config.unproven or getattr(values, "unproven", False),
        roots=config.roots,
    )


def check_version(name: str, version: str, where: str) -> None:
    """Raises UsageError for a library that is not modelled, and for what is no version."""
    from gnomon.models.loading import PACKAGES

    if name not in PACKAGES:
        hint = did_you_mean(name, PACKAGES)
        raise UsageError(f"{where} {name}={version}: there are no models of {name}{hint}")
    if not version[:1].isdigit():
        raise UsageError(f"{where} {name}={version}: expected a version, such as {VERSION_EXAMPLE}")


def check_shape(name: str, text: str, where: str) -> None:
    """Raises UsageError for an assumed shape that cannot be read."""
    inner = text.strip()
    if not (inner.startswith(("(", "[")) and inner.endswith((")", "]"))):
        raise UsageError(f"{where} {name}={text}: expected a shape in parentheses, such as {SHAPE_EXAMPLE}")
    for part in filter(None, (part.strip() for part in inner[1:-1].split(","))):
        if not (part.removeprefix("*").isidentifier() or part.isdecimal() or part in ("?", "...")):
            raise UsageError(f"{where} {name}={text}: {part} is no size; expected such as {SHAPE_EXAMPLE}")


def selection(values: Namespace, config: Config) -> Selection:
    """Which rules are reported; UsageError for a name that is no rule."""
    select, ignore = comma_list(values.select), comma_list(values.ignore)
    check_names(select, "--select")
    check_names(ignore, "--ignore")
    check_names(config.select, "tool.gnomon.select")
    check_names(config.ignore, "tool.gnomon.ignore")
    for table in (config.per_path_select, config.per_path_ignore):
        for pattern, names in table.items():
            check_names(names, f'tool.gnomon.per-path-..."{pattern}"')
    return Selection(
        select=select or config.select,
        ignore=ignore + config.ignore,
        path_select=_path_rules(config.per_path_select, config.folder),
        path_ignore=_path_rules(config.per_path_ignore, config.folder),
    )


def check_names(names: Iterable[str], where: str) -> None:
    """Raises UsageError for a name that is no rule, level or `all`."""
    known = [*rule_names(), *LEVELS, ALL]
    for name in names:
        if name not in known:
            raise UsageError(f"{where}: there is no rule {name}{did_you_mean(name, known)}")


def _path_rules(table: Mapping[str, tuple[str, ...]], folder: str) -> list[PathRules]:
    return [PathRules(_matcher(pattern, folder), names) for pattern, names in table.items()]


def _matcher(pattern: str, folder: str) -> Callable[[str], bool]:
    patterns = Patterns([pattern])

    def matches(path: str) -> bool:
        relative = relative_path(path, folder)
        return relative is not None and patterns.matches(relative)

    return matches


def file_filter(values: Namespace, config: Config) -> Filter:
    """Which files of folders are checked."""
    include: list[BasedPatterns] = [(config.folder, Patterns(config.include)), ("", Patterns(values.include))]
    include = [based for based in include if based[1]] or [(None, Patterns(INCLUDE))]
    exclude: list[BasedPatterns] = [
        (None, Patterns(EXCLUDE)),
        (config.folder, Patterns(config.exclude)),
        ("", Patterns(values.exclude)),
    ]
    return Filter(include, [based for based in exclude if based[1]])
