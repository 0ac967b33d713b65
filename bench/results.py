"""The figures of a comparison as JSON: kept line by line, added to those of earlier runs on the machine."""

from __future__ import annotations

import importlib.metadata
import json
import platform
from pathlib import Path
from typing import Any

PACKAGES = {
    "NumPy": "numpy",
    "Numba": "numba",
    "JAX": "jax",
    "PyTorch": "torch",
    "torch.compile": "",
    "PyTensor C": "pytensor",
    "PyTensor Numba": "",
}


class Results:
    """What is known of all lines; ``add`` writes it."""

    def __init__(self, place: Path | None, peers: list[str], threads: int):
        self.place, self.threads = place, threads
        here = machine(peers)
        self.whole: dict[str, Any] = {"machine": here, "limits": {}, "lines": []}
        if place and place.exists():
            earlier = json.loads(place.read_text())
            if earlier["machine"].get("processor") == here["processor"]:
                self.whole = {**earlier, "machine": {**earlier["machine"], **here}}

    def holds(self, name: str) -> bool:
        """Tell whether a line was measured with these threads."""
        return any(self._same(line, name) for line in self.whole["lines"])

    def probe(self) -> None:
        """Measure what the machine can do with these threads; the best of all runs counts."""
        from probe import limits

        known = self.whole["limits"].setdefault(str(self.threads), {})
        for name, rate in limits(self.threads).items():
            known[name] = max(rate, known.get(name, 0.0))

    def add(self, found: dict[str, Any]) -> None:
        """Put a line in the place of an earlier one, or at the end."""
        found = {"threads": self.threads, **found}
        lines = self.whole["lines"]
        for k, line in enumerate(lines):
            if self._same(line, found["name"]):
                lines[k] = found
                break
        else:
            lines.append(found)
        if self.place:
            self.place.write_text(written(self.whole))

    def _same(self, line: dict[str, Any], name: str) -> bool:
        return bool(line["name"] == name and line["threads"] == self.threads)


def written(whole: dict[str, Any]) -> str:
    """Return JSON with a row for each line, numbers cut to four digits."""

    def cut(value: Any) -> Any:
        if isinstance(value, float):
            return float(f"{value:.4g}")
        if isinstance(value, dict):
            return {key: cut(each) for key, each in value.items()}
        return [cut(each) for each in value] if isinstance(value, list) else value

    head = ",\n".join(f"{json.dumps(key)}: {json.dumps(cut(whole[key]))}" for key in ("machine", "limits"))
    rows = ",\n".join(json.dumps(cut(line)) for line in whole["lines"])
    return f'{{{head},\n"lines": [\n{rows}\n]}}\n'


def machine(peers: list[str]) -> dict[str, str]:
    """Return what was measured on, and the versions of what was measured."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    found = {"processor": names[0] if names else platform.processor(), "Python": platform.python_version()}
    for name, package in PACKAGES.items():
        if name in peers and package:
            found[name.split()[0]] = importlib.metadata.version(package)
    return found


def quantity(value: float, unit: str) -> str:
    """Return seconds or bytes as people read them."""
    if unit == "B":
        return f"{value / 2**20:,.0f} MiB"
    for name, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if value * factor >= 1:
            return f"{value * factor:,.{0 if value * factor >= 100 else 1}f} {name}"
    return f"{value * 1e6:.3f} us"
