"""Reading and writing data: what is read is unknown, what is written stays as it is."""

from __future__ import annotations

import json
from typing import Any

from gnomon.models.api import Iteration, ListValue, Unknown, function, unknown_of
from gnomon.models.python.harmless import giving, harmless, returning


def _reader(*names: str) -> None:
    @function(*names, raw=True, tensor=False)
    def read(*arguments: Any, **keywords: Any) -> Any:
        return Unknown(name=f"{names[0]}(...)")


for _module in (
    "json",
    "pickle",
    "cPickle",
    "dill",
    "cloudpickle",
    "marshal",
    "ujson",
    "orjson",
    "toml",
    "tomllib",
):
    _reader(f"{_module}.load")
    if _module not in ("json", "ujson", "orjson"):
        _reader(f"{_module}.loads")
    returning(None, _module, "dump")
    giving("str" if "json" in _module else "bytes", _module, "dumps")


@function("json.loads", "ujson.loads", "orjson.loads", tensor=False)
def loads(s: Any, *arguments: Any, **keywords: Any) -> Any:
    """What a text that is known describes."""
    if type(s) is not str or arguments or keywords or len(s) > 20_000:
        return Unknown(name="json.loads(...)")
    try:
        return json.loads(s)
    except ValueError:
        return Unknown(name="json.loads(...)")


harmless("json", "JSONEncoder JSONDecoder JSONDecodeError encoder decoder")
harmless("pickle", "HIGHEST_PROTOCOL Pickler Unpickler UnpicklingError PicklingError")
for _name in ("load", "safe_load", "full_load", "unsafe_load", "load_all"):
    _reader(f"yaml.{_name}")
giving("str", "yaml", "dump safe_dump")
harmless("yaml.*")
_reader("joblib.load")
returning(None, "joblib", "dump")


@function("csv.reader", raw=True, tensor=False)
def reader(*arguments: Any, **keywords: Any) -> Any:
    """Rows of unknown strings."""
    return Iteration(make=lambda: ListValue(None, element=unknown_of("str")))


@function("csv.DictReader", raw=True, tensor=False)
def dict_reader(*arguments: Any, **keywords: Any) -> Any:
    """Unknown rows."""
    return Iteration(make=lambda: Unknown(name="row"))


harmless(
    "csv",
    "writer DictWriter QUOTE_MINIMAL QUOTE_ALL QUOTE_NONE QUOTE_NONNUMERIC field_size_limit excel Error",
)
