"""``flax.training``, ``flax.struct`` and what surrounds a training loop."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    Modelled,
    Tensor,
    Unknown,
    function,
    modelled,
    symbol,
    unknown_of,
)
from gnomon.models.jax.support import tensor_of, under
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.python.harmless import harmless, keeping, returning


@modelled("flax.training.train_state.TrainState", "flax.nnx.TrainState")
class TrainState(Modelled):
    """Parameters, their optimizer and its state."""

    raw = True
    tree_parts = ("params",)

    def __init__(self, **entries: Any) -> None:
        for name, value in entries.items():
            if name != "**":
                setattr(self, name, value)

    @classmethod
    def create(cls, *, apply_fn: Any = None, params: Any = None, tx: Any = None, **kwargs: Any) -> Any:
        """A state at step 0."""
        made = TrainState(apply_fn=apply_fn, params=params, tx=tx, opt_state=UNKNOWN, **kwargs)
        made.step = unknown_of("int")
        return made

    def apply_gradients(self, *, grads: Any, **kwargs: Any) -> Any:
        """A state after one step: the parameters keep their shapes."""
        return self.replace(**kwargs)

    apply_gradients.raw = True  # type: ignore[attr-defined]

    def replace(self, **kwargs: Any) -> Any:
        """A state with some entries exchanged."""
        entries = {name: value for name, value in self.__dict__.items() if name not in ("site", "outer")}
        return TrainState(**{**entries, **kwargs})

    replace.raw = True  # type: ignore[attr-defined]


@function("flax.training.train_state.TrainState.create", raw=True, tensor=False)
def create(*, apply_fn: Any = None, params: Any = None, tx: Any = None, **kwargs: Any) -> Any:
    """A state at step 0."""
    return TrainState.create(apply_fn=apply_fn, params=params, tx=tx, **kwargs)


keeping("flax.struct", "dataclass")
keeping("flax.nnx", "dataclass")
keeping("chex", "dataclass")


@modelled("flax.struct.PyTreeNode", "equinox.Module")
class Node(Modelled):
    """Base of records whose annotated fields are arguments."""

    field_like = True
    tree_like = True
    raw = True

    def prepare(self) -> None:
        """Nothing before the fields are set."""

    def replace(self, **kwargs: Any) -> Any:
        """A record with some entries exchanged."""
        from gnomon.models.python.records import replace

        return replace(self.me, **kwargs)

    replace.raw = True  # type: ignore[attr-defined]


@function("flax.struct.field", "chex.field", "equinox.field", "equinox.static_field", raw=True, tensor=False)
def field(
    *, default: Any = Unknown, default_factory: Any = None, pytree_node: Any = True, **keywords: Any
) -> Any:
    """A field of a record."""
    from gnomon.models.python.records import Field
    from gnomon.values import ABSENT

    return Field(ABSENT if default is Unknown else default, default_factory)


# -- replication, sharding of batches -----------------------------------------------------------------


@function("flax.jax_utils.replicate", raw=True, tensor=False)
def replicate(tree: Any, devices: Any = None) -> Any:
    """Arrays with a new first axis for devices."""
    try:
        return map_tree(lambda leaf: ops.mapped(tensor_of(leaf), size=symbol(lower=1)), tree)
    except Mismatch:
        return UNKNOWN


@function("flax.jax_utils.unreplicate", raw=True, tensor=False)
def unreplicate(tree: Any) -> Any:
    """Arrays of the first device."""

    def leaf(value: Any) -> Any:
        return ops.index(value, items=(0,)) if type(value) is Tensor else Unknown()

    try:
        return map_tree(leaf, tree)
    except Mismatch:
        return UNKNOWN


@function(
    "flax.training.common_utils.shard", "flax.training.common_utils.shard_prng_key", raw=True, tensor=False
)
def shard(xs: Any) -> Any:
    """Arrays with a batch split over devices: only that the rest stays is followed."""
    return UNKNOWN


@function("flax.training.common_utils.onehot", tensor=True)
def onehot(labels: Any, num_classes: Any, on_value: Any = 1.0, off_value: Any = 0.0) -> Any:
    """A vector for each class."""
    from gnomon.models.jax.nn import one_hot

    return one_hot(labels, num_classes)


@function(
    *under("flax.traverse_util", "flatten_dict unflatten_dict path_aware_map"),
    "flax.serialization.to_state_dict",
    raw=True,
    tensor=False,
)
def unknown_dict(*arguments: Any, **keywords: Any) -> Any:
    """A dict of unknown entries."""
    return DictValue(rest=UNKNOWN)


@function(
    *under("flax.serialization", "from_bytes from_state_dict"),
    "flax.training.checkpoints.restore_checkpoint",
    raw=True,
    tensor=False,
)
def restored(*arguments: Any, **keywords: Any) -> Any:
    """What was stored: unknown."""
    return UNKNOWN


returning(UNKNOWN, "flax.training.common_utils", "get_metrics stack_forest")
returning(unknown_of("bytes"), "flax.serialization", "to_bytes msgpack_serialize")
returning(None, "flax.training.checkpoints", "save_checkpoint save_checkpoint_multiprocess")
harmless(
    "flax.training", "checkpoints orbax_utils lr_schedule early_stopping dynamic_scale prefetch_iterator"
)
harmless("flax.training.early_stopping", "EarlyStopping")
harmless("flax.metrics", "tensorboard")
harmless("flax.metrics.tensorboard", "SummaryWriter")
harmless("flax.jax_utils", "prefetch_to_device partial_eval_by_shape pad_shard_unpad")
harmless("orbax.*")
harmless("clu.*")
harmless("chex.*")
