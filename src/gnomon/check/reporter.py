"""Collects what the interpreter finds: on which path, under which handlers, once for each place."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from gnomon.check.diagnostic import Diagnostic, Label, Level
from gnomon.check.frames import TOLD_APART
from gnomon.models.disk.found import READ
from gnomon.ops.rule import Shaped
from gnomon.shapes import Dim, Shape
from gnomon.shapes.printing import NAMING
from gnomon.values import Tensor, Unknown

LONGEST = 40
"""Longer expressions are not repeated whole."""

INPUT = "the input"
"""What a tensor is called that has no name of the user's."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from gnomon.check.frames import Frame
    from gnomon.check.source import Site, Source
    from gnomon.ops.rule import Refutation
    from gnomon.values.cells import Outcomes


class Reporter:
    """The diagnostics of one root, kept back while alternatives or handlers are open."""

    def __init__(self, conditions: Outcomes) -> None:
        self.conditions = conditions
        """Which outcome is supposed for each undecided test of the path."""
        self.found: list[Diagnostic] = []
        self.silenced = 0
        self.dtypes_vary = 0
        """How many tests of dtypes, whose outcome is not known, the program is under."""
        self.refuted = 0
        """How many requirements did not hold, those counted of which nothing is reported."""
        self.warned = 0
        """How many warnings there were, those counted that are not reported."""
        self.site: Site | None = None
        self.arguments: list[tuple[Any, Any]] = []
        self.callers: list[Site] = []
        self.last_trip = False
        self.perhaps_over = False
        """Whether the trip at work is a later one of a loop that may have ended before."""
        self.frame: Frame | None = None
        """The activation at work."""
        self.cold = False
        """Whether nobody calls the function at work, as far as is known."""

    def collect(self, action: Callable[[], Any]) -> tuple[Any, list[Diagnostic]]:
        """Run an action and return its result with what it found, reporting nothing."""
        kept, self.found = self.found, []
        try:
            result = action()
            return result, self.found
        finally:
            self.found = kept

    def report(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic unless a handler of the program silences it."""
        if not self.silenced:
            self.found.append(diagnostic)

    def agree(self, runs: list[list[Diagnostic]]) -> None:
        """Keep what every alternative found: wrong in one alternative only is unproven."""
        if not runs:
            return
        if len(runs) == 1:
            shared = runs[0]
        else:
            keys = set.intersection(*({(d.rule, d.span) for d in run} for run in runs))
            shared = [d for d in runs[0] if (d.rule, d.span) in keys]
            if not shared and all(any(d.level is Level.ERROR for d in run) for run in runs):
                shared = [next(d for d in runs[0] if d.level is Level.ERROR)]
        for diagnostic in shared:
            self.report(diagnostic)

    def refute(self, operation: str, refutation: Refutation) -> None:
        """Report a requirement that cannot hold, at the argument to blame."""
        self.refuted += not refutation.warning
        if self.silenced or self.site is None or (self.cold and _is_for_want_of_entries(refutation)):
            return
        if (TOLD_APART, self.frame) in self.conditions:
            return  # wrong for some only of what the function may be given
        if self.dtypes_vary and refutation.rule == "dtype":
            return  # a test of dtypes has chosen this branch, for others than these
        if self.perhaps_over and refutation.rule == "index-range":
            return  # the loop may make as many trips as there are entries
        blame = refutation.blame
        if type(blame) is Tensor and blame.shape.rank == 0 and self._is_given(blame):
            return
        site = self.site
        node = self._node_of(refutation.blame) or site.node
        name = self._operation_name(operation)
        fields = {key: Shown(value, self._name_of(value)) for key, value in refutation.fields.items()}
        template = _without_echo(refutation.message, fields)
        message = NAMING.write(lambda: template.format_map({**fields, "op": name}))
        message = _ONE.sub(lambda one: f"1 {_SINGULAR[one[1]]}{' is' if one[2] else ''}", message)
        help_text = refutation.help.format_map({**fields, "op": name}) if refutation.help else None
        if help_text is not None and re.search(r"(?<!\w)\?", help_text):
            help_text = None  # it would name a size that is not known
        shape = getattr(refutation.blame, "shape", None)
        label = ""
        if type(shape) is Shape and node is not site.node:
            whole = "" if _whole(refutation.blame) is None else "a batch of "
            label = f"{whole}{self._name_of(refutation.blame)} is {shape}"
        self.report(
            Diagnostic(
                rule=refutation.rule,
                level=Level.WARNING if refutation.warning else Level.ERROR,
                span=site.source.span(node),
                message=message,
                label=label,
                labels=self._labels(refutation),
                notes=self._notes(refutation),
                help=help_text,
            )
        )

    def _is_given(self, value: Tensor) -> bool:
        """Whether the function at work was given a value, and is on a branch that other kinds of values may take."""
        frame = self.frame
        return frame is not None and frame.arms > 0 and not frame.made_here(value)

    def is_one_of_several_ways(self) -> bool:
        """Whether a function is on a branch that it may take for other models than this one."""
        return self.frame is not None and self.frame.function is not None and self.frame.arms > 0

    def _labels(self, refutation: Refutation) -> tuple[Label, ...]:
        labels = []
        assert self.site is not None
        for value in refutation.fields.values():
            made = getattr(value, "site", None)
            role = getattr(value, "role", None)
            if made is not None and role and made.source is self.site.source:
                labels.append(Label(made.span, role))
        return tuple(labels[:3])

    def _notes(self, refutation: Refutation) -> tuple[str, ...]:
        notes = []
        seen = set()
        for value in (refutation.blame, *refutation.fields.values()):
            if type(value) is Tensor and value.site is not None and not value.role and id(value) not in seen:
                seen.add(id(value))
                made = value.site
                name = self._name_of(value)
                if not self._encloses(made) and made.text and made.text != name:
                    whole = _whole(value)
                    shape = value.shape if whole is None else whole
                    notes.append(f"{name} came from {made.text}: {shape}   {_place(made)}")
        notes.extend(self._files(refutation))
        callers = [caller for caller in reversed(self.callers[-3:]) if not self._encloses(caller)]
        notes.extend(f"called from {_place(caller)}: {caller.first_line}" for caller in callers)
        notes = notes[:4]
        if self.last_trip:
            notes.append("this is the last turn of the loop, with the smaller batch that is left over")
        return tuple(notes)

    def _encloses(self, made: Site) -> bool:
        """Whether a place holds the whole expression at work."""
        site = self.site
        if site is None or made.source is not site.source:
            return False
        outer, inner = made.node, site.node
        before = (outer.lineno, outer.col_offset) <= (inner.lineno, inner.col_offset)
        return before and (outer.end_lineno, outer.end_col_offset) >= (inner.end_lineno, inner.end_col_offset)

    def _files(self, refutation: Refutation) -> list[str]:
        """Return what files hold, for those a size of which is among the sizes at hand."""
        if not READ:
            return []
        sizes: set[Any] = set()
        for value in (refutation.blame, *refutation.fields.values()):
            shape = getattr(value, "shape", None)
            if type(shape) is Shape:
                sizes.update((*shape.prefix, *shape.suffix))
            elif type(value) is int:
                sizes.add(value)
        return [
            f"{path} holds {shape}"
            for path, shape in READ.items()
            if any(type(size) is int and size > 1 and size in sizes for size in shape.dims)
        ][:2]

    def _operation_name(self, operation: str) -> str:
        assert self.site is not None
        node = self.site.node
        if isinstance(node, ast.Call):
            text = self.site.source.excerpt(node.func)
            if text and (len(text) <= 40 or (len(text) <= 60 and text.replace(".", "").isidentifier())):
                return text
            if isinstance(node.func, ast.Attribute):
                return node.func.attr
        if isinstance(node, (ast.BinOp, ast.AugAssign, ast.Compare, ast.Subscript)):
            text = self.site.source.excerpt(node)
            if text and len(text) <= 50:
                return text
        if isinstance(node, ast.Compare):
            return _OPERATORS.get(type(node.ops[0]).__name__, operation)
        if isinstance(node, (ast.BinOp, ast.AugAssign)):
            return _OPERATORS.get(type(node.op).__name__, operation)
        if isinstance(node, ast.Subscript):
            return "indexing"
        return operation

    def _node_of(self, value: Any) -> Any:
        if value is None:
            return None
        return next((node for held, node in self.arguments if held is value), None)

    def _name_of(self, value: Any) -> str:
        if type(value) is Shaped:
            return self._name_of(value.source)
        node = self._node_of(value)
        if node is not None and self.site is not None:
            text = _brief(self.site.source, node)
            if text:
                return text
        if type(value) is Tensor:
            name = (value.attributes or {}).get("name")
            if isinstance(name, str):
                return name
            return self._text_inside(value) or ("the weight" if value.role else INPUT)
        return "the value"

    def _text_inside(self, value: Tensor) -> str | None:
        """Return what the user wrote where a tensor was made that the expression at work does not name."""
        made, site = value.site, self.site
        if made is None or site is None or value.role or self._encloses(made):
            return None
        return _brief(made.source, made.node) or None


def _is_for_want_of_entries(refutation: Refutation) -> bool:
    """Whether an array at hand is an empty list: what a function gathers that nobody calls may be more then."""
    arrays = (refutation.blame, *refutation.fields.values())
    shapes = [getattr(array, "shape", None) for array in arrays]
    return any(type(shape) is Shape and shape.rank == 1 and shape.dims[0] == 0 for shape in shapes)


_SINGULAR = {
    "channels": "channel",
    "entries": "entry",
    "axes": "axis",
    "elements": "element",
    "sizes": "size",
    "heads": "head",
    "groups": "group",
    "parts": "part",
    "names": "name",
    "features": "feature",
}
_ONE = re.compile(rf"(?<![+*/-] )(?<!\S)1 ({'|'.join(_SINGULAR)})\b( are)?")
_ROLES = re.compile(r"the (targets|labels|logits|predictions|state) \{(\w+)\}")


def _without_echo(message: str, fields: dict[str, Shown]) -> str:
    """Return a message without doubled words: neither "the targets targets" nor "the state the input"."""

    def once(match: re.Match[str]) -> str:
        role, name = match[1], str(fields[match[2]])
        if name == INPUT:
            return f"the {role}"
        return f"{{{match[2]}}}" if role.rstrip("s") in name.lower() else match[0]

    return _ROLES.sub(once, message)


class Shown:
    """A field of a message: prints as the user wrote it, with the shape at hand."""

    __slots__ = ("name", "value")

    def __init__(self, value: Any, name: str) -> None:
        self.value = value
        self.name = name

    @property
    def shape(self) -> Any:
        """The shape of an array field."""
        return self.value.shape

    @property
    def dtype(self) -> Any:
        """The dtype name of an array field."""
        return self.value.dtype.name if self.value.dtype else "?"

    def __str__(self) -> str:
        named = type(self.value) in (Tensor, Unknown, Shaped) or hasattr(self.value, "weak")
        return self.name if named else _text(self.value)

    def __repr__(self) -> str:
        return repr(self.value) if type(self.value) is str else str(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def _brief(source: Source, node: Any) -> str:
    """Return the text of an expression, a long call without its arguments; empty if it is longer still."""
    text = source.excerpt(node)
    if text and len(text) <= LONGEST:
        return text
    if isinstance(node, ast.Call):
        called = source.excerpt(node.func)
        if called and len(called) <= LONGEST - 5:
            return f"{called}(...)"
    return ""


def _text(value: Any) -> str:
    if type(value) is Dim or type(value) is int:
        return str(value)
    if type(value) is tuple:
        return str(Shape(value)) if all(type(v) in (int, Dim) for v in value) else repr(value)
    return str(value)


def _place(site: Site) -> str:
    return f"{site.source.path}:{site.node.lineno}"


_OPERATORS = {
    "Add": "+",
    "Sub": "-",
    "Mult": "*",
    "Div": "/",
    "MatMult": "@",
    "FloorDiv": "//",
    "Mod": "%",
    "Pow": "**",
    "BitAnd": "&",
    "BitOr": "|",
    "BitXor": "^",
    "Eq": "==",
    "NotEq": "!=",
    "Lt": "<",
    "LtE": "<=",
    "Gt": ">",
    "GtE": ">=",
}


def _whole(value: Any) -> Shape | None:
    """Return the shape of the whole data where a tensor is one batch of them."""
    found = (getattr(value, "attributes", None) or {}).get("whole")
    return found if type(found) is Shape and found != value.shape else None
