"""Small programs run for real and checked: the names they bind have the shapes that the checker says."""

import re
import warnings

import numpy as np

from gnomon.check.api import check_file
from gnomon.check.diagnostic import Level

SHAPE = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)")


def agree(source, *names, open=(), unknown=()):
    """Assert that a program binds names to arrays of the revealed shapes, or fails where the checker says.

    Sizes of names in ``open`` may be unknown; names in ``unknown`` may have any shape.
    """
    space = {}
    failed = None
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            exec(compile(source, "program.py", "exec"), space)
        except Exception as error:
            trace = error.__traceback__
            lines = []
            while trace is not None:
                if trace.tb_frame.f_code.co_filename == "program.py":
                    lines.append(trace.tb_lineno)
                trace = trace.tb_next
            failed = (lines[0], error)
    lines = source.rstrip("\n").split("\n")
    asked = lines + [f"reveal_shape({name})" for name in names]
    result = check_file("program.py", source="\n".join(asked) + "\n")
    assert result.fault is None, result.fault
    errors = [d for d in result.diagnostics if d.level is Level.ERROR]
    if failed is not None:
        assert errors, f"line {failed[0]} raises {failed[1]!r}; the checker is silent\n{source}"
        assert errors[0].span.line == failed[0], f"{failed[1]!r}; the checker says {errors[0]}\n{source}"
        return
    assert not errors, f"{errors[0].message}\n{source}"
    told = {d.span.line - len(lines): d.message for d in result.diagnostics if d.rule == "reveal-shape"}
    for place, name in enumerate(names, 1):
        if name not in unknown:
            compare(told.get(place, ""), space[name], name, name in open, source)


def compare(text, value, name, open_, source):
    """Assert that a revealed shape describes a value."""
    want = np.shape(value.toarray() if hasattr(value, "toarray") else value)
    found = SHAPE.match(text)
    assert found, f"{name} is revealed as {text!r}, but is {want}\n{source}"
    parts = [part.strip() for part in split_top(found.group(1)) if part.strip()]
    assert "..." not in parts, f"{name} is revealed as {text!r}, but is {want}\n{source}"
    assert len(parts) == len(want), f"{name} is revealed as {text!r}, but is {want}\n{source}"
    for part, size in zip(parts, want):
        assert part == str(size) or (open_ and not part.isdigit()), (
            f"{name} is revealed as {text!r}, but is {want}\n{source}"
        )
    dtype, told = getattr(value, "dtype", None), text[found.end() :].split()
    if told and isinstance(dtype, np.dtype) and dtype.kind in "biufc":
        assert told == [dtype.name], f"{name} is revealed as {text!r}, but is {dtype}\n{source}"


def split_top(text):
    """The parts between commas outside parentheses."""
    depth, part = 0, ""
    for letter in text:
        if letter == "," and depth == 0:
            yield part
            part = ""
        else:
            depth += (letter == "(") - (letter == ")")
            part += letter
    yield part
