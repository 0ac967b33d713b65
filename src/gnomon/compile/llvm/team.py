"""A team of threads that share the turns of a kernel's outermost loop.

Code calls ``i32 spread(ptr part, ptr buffers, ptr sizes, i64 turns, i64 grain)``. Turns are cut into chunks of whole
grains, which the caller and its team take one after the other from a counter; the fewer are left, the smaller they are, so
that all are done at about the same time. A negative grain asks for one chunk for each member. Nobody waits for a thread that
has not begun, so a busy machine loses nothing. While one caller has the team, others run alone. Members start when they are
first of use, sleep when there is nothing to do, and never touch Python. One that wakes on its caller's processor moves to
another one: the system may leave both there for milliseconds. A forked process works alone.
"""

from __future__ import annotations

import ctypes
import functools
import os
import platform
import sys
from typing import TYPE_CHECKING

from gnomon.compile.llvm.code import PLAIN

if TYPE_CHECKING:
    from gnomon.compile.llvm.native import Native

MOST = 256
"""More threads than this are of no use."""

GENERATION, STATE, TASK, SLEEPERS, NEXT, STATUS, BUSY = 0, 64, 128, 192, 256, 320, 384
"""Offsets in the team's memory, each on a line of its own: how many tasks there were; whether the task is closed (bit
30) and how many members work on it; the task; how many members sleep; the next chunk; the status; who has the team."""

PROCESSOR, STARTED, MEMBERS = 4, 388, 392
"""Offsets of the processor that the caller is on, of how many threads were started, and of how many are wanted."""
MASK = 128
"""So many bytes hold a set of processors."""
CLOSED = 1 << 30
CHUNKS = 4
"""A chunk has one part in so many of a member's share of what is left."""
SMALLEST = 32
"""A chunk has at least one part in so many of a member's share of all."""
PATIENCE = 2000
"""So often a member looks for a new task before it sleeps."""

_CALLS = {"x86_64": (202, "call void @llvm.x86.sse2.pause()"), "aarch64": (98, "")}
"""The number of Linux's ``futex`` for each processor, and what to do while waiting."""

_memory = (ctypes.c_char * 512)()
_start = (ctypes.addressof(_memory) + 63) & ~63


def _word(offset: int) -> ctypes.c_int32:
    return ctypes.c_int32.from_address(_start + offset)


def size() -> int:
    """How many threads work on a kernel at most."""
    return int(_word(MEMBERS).value)


def resize(count: int) -> None:
    """Let so many threads work on a kernel at most."""
    _word(MEMBERS).value = max(1, min(count, MOST)) if available() else 1


def available() -> bool:
    """Whether this system has what the team needs."""
    return sys.platform == "linux" and platform.machine() in _CALLS


def processors() -> int:
    """How many threads are wanted: `GNOMON_NUM_THREADS`, else one for each processor that this process may use."""
    wanted = os.environ.get("GNOMON_NUM_THREADS", "")
    if wanted.isdecimal() and int(wanted):
        return int(wanted)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@functools.cache
def spread() -> Native:
    """The function that shares turns."""
    from gnomon.compile.llvm import linked

    code = linked(_text(), symbols={"team": _start})
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(code))  # members may sleep in it until the process ends
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_memory))
    return code


def _reset() -> None:
    """A forked process has no members."""
    ctypes.memset(_start, 0, MEMBERS)
    _word(STATE).value = CLOSED
    _word(MEMBERS).value = 1


def _text() -> str:
    futex, pause = _CALLS.get(platform.machine(), (0, ""))
    return _TEMPLATE.format(
        **{name.lower(): value for name, value in globals().items() if type(value) is int},
        plain=PLAIN,
        word=CLOSED - 1,
        processors=8 * MASK,
        futex=futex,
        pause=pause,
    )


_TEMPLATE = """
@team = external global [512 x i8]
declare i64 @syscall(i64, ...)
declare i32 @sched_yield()
declare i32 @sched_getcpu()
declare i32 @sched_getaffinity(i32, i64, ptr)
declare i32 @sched_setaffinity(i32, i64, ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare void @llvm.x86.sse2.pause()
declare i64 @llvm.smax.i64(i64, i64)

define internal i64 @share(i64 %turns, i64 %parts, i64 %grain) nounwind{plain} {{
  %less = sub i64 %parts, 1
  %up = add i64 %turns, %less
  %even = sdiv i64 %up, %parts
  %most = sub i64 %grain, 1
  %above = add i64 %even, %most
  %grains = sdiv i64 %above, %grain
  %rounded = mul i64 %grains, %grain
  ret i64 %rounded
}}

define internal void @work() nounwind{plain} {{
entry:
  %part.p = getelementptr i8, ptr @team, i64 {task}
  %buffers.p = getelementptr i8, ptr %part.p, i64 8
  %sizes.p = getelementptr i8, ptr %part.p, i64 16
  %turns.p = getelementptr i8, ptr %part.p, i64 24
  %least.p = getelementptr i8, ptr %part.p, i64 32
  %grain.p = getelementptr i8, ptr %part.p, i64 40
  %wanted.p = getelementptr i8, ptr %part.p, i64 48
  %next.p = getelementptr i8, ptr @team, i64 {next}
  %status.p = getelementptr i8, ptr @team, i64 {status}
  %part = load ptr, ptr %part.p
  %buffers = load ptr, ptr %buffers.p
  %sizes = load ptr, ptr %sizes.p
  %turns = load i64, ptr %turns.p
  %least = load i64, ptr %least.p
  %grain = load i64, ptr %grain.p
  %wanted = load i64, ptr %wanted.p
  br label %look
look:
  %first = load atomic i64, ptr %next.p monotonic, align 8
  br label %take
take:
  %start = phi i64 [ %first, %look ], [ %found, %some ]
  %more = icmp slt i64 %start, %turns
  br i1 %more, label %some, label %end
some:
  %left = sub i64 %turns, %start
  %share = call i64 @share(i64 %left, i64 %wanted, i64 %grain)
  %chunk = call i64 @llvm.smax.i64(i64 %share, i64 %least)
  %far = add i64 %start, %chunk
  %taken = cmpxchg ptr %next.p, i64 %start, i64 %far acq_rel monotonic
  %found = extractvalue {{ i64, i1 }} %taken, 0
  %mine = extractvalue {{ i64, i1 }} %taken, 1
  br i1 %mine, label %run, label %take
run:
  %over = icmp sgt i64 %far, %turns
  %stop = select i1 %over, i64 %turns, i64 %far
  %status = call i32 %part(ptr %buffers, ptr %sizes, i64 %start, i64 %stop)
  %old = atomicrmw max ptr %status.p, i32 %status acq_rel
  br label %look
end:
  ret void
}}

define internal void @leave(i32 %processor) nounwind{plain} {{
entry:
  %all = alloca [{mask} x i8], align 8
  %others = alloca [{mask} x i8], align 8
  %known = call i32 @sched_getaffinity(i32 0, i64 {mask}, ptr %all)
  %copied = call i32 @sched_getaffinity(i32 0, i64 {mask}, ptr %others)
  %both = or i32 %known, %copied
  %fine = icmp eq i32 %both, 0
  %few = icmp ult i32 %processor, {processors}
  %sure = and i1 %fine, %few
  br i1 %sure, label %move, label %end
move:
  %byte = lshr i32 %processor, 3
  %bit = and i32 %processor, 7
  %one = shl i32 1, %bit
  %not = xor i32 %one, 255
  %keep = trunc i32 %not to i8
  %at = getelementptr i8, ptr %others, i32 %byte
  %held = load i8, ptr %at
  %left = and i8 %held, %keep
  store i8 %left, ptr %at
  %moved = call i32 @sched_setaffinity(i32 0, i64 {mask}, ptr %others)
  %freed = call i32 @sched_setaffinity(i32 0, i64 {mask}, ptr %all)
  br label %end
end:
  ret void
}}

define internal ptr @member(ptr %nothing) nounwind{plain} {{
entry:
  %state = getelementptr i8, ptr @team, i64 {state}
  %sleepers = getelementptr i8, ptr @team, i64 {sleepers}
  %caller = getelementptr i8, ptr @team, i64 {processor}
  br label %wait
wait:
  %last = phi i32 [ 0, %entry ], [ %now, %late ], [ %now, %begun ]
  br label %look
look:
  %looks = phi i32 [ 0, %wait ], [ %more, %again ], [ 0, %sleep ], [ 0, %move ]
  %now = load atomic i32, ptr @team acquire, align 4
  %new = icmp ne i32 %now, %last
  br i1 %new, label %enter, label %idle
idle:
  {pause}
  %more = add i32 %looks, 1
  %tired = icmp sgt i32 %more, {patience}
  br i1 %tired, label %sleep, label %again
again:
  br label %look
sleep:
  %down = atomicrmw add ptr %sleepers, i32 1 seq_cst
  %woken = call i64 (i64, ...) @syscall(i64 {futex}, ptr @team, i32 128, i32 %last, ptr null)
  %up = atomicrmw sub ptr %sleepers, i32 1 seq_cst
  %here = call i32 @sched_getcpu()
  %there = load atomic i32, ptr %caller monotonic, align 4
  %same = icmp eq i32 %here, %there
  br i1 %same, label %move, label %look
move:
  call void @leave(i32 %here)
  br label %look
enter:
  %before = atomicrmw add ptr %state, i32 1 acq_rel
  %flag = and i32 %before, {closed}
  %open = icmp eq i32 %flag, 0
  br i1 %open, label %begin, label %late
late:
  %left = atomicrmw sub ptr %state, i32 1 acq_rel
  br label %wait
begin:
  call void @work()
  %done = atomicrmw sub ptr %state, i32 1 release
  br label %begun
begun:
  br label %wait
}}

define internal void @grow(i32 %wanted) nounwind{plain} {{
entry:
  %started.p = getelementptr i8, ptr @team, i64 {started}
  %thread = alloca i64
  br label %look
look:
  %started = load i32, ptr %started.p
  %missing = icmp slt i32 %started, %wanted
  br i1 %missing, label %start, label %end
start:
  %failed = call i32 @pthread_create(ptr %thread, ptr null, ptr @member, ptr null)
  %fine = icmp eq i32 %failed, 0
  br i1 %fine, label %count, label %end
count:
  %more = add i32 %started, 1
  store i32 %more, ptr %started.p
  br label %look
end:
  ret void
}}

define i32 @kernel(ptr %part, ptr %buffers, ptr %sizes, i64 %turns, i64 %given) nounwind{plain} {{
entry:
  %members.p = getelementptr i8, ptr @team, i64 {members}
  %members = load i32, ptr %members.p
  %several = icmp sgt i32 %members, 1
  br i1 %several, label %cut, label %alone
cut:
  %wide = sext i32 %members to i64
  %once = icmp slt i64 %given, 0
  %minus = sub i64 0, %given
  %grain = select i1 %once, i64 %minus, i64 %given
  %many = mul i64 %wide, {chunks}
  %wanted = select i1 %once, i64 %wide, i64 %many
  %chunk = call i64 @share(i64 %turns, i64 %wanted, i64 %grain)
  %enough = icmp slt i64 %chunk, %turns
  br i1 %enough, label %ask, label %alone
ask:
  %busy.p = getelementptr i8, ptr @team, i64 {busy}
  %asked = cmpxchg ptr %busy.p, i32 0, i32 1 acq_rel monotonic
  %mine = extractvalue {{ i32, i1 }} %asked, 1
  br i1 %mine, label %share, label %alone
alone:
  %only = call i32 %part(ptr %buffers, ptr %sizes, i64 0, i64 %turns)
  ret i32 %only
share:
  %others = sub i32 %members, 1
  call void @grow(i32 %others)
  %part.p = getelementptr i8, ptr @team, i64 {task}
  %buffers.p = getelementptr i8, ptr %part.p, i64 8
  %sizes.p = getelementptr i8, ptr %part.p, i64 16
  %turns.p = getelementptr i8, ptr %part.p, i64 24
  %least.p = getelementptr i8, ptr %part.p, i64 32
  %grain.p = getelementptr i8, ptr %part.p, i64 40
  %wanted.p = getelementptr i8, ptr %part.p, i64 48
  %most = mul i64 %wide, {smallest}
  %small = call i64 @share(i64 %turns, i64 %most, i64 %grain)
  %least = select i1 %once, i64 %chunk, i64 %small
  %state = getelementptr i8, ptr @team, i64 {state}
  %sleepers = getelementptr i8, ptr @team, i64 {sleepers}
  %next.p = getelementptr i8, ptr @team, i64 {next}
  %status.p = getelementptr i8, ptr @team, i64 {status}
  store ptr %part, ptr %part.p
  store ptr %buffers, ptr %buffers.p
  store ptr %sizes, ptr %sizes.p
  store i64 %turns, ptr %turns.p
  store i64 %least, ptr %least.p
  store i64 %grain, ptr %grain.p
  store i64 %wanted, ptr %wanted.p
  %processor.p = getelementptr i8, ptr @team, i64 {processor}
  %processor = call i32 @sched_getcpu()
  store atomic i32 %processor, ptr %processor.p monotonic, align 4
  store atomic i64 0, ptr %next.p monotonic, align 8
  store atomic i32 0, ptr %status.p monotonic, align 4
  %opened = atomicrmw and ptr %state, i32 {word} seq_cst
  %told = atomicrmw add ptr @team, i32 1 seq_cst
  %asleep = load atomic i32, ptr %sleepers seq_cst, align 4
  %any = icmp sgt i32 %asleep, 0
  br i1 %any, label %wake, label %own
wake:
  %woken = call i64 (i64, ...) @syscall(i64 {futex}, ptr @team, i32 129, i32 %others)
  br label %own
own:
  call void @work()
  %closing = atomicrmw or ptr %state, i32 {closed} acq_rel
  br label %join
join:
  %looks = phi i32 [ 0, %own ], [ %more, %again ]
  %now = load atomic i32, ptr %state acquire, align 4
  %active = and i32 %now, {word}
  %over = icmp eq i32 %active, 0
  br i1 %over, label %joined, label %pause
pause:
  {pause}
  %more = add i32 %looks, 1
  %part.of = and i32 %more, 1023
  %long = icmp eq i32 %part.of, 0
  br i1 %long, label %yield, label %again
yield:
  %gave = call i32 @sched_yield()
  br label %again
again:
  br label %join
joined:
  %status = load atomic i32, ptr %status.p acquire, align 4
  store atomic i32 0, ptr %busy.p release, align 4
  ret i32 %status
}}
"""

_reset()
resize(processors())
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset)
