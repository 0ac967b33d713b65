"""``torchvision.datasets``: shapes, lengths and classes of the usual datasets."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    ListValue,
    Shape,
    Tensor,
    Unknown,
    dtypes,
    flag,
    host,
    modelled,
    symbol,
    text,
    unknown_of,
)
from gnomon.models.api import (
    shape as shape_of,
)
from gnomon.models.python.photos import new_picture, unknown_picture
from gnomon.models.torch.common import words
from gnomon.models.torch.data import Known, length_of
from gnomon.ops.reach import Reached

D = "torchvision.datasets."


class Pictures(Known):
    """Pictures with class numbers."""

    transform: Any = None
    target_transform: Any = None
    number_of_classes: Any = None

    def picture(self) -> Any:
        """Return a picture as the dataset stores it."""
        return unknown_picture()

    def label(self) -> Any:
        """Return a class number."""
        count = self.number_of_classes
        return symbol(lower=0, upper=count - 1 if type(count) is int else None)

    def sample(self) -> Any:
        """Return a picture and its class number, transformed."""
        image, label = self.picture(), self.label()
        if self.transform is not None:
            image = host.invoke(self.transform, image)
        if self.target_transform is not None:
            label = host.invoke(self.target_transform, label)
        return image, label

    @property
    def classes(self) -> Any:
        """The names of the classes."""
        if type(self.number_of_classes) is int:
            return ListValue(None, element=unknown_of("str"), length=self.number_of_classes)
        return ListValue(None, element=unknown_of("str"), length=None)

    @property
    def class_to_idx(self) -> Any:
        """The number of each class."""
        return UNKNOWN


class Fixed(Pictures):
    """A dataset of known size with a part for training and one for testing."""

    sizes = (60000, 10000)
    form: tuple[Any, Any, Any] = (1, 28, 28)
    number_of_classes = 10
    as_tensor = True
    held_data: Any = None
    held_targets: Any = None

    def __init__(
        self,
        root: Any,
        train: Any = True,
        transform: Any = None,
        target_transform: Any = None,
        download: Any = False,
    ) -> None:
        self.train, self.transform, self.target_transform = (
            flag(train, default=None),
            transform,
            target_transform,
        )

    def picture(self) -> Any:
        """Return a picture as the dataset stores it."""
        channels, height, width = self.form
        if self.held_data is not None:
            held = self.held_data
            known = type(held) is Tensor and held.shape.rank == (3 if self.as_tensor else 4)
            height, width = held.shape.dims[1:3] if known else (symbol(lower=1), symbol(lower=1))
        return new_picture(channels, height, width)

    def label(self) -> Any:
        """Return a class number."""
        held = self.held_targets
        if held is None:
            return super().label()
        if type(held) is list or type(held) is ListValue:
            seen = host.iterate(held)
            return UNKNOWN if seen is None or seen.items == () else seen.typical()
        if type(held) is Tensor and held.shape.rank == 1:
            low, high = held.bounds or (None, None)
            return symbol(lower=low, upper=high)
        return UNKNOWN

    def count(self) -> Any:
        """Return the number of pictures: of those that the program has put in, or of the library's."""
        if self.held_data is not None:
            return length_of(self.held_data)
        return self.own_count()

    def own_count(self) -> Any:
        """Return the number of the library's pictures."""
        train = self.__dict__.get("train", True)
        return None if train is None else self.sizes[0 if train else 1]

    def on_set(self, name: str, value: Any) -> None:
        """Take pictures or class numbers that an object of a subclass puts in their place."""
        if name in ("data", "targets"):
            setattr(self, f"held_{name}", value)

    @property
    def data(self) -> Any:
        """All pictures."""
        if self.held_data is not None:
            return self.held_data
        count = self.count()
        count = symbol() if count is None else count
        channels, height, width = self.form
        if self.as_tensor:
            return Tensor(Shape((count, height, width)), dtypes.uint8, "torch")
        return Tensor(Shape((count, height, width, channels)), dtypes.uint8, "numpy")

    @data.setter
    def data(self, value: Any) -> None:
        self.held_data = value

    @property
    def targets(self) -> Any:
        """All class numbers."""
        if self.held_targets is not None:
            return self.held_targets
        count = self.own_count()
        count = symbol() if count is None else count
        if not self.as_tensor:
            return ListValue(None, element=self.label(), length=count)
        made = Tensor(Shape((count,)), dtypes.int64, "torch")
        made.bounds = Reached(0, self.number_of_classes - 1)
        return made

    @targets.setter
    def targets(self, value: Any) -> None:
        self.held_targets = value

    train_data = test_data = data
    train_labels = test_labels = labels = targets


for _name, _classes in {"MNIST": 10, "FashionMNIST": 10, "KMNIST": 10}.items():
    modelled(f"{D}{_name}", f"{D}mnist.{_name}")(
        type(_name, (Fixed,), {"number_of_classes": _classes, "__doc__": "Grey pictures of 28 x 28."})
    )
for _name, _classes in {"CIFAR10": 10, "CIFAR100": 100}.items():
    modelled(f"{D}{_name}", f"{D}cifar.{_name}")(
        type(
            _name,
            (Fixed,),
            {
                "sizes": (50000, 10000),
                "form": (3, 32, 32),
                "number_of_classes": _classes,
                "as_tensor": False,
                "__doc__": "Colour pictures of 32 x 32.",
            },
        )
    )


@modelled(f"{D}QMNIST")
class QMNIST(Fixed):
    """Grey pictures of 28 x 28."""

    def __init__(
        self, root: Any, what: Any = None, compat: Any = True, train: Any = True, **named: Any
    ) -> None:
        super().__init__(root, train, named.get("transform"), named.get("target_transform"))
        if what is not None:
            self.train = None


@modelled(f"{D}EMNIST")
class EMNIST(Fixed):
    """Grey pictures of 28 x 28: letters and digits."""

    number_of_classes = None  # type: ignore[assignment]

    def __init__(self, root: Any, split: Any, train: Any = True, **named: Any) -> None:
        super().__init__(root, train, named.get("transform"), named.get("target_transform"))

    def count(self) -> Any:
        """The number depends on the split."""
        return None if self.held_data is None else super().count()

    @property
    def targets(self) -> Any:
        """All class numbers."""
        held = self.held_targets
        return Tensor(Shape((symbol(),)), dtypes.int64, "torch") if held is None else held

    @targets.setter
    def targets(self, value: Any) -> None:
        self.held_targets = value


@modelled(f"{D}USPS")
class USPS(Fixed):
    """Grey pictures of 16 x 16."""

    sizes = (7291, 2007)
    form = (1, 16, 16)
    as_tensor = False


class Split(Pictures):
    """A dataset of known size in several parts."""

    form: tuple[Any, Any, Any] | None = (3, 32, 32)
    sizes: dict[str, int] = {}
    first = "train"

    def __init__(
        self,
        root: Any,
        split: Any = None,
        transform: Any = None,
        target_transform: Any = None,
        download: Any = False,
        **named: Any,
    ) -> None:
        self.split = self.first if split is None else text(split)
        self.transform, self.target_transform = transform, target_transform

    def picture(self) -> Any:
        """Return a picture as the dataset stores it."""
        return unknown_picture() if self.form is None else new_picture(*self.form)

    def count(self) -> Any:
        """Return the number of pictures."""
        return self.sizes.get(self.split or "")


@modelled(f"{D}SVHN")
class SVHN(Split):
    """Colour pictures of 32 x 32: house numbers."""

    sizes = {"train": 73257, "test": 26032, "extra": 531131}
    number_of_classes = 10


@modelled(f"{D}STL10")
class STL10(Split):
    """Colour pictures of 96 x 96."""

    form = (3, 96, 96)
    sizes = {"train": 5000, "test": 8000, "unlabeled": 100000, "train+unlabeled": 105000}
    number_of_classes = 10

    def __init__(
        self,
        root: Any,
        split: Any = None,
        folds: Any = None,
        transform: Any = None,
        target_transform: Any = None,
        download: Any = False,
    ) -> None:
        super().__init__(root, split, transform, target_transform)


@modelled(f"{D}ImageNet")
class ImageNet(Split):
    """Colour pictures of many sizes."""

    form = None
    sizes = {"train": 1281167, "val": 50000}
    number_of_classes = 1000

    def __init__(self, root: Any, split: Any = "train", **named: Any) -> None:
        super().__init__(root, split, named.get("transform"), named.get("target_transform"))


@modelled(f"{D}CelebA")
class CelebA(Split):
    """Colour pictures of faces, 218 high and 178 wide, with 40 attributes."""

    form = (3, 218, 178)
    sizes = {"train": 162770, "valid": 19867, "test": 19962, "all": 202599}

    def __init__(
        self,
        root: Any,
        split: Any = "train",
        target_type: Any = "attr",
        transform: Any = None,
        target_transform: Any = None,
        download: Any = False,
    ) -> None:
        super().__init__(root, split, transform, target_transform)
        self.target_type = text(target_type)

    def label(self) -> Any:
        """Return what is asked for of each face."""
        sizes = {"attr": 40, "bbox": 4, "landmarks": 10}
        if self.target_type in sizes:
            return Tensor(Shape((sizes[self.target_type],)), dtypes.int64, "torch")
        return UNKNOWN


@modelled(f"{D}Omniglot")
class Omniglot(Pictures):
    """Grey pictures of 105 x 105."""

    def __init__(
        self,
        root: Any,
        background: Any = True,
        transform: Any = None,
        target_transform: Any = None,
        download: Any = False,
    ) -> None:
        self.background, self.transform, self.target_transform = flag(background), transform, target_transform

    def picture(self) -> Any:
        """Return a picture as the dataset stores it."""
        return new_picture(1, 105, 105)

    def count(self) -> Any:
        """Return the number of pictures."""
        return None if self.background is None else 19280 if self.background else 13180


@modelled(f"{D}FakeData")
class FakeData(Pictures):
    """Random pictures."""

    def __init__(
        self,
        size: Any = 1000,
        image_size: Any = (3, 224, 224),
        num_classes: Any = 10,
        transform: Any = None,
        target_transform: Any = None,
        random_offset: Any = 0,
    ) -> None:
        from gnomon.models.api import size as size_of

        self.number, self.shape = size_of(size), shape_of(image_size)
        self.number_of_classes = size_of(num_classes)
        self.transform, self.target_transform = transform, target_transform

    def picture(self) -> Any:
        """Return a picture as the dataset stores it."""
        if self.shape.rank != 3:
            return UNKNOWN
        channels, height, width = self.shape.dims
        return new_picture(channels, height, width)

    def count(self) -> Any:
        """Return the number of pictures."""
        return self.number


@modelled(f"{D}ImageFolder", f"{D}DatasetFolder", f"{D}folder.ImageFolder", f"{D}folder.DatasetFolder")
class ImageFolder(Pictures):
    """Colour pictures of any size in folders, one for each class."""

    def __init__(
        self, root: Any, transform: Any = None, target_transform: Any = None, *rest: Any, **named: Any
    ) -> None:
        if rest or "extensions" in named or "loader" in named or type(transform) is Unknown:
            transform = named.get("transform", UNKNOWN if rest else transform)
        self.transform, self.target_transform = transform, target_transform

    @property
    def imgs(self) -> Any:
        """Paths with class numbers."""
        return ListValue(None, element=(unknown_of("str"), symbol()))

    samples = imgs

    @property
    def targets(self) -> Any:
        """All class numbers."""
        return ListValue(None, element=symbol())


class Folder(Pictures):
    """Colour pictures of any size."""

    def __init__(
        self, root: Any, *rest: Any, transform: Any = None, target_transform: Any = None, **named: Any
    ) -> None:
        self.transform, self.target_transform = transform, target_transform


for _name in words(
    "Caltech101 Caltech256 DTD EuroSAT FGVCAircraft Flowers102 Food101 GTSRB INaturalist Imagenette "
    "LFWPeople LSUN OxfordIIITPet PCAM Places365 RenderedSST2 SEMEION StanfordCars SUN397 Country211"
):
    modelled(f"{D}{_name}")(type(_name, (Folder,), {"__doc__": Folder.__doc__}))


class Annotated(Folder):
    """Pictures with annotations of which nothing is known."""

    def label(self) -> Any:
        """Return an annotation."""
        return UNKNOWN


for _name in words(
    "CocoDetection CocoCaptions VOCSegmentation VOCDetection Cityscapes SBDataset Flickr8k Flickr30k "
    "WIDERFace Kitti LFWPairs PhotoTour SBU Kinetics HMDB51 UCF101 MovingMNIST"
):
    modelled(f"{D}{_name}")(type(_name, (Annotated,), {"__doc__": Annotated.__doc__}))
