"""`theano.tests.record`: write down what a function computes, and compare a later run with it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.theano.compile.watching import WatchingMode

SHOWN = 100
"""So many characters of a line are shown where two differ."""


class MismatchError(Exception):
    """A run that differs from the one that was written down."""


class Record:
    """Lines of text in a file: written, or with ``replay`` compared with those that are there, one after the other."""

    def __init__(self, file_object: Any = None, file_path: Any = None, replay: bool = False) -> None:
        if file_object is None and file_path is None:
            raise AssertionError("a Record needs file_object or file_path")
        how = "r" if replay else "w"
        self.f = Path(file_path).open(how) if file_object is None else file_object  # noqa: SIM115 (it stays open)
        self.file_path, self.replay = file_path, replay

    def handle_line(self, line: str) -> None:
        """Write a line, or raise `MismatchError` if the next one that was written is another."""
        if not line.endswith("\n") or "\n" in line[:-1]:
            raise AssertionError(f"a line ends with its only line break: {line!r}")
        if not self.replay:
            self.f.write(line)
            return
        former = self.f.readline()
        if former != line:
            raise MismatchError(
                f"Replay detected mismatch: this run gives {line[:SHOWN]!r} where the former gave {former[:SHOWN]!r}"
            )


class RecordMode(WatchingMode):
    """Records each application of a function: its number, and digests of what it takes and gives.

    Two runs with one record, the second with ``replay``, must agree bit by bit.
    """

    def __init__(self, record: Record | None = None, **options: Any) -> None:
        super().__init__("vm", "fast_run")
        if record is not None and options:
            raise AssertionError(
                f"RecordMode takes a record or the options of one, not both: {sorted(options)}"
            )
        self.set_record(Record(**options) if record is None else record)

    def set_record(self, record: Record) -> None:
        """Go on with another record."""
        self.record = record

    def after(self, number: int, node: Any, values: list[Any], results: list[Any]) -> None:
        for said, entries in (("Inputs", values), ("Outputs", results)):
            digests = " ".join([_digest(entry) for entry in entries])
            try:
                self.record.handle_line(f"{number} {node.op} {said}: {digests}\n")
            except MismatchError as error:
                raise MismatchError(f"{error}; application {number}, {node}") from None


def _digest(value: Any) -> str:
    """A digest of a value's bytes, dtype, and shape."""
    array = np.asarray(value)
    if array.dtype.hasobject:
        return hashlib.sha256(repr(value).encode()).hexdigest()
    return hashlib.sha256(repr((array.dtype.str, array.shape)).encode() + array.tobytes()).hexdigest()
