"""Words as sets of bits, and prefetching, as LLVM intrinsics.

Processors have an instruction for each, which Numba does not offer. Each function has a plain form
for code that is not compiled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic, overload

__all__ = ["fetch", "highest", "lowest", "nth", "popcount"]


def popcount(x: np.uint64) -> int:
    """The number of set bits."""
    return int(x).bit_count()


def lowest(x: np.uint64) -> int:
    """The index of the lowest set bit; x is not 0."""
    value = int(x)
    return (value & -value).bit_length() - 1


def highest(x: np.uint64) -> int:
    """The index of the highest set bit; x is not 0."""
    return int(x).bit_length() - 1


def nth(x: np.uint64, n: int) -> int:
    """The index of the set bit that has n set bits below it; x has more than n."""
    value = int(x)
    for _ in range(n):
        value &= value - 1
    return (value & -value).bit_length() - 1


def fetch(table: np.ndarray, i: int) -> None:
    """Prefetch a row of a table that will be read soon."""


@intrinsic
def _ctpop(typingctx: Any, x: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def _cttz(typingctx: Any, x: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@intrinsic
def _ctlz(typingctx: Any, x: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@intrinsic
def _pdep(typingctx: Any, x: Any, mask: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
        return builder.call(deposit, args)

    return types.uint64(types.uint64, types.uint64), codegen


def _has_fast_pdep() -> bool:
    """Whether the processor executes `pdep` in a few cycles.

    The first two generations of Zen do it in microcode. Asked while compiling; Numba files machine
    code by processor, so that is safe.
    """
    slow = ("znver1", "znver2", "bdver4")
    has_it = binding.get_host_cpu_features().get("bmi2", False)
    return bool(has_it) and binding.get_host_cpu_name() not in slow


@intrinsic
def _prefetch(typingctx: Any, table: Any, i: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        step = builder.extract_value(array.strides, 0)
        at = builder.ptrtoint(array.data, step.type)
        place = builder.inttoptr(
            builder.add(at, builder.mul(step, args[1])), ir.IntType(8).as_pointer()
        )
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        ask = builder.module.declare_intrinsic("llvm.prefetch", (place.type,), kind)
        builder.call(ask, [place, *(ir.Constant(number, n) for n in (0, 3, 1))])
        return context.get_dummy_value()

    return types.void(table, types.int64), codegen


@overload(fetch, strict=False)
def _fetch(table: Any, i: Any) -> Any:  # noqa: ARG001
    return lambda table, i: _prefetch(table, i)


@overload(nth, strict=False)
def _nth(x: Any, n: Any) -> Any:  # noqa: ARG001
    one = np.uint64(1)
    if _has_fast_pdep():
        return lambda x, n: _cttz(_pdep(one << np.uint64(n), x))

    def step_by_step(x: Any, n: Any) -> Any:
        for _ in range(n):
            x &= x - one
        return _cttz(x)

    return step_by_step


@overload(popcount, strict=False)
def _popcount(x: Any) -> Any:  # noqa: ARG001
    return lambda x: _ctpop(x)


@overload(highest, strict=False)
def _highest(x: Any) -> Any:  # noqa: ARG001
    return lambda x: 63 - _ctlz(x)


@overload(lowest, strict=False)
def _lowest(x: Any) -> Any:  # noqa: ARG001
    return lambda x: _cttz(x)
