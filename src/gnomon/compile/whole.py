"""A program as one native function: ``i32 f(ptr buffers, ptr sizes)``, like a kernel.

Its buffers are the leaves of the plan, then the results, then a block for what lives within a run, if it needs one
(`Layout.total` bytes). Its sizes are the names in the order of the plan's table.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from gnomon.compile.frames import Frame
from gnomon.compile.launches import Launches

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.compile.plan import Plan


def whole(plan: Plan) -> Native:
    """Return the function of a plan whose steps are all native."""
    leaves, results, layout = len(plan.leaves), len(plan.results), plan.layout
    frame = Frame(plan.table.order, leaves + results, layout.total, late=True)
    launches = Launches(frame, plan)
    launches.late.update({slot: functools.partial(frame.pointer, slot) for slot in range(leaves)})
    homes = {slot: leaves + number for slot, number in layout.homes.items()}
    launches.late.update({slot: functools.partial(frame.pointer, place) for slot, place in homes.items()})
    launches.lay_out(frame.block)
    launches.prepare()
    launches.run()
    for number, slot in layout.copies:
        launches.copy(frame.pointer(leaves + number), slot)
    return frame.linked()
