"""How values of types travel between Python and C: declare, begin empty, take from Python, give back, let go.

Types of users have these methods themselves (`c_declare`, `c_init`, `c_extract`, `c_sync`, `c_cleanup`). A value
``x`` of a type is the C variable ``x``; its Python object is ``py_x``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class InC:
    """The methods by which a type tells its C side; each returns C++ text."""

    def c_declare(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        """Return the declaration of the C variable ``name``."""
        raise NotImplementedError

    def c_init(self, name: str, sub: Mapping[str, Any]) -> str:
        """Return what gives it a value that can be let go, though nothing is there yet."""
        raise NotImplementedError

    def c_extract(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        """Return what sets it from the Python object ``py_name``."""
        raise NotImplementedError

    def c_sync(self, name: str, sub: Mapping[str, Any]) -> str:
        """Return what sets ``py_name``, an own reference, from it."""
        raise NotImplementedError

    def c_cleanup(self, name: str, sub: Mapping[str, Any]) -> str:
        """Return what lets it go."""
        return ""


class ArrayInC(InC):
    """Arrays: `PyArrayObject *name`, and the C type of the elements `dtype_name`."""

    def c_element_type(self) -> str:
        """Return the C type of the elements."""
        return self.dtype_specs()[1]  # type: ignore[attr-defined, no-any-return]

    def c_declare(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        return f"PyArrayObject *{name}; typedef {self.c_element_type()} dtype_{name};\n"

    def c_init(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"{name} = NULL;\n"

    def c_extract(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        number = self.dtype_specs()[2]  # type: ignore[attr-defined]
        return f"""{name} = NULL;
if (!PyArray_Check(py_{name}) || PyArray_TYPE((PyArrayObject *)py_{name}) != {number}
    || !PyArray_ISALIGNED((PyArrayObject *)py_{name})) {{
  PyErr_SetString(PyExc_TypeError, "{name}: an aligned array of {number} is needed");
  {sub["fail"]}
}}
{name} = (PyArrayObject *)py_{name};
Py_INCREF({name});
"""

    def c_sync(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"""Py_XDECREF(py_{name});
py_{name} = {name} ? (PyObject *){name} : Py_None;
Py_INCREF(py_{name});
"""

    def c_cleanup(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"Py_XDECREF((PyObject *){name});\n"


class NumberInC(InC):
    """Single numbers: `npy_float64 name`."""

    def c_element_type(self) -> str:
        """Return the C type."""
        return self.dtype_specs()[1]  # type: ignore[attr-defined, no-any-return]

    def c_declare(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        return f"{self.c_element_type()} {name}; typedef {self.c_element_type()} dtype_{name};\n"

    def c_init(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"{name} = 0;\n"

    def c_extract(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        return f"""{{
  PyArrayObject *as_array = (PyArrayObject *)PyArray_FROM_OTF(py_{name}, {self._number()}, NPY_ARRAY_IN_ARRAY);
  if (!as_array) {{ {sub["fail"]} }}
  {name} = *({self.c_element_type()} *)PyArray_DATA(as_array);
  Py_DECREF(as_array);
}}
"""

    def c_sync(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"""Py_XDECREF(py_{name});
{{
  PyArray_Descr *kind = PyArray_DescrFromType({self._number()});
  py_{name} = PyArray_Scalar(&{name}, kind, NULL);
  Py_DECREF(kind);
}}
"""

    def _number(self) -> str:
        return f"NPY_{self.dtype.upper()}"  # type: ignore[attr-defined]


class ObjectInC(InC):
    """Any Python object: `PyObject *name`."""

    def c_declare(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        return f"PyObject *{name};\n"

    def c_init(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"{name} = NULL;\n"

    def c_extract(self, name: str, sub: Mapping[str, Any], check_input: bool = True) -> str:
        return f"{name} = py_{name}; Py_INCREF({name});\n"

    def c_sync(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"""Py_XDECREF(py_{name});
py_{name} = {name} ? {name} : Py_None;
Py_INCREF(py_{name});
"""

    def c_cleanup(self, name: str, sub: Mapping[str, Any]) -> str:
        return f"Py_XDECREF({name});\n"
