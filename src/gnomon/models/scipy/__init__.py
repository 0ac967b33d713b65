"""Models of SciPy; `scipy.linalg` and `scipy.fft` are modelled with NumPy's."""

from gnomon.models.scipy import optimize, signal, sparse, spatial, special, stats

__all__ = ["optimize", "signal", "sparse", "spatial", "special", "stats"]
