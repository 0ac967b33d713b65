"""The function of native code for some of its turns, which threads share."""

import ctypes

from gnomon.compile.llvm import linked


def part_of(native):
    """``i32 part(buffers, sizes, start, stop)`` as a function; None if its turns cannot be shared."""
    if "@part(" not in native.text:
        return None
    code = linked(native.text, native.machine, native.symbols, entry="part")
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 2)
    function = kind(code.address)
    function.code = code
    return function
