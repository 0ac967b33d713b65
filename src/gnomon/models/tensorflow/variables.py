"""Variables: tensors that keep their values between runs."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dtype,
    ListValue,
    Modelled,
    Shape,
    Tensor,
    Unknown,
    attribute,
    dtypes,
    host,
    is_unknown,
    text,
    unknown_of,
)
from gnomon.models.tensorflow.arrays import scattered
from gnomon.models.tensorflow.common import (
    array,
    as_dtype,
    declared,
    ignored,
    is_tensor,
    made,
    older_than,
    sizes,
    tf_function,
    tf_method,
    version,
)
from gnomon.models.tensorflow.nosize import says_none
from gnomon.models.tensorflow.running import Operation, operation
from gnomon.models.tensorflow.scopes import current, variables
from gnomon.ops.feeding import Written
from gnomon.shapes import Both, Claim, Equal, Never
from gnomon.values.unseen import is_unseen

HELP = (
    "state the shape with numbers, or with the sizes in x.shape; validate_shape=False makes an open variable"
)
NUMBERS = "state it with numbers, such as the last entry of x.shape"


def variable_of(shape: Shape, dtype: Dtype | None, name: Any = None) -> Tensor:
    """Return a variable of a shape."""
    tensor = Tensor(shape, dtype, "tf", site=host.reporter.site)
    if type(name) is str:
        tensor.attributes = {"name": name + ":0" if ":" not in name else name}
    return tensor


@tf_function("Variable", "contrib.eager.Variable", "python.ops.variables.Variable")
def _variable(
    initial_value: Any = None,
    trainable: Any = None,
    collections: Any = None,
    validate_shape: Any = True,
    caching_device: Any = None,
    name: Any = None,
    variable_def: Any = None,
    dtype: Any = None,
    expected_shape: Any = None,
    import_scope: Any = None,
    constraint: Any = None,
    use_resource: Any = None,
    synchronization: Any = None,
    aggregation: Any = None,
    shape: Any = None,
    experimental_enable_variable_lifting: Any = None,
) -> Tensor:
    if callable_value(initial_value):
        initial_value = host.call(initial_value)
    initial = array(initial_value, as_dtype(dtype))
    kind = as_dtype(dtype, initial.dtype)
    if shape is not None:
        return variable_of(declared(shape), kind, name)
    if validate_shape is False:
        return variable_of(Shape.unknown(), kind, name)
    if validate_shape is True and _wants_known_shape():
        _require_known(initial.shape, "the initial value", initial_value, HELP)
    result = variable_of(initial.shape, kind, name)
    result.bounds = initial.bounds
    return result


def _require_known(shape: Shape, what: str, blame: Any, help: str) -> None:
    """Report a shape of which TensorFlow does not know all sizes while it builds the graph."""
    if any(is_unseen(size) for size in (*shape.prefix, *shape.suffix)):
        seen = str(Written(["?" if is_unseen(size) else size for size in shape.prefix]))
        message = "{op}: TensorFlow does not know the shape of {what}: {seen}"
        host.require(Never(), "unknown-variable-shape", message, blame=blame, help=help, what=what, seen=seen)


def _wants_known_shape() -> bool:
    """Whether variables are those of TensorFlow 1: resource variables, which came with 2, take any shape."""
    if older_than(2, 0):
        return True
    source = getattr(host.reporter.site, "source", None)
    text = source.text if source is not None else ""
    if version() is not None or "disable_v2_behavior" in text or "disable_resource_variables" in text:
        return "disable_v2_behavior" in text or "disable_resource_variables" in text
    return "compat" not in text and "placeholder(" in text


def callable_value(value: Any) -> bool:
    """Whether a value is a function of the program."""
    from gnomon.values import Bound, FunctionValue

    return type(value) in (FunctionValue, Bound)


@tf_function(
    "get_variable",
    "contrib.framework.variable",
    "contrib.slim.variable",
    "contrib.slim.model_variable",
    "contrib.framework.model_variable",
    "get_local_variable",
)
def get_variable(
    name: Any,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: Any = None,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: Any = True,
    use_resource: Any = None,
    custom_getter: Any = None,
    constraint: Any = None,
    synchronization: Any = None,
    aggregation: Any = None,
    device: Any = None,
) -> Tensor:
    """Return the variable of a name in the present scope, making it unless the scope reuses it."""
    full = current().full_name(text(name))
    table = variables()
    known = table.get(full) if full is not None else None
    if known is not None and (current().reuse is True or shape is None):
        if shape is not None:
            _require_shared(known, sizes(shape), shape)
        return known
    kind = as_dtype(dtype)
    if shape is not None:
        wanted = declared(shape)
        if says_none(shape):
            _require_known(wanted, "the variable", shape, NUMBERS)
    elif is_tensor(initializer) or (not is_unknown(initializer) and not callable_value(initializer)):
        initial = array(initializer) if type(initializer) in (Tensor, list, tuple, int, float) else None
        wanted = initial.shape if initial is not None else Shape.unknown()
        kind = kind or (initial.dtype if initial is not None else None)
    else:
        wanted = Shape.unknown()
    result = variable_of(wanted, kind or dtypes.float32, full)
    if full is not None:
        table.put(full, result)
    return result


def _require_shared(known: Tensor, wanted: Shape, given: Any) -> None:
    """A variable that a scope reuses keeps its shape."""
    if known.shape.rank is None or wanted.rank is None:
        return
    claim: Claim = Equal(known.shape.rank, wanted.rank)
    if known.shape.rank == wanted.rank:
        claim = Both(*(Equal(a, b) for a, b in zip(known.shape.dims, wanted.dims))) if wanted.dims else claim
    host.require(
        claim,
        "set-shape",
        "{op}: the variable {name} is reused, but it was made as {have} and is {want} here",
        blame=given,
        help="give this layer a scope or name of its own, or the same sizes",
        name=repr(str((known.attributes or {}).get("name", "")).removesuffix(":0")),
        have=known.shape,
        want=wanted,
    )


@tf_method("assign", "assign_add", "assign_sub")
def _assign(
    self: Tensor, value: Any, use_locking: Any = False, name: Any = None, read_value: Any = True
) -> Any:
    return ops.assign(self, _stored(value, self))


def _stored(value: Any, place: Tensor) -> Any:
    return value if is_tensor(value) else array(value, place.dtype)


@tf_function("assign", "compat.v1.assign")
def _assign_function(
    ref: Any, value: Any, validate_shape: Any = None, use_locking: Any = None, name: Any = None
) -> Any:
    if validate_shape is False or not is_tensor(ref):
        return array(value)
    return ops.assign(ref, _stored(value, ref))


@tf_function("assign_add", "assign_sub")
def _assign_change(ref: Any, value: Any, use_locking: Any = None, name: Any = None) -> Any:
    return ops.assign(ref, _stored(value, ref)) if is_tensor(ref) else array(value)


@tf_method("value", "read_value", "initialized_value", "sparse_read")
def _value(self: Tensor, *args: Any, **kwargs: Any) -> Any:
    return ops.positive(self) if not args else ops.take(self, args[0], axis=0)


@tf_method("load", tensor=False)
def _load(self: Tensor, value: Any, session: Any = None) -> None:
    ops.assign(self, _stored(value, self))


@tf_method("scatter_nd_update", "scatter_nd_add", "scatter_nd_sub")
def _scatter_nd(self: Tensor, indices: Any, updates: Any, name: Any = None) -> Any:
    return scattered(self, indices, updates)


@tf_method("scatter_update", "scatter_add", "scatter_sub", "batch_scatter_update")
def _scatter(self: Tensor, *args: Any, **kwargs: Any) -> Any:
    return ops.positive(self)


@tf_function("scatter_nd_update", "scatter_nd_add", "scatter_nd_sub")
def _scatter_nd_function(
    ref: Any, indices: Any, updates: Any, use_locking: Any = None, name: Any = None
) -> Any:
    return scattered(ref, indices, updates)


@tf_function(
    "scatter_update",
    "scatter_add",
    "scatter_sub",
    "scatter_mul",
    "scatter_div",
)
def _scatter_function(ref: Any, indices: Any, updates: Any, use_locking: Any = None, name: Any = None) -> Any:
    return scattered(ref, ops.expand_dims(array(indices), axis=-1), updates)


@attribute("tf", "initializer", "op")
def _operation(self: Tensor) -> Operation:
    return operation(self)


@attribute("tf", "initial_value")
def _initial(self: Tensor) -> Tensor:
    return made(self.shape, self.dtype)


@attribute("tf", "trainable")
def _trainable(self: Tensor) -> Any:
    return unknown_of("bool")


@attribute("tf", "dtype")
def _dtype(self: Tensor) -> Any:
    return Unknown(reason=("unknown dtype", "tensor")) if self.dtype is None else self.dtype


@attribute("tf", "name", "device")
def _name(self: Tensor) -> Any:
    return unknown_of("str")


@attribute("tf", "graph")
def _graph(self: Tensor) -> Any:
    from gnomon.models.tensorflow.sessions import Graph

    return Graph()


@tf_method("ref", "experimental_ref", tensor=False)
def _reference(self: Tensor) -> Any:
    return Unknown()


@tf_method("is_initialized", "consumers", "count_up_to", "set_weights", tensor=False)
def _other(self: Tensor, *args: Any, **kwargs: Any) -> Any:
    return Unknown()


def _initialise(*args: Any, **kwargs: Any) -> Operation:
    return operation()


for _name_ in (
    "global_variables_initializer",
    "initialize_all_variables",
    "local_variables_initializer",
    "initialize_local_variables",
    "tables_initializer",
    "initialize_all_tables",
    "variables_initializer",
    "initialize_variables",
    "initializers.global_variables",
    "initializers.local_variables",
    "initializers.variables",
    "no_op",
    "report_uninitialized_variables",
    "assert_variables_initialized",
):
    tf_function(_name_, tensor=False)(_initialise)


def _listed(*args: Any, **kwargs: Any) -> ListValue:
    return ListValue(None, element=Tensor(Shape.unknown(), None, "tf"))


for _name_ in (
    "trainable_variables",
    "global_variables",
    "all_variables",
    "local_variables",
    "model_variables",
    "moving_average_variables",
    "contrib.framework.get_variables",
    "contrib.slim.get_variables",
    "contrib.slim.get_model_variables",
    "contrib.slim.get_variables_to_restore",
    "contrib.framework.get_variables_to_restore",
    "contrib.framework.get_trainable_variables",
    "contrib.slim.get_trainable_variables",
    "get_collection_ref",
):
    tf_function(_name_, tensor=False)(_listed)


@tf_function("get_collection", tensor=False)
def _collection(key: Any, scope: Any = None) -> ListValue:
    return ListValue(None, element=Unknown(reason=("collection", "tensorflow.get_collection")))


class Initializer(Modelled):
    """An initialiser: called with a shape it gives an array of this shape."""

    library_name = "tensorflow.initializer"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.dtype = as_dtype(kwargs.get("dtype"), dtypes.float32)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None, **kwargs: Any) -> Any:
        return ops.full(shape=sizes(shape), dtype=as_dtype(dtype, self.dtype))


def _initializer(name: str) -> None:
    from gnomon.models.registry import modelled

    kind = type("Initializer", (Initializer,), {})
    modelled(name)(kind)


for _name_ in (
    "zeros_initializer",
    "ones_initializer",
    "constant_initializer",
    "random_uniform_initializer",
    "random_normal_initializer",
    "truncated_normal_initializer",
    "uniform_unit_scaling_initializer",
    "variance_scaling_initializer",
    "orthogonal_initializer",
    "glorot_uniform_initializer",
    "glorot_normal_initializer",
    "identity_initializer",
    "keras.initializers.he_normal_v1",
    "initializers.zeros",
    "initializers.ones",
    "initializers.constant",
    "initializers.random_uniform",
    "initializers.random_normal",
    "initializers.truncated_normal",
    "initializers.variance_scaling",
    "initializers.orthogonal",
    "initializers.glorot_uniform",
    "initializers.glorot_normal",
    "initializers.he_normal",
    "initializers.he_uniform",
    "initializers.lecun_normal",
    "initializers.lecun_uniform",
    "initializers.identity",
    "contrib.layers.xavier_initializer",
    "contrib.layers.xavier_initializer_conv2d",
    "contrib.layers.variance_scaling_initializer",
    "contrib.slim.xavier_initializer",
    "contrib.slim.variance_scaling_initializer",
):
    _initializer(f"tensorflow.{_name_}")


@tf_function(
    "convert_to_tensor",
    "python.framework.ops.convert_to_tensor",
    "convert_to_tensor_or_sparse_tensor",
    "convert_to_tensor_or_indexed_slices",
    "constant",
    "contrib.util.constant",
)
def constant(
    value: Any,
    dtype: Any = None,
    shape: Any = None,
    name: Any = None,
    verify_shape: Any = False,
    preferred_dtype: Any = None,
    dtype_hint: Any = None,
    as_ref: Any = None,
) -> Any:
    """Return a value as a tensor; a shape makes a single number fill it."""
    if type(shape) is str or type(shape) is Unknown:
        shape = None if type(shape) is str else shape
    kind = as_dtype(dtype) or as_dtype(preferred_dtype) or as_dtype(dtype_hint)
    tensor = array(value, kind)
    if dtype is not None and not is_tensor(value):
        tensor = ops.cast(tensor, dtype=as_dtype(dtype)) if tensor.dtype is not kind else tensor
    if shape is None:
        return tensor
    wanted = sizes(shape)
    if tensor.shape.rank == 0:
        entry = tensor.contents[0] if tensor.contents else None
        return ops.full(shape=wanted, dtype=tensor.dtype, value=entry)
    return (
        ops.reshape(tensor, shape=wanted)
        if tensor.shape.numel() == wanted.numel()
        else ops.full(shape=wanted, dtype=tensor.dtype)
    )


ignored(
    "tensorflow.add_to_collection",
    "tensorflow.add_to_collections",
    "tensorflow.set_random_seed",
    "tensorflow.random.set_random_seed",
    "tensorflow.random.set_seed",
    "tensorflow.reset_default_graph",
)
