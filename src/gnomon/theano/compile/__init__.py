"""`theano.compile`: functions, shared variables, modes."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.compile import (
    builders,
    debugmode,
    function_module,
    io,
    mode,
    monitormode,
    nanguardmode,
    ops,
    sharedvalue,
)
from gnomon.theano.compile import function as _function
from gnomon.theano.compile import pfunc as _pfunc
from gnomon.theano.compile.builders import OpFromGraph
from gnomon.theano.compile.debugmode import DebugMode
from gnomon.theano.compile.function import AliasedMemoryError, UnusedInputError, function, function_dump
from gnomon.theano.compile.function_module import FunctionMaker, Supervisor, orig_function
from gnomon.theano.compile.io import In, Out, Param, SymbolicInput, SymbolicOutput
from gnomon.theano.compile.mode import (
    FAST_COMPILE,
    FAST_RUN,
    OPT_FAST_COMPILE,
    OPT_FAST_RUN,
    OPT_FAST_RUN_STABLE,
    OPT_MERGE,
    OPT_NONE,
    OPT_O2,
    OPT_O3,
    OPT_STABILIZE,
    OPT_UNSAFE,
    Mode,
    PrintCurrentFunctionGraph,
    get_default_mode,
    get_mode,
    predefined_linkers,
    predefined_modes,
    predefined_optimizers,
    register_linker,
    register_mode,
    register_optimizer,
)
from gnomon.theano.compile.monitormode import MonitorMode
from gnomon.theano.compile.nanguardmode import NanGuardMode
from gnomon.theano.compile.ops import (
    DeepCopyOp,
    FromFunctionOp,
    Rebroadcast,
    ViewOp,
    as_op,
    deep_copy_op,
    register_deep_copy_op_c_code,
    register_rebroadcast_c_code,
    register_shape_c_code,
    register_shape_i_c_code,
    register_specify_shape_c_code,
    register_view_op_c_code,
    shape,
    shape_i,
    view_op,
)
from gnomon.theano.compile.pfunc import pfunc, rebuild_collect_shared
from gnomon.theano.compile.profiling import ProfileStats, ScanProfileStats
from gnomon.theano.compile.running import Function
from gnomon.theano.compile.sharedvalue import SharedVariable, generic_constructor, shared, shared_constructor
from gnomon.theano.configuration import config
from gnomon.theano.gof.optdb import Query, optdb
from gnomon.theano.tensor.shapes import Shape, Shape_i, SpecifyShape, specify_shape
