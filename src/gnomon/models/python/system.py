"""``sys``, processes, threads, clocks and logging: nothing of it reaches arrays."""

from __future__ import annotations

import sys
from typing import Any

from gnomon.models.api import UNKNOWN, ListValue, Modelled, constant, function, host, modelled, unknown_of
from gnomon.models.python.harmless import HARMLESS, giving, harmless, keeping, returning
from gnomon.models.registry import computed

# -- sys -----------------------------------------------------------------------------------------------


@computed("sys.argv")
def argv() -> Any:
    """The script's arguments where the check was given them, else unknown ones."""
    given = host.script_arguments()
    if given is None:
        return ListValue(None, element=unknown_of("str"))
    return ListValue([unknown_of("str"), *given])


@function("sys.exit", "os._exit", "os.abort", raw=True, tensor=False)
def leave(*arguments: Any) -> Any:
    """The program ends here."""
    host.end_path()


constant("sys.version_info", (3, 11, 0, "final", 0))
constant("sys.maxsize", sys.maxsize)
constant("sys.byteorder", "little")
for _name in ("platform", "version", "executable", "prefix", "copyright"):
    constant(f"sys.{_name}", unknown_of("str"))
harmless("sys", "stdout stderr stdin path float_info flags meta_path warnoptions settrace setprofile")
returning(None, "sys", "setrecursionlimit exc_clear")
returning((UNKNOWN, UNKNOWN, UNKNOWN), "sys", "exc_info")
giving("int", "sys", "getsizeof getrecursionlimit getrefcount")
giving("str", "sys", "getdefaultencoding getfilesystemencoding intern")
giving("bool", "sys", "gettrace")

# -- clocks --------------------------------------------------------------------------------------------

giving("float", "time", "time perf_counter monotonic process_time thread_time clock")
giving("int", "time", "time_ns perf_counter_ns monotonic_ns")
giving("str", "time", "strftime ctime asctime")
returning(None, "time", "sleep")
harmless("time", "localtime gmtime strptime mktime struct_time")
giving("float", "timeit", "timeit default_timer")
harmless("timeit", "Timer repeat")

# -- a few functions of modules that are quiet otherwise -----------------------------------------------

keeping("atexit", "register")
giving("int", "gc", "collect")
returning(None, "gc", "enable disable")
giving("str", "getpass", "getuser getpass")
giving("str", "platform", "system machine node platform processor python_version release")


@function("importlib.import_module", tensor=False)
def import_module(name: Any, package: Any = None) -> Any:
    """An unknown module."""
    return UNKNOWN


returning(UNKNOWN, "subprocess", "check_output run getoutput call check_call getstatusoutput")
returning(UNKNOWN, "struct", "unpack unpack_from calcsize")
returning(
    UNKNOWN, "inspect", "getmembers signature getfullargspec getargspec isclass isfunction ismethod getsource"
)
returning(UNKNOWN, "shlex", "split")
giving("str", "textwrap", "dedent fill indent wrap shorten")
giving("str", "pprint", "pformat")
returning(None, "pprint", "pprint pp")
giving("str", "traceback", "format_exc")
giving("bool", "warnings", "showwarning")

# -- processes that run functions of the program -------------------------------------------------------


@modelled("multiprocessing.Pool", "multiprocessing.pool.ThreadPool", "concurrent.futures.ThreadPoolExecutor",
          "concurrent.futures.ProcessPoolExecutor", "multiprocessing.dummy.Pool")  # fmt: skip
class Pool(Modelled):
    """Workers: what they compute is not followed."""

    def __init__(self, processes: Any = None, *arguments: Any, **keywords: Any) -> None:
        """How many workers does not matter."""

    def __enter__(self) -> Pool:
        return self

    def map(self, func: Any, iterable: Any, *rest: Any, **keywords: Any) -> Any:
        """A list of unknown results."""
        seen = host.iterate(iterable)
        return ListValue(None, element=UNKNOWN, length=None if seen is None else seen.length)

    imap = imap_unordered = starmap = map

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return HARMLESS


@function("multiprocessing.current_process", tensor=False)
def current_process() -> Any:
    """This process."""
    return HARMLESS
