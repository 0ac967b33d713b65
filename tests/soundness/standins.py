"""Stands in for what public examples download or show: data of the real sizes, plots, progress bars.

Pictures are noise. Loops over data are cut to the first two batches and the last, and `fit` to a few rows, so that
an example takes seconds.
"""

import importlib.machinery
import importlib.util
import sys
import types
from collections.abc import Iterator
from typing import Any
from unittest.mock import MagicMock

SHOWN = (
    "matplotlib matplotlib.pyplot matplotlib.cm matplotlib.colors matplotlib.animation mpl_toolkits mpl_toolkits.mplot3d"
    " seaborn terminaltables tensorboardX torch.utils.tensorboard wandb visdom cvxopt gym gymnasium"
).split()
SIZES = {"MNIST": (60_000, 10_000, 28, 1, 10), "FashionMNIST": (60_000, 10_000, 28, 1, 10),
         "CIFAR10": (50_000, 10_000, 32, 3, 10), "CIFAR100": (50_000, 10_000, 32, 3, 100)}  # fmt: skip


def install(text: str) -> None:
    """Put stand-ins in the place of what a program imports and this environment lacks, and cut long loops."""
    notebook = ("IPython", "IPython.display") if "IPython" in text else ()
    for name in (*SHOWN, *notebook):
        if not _is_there(name):
            sys.modules[name] = Anything(name)
    for name, bar in (("progressbar", "ProgressBar"), ("tqdm", "tqdm")):
        if not _is_there(name):
            sys.modules[name] = Anything(name)
            setattr(sys.modules[name], bar, lambda *given, **options: given[0] if given else _same)
    if "torch" in text and _is_there("torch"):
        _cut_loader()
        if not _is_there("torchvision"):
            _install_torchvision()
    if "keras" in text and _is_there("keras"):
        _install_keras()


class Anything(types.ModuleType):
    """A module that has every name, and shows nothing."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__spec__ = importlib.machinery.ModuleSpec(name, None)
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return MagicMock(name=name)


def _same(value: Any) -> Any:
    return value


def _is_there(name: str) -> bool:
    if name in sys.modules:
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


# -- PyTorch -------------------------------------------------------------------------------------------------


def _cut_loader() -> None:
    """Let a loader yield its first two batches and its last: all others are like the second."""
    from torch.utils.data import DataLoader, Subset

    if hasattr(DataLoader, "whole"):
        return
    whole = DataLoader.whole = DataLoader.__iter__

    def few(loader: Any) -> Iterator[Any]:
        count, size = len(loader), loader.batch_size
        if count <= 4 or size is None:
            yield from whole(loader)
            return
        rows = [*range(2 * size), *range((count - 1) * size, min(count * size, len(loader.dataset)))]
        part = DataLoader(Subset(loader.dataset, rows), batch_size=size, collate_fn=loader.collate_fn)
        yield from whole(part)

    DataLoader.__iter__ = few


def _install_torchvision() -> None:
    import torch

    vision, data, transforms = (
        types.ModuleType(f"torchvision{part}") for part in ("", ".datasets", ".transforms")
    )
    vision.__path__ = []

    class Pictures(torch.utils.data.Dataset):
        """Noise in the sizes of a known data set."""

        sizes: tuple[int, ...] = ()

        def __init__(self, root: Any = None, train: bool = True, transform: Any = None, target_transform: Any = None,
                     download: bool = False) -> None:  # fmt: skip
            train_count, test_count, side, self.channels, self.count = self.sizes
            n = train_count if train else test_count
            tail = () if self.channels == 1 else (self.channels,)
            self.data = torch.zeros(n, side, side, *tail, dtype=torch.uint8)
            self.data = self.data if self.channels == 1 else self.data.numpy()
            self.targets = (
                torch.arange(n) % self.count if self.channels == 1 else [i % self.count for i in range(n)]
            )
            self.classes = [str(i) for i in range(self.count)]
            self.transform, self.target_transform = transform, target_transform

        train_data = test_data = property(lambda self: self.data)
        train_labels = test_labels = property(lambda self: self.targets)

        def __len__(self) -> int:
            return len(self.data)

        def __getitem__(self, index: Any) -> Any:
            picture = torch.as_tensor(self.data[index])
            picture = picture[None] if self.channels == 1 else picture.permute(2, 0, 1)
            label = int(self.targets[index])
            label = self.target_transform(label) if self.target_transform else label
            return (self.transform(picture) if self.transform else picture), label

    for name, sizes in SIZES.items():
        setattr(data, name, type(name, (Pictures,), {"sizes": sizes}))

    class Compose:
        """Transforms one after the other."""

        def __init__(self, steps: Any) -> None:
            self.steps = steps

        def __call__(self, picture: Any) -> Any:
            for step in self.steps:
                picture = step(picture)
            return picture

    def sized(size: Any, *rest: Any, **options: Any) -> Any:
        def resize(picture: Any) -> Any:
            wanted = (size, size) if isinstance(size, int) else tuple(size)
            return torch.zeros(picture.shape[0], *wanted, dtype=picture.dtype)

        return resize

    def same(*arguments: Any, **options: Any) -> Any:
        return lambda picture: picture

    transforms.Compose = Compose
    transforms.ToTensor = lambda: lambda picture: picture.float() / 255
    for name in ("Resize", "RandomCrop", "CenterCrop", "RandomResizedCrop"):
        setattr(transforms, name, sized)
    for name in ("Normalize", "RandomHorizontalFlip", "ToPILImage", "RandomRotation", "ColorJitter"):
        setattr(transforms, name, same)
    transforms.Pad = lambda width: lambda picture: torch.nn.functional.pad(picture, (width,) * 4)
    transforms.Lambda = lambda function: function
    vision.datasets, vision.transforms, vision.utils = data, transforms, MagicMock(name="torchvision.utils")
    modules = {"": vision, ".datasets": data, ".transforms": transforms, ".utils": vision.utils}
    sys.modules.update({f"torchvision{name}": module for name, module in modules.items()})


# -- Keras ---------------------------------------------------------------------------------------------------


def _install_keras() -> None:
    import keras
    import numpy as np

    if hasattr(keras.Model, "whole_fit"):
        return

    def pictures(train: int, test: int, side: int, channels: int, classes: int) -> Any:
        tail = () if channels == 1 else (channels,)

        def load_data(*arguments: Any, **options: Any) -> Any:
            parts = []
            for n in (train, test):
                labels = (np.arange(n) % classes).astype("uint8")
                parts.append(
                    (np.zeros((n, side, side, *tail), "uint8"), labels if channels == 1 else labels[:, None])
                )
            return tuple(parts)

        return load_data

    def housing(*arguments: Any, **options: Any) -> Any:
        rng = np.random.default_rng(0)
        return tuple((rng.random((n, 13)), rng.random(n)) for n in (404, 102))

    def texts(count: int, test: int, classes: int) -> Any:
        def load_data(*arguments: Any, num_words: Any = 1000, **options: Any) -> Any:
            rng = np.random.default_rng(0)
            parts = []
            for n in (count, test):
                rows = np.empty(n, object)
                rows[:] = [list(map(int, rng.integers(1, num_words or 1000, 20 + i % 9))) for i in range(n)]
                parts.append((rows, np.arange(n) % classes))
            return tuple(parts)

        return load_data

    names = {"mnist": "MNIST", "fashion_mnist": "FashionMNIST", "cifar10": "CIFAR10", "cifar100": "CIFAR100"}
    for name, known in names.items():
        getattr(keras.datasets, name).load_data = pictures(*SIZES[known])
    keras.datasets.boston_housing.load_data = keras.datasets.california_housing.load_data = housing
    keras.datasets.imdb.load_data = texts(25_000, 25_000, 2)
    keras.datasets.reuters.load_data = texts(8_982, 2_246, 46)
    whole = keras.Model.whole_fit = keras.Model.fit

    def fit(
        model: Any, x: Any = None, y: Any = None, *arguments: Any, batch_size: Any = None, **options: Any
    ) -> Any:
        if isinstance(x, np.ndarray) and len(x) > 200:
            rows = 2 * (batch_size or 32)
            x, y = x[:rows], None if y is None else y[:rows]
            options.pop("validation_split", None)
            options["epochs"] = 1
        if options.get("validation_data") is not None:
            options["validation_data"] = tuple(part[:32] for part in options["validation_data"])
        return whole(model, x, y, *arguments, batch_size=batch_size, **options)

    keras.Model.fit = fit
