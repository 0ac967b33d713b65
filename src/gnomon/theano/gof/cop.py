"""Operations whose C code lies in files of their own."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from gnomon.theano.gof.op import Op
from gnomon.theano.gof.utils import MethodNotDefined


class COp(Op):
    """The base of operations with their C code in files, parted by lines ``#section NAME``.

    ``func_name`` is a C function of the section ``support_code_apply`` or ``support_code`` that is called with the inputs and
    the addresses of the outputs, and returns 0; without it the section ``code`` is run. In a file `APPLY_SPECIFIC(name)` is a
    name of one application's own, and `DTYPE_INPUT_0`, `TYPENUM_OUTPUT_0`, `ITEMSIZE_...` tell of inputs and outputs.
    """

    SECTIONS: ClassVar[frozenset[str]] = frozenset(
        "init_code init_code_apply init_code_struct support_code support_code_apply support_code_struct "
        "cleanup_code_struct code code_cleanup".split()
    )
    section_re = re.compile(r"^#section ([a-zA-Z0-9_]+)$", re.MULTILINE)

    def __init__(self, func_files: str | Sequence[str], func_name: str | None = None) -> None:
        self.func_files = [func_files] if isinstance(func_files, str) else list(func_files)
        self.func_name = func_name
        self.load_c_code(self.func_files)
        if func_name is not None:
            for section in ("code", "code_cleanup"):
                if section in self.code_sections:
                    raise ValueError(
                        f"{type(self).__name__}: C code has a section {section!r} or func_name, not both"
                    )

    @classmethod
    def get_path(cls, file: str) -> str:
        """Return the path of a file that lies beside the class's own."""
        return os.path.realpath(os.path.join(os.path.dirname(inspect.getfile(cls)), file))

    def load_c_code(self, func_files: Sequence[str]) -> None:
        """Read the sections of files; those of later files are added."""
        self.func_codes: list[str] = []
        self.code_sections: dict[str, str] = {}
        for path in map(self.get_path, func_files):
            text = Path(path).read_text(encoding="utf-8")
            self.func_codes.append(text)
            before, *rest = self.section_re.split(text)
            if not rest:
                raise ValueError(
                    f"{path} has no section: begin one with a line such as '#section support_code'"
                )
            if before.strip():
                raise ValueError(f"{path}: there is C code before the first #section: {before.strip()[:60]}")
            for name, code in zip(rest[::2], rest[1::2]):
                if name not in self.SECTIONS:
                    raise ValueError(
                        f"{path}: there is no section {name!r}, only {', '.join(sorted(self.SECTIONS))}"
                    )
                self.code_sections[name] = self.code_sections.get(name, "") + code

    def _section(self, name: str) -> str:
        if name not in self.code_sections:
            raise MethodNotDefined(f"c_{name}", type(self), type(self).__name__)
        return self.code_sections[name]

    def c_code_cache_version(self) -> Any:
        return (hash(tuple(self.func_codes)),)

    def c_init_code(self) -> list[str]:
        """Return what is run once when the code is loaded."""
        return [self._section("init_code")]

    def c_support_code(self) -> str:
        return self._section("support_code")

    def c_support_code_apply(self, node: Any, name: str) -> str:
        """Return functions of one application."""
        return self._with_macros("support_code_apply", node, name)

    def c_init_code_apply(self, node: Any, name: str) -> str:
        """Return what is run once for one application."""
        return self._with_macros("init_code_apply", node, name)

    def c_support_code_struct(self, node: Any, name: str) -> str:
        """Return members of the struct of one application."""
        return self._with_macros("support_code_struct", node, name)

    def c_init_code_struct(self, node: Any, name: str, sub: Any) -> str:
        """Return what begins that struct."""
        return self._with_macros("init_code_struct", node, name, sub)

    def c_cleanup_code_struct(self, node: Any, name: str) -> str:
        """Return what ends that struct."""
        return self._with_macros("cleanup_code_struct", node, name)

    def c_code(self, node: Any, name: str, inputs: Sequence[str], outputs: Sequence[str], sub: Any) -> str:
        if self.func_name is None:
            return self._with_macros("code", node, name, sub, inputs, outputs)
        given = [
            *inputs,
            *["&" + output for output in outputs],
            *([sub["params"]] if "params" in sub else []),
        ]
        call = f"{{ if ({self.func_name}({', '.join(given)}) != 0) {sub['fail']} }}"
        return _framed(self._macros(node, name), call)

    def c_code_cleanup(
        self, node: Any, name: str, inputs: Sequence[str], outputs: Sequence[str], sub: Any
    ) -> str:
        """Return what is run after the code, also when that failed."""
        return self._with_macros("code_cleanup", node, name, sub, inputs, outputs)

    def _with_macros(
        self,
        section: str,
        node: Any,
        name: str,
        sub: Any = None,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] = (),
    ) -> str:
        macros = self._macros(node, name)
        if sub is not None:
            macros["FAIL"] = sub["fail"]
            if "params" in sub:
                macros["PARAMS"] = sub["params"]
        macros |= {f"INPUT_{place}": key for place, key in enumerate(inputs)}
        macros |= {f"OUTPUT_{place}": key for place, key in enumerate(outputs)}
        return _framed(macros, self._section(section))

    def _macros(self, node: Any, name: str) -> dict[str, str]:
        """Return the macros of one application, and what they mean."""
        found = {"APPLY_SPECIFIC(str)": f"str##_{name}"}
        for kind, variables in (("INPUT", node.inputs), ("OUTPUT", node.outputs)):
            for place, variable in enumerate(variables):
                if hasattr(variable, "dtype"):
                    dtype = np.dtype(variable.dtype)
                    found |= {
                        f"DTYPE_{kind}_{place}": f"npy_{variable.dtype}",
                        f"TYPENUM_{kind}_{place}": str(dtype.num),
                        f"ITEMSIZE_{kind}_{place}": str(dtype.itemsize),
                    }
        wrapper = getattr(self, "params_type", None)
        if wrapper is not None and hasattr(wrapper, "c_macros"):
            found |= wrapper.c_macros()
        return found


def _framed(macros: dict[str, str], code: str) -> str:
    """Return code between the definitions of macros and their end."""
    begin = [f"#define {name} {text}" for name, text in macros.items()]
    end = [f"#undef {name.partition('(')[0]}" for name in macros]
    return "\n".join(["", *begin, code, *end, ""])
