"""Pooling (in ``gn.nn``): windows reduced to their maximum or average."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace import windows


def _window(name: str, x: Array, window: Any) -> tuple[Any, ...]:
    sizes = windows.per_axis(name, "window", window, x)
    return sizes if isinstance(sizes, tuple) else (sizes,) * (x.ndim - 2)


def _pool(name: str, x: Any, window: Any, settings: dict[str, Any]) -> Array:
    take.option(name, "layout", settings["layout"], ("first", "last"))
    x = take.array(name, "x", x)
    settings["padding"] = windows.padding(name, settings["padding"], x)
    for key in ("stride", "dilation"):
        if settings.get(key) is not None:
            settings[key] = windows.per_axis(name, key, settings[key], x)
    return ops.TABLE[name](x, window=_window(name, x, window), **settings)  # type: ignore[no-any-return]


def max_pool(
    x: Any,
    window: Any,
    *,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    layout: str = "first",
) -> Array:
    """The largest element of each window over the spatial axes; ``stride`` is the window unless given."""
    settings = {"stride": stride, "padding": padding, "dilation": dilation}
    return _pool("max_pool", x, window, {**settings, "ceil_mode": ceil_mode, "layout": layout})


def avg_pool(
    x: Any,
    window: Any,
    *,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    layout: str = "first",
    count_padding: bool = True,
) -> Array:
    """The average of each window over the spatial axes; ``count_padding`` counts the zeros of the padding too."""
    settings = {"stride": stride, "padding": padding, "ceil_mode": ceil_mode, "layout": layout}
    if not count_padding:
        settings["count_padding"] = False
    return _pool("avg_pool", x, window, settings)


def _adaptive(name: str, x: Any, size: Any, layout: str) -> Array:
    x = take.array(name, "x", x)
    return ops.TABLE[name](x, size=_window(name, x, size), layout=layout)  # type: ignore[no-any-return]


def adaptive_avg_pool(x: Any, size: Any, *, layout: str = "first") -> Array:
    """Averages of windows chosen so that the spatial axes get this size."""
    return _adaptive("adaptive_avg_pool", x, size, layout)


def adaptive_max_pool(x: Any, size: Any, *, layout: str = "first") -> Array:
    """Maxima of windows chosen so that the spatial axes get this size."""
    return _adaptive("adaptive_max_pool", x, size, layout)


__all__ = ["adaptive_avg_pool", "adaptive_max_pool", "avg_pool", "max_pool"]
