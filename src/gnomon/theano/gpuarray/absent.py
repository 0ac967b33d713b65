"""What stands for the names of GPUs."""

from __future__ import annotations

from typing import Any

INSTEAD = {
    "dnn_conv": "theano.tensor.nnet.conv2d",
    "dnn_conv3d": "theano.tensor.nnet.conv3d",
    "dnn_pool": "theano.tensor.signal.pool.pool_2d",
    "dnn_batch_normalization_train": "theano.tensor.nnet.bn.batch_normalization_train",
    "dnn_batch_normalization_test": "theano.tensor.nnet.bn.batch_normalization_test",
    "GpuDnnSoftmax": "theano.tensor.nnet.softmax",
    "GpuCorrMM": "theano.tensor.nnet.conv2d",
    "gpuarray_shared_constructor": "theano.shared",
    "shared_constructor": "theano.shared",
    "float32_shared_constructor": "theano.shared",
    "gpu_contiguous": "the array itself",
    "as_gpuarray_variable": "theano.tensor.as_tensor_variable",
    "as_cuda_ndarray_variable": "theano.tensor.as_tensor_variable",
    "host_from_gpu": "the array itself",
    "gpu_from_host": "the array itself",
    "HostFromGpu": "the array itself",
    "ftensor3": "theano.tensor.ftensor3",
    "ftensor4": "theano.tensor.ftensor4",
    "fmatrix": "theano.tensor.fmatrix",
    "fvector": "theano.tensor.fvector",
    "use": "theano.config.device, which is 'cpu'",
    "unuse": "theano.config.device, which is 'cpu'",
    "mem_info": "psutil for the memory of the processor",
    "register_opt": "theano.compile.optdb.register",
    "GPU_mrg_uniform": "theano.sandbox.rng_mrg.MRG_RandomStreams",
}
"""Names for GPUs -> what does the same everywhere."""


STARTS = ("Gpu", "gpu_", "Cuda", "dnn_", "GPU_", "NVCC_")
"""How other names for GPUs begin."""


def absent(module: str, name: str) -> Any:
    """Return what stands for a name of a GPU: it can be imported, and says what to use instead when it is called.

    Programs ask whether there is a GPU, or whether something is of a class of GPUs, before they call it.
    """
    short = module.replace("gnomon.theano", "theano")
    if name not in INSTEAD and not name.startswith(STARTS):
        raise AttributeError(f"module {short!r} has no attribute {name!r}")
    instead = f"; use {INSTEAD[name]}" if name in INSTEAD else ""
    says = f"{short}.{name} is for GPUs, and functions are compiled for the processor{instead}"

    def refuse(*arguments: Any, **named: Any) -> Any:
        raise RuntimeError(says)

    refuse.__name__, refuse.__module__ = name, module
    return type(name, (), {"__init__": refuse, "__module__": module}) if name[:1].isupper() else refuse
