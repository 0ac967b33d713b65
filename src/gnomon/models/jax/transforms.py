"""Functions of functions: ``jit``, ``grad``, ``vmap``. A compiled function is the function itself."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    ListValue,
    Modelled,
    Tensor,
    Unknown,
    constant,
    function,
    host,
    symbol,
)
from gnomon.models.jax.support import CONFIG, as_array, tensor_of, under, unknown_tensor
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.python.harmless import HARMLESS, KEEP, harmless, returning

constant("jax.config", CONFIG)


def is_array(value: Any) -> bool:
    """Whether a leaf of a tree can be an array: a tensor, a number, or something unknown."""
    return type(value) in (Tensor, int, float, bool, complex, Unknown)


# -- the function itself ------------------------------------------------------------------------------


def _same_function(fun: Any = None, *arguments: Any, **keywords: Any) -> Any:
    return KEEP if fun is None else fun


function(
    *under("jax", "jit checkpoint remat custom_vjp custom_jvp custom_gradient named_call api.jit"),
    *under("jax", "experimental.pjit.pjit ad_checkpoint.checkpoint custom_batching.custom_vmap"),
    *under("equinox", "filter_jit filter_checkpoint"),
    *under("haiku", "jit remat"),
    "chex.assert_max_traces",
    raw=True,
    tensor=False,
)(_same_function)


# -- derivatives --------------------------------------------------------------------------------------


class Derivative(Modelled):
    """What ``grad`` returns: called, it gives an array like each argument it differentiates."""

    library_name = "jax.grad"
    raw = True

    def __init__(self, fun: Any, argnums: Any, has_aux: Any, with_value: bool) -> None:
        self.fun = fun
        self.argnums = argnums
        self.has_aux = has_aux
        self.with_value = with_value

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        value = host.invoke(self.fun, *arguments, **keywords)
        aux: Any = None
        if self.has_aux is True:
            if type(value) is tuple and len(value) == 2:
                value, aux = value
            else:
                value = aux = Unknown()
        elif self.has_aux is not False:
            return UNKNOWN
        if type(value) is Tensor:
            value = ops.differentiated(value)
        gradient = self._gradient(arguments)
        if self.with_value:
            return ((value, aux) if self.has_aux else value), gradient
        return (gradient, aux) if self.has_aux else gradient

    def _gradient(self, arguments: tuple[Any, ...]) -> Any:
        places = self.argnums
        if type(places) is int:
            return _like(arguments[places]) if -len(arguments) <= places < len(arguments) else UNKNOWN
        if type(places) is ListValue:
            places = places.items
        if type(places) is tuple and all(
            type(k) is int and -len(arguments) <= k < len(arguments) for k in places
        ):
            return tuple(_like(arguments[k]) for k in places)
        return UNKNOWN


def _like(tree: Any) -> Any:
    """Return a tree of arrays like those of a tree."""

    def leaf(value: Any) -> Any:
        if type(value) is Tensor:
            return ops.positive(value)
        return as_array(value) if type(value) in (float, int, complex) else value

    try:
        return map_tree(leaf, tree)
    except Mismatch:
        return UNKNOWN


def _derivative(with_value: bool) -> Any:
    def model(
        fun: Any = None,
        argnums: Any = 0,
        has_aux: Any = False,
        holomorphic: Any = False,
        allow_int: Any = False,
        reduce_axes: Any = (),
        **keywords: Any,
    ) -> Any:
        if fun is None:
            return DerivativeDecorator(has_aux, with_value)
        return Derivative(fun, argnums, has_aux, with_value)

    return model


class DerivativeDecorator(Modelled):
    """``grad(has_aux=True)`` without a function: a decorator."""

    library_name = "jax.grad"
    raw = True

    def __init__(self, has_aux: Any, with_value: bool) -> None:
        self.has_aux = has_aux
        self.with_value = with_value

    def __call__(self, fun: Any) -> Any:
        return Derivative(fun, 0, self.has_aux, self.with_value)


function("jax.grad", "equinox.filter_grad", raw=True, tensor=False)(_derivative(False))
function("jax.value_and_grad", "equinox.filter_value_and_grad", raw=True, tensor=False)(_derivative(True))


class Jacobian(Modelled):
    """What ``jacfwd`` returns: the result's axes, then those of the argument (twice for a Hessian)."""

    library_name = "jax.jacobian"
    raw = True

    def __init__(self, fun: Any, argnums: Any, times: int) -> None:
        self.fun = fun
        self.argnums = argnums
        self.times = times

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        value = host.invoke(self.fun, *arguments, **keywords)
        place = self.argnums
        if type(place) is not int or not -len(arguments) <= place < len(arguments):
            return UNKNOWN
        argument = arguments[place]
        if type(value) is not Tensor or type(argument) is not Tensor:
            return UNKNOWN
        result = value
        for _ in range(self.times):
            result = ops.outer_axes(result, argument)
        return result


def _jacobian(times: int) -> Any:
    def model(fun: Any, argnums: Any = 0, has_aux: Any = False, **keywords: Any) -> Any:
        return Jacobian(fun, argnums if has_aux is False else None, times)

    return model


function("jax.jacfwd", "jax.jacrev", "jax.jacobian", raw=True, tensor=False)(_jacobian(1))
function("jax.hessian", raw=True, tensor=False)(_jacobian(2))


@function("jax.vjp", raw=True, tensor=False)
def vjp(fun: Any, *primals: Any, has_aux: Any = False, reduce_axes: Any = ()) -> Any:
    """The value, and a function that gives an array like each argument."""
    value = host.invoke(fun, *primals)
    pullback = Pullback(tuple(_like(primal) for primal in primals))
    if has_aux is False:
        return value, pullback
    if type(value) is tuple and len(value) == 2:
        return value[0], pullback, value[1]
    return UNKNOWN, pullback, UNKNOWN


class Pullback(Modelled):
    """The second result of ``vjp``."""

    library_name = "jax.vjp"
    raw = True

    def __init__(self, gradients: tuple[Any, ...]) -> None:
        self.gradients = gradients

    def __call__(self, *cotangents: Any) -> Any:
        return self.gradients


@function("jax.jvp", raw=True, tensor=False)
def jvp(fun: Any, primals: Any, tangents: Any, has_aux: Any = False) -> Any:
    """The value and its tangent, which is like it."""
    seen = host.iterate(primals)
    if seen is None or seen.items is None or has_aux is not False:
        return UNKNOWN
    value = host.invoke(fun, *seen.items)
    return value, _like(value)


@function("jax.linearize", raw=True, tensor=False)
def linearize(fun: Any, *primals: Any, **keywords: Any) -> Any:
    """The value, and a function that gives tangents like it."""
    value = host.invoke(fun, *primals)
    return value, Constantly(_like(value))


class Constantly(Modelled):
    """A function that always gives the same."""

    library_name = "jax.linearize"
    raw = True

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self.value


@function("jax.eval_shape", raw=True, tensor=False)
def eval_shape(fun: Any, *args: Any, **keywords: Any) -> Any:
    """The shapes of the results: here the results themselves."""
    return host.invoke(fun, *args, **keywords)


# -- mapped over an axis ------------------------------------------------------------------------------


class Mapped(Modelled):
    """What ``vmap`` returns: the arguments lose the mapped axis, the results gain it."""

    library_name = "jax.vmap"
    raw = True

    def __init__(self, fun: Any, in_axes: Any, out_axes: Any, size: Any = None) -> None:
        self.fun = fun
        self.in_axes = in_axes
        self.out_axes = out_axes
        self.size = size

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        axes = self._axes(len(arguments))
        if axes is None:
            return UNKNOWN
        try:
            stripped, named, size = self._stripped(arguments, axes, keywords)
            value = host.invoke(self.fun, *stripped, **named)
            return self._grown(value, size)
        except Mismatch:
            return UNKNOWN

    def _mapped(self, value: Any) -> bool:
        """Whether a leaf of the arguments is mapped over its axis."""
        return True

    def _axes(self, count: int) -> list[Any] | None:
        axes = self.in_axes
        if axes is None or type(axes) is int:
            return [axes] * count
        if type(axes) is ListValue:
            axes = axes.items
        if type(axes) is tuple:
            return list(axes) if len(axes) == count else None
        return None

    def _stripped(
        self, arguments: tuple[Any, ...], axes: list[Any], keywords: dict[str, Any]
    ) -> tuple[list[Any], dict[str, Any], Any]:
        """Return the arguments without the mapped axis, and its size."""
        leaves: list[Any] = []
        places: list[int | None] = []

        def gather(value: Any, axis: Any) -> Any:
            if not self._mapped(value):
                axis = None
            elif not is_array(value) or (axis is not None and type(axis) is not int):
                raise Mismatch
            leaves.append(
                as_array(value) if type(value) in (int, float, bool, complex) and axis is not None else value
            )
            places.append(axis)
            return len(leaves) - 1

        marks = [spread(argument, axis, gather) for argument, axis in zip(arguments, axes, strict=True)]
        marks += [spread(value, 0, gather) for value in keywords.values()]
        kept = [leaf for leaf, place in zip(leaves, places, strict=True) if place is not None]
        given = [place for place in places if place is not None]
        elements = iter(ops.unmapped(kept, axes=given) if kept else ())
        values = [
            leaf if place is None else next(elements) for leaf, place in zip(leaves, places, strict=True)
        ]
        size = self.size
        for leaf, place in zip(leaves, places, strict=True):
            known = leaf.shape.axis(place) if type(leaf) is Tensor and place is not None else None
            if size is None or type(known) is int:
                size = known if known is not None else size
        filled = [fill(mark, values) for mark in marks]
        count = len(arguments)
        return (
            filled[:count],
            dict(zip(keywords, filled[count:], strict=True)),
            symbol() if size is None else size,
        )

    def _grown(self, value: Any, size: Any) -> Any:
        def grow(leaf: Any, axis: Any) -> Any:
            if axis is None:
                return leaf
            if not is_array(leaf) or type(axis) is not int:
                raise Mismatch
            return ops.mapped(as_array(leaf) if type(leaf) is not Unknown else leaf, size=size, axis=axis)

        return spread(value, self.out_axes, grow)


def spread(tree: Any, axes: Any, apply: Any) -> Any:
    """Apply a function to each leaf and its axis, where axes are a tree prefix."""
    if axes is None or type(axes) is int:
        return map_tree(lambda leaf: apply(leaf, axes), tree)
    if type(axes) is ListValue:
        axes = axes.items
    if type(axes) is tuple and type(tree) in (tuple, ListValue):
        parts = tree if type(tree) is tuple else tree.items
        if parts is not None and len(parts) == len(axes):
            found = [spread(part, axis, apply) for part, axis in zip(parts, axes, strict=True)]
            return tuple(found) if type(tree) is tuple else ListValue(found)
    if type(axes) is DictValue and type(tree) is DictValue and set(axes.cell) == set(tree.cell):
        return DictValue({key: spread(part, axes.cell[key], apply) for key, part in tree.cell.items()})
    raise Mismatch


def fill(marks: Any, values: list[Any]) -> Any:
    """Return a tree of positions with the values at these positions."""
    return map_tree(lambda position: values[position], marks)


class FilteredMapped(Mapped):
    """What Equinox's ``filter_vmap`` returns: arrays are mapped, other arguments are passed on."""

    def _axes(self, count: int) -> list[Any] | None:
        return [0] * count if self.in_axes is None or self.in_axes == 0 else None

    def _mapped(self, value: Any) -> bool:
        return type(value) is Tensor


@function("equinox.filter_vmap", raw=True, tensor=False)
def filter_vmap(
    fun: Any = None, *, in_axes: Any = 0, out_axes: Any = 0, axis_size: Any = None, **keywords: Any
) -> Any:
    """A function mapped over the first axis of the arrays among its arguments."""
    if in_axes != 0 or out_axes != 0 or type(in_axes) is not int or axis_size is not None:
        return KEEP_UNKNOWN if fun is None else Constantly(UNKNOWN)
    return FilteredDecorator() if fun is None else FilteredMapped(fun, 0, 0)


class FilteredDecorator(Modelled):
    """``filter_vmap()`` without a function: a decorator."""

    library_name = "equinox.filter_vmap"
    raw = True

    def __call__(self, fun: Any) -> Any:
        return FilteredMapped(fun, 0, 0)


class UnknownDecorator(Modelled):
    """A decorator whose functions give something unknown."""

    library_name = "jax.vmap"
    raw = True

    def __call__(self, fun: Any) -> Any:
        return Constantly(UNKNOWN)


KEEP_UNKNOWN = UnknownDecorator()


@function("jax.vmap", "jax.api.vmap", raw=True, tensor=False)
def vmap(
    fun: Any = None,
    in_axes: Any = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: Any = None,
    spmd_axis_name: Any = None,
    **keywords: Any,
) -> Any:
    """A function mapped over an axis of its arguments."""
    if fun is None:
        return MappedDecorator(in_axes, out_axes)
    return Mapped(fun, in_axes, out_axes, axis_size if type(axis_size) is int else None)


class MappedDecorator(Modelled):
    """``vmap(in_axes=...)`` without a function: a decorator."""

    library_name = "jax.vmap"
    raw = True

    def __init__(self, in_axes: Any, out_axes: Any) -> None:
        self.in_axes = in_axes
        self.out_axes = out_axes

    def __call__(self, fun: Any) -> Any:
        return Mapped(fun, self.in_axes, self.out_axes)


@function("jax.pmap", raw=True, tensor=False)
def pmap(
    fun: Any,
    axis_name: Any = None,
    *,
    in_axes: Any = 0,
    out_axes: Any = 0,
    static_broadcasted_argnums: Any = (),
    **keywords: Any,
) -> Any:
    """A function mapped over devices: like ``vmap``."""
    if static_broadcasted_argnums not in ((), None):
        return Constantly(UNKNOWN)
    return Mapped(fun, in_axes, out_axes)


# -- devices, randomness of tracing and other things that keep arrays ---------------------------------


@function(
    *under("jax", "device_put device_get block_until_ready copy_to_host_async typeof reshard new_ref freeze"),
    *under("jax.lax", "with_sharding_constraint stop_gradient optimization_barrier"),
    "jax.sharding.reshard",
    raw=True,
    tensor=False,
)
def kept(x: Any, *arguments: Any, **keywords: Any) -> Any:
    """The arrays themselves."""
    return x


@function("jax.device_put_replicated", raw=True, tensor=False)
def device_put_replicated(x: Any, devices: Any) -> Any:
    """The arrays with a new axis for the devices."""
    try:
        return map_tree(lambda leaf: ops.mapped(tensor_of(leaf), size=symbol()), x)
    except Mismatch:
        return UNKNOWN


@function("jax.device_put_sharded", raw=True, tensor=False)
def device_put_sharded(shards: Any, devices: Any) -> Any:
    """Stacked shards."""
    return UNKNOWN


for _name in ("device_count", "local_device_count", "process_count", "host_count"):
    function(f"jax.{_name}", tensor=False)(lambda *arguments, **keywords: symbol(lower=1))
for _name in ("process_index", "host_id"):
    function(f"jax.{_name}", tensor=False)(lambda *arguments, **keywords: symbol())


@function("jax.devices", "jax.local_devices", tensor=False)
def devices(*arguments: Any, **keywords: Any) -> Any:
    """Some devices."""
    return ListValue(None, element=HARMLESS, length=symbol(lower=1))


@function("jax.enable_x64", "jax.experimental.enable_x64", tensor=False)
def enable_x64(*arguments: Any, **keywords: Any) -> Any:
    """From here on dtypes may have 64 bits."""
    CONFIG.__dict__["wide"] = (host.current, None)
    return HARMLESS


@function("jax.pure_callback", "jax.experimental.io_callback", raw=True, tensor=False)
def pure_callback(callback: Any, result_shape_dtypes: Any, *args: Any, **keywords: Any) -> Any:
    """Arrays of the shapes that were announced."""
    try:
        return map_tree(tensor_of, result_shape_dtypes)
    except Mismatch:
        return UNKNOWN


@function("jax.shard_map", "jax.experimental.shard_map.shard_map", "jax.smap", raw=True, tensor=False)
def shard_map(*arguments: Any, **keywords: Any) -> Any:
    """A function of parts of arrays: its results are unknown."""
    return Constantly(UNKNOWN)


harmless(
    "jax",
    "named_scope make_mesh Mesh NamedSharding P Device clear_caches live_arrays disable_jit"
    " debug_nans debug_infs default_device default_matmul_precision default_prng_impl log_compiles"
    " checking_leaks make_jaxpr set_mesh transfer_guard numpy_dtype_promotion numpy_rank_promotion"
    " ensure_compile_time_eval print_environment_info effects_barrier default_backend"
    " xla_computation checkpoint_policies debug profiler distributed monitoring export ffi errors"
    " stages dlpack typing interpreters lib extend tools traceback_util util api_util",
)
harmless(
    "jax.sharding",
    "Mesh NamedSharding PartitionSpec SingleDeviceSharding PositionalSharding AxisType set_mesh",
)
harmless("jax.experimental.mesh_utils", "create_device_mesh create_hybrid_device_mesh")
harmless("jax.experimental.multihost_utils", "sync_global_devices broadcast_one_to_all assert_equal")
harmless("jax.experimental.compilation_cache.compilation_cache", "set_cache_dir initialize_cache")
harmless("jax.core", "Tracer get_aval")
constant("jax.__version__", "0.10.2")
returning(Unknown("str"), "jax", "default_backend")


@function("jax.lax.axis_index", "jax.lax.axis_size", tensor=False)
def axis_index(axis_name: Any) -> Any:
    """A number of devices, or of one."""
    return unknown_tensor() if axis_name is None else symbol()
