"""Pickling of expressions: sharing is kept, lines are kept, and depth is no limit.

An array is written as the flat records of all applications it depends on, each naming its inputs by serial
numbers. An application has one record, so that what several arrays of one pickle share is written once and
read back as one.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import count
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from gnomon.graph.own.record import OwnOp
from gnomon.graph.telling import enter

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array

_serials = count()
_records: WeakKeyDictionary[Application, Record] = WeakKeyDictionary()


class Record:
    """An application as it is written."""

    __slots__ = ("attributes", "built", "guards", "inputs", "op", "outputs", "serial", "site", "tellers")

    def __init__(
        self,
        serial: int,
        op: str | OwnOp,
        inputs: Any,
        attributes: Any,
        guards: Any,
        site: Any,
        tellers: Any,
        outputs: Any,
    ) -> None:
        self.serial = serial
        self.op = op
        self.inputs = inputs
        self.attributes = attributes
        self.guards = guards
        self.site = site
        self.tellers = tellers
        self.outputs = outputs
        self.built: Application | None = None

    def __reduce__(self) -> Any:
        return (
            Record,
            (
                self.serial,
                self.op,
                self.inputs,
                self.attributes,
                self.guards,
                self.site,
                self.tellers,
                self.outputs,
            ),
        )


def reduced_array(array: Array) -> tuple[Any, ...]:
    """Return what pickle writes for an array."""
    from gnomon.graph.array import Constant, Shared
    from gnomon.graph.traversal import applications

    if array.application is not None:
        records = tuple([_record(application) for application in applications(array)])
        return (output_of, (records, array.index))
    details = (array.contents, array.name, array.site)
    extra: tuple[Any, ...] = ()
    if isinstance(array, Constant):
        extra = (array.data, array.weak, array.captured)
    elif isinstance(array, Shared):
        extra = (array.cell[0],)
    return (leaf_of, (type(array), array.shape, array.dtype, details, extra))


def _record(application: Application) -> Record:
    record = _records.get(application)
    if record is None:
        record = _records[application] = Record(
            next(_serials),
            application.op if isinstance(application.op, OwnOp) else application.op.name,
            tuple([_written(entry) for entry in application.inputs]),
            dict(application.attributes),
            application.guards,
            application.site,
            _written(application.tellers),
            (),
        )
    record.outputs = tuple(
        [(type(out), out.shape, out.dtype, out.contents, out.name) for out in application.outputs]
    )
    return record


def _written(entry: Any) -> Any:
    """Return an input as a leaf, a pair of a serial number and an index, None, or a list of these."""
    if entry is None:
        return None
    if isinstance(entry, tuple):
        return [_written(part) for part in entry]
    return entry if entry.application is None else (_record(entry.application).serial, entry.index)


def output_of(records: tuple[Record, ...], index: int) -> Array:
    """Return one result of the last of these applications."""
    found: dict[int, Application] = {}
    for record in records:
        if record.built is None:
            record.built = _built(record, found)
        found[record.serial] = record.built
    return found[records[-1].serial].outputs[index]


def _built(record: Record, found: dict[int, Application]) -> Application:
    import gnomon.graph.world  # noqa: F401  (arrays need their world)
    from gnomon.graph.array import Application
    from gnomon.ops import TABLE

    def read(entry: Any) -> Any:
        if type(entry) is tuple:
            serial, index = entry
            return found[serial].outputs[index]
        return tuple([read(part) for part in entry]) if type(entry) is list else entry

    inputs = tuple([read(entry) for entry in record.inputs])
    op = TABLE[record.op] if isinstance(record.op, str) else record.op
    application = Application(op, inputs, record.attributes, record.guards, record.site)
    application.outputs = tuple(
        [
            kind(
                shape,
                dtype,
                application=application,
                index=index,
                contents=contents,
                name=name,
                site=record.site,
            )
            for index, (kind, shape, dtype, contents, name) in enumerate(record.outputs)
        ]
    )
    application.tellers = tuple([read(entry) for entry in record.tellers])
    enter(application)
    return application


def leaf_of(kind: Any, shape: Any, dtype: Any, details: tuple[Any, ...], extra: tuple[Any, ...]) -> Array:
    """Return a leaf that was read back."""
    contents, name, site = details
    known = {"contents": contents, "name": name, "site": site}
    if len(extra) == 3:
        data, weak, captured = extra
        data.flags.writeable = False
        array = kind(shape, dtype, data, weak=weak, **known)
        array.captured = captured
        return array  # type: ignore[no-any-return]
    return kind(shape, dtype, *extra, **known)  # type: ignore[no-any-return]


def copied_deeply(array: Array, memo: dict[int, Any]) -> Array:
    """Return an array for `copy.deepcopy`: shared leaves get a value of their own, as they do by pickle.

    What holds no shared leaf cannot change, and is its own copy.
    """
    from gnomon.graph.array import Shared
    from gnomon.graph.traversal import leaves

    if isinstance(array, Shared):
        details = (array.contents, array.name, array.site)
        return leaf_of(type(array), array.shape, array.dtype, details, (array.cell[0].copy(),))
    if array.application is None or not any(isinstance(leaf, Shared) for leaf in leaves(array)):
        return array
    make, arguments = reduced_array(array)
    made: Array = make(*deepcopy(arguments, memo))
    return made


def reduced_application(application: Application) -> tuple[Any, ...]:
    """Return what pickle writes for an application."""
    return (application_of, (application.outputs[0],))


def application_of(output: Array) -> Application:
    """Return the application that gives an array."""
    assert output.application is not None
    return output.application
