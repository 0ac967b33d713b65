"""The optimizers themselves: each says what is added to a parameter."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Shared
from gnomon.networks.optimizers import Optimizer, Rate

Updates = dict[Shared, Array]


class SGD(Optimizer):
    """Gradient descent, with ``momentum`` of the steps before, if wanted Nesterov's."""

    def __init__(
        self, rate: Rate = 0.01, *, momentum: float = 0.0, nesterov: bool = False, **settings: Any
    ) -> None:
        super().__init__(rate, **settings)
        self.momentum = momentum
        self.nesterov = nesterov

    def change(self, p: Shared, g: Array, rate: Any, name: str, updates: Updates) -> Any:
        """Return the step."""
        if not self.momentum:
            return -rate * g
        speed = self.keep("speed", name, p)
        updates[speed] = new = self.momentum * speed - rate * g
        return self.momentum * new - rate * g if self.nesterov else new


class Adagrad(Optimizer):
    """Steps divided by the root of the sum of all squared gradients."""

    def __init__(self, rate: Rate = 0.01, *, epsilon: float = 1e-10, **settings: Any) -> None:
        super().__init__(rate, **settings)
        self.epsilon = epsilon

    def change(self, p: Shared, g: Array, rate: Any, name: str, updates: Updates) -> Any:
        """Return the step."""
        square = self.keep("square", name, p)
        updates[square] = new = square + g * g
        return -rate * g / (ops.sqrt(new) + self.epsilon)


class RMSProp(Optimizer):
    """Steps divided by the root of the mean squared gradient."""

    def __init__(
        self,
        rate: Rate = 0.01,
        *,
        portion: float = 0.99,
        momentum: float = 0.0,
        epsilon: float = 1e-8,
        **settings: Any,
    ) -> None:
        super().__init__(rate, **settings)
        self.portion = portion
        self.momentum = momentum
        self.epsilon = epsilon

    def change(self, p: Shared, g: Array, rate: Any, name: str, updates: Updates) -> Any:
        """Return the step."""
        square = self.keep("square", name, p)
        updates[square] = new = self.portion * square + (1 - self.portion) * g * g
        step = g / (ops.sqrt(new) + self.epsilon)
        if self.momentum:
            speed = self.keep("speed", name, p)
            updates[speed] = step = self.momentum * speed + step
        return -rate * step


class Adadelta(Optimizer):
    """Steps of the length of those before, in proportion to the gradients."""

    def __init__(
        self, rate: Rate = 1.0, *, portion: float = 0.9, epsilon: float = 1e-6, **settings: Any
    ) -> None:
        super().__init__(rate, **settings)
        self.portion = portion
        self.epsilon = epsilon

    def change(self, p: Shared, g: Array, rate: Any, name: str, updates: Updates) -> Any:
        """Return the step."""
        square, moved = self.keep("square", name, p), self.keep("moved", name, p)
        updates[square] = new = self.portion * square + (1 - self.portion) * g * g
        step = ops.sqrt(moved + self.epsilon) / ops.sqrt(new + self.epsilon) * g
        updates[moved] = self.portion * moved + (1 - self.portion) * step * step
        return -rate * step


class Adam(Optimizer):
    """Mean gradients divided by the root of the mean squared ones, corrected for the beginning."""

    def __init__(
        self,
        rate: Rate = 1e-3,
        *,
        portions: tuple[float, float] = (0.9, 0.999),
        epsilon: float = 1e-8,
        **settings: Any,
    ) -> None:
        super().__init__(rate, **settings)
        self.portions = portions
        self.epsilon = epsilon

    def change(self, p: Shared, g: Array, rate: Any, name: str, updates: Updates) -> Any:
        """Return the step."""
        first, second = self.portions
        mean, square = self.keep("mean", name, p), self.keep("square", name, p)
        updates[mean] = new_mean = first * mean + (1 - first) * g
        updates[square] = new_square = second * square + (1 - second) * g * g
        root = ops.sqrt(new_square / self.corrected(second, p)) + self.epsilon
        return -(rate / self.corrected(first, p)) * new_mean / root


class AdamW(Adam):
    """Adam with a ``decay`` that shrinks the parameters themselves, not by the gradient."""

    decoupled = True

    def __init__(self, rate: Rate = 1e-3, *, decay: float = 0.01, **settings: Any) -> None:
        super().__init__(rate, decay=decay, **settings)


class Lion(Optimizer):
    """Steps of one length, by the sign of the mean gradient; its ``decay`` shrinks the parameters themselves."""

    decoupled = True

    def __init__(
        self, rate: Rate = 1e-4, *, portions: tuple[float, float] = (0.9, 0.99), **settings: Any
    ) -> None:
        super().__init__(rate, **settings)
        self.portions = portions

    def change(self, p: Shared, g: Array, rate: Any, name: str, updates: Updates) -> Any:
        """Return the step."""
        first, second = self.portions
        mean = self.keep("mean", name, p)
        updates[mean] = second * mean + (1 - second) * g
        return -rate * ops.sign(first * mean + (1 - first) * g)
