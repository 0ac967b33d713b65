"""What is said where a program asks for a name of a GPU."""

from __future__ import annotations

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
    "GPU_mrg_uniform": "theano.sandbox.rng_mrg.MRG_RandomStreams",
}
"""Names for GPUs -> what does the same everywhere."""


def missing(module: str, name: str) -> AttributeError:
    """Return the error of a name that needs a GPU."""
    short = module.replace("gnomon.theano", "theano")
    instead = f"; use {INSTEAD[name]}" if name in INSTEAD else ""
    return AttributeError(
        f"{short}.{name} is for GPUs, and functions are compiled for the processor{instead}"
    )
