"""tf.app.flags: command-line settings have their default values unless the check is given others."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Modelled, Unknown, choice, constant, host, modelled, symbol, unknown_of
from gnomon.models.tensorflow.common import current_root, tf_function
from gnomon.values import ABSENT, state

PLACES = ("app.flags", "flags", "python.platform.flags", "python.platform.app.flags")


class _Store:
    """The flags that the present root has defined."""

    def __init__(self) -> None:
        self.root: Any = None
        self.cell: dict[str, Any] = {}

    def open(self) -> dict[str, Any]:
        if self.root is not current_root():
            self.root, self.cell = current_root(), {}
        return self.cell


_store = _Store()


@modelled("tensorflow.app.flags.FlagValues", "tensorflow.flags.FlagValues")
class FlagValues(Modelled):
    """The object FLAGS."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("outer", "site"):
            raise AttributeError(name)
        value = _store.open().get(name, ABSENT)
        return Unknown(name=name) if value is ABSENT else value

    def __setattr__(self, name: str, value: Any) -> None:
        state.write(_store.open(), name, value)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return Unknown()

    def flag_values_dict(self) -> Any:
        """All flags as a dict."""
        return Unknown()

    def __getitem__(self, name: Any) -> Any:
        return Unknown()


_FLAGS = FlagValues()


def _given(name: str) -> str | None:
    """Return the value that the check was given for a flag on the command line."""
    words = list(host.script_arguments() or ())
    for place, word in enumerate(words):
        bare = word.lstrip("-")
        if bare == name and word.startswith("-") and place + 1 < len(words):
            return words[place + 1]
        if word.startswith("-") and bare.startswith(name + "="):
            return bare[len(name) + 1 :]
    return None


def _define(kind: Any) -> Any:
    def model(name: Any, default: Any = None, help: Any = None, *args: Any, **kwargs: Any) -> None:
        if type(name) is not str:
            return
        written = _given(name)
        value = default
        if written is not None:
            try:
                value = kind(written)
            except ValueError:
                value = Unknown(name=name)
        elif default is None:
            value = choice([None, symbol(lower=None) if kind is int else unknown_of(kind.__name__)])
        state.write(_store.open(), name, tuple(value) if type(value) is list else value)

    return model


def _truth(text: str) -> bool:
    return text.lower() in ("true", "1", "yes", "t", "y")


def _words(text: str) -> Any:
    return tuple(text.split(","))


for _place in PLACES:
    tf_function(f"{_place}.DEFINE_string", f"{_place}.DEFINE_enum_free", tensor=False)(_define(str))
    tf_function(f"{_place}.DEFINE_integer", f"{_place}.DEFINE_int", tensor=False)(_define(int))
    tf_function(f"{_place}.DEFINE_float", tensor=False)(_define(float))
    tf_function(f"{_place}.DEFINE_bool", f"{_place}.DEFINE_boolean", tensor=False)(_define(_truth))
    tf_function(f"{_place}.DEFINE_list", f"{_place}.DEFINE_multi_string", tensor=False)(_define(_words))
    constant(f"tensorflow.{_place}.FLAGS", _FLAGS)

    @tf_function(f"{_place}.DEFINE_enum", tensor=False)
    def _enum(name: Any, default: Any, enum_values: Any = None, help: Any = None, *args: Any, **kwargs: Any) -> None:
        _define(str)(name, default)

    tf_function(f"{_place}.mark_flag_as_required", f"{_place}.mark_flags_as_required", f"{_place}.register_validator",
                tensor=False)(lambda *args, **kwargs: None)  # fmt: skip


@tf_function("app.run", "compat.v1.app.run", tensor=False)
def _run(main: Any = None, argv: Any = None) -> Any:
    if main is None:
        main = _main_of_program()
    if main is not None:
        return host.call(main, Unknown())
    return None


def _main_of_program() -> Any:
    """Return the function ``main`` of the script that calls ``tf.app.run()``."""
    frame = getattr(host.current, "frame", None)
    found = None if frame is None else frame.lookup("main")
    return None if found is ABSENT else found
