"""Comparing a model with the real TensorFlow: eagerly, and in a graph whose placeholders leave sizes open."""

import os
from dataclasses import dataclass

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"  # its kernels end the process on some wrong shapes

import numpy as np
import tensorflow as tf

from gnomon.models import loading
from gnomon.models.tensorflow.common import declared
from gnomon.models.tensorflow.placeholders import placeholder_of
from gnomon.shapes import Dim
from gnomon.values import ListValue, Modelled, Tensor, Unknown
from gnomon.values.unseen import is_unseen

from models.harness import abstract, checker, dtype_of, trial

checker()
loading.load("tensorflow")
tf.get_logger().setLevel("ERROR")
v1 = tf.compat.v1


@dataclass(frozen=True)
class Row:
    """One modelled name and the calls that are tried.

    ``open``: sizes may be unknown (they depend on data). ``lenient``: the model need not see every error.
    ``unknown``: the result may be unknown altogether. ``dtype``: whether dtypes are compared. ``real``: the function
    to compare with where it has another name. ``method``: a tensor method. ``graph``: whether it is tried in a graph.
    ``windows``: TensorFlow gives an image without pixels where a window does not fit; the model refuses it.
    """

    name: str
    calls: object
    open: bool = False
    lenient: bool = False
    unknown: bool = False
    dtype: bool = True
    real: object = None
    method: bool = False
    graph: bool = True
    windows: bool = False

    def __str__(self):
        return f"Tensor.{self.name}" if self.method else self.name


def resolve(name):
    """The real function of a dotted name, in TensorFlow 2 or else among the names of TensorFlow 1."""
    for found in (tf, v1):
        try:
            for part in name.split("."):
                found = getattr(found, part)
            return found
        except AttributeError:
            continue
    raise LookupError(name)


def real_function(row):
    """What a row is compared with."""
    if row.method:
        return lambda x, *arguments, **keywords: getattr(x, row.name)(*arguments, **keywords)
    return row.real if callable(row.real) else resolve(row.real or row.name)


def model_of(value):
    """A concrete argument as the checker sees it."""
    if isinstance(value, tf.DType):
        return dtype_of(value)
    if isinstance(value, (list, tuple)):
        return type(value)(model_of(item) for item in value)
    if isinstance(value, np.ndarray):
        return abstract(value, "numpy")
    if isinstance(value, tf.Tensor):
        made = abstract(value, "tf")
        if value.dtype.is_integer and value.shape.rank is not None and value.shape.num_elements() <= 16:
            made.contents = tuple(int(entry) for entry in value.numpy().ravel())
        return made
    return value


def called(row, arguments, keywords):
    """What the model makes of a call."""
    name = row.name if row.method else f"tensorflow.{row.name}"
    return trial(name, arguments, keywords, method="tf" if row.method else None)


def compare(row, arguments, keywords):
    """Assert that model and library agree on one call."""
    seen = called(row, tuple(map(model_of, arguments)), {name: model_of(v) for name, v in keywords.items()})
    try:
        result, error = real_function(row)(*arguments, **keywords), None
    except Exception as raised:
        result, error = None, raised
    judge(row, seen, result, error)


def judge(row, seen, result, error):
    """Assert that what the model gave describes what TensorFlow gave."""
    assert seen.error is None, f"the model failed: {seen.error!r}"
    if error is not None:
        assert seen.raises or row.lenient, f"TensorFlow raises {error!r}, the model gives {seen.value!r}"
        return
    if row.windows and seen.raises and 0 in result.shape:
        return
    assert not seen.raises, (
        f"the model reports {seen.diagnostics[0].message!r}, TensorFlow gives {describe(result)}"
    )
    agree(row, seen.value, result)


def agree(row, value, result):
    """Assert that an abstract value describes a concrete one."""
    if isinstance(value, Modelled) and hasattr(value, "parts"):
        value = tuple(value.parts())
    if isinstance(result, (list, tuple)) and not isinstance(result, tf.TensorShape):
        if row.unknown and isinstance(value, (Unknown, ListValue)):
            return
        items = value.items if isinstance(value, ListValue) else value
        assert isinstance(items, (list, tuple)), f"{value!r} for {describe(result)}"
        assert len(items) == len(result), f"{value!r} for {describe(result)}"
        for inner, part in zip(items, result):
            agree(row, inner, part)
        return
    if not isinstance(result, (tf.Tensor, tf.Variable, np.ndarray)):
        return
    if not isinstance(value, Tensor) or value.shape.rank is None:
        assert row.unknown, f"{value!r} for {describe(result)}"
        return
    dims = value.shape.dims
    assert len(dims) == len(result.shape), f"{value!r} for {describe(result)}"
    for have, want in zip(dims, result.shape):
        assert have == want or (isinstance(have, Dim) and row.open), f"{value!r} for {describe(result)}"
    if row.dtype and value.dtype is not None:
        assert value.dtype is dtype_of(result.dtype), f"{value!r} for {describe(result)}"
    if value.contents is not None:
        flat = np.asarray(result).ravel()
        for have, want in zip(value.contents, flat, strict=True):
            assert have is None or isinstance(have, Dim) or have == want, f"{value.contents} for {flat}"


def describe(result):
    """The shape and dtype of a real result."""
    if isinstance(result, (list, tuple)):
        return "(" + ", ".join(map(describe, result)) + ")"
    return f"{tuple(result.shape)} {result.dtype}" if hasattr(result, "shape") else repr(result)


def compare_in_graph(row, arguments, keywords, hide):
    """Assert that the model knows of a graph no more than TensorFlow does, and refutes only what fails.

    ``hide`` tells of each axis of each tensor argument whether the placeholder leaves it open.
    """
    feeds = {}
    hidden = iter(hide)

    def swapped(value):
        if isinstance(value, (list, tuple)):
            pairs = [swapped(item) for item in value]
            return type(value)(a for a, _ in pairs), type(value)(b for _, b in pairs)
        if not isinstance(value, tf.Tensor) or value.dtype == tf.string:
            return value, model_of(value)
        shape = [None if next(hidden, False) else int(size) for size in value.shape]
        place = v1.placeholder(value.dtype, shape)
        feeds[place] = value.numpy()
        return place, placeholder_of(declared(shape), dtype_of(value.dtype))

    with tf.Graph().as_default():
        pairs = [swapped(value) for value in arguments]
        named = {name: swapped(value) for name, value in keywords.items()}
        seen = called(row, tuple(b for _, b in pairs), {name: b for name, (_, b) in named.items()})
        assert seen.error is None, f"the model failed: {seen.error!r}"
        try:
            result = real_function(row)(*(a for a, _ in pairs), **{name: a for name, (a, _) in named.items()})
            if seen.raises:
                with v1.Session() as session:
                    values = session.run(list(tensors_in(result)), feeds)
                if row.windows and any(0 in value.shape for value in values):
                    return
        except Exception:
            return
        assert not seen.raises, (
            f"the model reports {seen.diagnostics[0].message!r}, TensorFlow builds and runs"
        )
        agree_in_graph(row, seen.value, result)


def tensors_in(result):
    """The tensors of a result."""
    if isinstance(result, (list, tuple)):
        for part in result:
            yield from tensors_in(part)
    elif isinstance(result, tf.Tensor):
        yield result


def agree_in_graph(row, value, result):
    """Assert that no size is said to be open that TensorFlow knows, and no size is wrong."""
    if isinstance(result, (list, tuple)):
        items = value.items if isinstance(value, ListValue) else value
        if isinstance(items, (list, tuple)) and len(items) == len(result):
            for inner, part in zip(items, result):
                agree_in_graph(row, inner, part)
        return
    if not isinstance(result, tf.Tensor) or not isinstance(value, Tensor):
        return
    if value.shape.rank is None or result.shape.rank is None:
        return
    dims = value.shape.dims
    assert len(dims) == result.shape.rank, f"{value!r} for {result!r}"
    for have, want in zip(dims, result.shape):
        if want is None:
            continue
        assert not is_unseen(have), f"{value!r} leaves open what TensorFlow knows: {result!r}"
        assert have == want or isinstance(have, Dim), f"{value!r} for {result!r}"
