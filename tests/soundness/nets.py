"""Networks at random, by library."""

import random

from soundness.nets_flax import flax_net
from soundness.nets_keras import keras_net
from soundness.nets_torch import torch_net

MAKERS = {"torch": torch_net, "keras": keras_net, "flax": flax_net}


def net_program(library: str, seed: int) -> str:
    """Return a program that makes, trains and uses a network."""
    return MAKERS[library.removeprefix("net-")](random.Random(f"net {library}:{seed}"))
