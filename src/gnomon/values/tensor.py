"""The abstract tensor: a shape, a dtype, and where known small contents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from gnomon.values.cells import clock

if TYPE_CHECKING:
    from gnomon.ops.world import World
    from gnomon.shapes import Dtype, Shape


PROMOTES = "#promotes"
"""The attribute that a tensor has whose operators promote."""

NUMBER = "#number"
"""The attribute that holds the float of Python which an array without axes was made of, and that nothing changes."""


class Tensor:
    """An array of the checked program.

    ``library`` is ``"numpy"``, ``"torch"``, ``"jax"``, ``"keras"``, ``"tf"`` or ``"tf1"``. ``contents`` is a
    flat tuple of known integer entries (row-major; an entry may be a dim or None). ``bounds`` are inclusive
    limits of all entries. ``maker`` is what made a tensor of a deferred graph, for replay. ``static`` is the
    shape that graph-mode TensorFlow knows where it differs from ``shape``. ``site`` is what made it.
    ``storage`` tells what is certain of the memory of a PyTorch tensor (see `gnomon.values.storage`).
    """

    __slots__ = (
        "attributes",
        "born",
        "bounds",
        "contents",
        "dtype",
        "library",
        "maker",
        "role",
        "shape",
        "site",
        "static",
        "storage",
    )

    world: ClassVar[World | None] = None

    def __init__(
        self,
        shape: Shape,
        dtype: Dtype | None = None,
        library: str | None = None,
        *,
        contents: tuple[Any, ...] | None = None,
        bounds: tuple[Any, Any] | None = None,
        maker: Any = None,
        site: Any = None,
        static: Shape | None = None,
        role: str | None = None,
    ) -> None:
        self.shape = shape
        self.dtype = dtype
        self.library = library
        self.contents = contents
        self.bounds = bounds
        self.maker = maker
        self.site = site
        self.static = static
        self.role = role
        self.attributes: dict[str, Any] | None = None
        self.storage: Any = None
        self.born = clock.now

    @property
    def promotes(self) -> bool:
        """Whether operators with it promote where its library else refuses to mix dtypes: weights of Keras 3."""
        return self.attributes is not None and PROMOTES in self.attributes

    def __repr__(self) -> str:
        return f"<{self.library} tensor {self.shape} {self.dtype.name if self.dtype else '?'}>"
