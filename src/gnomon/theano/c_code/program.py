"""The C++ of one application of an operation: a struct with its state, and the functions that make, run and drop it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from gnomon.theano.gof.graph import Apply, NoParams
from gnomon.theano.gof.utils import MethodNotDefined

UNSAID = "no Python error was set by the C code that failed"


class Program(NamedTuple):
    """C++ text, and what a compiler needs besides."""

    text: str
    flags: tuple[str, ...]
    folders: tuple[str, ...]
    libraries: tuple[str, ...]


def program_of(node: Apply) -> Program:
    """Write an application's program; a `MethodNotDefined` or `NotImplementedError` if it has no C code."""
    op, name = node.op, "node_0"
    inputs = [f"V{place}" for place in range(len(node.inputs))]
    outputs = [f"V{len(inputs) + place}" for place in range(len(node.outputs))]
    has_parameters = node.run_params() is not NoParams
    sub: dict[str, Any] = {"id": 1, "struct_id": 0, "failure_var": "failure", "fail": _fail("ended")}
    if has_parameters:
        sub["params"] = "V_params"
    code = op.c_code(node, name, inputs, outputs, sub)
    cleanup = _said(op, "c_code_cleanup", node, name, inputs, outputs, sub)

    values = list(zip(inputs, [variable.type for variable in node.inputs]))
    results = list(zip(outputs, [variable.type for variable in node.outputs]))
    parameters = [("V_params", node.params_type)] if has_parameters else []
    everything = [kind for _, kind in values + results + parameters]

    body = f"{{\n{code}\n}}\nended: ;\n{cleanup}"
    for place, (key, kind) in reversed(list(enumerate(results))):
        body = _around(body, key, kind, f"kept_{place}", f"PyList_GET_ITEM(storage, {place})", place)
    for place, (key, kind) in reversed(list(enumerate(values))):
        body = _around(body, key, kind, f"given_{place}", f"PyTuple_GET_ITEM(given, {place})")

    started = _said(op, "c_init_code_struct", node, name, {**sub, "fail": "{ failure = 1; return; }"})
    dropped = _said(op, "c_cleanup_code_struct", node, name)
    held, taken, let_go = _parameters(parameters)
    text = "\n".join(
        [
            "#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION",
            "#include <Python.h>",
            "#include <numpy/arrayobject.h>",
            "#include <numpy/arrayscalars.h>",
            "#include <cmath>",
            "#include <iostream>",
            *[line if line.startswith("#") else f"#include {_quoted(line)}" for line in _listed(op, everything, "c_headers")],
            *_listed(op, everything, "c_support_code"),
            _said(op, "c_support_code_apply", node, name),
            "namespace {",
            "struct Application {",
            f"int failure = 0;\n{held}",
            _said(op, "c_support_code_struct", node, name),
            f"Application(PyObject *py_V_params) {{\n{taken}\n{started}\n}}",
            f"~Application() {{\n{dropped}\n{let_go}\n}}",
            f"int run(PyObject *given, PyObject *storage) {{\nint failure = 0;\n{body}\nreturn failure;\n}}",
            "};",
            "}",
            'extern "C" {',
            "PyObject *gnomon_begin() {\nimport_array();",
            *_listed(op, everything, "c_init_code"),
            _said(op, "c_init_code_apply", node, name),
            "if (PyErr_Occurred()) return NULL;\nPy_RETURN_NONE;\n}",
            "PyObject *gnomon_make(PyObject *parameters) {",
            "Application *made = new Application(parameters);",
            "if (made->failure || PyErr_Occurred()) {",
            f'  delete made; if (!PyErr_Occurred()) PyErr_SetString(PyExc_RuntimeError, "{UNSAID}"); return NULL;',
            "}\nreturn PyLong_FromVoidPtr(made);\n}",
            "PyObject *gnomon_run(PyObject *made, PyObject *given, PyObject *storage) {",
            "if (((Application *)PyLong_AsVoidPtr(made))->run(given, storage)) return NULL;",
            "Py_RETURN_NONE;\n}",
            "PyObject *gnomon_drop(PyObject *made) {",
            "delete (Application *)PyLong_AsVoidPtr(made);\nPy_RETURN_NONE;\n}\n}",
        ]
    )  # fmt: skip
    return Program(
        text,
        tuple(_listed(op, everything, "c_compile_args")),
        tuple(_listed(op, everything, "c_header_dirs")),
        tuple(
            [f"-L{folder}" for folder in _listed(op, everything, "c_lib_dirs")]
            + [f"-l{library}" for library in _listed(op, everything, "c_libraries")]
        ),
    )


def _around(body: str, key: str, kind: Any, label: str, source: str, kept: int | None = None) -> str:
    """Return a body with what takes a value before it, and what gives it back (at place ``kept``) after it."""
    sub = {"fail": _fail(label), "failure_var": "failure", "id": 1}
    take = kind.c_extract(key, sub)
    if kept is not None:
        take = f"if (py_{key} == Py_None) {{\n{kind.c_init(key, sub)}\n}} else {{\n{take}\n}}"
    give = ""
    if kept is not None:
        give = f"""if (!failure) {{
{kind.c_sync(key, {**sub, "fail": "{ failure = 1; }"})}
if (py_{key}) {{ Py_INCREF(py_{key}); PyList_SetItem(storage, {kept}, py_{key}); }} else {{ failure = 1; }}
}}
"""
    return f"""{kind.c_declare(key, sub)}
PyObject *py_{key} = {source};
Py_INCREF(py_{key});
{kind.c_init(key, sub)}
{{
{take}
{{
{body}
}}
}}
{label}: ;
{give}{kind.c_cleanup(key, sub)}
Py_XDECREF(py_{key});
"""


def _parameters(parameters: list[tuple[str, Any]]) -> tuple[str, str, str]:
    """Return how the parameters of an operation are declared in its struct, taken and let go."""
    if not parameters:
        return "", "", ""
    key, kind = parameters[0]
    sub = {"fail": "{ failure = 1; return; }", "failure_var": "failure", "id": 0}
    return (
        kind.c_declare(key, sub),
        f"{kind.c_init(key, sub)}\n{kind.c_extract(key, sub)}",
        kind.c_cleanup(key, sub),
    )


def _fail(label: str) -> str:
    """Return the C++ that leaves with an error."""
    return (
        f'{{ failure = 1; if (!PyErr_Occurred()) PyErr_SetString(PyExc_RuntimeError, "{UNSAID}"); '
        f"goto {label}; }}"
    )


def _said(thing: Any, method: str, *arguments: Any) -> str:
    """Return the text that a method gives, "" if there is none."""
    found = getattr(thing, method, None)
    if found is None:
        return ""
    try:
        text = found(*arguments)
    except (MethodNotDefined, NotImplementedError):
        return ""
    return "\n".join(text) if isinstance(text, (list, tuple)) else str(text or "")


def _listed(op: Any, kinds: Iterable[Any], method: str) -> list[str]:
    """Return what an operation and the types of its values list by a method, each entry once."""
    found: list[str] = []
    for thing in (*kinds, op):
        for entry in _entries(getattr(thing, method, None)):
            if entry not in found:
                found.append(entry)
    return found


def _entries(method: Callable[..., Any] | None) -> list[str]:
    if method is None:
        return []
    takes_compiler = len(inspect.signature(method).parameters) > 0
    try:
        given = method(None) if takes_compiler else method()
    except (MethodNotDefined, NotImplementedError):
        return []
    return [given] if isinstance(given, str) else [str(entry) for entry in given or ()]


def _quoted(header: str) -> str:
    return header if header.startswith(("<", '"')) else f'"{header}"'
