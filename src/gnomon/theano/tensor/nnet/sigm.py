"""`theano.tensor.nnet.sigm`: sigmoids under their module's name."""

# ruff: noqa: F401 (names that users import from here)

from typing import Any

from gnomon.theano.tensor.nnet.activations import (
    hard_sigmoid,
    scalar_sigmoid,
    scalar_softplus,
    sigmoid,
    sigmoid_inplace,
    softplus,
    ultra_fast_scalar_sigmoid,
    ultra_fast_sigmoid,
    ultra_fast_sigmoid_inplace,
)

ScalarSigmoid = type(scalar_sigmoid)
ScalarSoftplus = type(scalar_softplus)
UltraFastScalarSigmoid = type(ultra_fast_scalar_sigmoid)


def _of_rewriting(*arguments: Any, **named: Any) -> Any:
    """Refuse: Theano's rewriting of products of sigmoids is not here."""
    raise NotImplementedError(
        "how Theano rewrote sigmoids is not part of Gnomon, whose laws work below its graph"
    )


compute_mul = is_1pexp = parse_mul_tree = perform_sigm_times_exp = simplify_mul = _of_rewriting
register_local_1msigmoid = local_1msigmoid = _of_rewriting
