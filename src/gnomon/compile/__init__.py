"""From expressions to native code: programs, kernels and the back ends that run them."""
