"""`tf.experimental.numpy`: NumPy's functions for TensorFlow's tensors, and names that are no functions."""

from __future__ import annotations

from typing import Any

from gnomon.models import numpy
from gnomon.models.api import (
    Dtype,
    LibraryFunction,
    ListValue,
    Tensor,
    alias,
    constant,
    dtypes,
    function,
    host,
)
from gnomon.models.numpy.kinds import Kind
from gnomon.models.python.harmless import harmless
from gnomon.models.registry import NAMES

HOME = "tensorflow.experimental.numpy"


def as_tensors(value: Any) -> Any:
    """Return the arrays in a result as TensorFlow's; their dtypes follow rules of their own."""
    kind = type(value)
    if kind is Tensor:
        known = value.dtype if value.dtype is not None and value.dtype.kind == "bool" else None
        made = Tensor(value.shape, known, "tf", site=host.reporter.site)
        made.contents, made.bounds = value.contents, value.bounds
        return made
    if kind is tuple or kind is list:
        return kind(as_tensors(part) for part in value)
    if kind is ListValue and value.items is None:
        value.element = as_tensors(value.element)
    return value


def as_arrays(value: Any) -> Any:
    """Return the tensors in an argument as arrays whose dtypes are not held against each other."""
    kind = type(value)
    if kind is Tensor and value.library != "numpy":
        dtype = value.dtype if value.dtype is not None and value.dtype.kind == "bool" else None
        made = Tensor(value.shape, dtype, "numpy", site=value.site)
        made.contents, made.bounds = value.contents, value.bounds
        return made
    return kind(as_arrays(part) for part in value) if kind is tuple or kind is list else value


def _shared(name: str, found: LibraryFunction) -> None:
    def model(*arguments: Any, **keywords: Any) -> Any:
        given = [as_arrays(argument) for argument in arguments]
        return as_tensors(found.function(*given, **{key: as_arrays(part) for key, part in keywords.items()}))

    model.__name__ = name
    if getattr(found.function, "variadic", False):
        model.variadic = True  # type: ignore[attr-defined]
    function(f"{HOME}.{name}", raw=found.raw, tensor=found.returns_tensor)(model)


for _name, _found in list(NAMES.items()):
    _home, _, _last = _name.rpartition(".")
    if _home == numpy.__name__.rpartition(".")[2]:
        if isinstance(_found, LibraryFunction):
            _shared(_last, _found)
        elif _found is None or type(_found) in (Dtype, float, Kind):
            constant(f"{HOME}.{_last}", _found)


@function(f"{HOME}.experimental_enable_numpy_behavior", tensor=False)
def enable(*arguments: Any, **keywords: Any) -> None:
    """Let tensors have NumPy's methods and promotion."""


for _name in ("qint8", "qint16", "qint32", "quint8", "quint16", "resource", "variant"):
    for _home in ("tensorflow", "tensorflow.dtypes"):
        constant(f"{_home}.{_name}", Kind(_name))
for _name in ("double", "half", "complex"):
    constant(f"tensorflow.dtypes.{_name}", dtypes.parse(_name))

harmless("tensorflow", "errors distribute_lib sysconfig")
harmless(
    "tensorflow",
    "AggregationMethod DeviceSpec IndexedSlicesSpec NoneTensorSpec OptionalSpec RaggedTensorSpec SparseTensorSpec"
    " UnconnectedGradients VariableAggregation VariableSynchronization GraphKeys ConditionalAccumulator",
)
harmless("tensorflow.data", "DatasetSpec IteratorSpec NumpyIterator ThreadingOptions")
harmless("tensorflow.config", "LogicalDevice PhysicalDevice")
harmless(
    "tensorflow.distribute",
    "CrossDeviceOps DistributedDataset DistributedIterator DistributedValues HierarchicalCopyAllReduce InputContext"
    " InputOptions InputReplicationMode NcclAllReduce ReduceOp ReductionToOneDevice ReplicaContext RunOptions Server"
    " StrategyExtended ParameterServerStrategy experimental_set_strategy",
)
harmless(
    "tensorflow.linalg",
    "LinearOperator LinearOperatorAdjoint LinearOperatorBlockDiag LinearOperatorBlockLowerTriangular",
)
for _kind in (
    "Circulant Circulant2D Circulant3D Composition Diag FullMatrix Householder Identity Inversion Kronecker"
    " LowRankUpdate LowerTriangular Permutation ScaledIdentity Toeplitz Tridiag Zeros"
).split():
    harmless("tensorflow.linalg", f"LinearOperator{_kind}")
harmless(
    "tensorflow.train",
    "CheckpointView ClusterDef JobDef ServerDef TrackableView SessionRunContext LooperThread",
)
harmless("tensorflow.saved_model", "Asset LoadOptions")
alias("tensorflow.queue", "tensorflow")
