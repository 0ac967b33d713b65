"""Finds the speed that brings a satellite to a place, by the gradient of its simulated flight. Misses by less than a metre.

pip install '.[compile]'
python examples/fit_orbit.py
"""

import time
from typing import Any

import numpy as np

import gnomon as gn

RADIUS, GRAVITY = 6.371e6, 3.986e14  # of the earth, in metres and seconds
STEPS, SECONDS = 600, 3.0
START, GOAL = np.array([RADIUS + 4e5, 0.0]), np.array([-2.0e6, 6.6e6])
CORRECTIONS = 8


def flight(place: Any, speed: Any) -> Any:
    """Return place and speed at the end, and all places on the way: the leapfrog method, which keeps the energy."""

    def pull(place: Any) -> Any:
        distance = gn.sqrt((place * place).sum())
        return -GRAVITY * place / distance**3

    def leap(state: Any, _: Any) -> Any:
        place, speed = state
        half = speed + 0.5 * SECONDS * pull(place)
        place = place + SECONDS * half
        return (place, half + 0.5 * SECONDS * pull(place)), place

    return gn.scan(leap, (place, speed), length=STEPS)


def energy(place: Any, speed: Any) -> Any:
    """Return the energy of each kilogram."""
    return 0.5 * (speed * speed).sum() - GRAVITY / gn.sqrt((place * place).sum())


def main() -> float:
    """Correct the speed by Newton's method, print how that goes, and return by how many metres it misses."""
    speed = gn.symbol("speed", shape=(2,))
    begin = gn.asarray(START)
    (place, last), path = flight(begin, speed)
    miss = place - gn.asarray(GOAL)
    began = time.perf_counter()
    simulate = gn.function(
        [speed], [miss, gn.jacobian(miss, speed), path, energy(place, last) / energy(begin, speed)]
    )
    print(f"compiled in {time.perf_counter() - began:.2f} s")

    guess = np.array([0.0, 7.6e3])
    began, distance = time.perf_counter(), np.inf
    for turn in range(CORRECTIONS):
        missed, slopes, places, kept = simulate(guess)
        distance = float(np.hypot(*missed))
        print(
            f"{turn}: misses by {distance:14.3f} m, lowest height {np.hypot(*places.T).min() - RADIUS:9.0f} m"
        )
        assert abs(kept - 1) < 1e-6, "the energy should stay"
        if distance < 1:
            break
        guess = guess - np.linalg.solve(slopes, missed)
    print(f"{turn + 1} flights of {STEPS} steps with derivatives in {time.perf_counter() - began:.2f} s")
    return distance


if __name__ == "__main__":
    main()
