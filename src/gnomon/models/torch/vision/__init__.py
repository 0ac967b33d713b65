"""Models of torchvision: datasets, transforms, networks and utilities."""

from gnomon.models.torch.vision import (  # noqa: F401  (each registers its models)
    datasets,
    functional,
    networks,
    operators,
    transforms,
)
