"""A probe flies from the earth to the moon by the leapfrog method in a scan; gradients through the flight aim it.

Newton's method, with the derivative of where the flight ends by the speed at its start, taken through all 20,000 steps,
brings the probe within 1 km of a point 5,000 km beside the moon.

pip install '.[compile]'
python examples/orbit.py
"""

import time

import numpy as np

import gnomon as gn

GRAVITY = 6.674e-20  # km^3 / (kg s^2)
EARTH, MOON = 5.972e24, 7.348e22  # kg
DISTANCE = 384_400.0  # km
STEPS = 20_000
TIME = 72.0 * 3600 / STEPS  # s
START, TURN = np.deg2rad(45.0), 2 * np.pi / (27.322 * 86400) * TIME
"""Where the moon is at first, and how far it goes in a step."""


def moon(step: gn.Array) -> gn.Array:
    """Return where the moon is."""
    angle = START + TURN * step
    return DISTANCE * gn.stack([gn.cos(angle), gn.sin(angle)])


def force(place: gn.Array, step: gn.Array) -> gn.Array:
    """Return the acceleration towards earth and moon."""
    total = 0.0
    for centre, mass in ((gn.zeros(2), EARTH), (moon(step), MOON)):
        way = centre - place
        total = total + GRAVITY * mass * way / gn.sum(way * way) ** 1.5
    return total


def flight(place: gn.Array, speed: gn.Array) -> tuple[gn.Array, gn.Array]:
    """Return where the probe ends, and its way: (steps, 2)."""

    def leap(state: tuple[gn.Array, gn.Array], step: gn.Array) -> tuple[tuple[gn.Array, gn.Array], gn.Array]:
        place, speed = state
        half = speed + TIME / 2 * force(place, step)
        place = place + TIME * half
        return (place, half + TIME / 2 * force(place, step + 1.0)), place

    (place, _), way = gn.scan(leap, (place, speed), gn.arange(STEPS, dtype="float64"))
    return place, way


def main() -> float:
    """Aim, and return how many km the flight ends from the point it should reach."""
    start = np.array([0.0, -6_678.0])  # 300 km above the ground
    target = DISTANCE * np.array([np.cos(START + TURN * STEPS), np.sin(START + TURN * STEPS)])
    target = target * (1 + 5_000 / DISTANCE)
    speed = gn.symbol("speed", shape=(2,))
    end, way = flight(gn.asarray(start), speed)

    began = time.perf_counter()
    fly = gn.function([speed], [end, gn.jacobian(end, speed), way])
    print(f"compiled in {time.perf_counter() - began:.2f} s")

    guess = np.array([10.85, 0.0])
    began = time.perf_counter()
    for turn in range(1, 31):
        found, slope, path = fly(guess)
        missed = float(np.linalg.norm(found - target))
        print(f"flight {turn:2}: ends {missed:12,.1f} km away; starts at {np.linalg.norm(guess):.5f} km/s")
        if missed < 1.0:
            break
        move = np.linalg.solve(slope, target - found)
        guess = guess + move * min(1.0, 0.05 / np.linalg.norm(move))
    spent = time.perf_counter() - began
    print(f"{turn} flights of {STEPS:,} steps with their derivatives in {spent:.2f} s")
    highest = np.linalg.norm(path, axis=1).max()
    print(f"farthest from the earth: {highest:,.0f} km")
    return missed


if __name__ == "__main__":
    main()
