"""Models of PyTorch: tensors and their methods, functions, layers, losses, data, optimisers."""

from gnomon.models.torch import (  # noqa: F401  (each registers its models)
    conversion,
    counted_losses,
    creation,
    data,
    distributions,
    elementwise,
    func,
    functional,
    indexing,
    initialisation,
    linalg,
    losses,
    optim,
    packing,
    products,
    reductions,
    runtime,
    shaping,
)
from gnomon.models.torch.layers import (  # noqa: F401
    activation,
    attention,
    containers,
    convolution,
    dense,
    module,
    normalisation,
    pooling,
    recurrent,
    resizing,
)
