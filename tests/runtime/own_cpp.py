"""Operations of the user's in C++ for the tests: in a module, so that pickle finds them."""

import gnomon as gn

times = gn.op(
    "n m, m -> n",
    name="times",
    attributes={"share": 1.0},
    cpp="""
#include <stdexcept>

template <class T>
void times(const T *a, const T *x, T *out, int64_t n, int64_t m, double share) {
  if (share < 0) throw std::invalid_argument("the share is negative");
  for (int64_t i = 0; i < n; ++i) {
    T total = 0;
    for (int64_t j = 0; j < m; ++j) total += a[i * m + j] * x[j];
    out[i] = T(share * total);
  }
}
""",
    gradient=lambda g, a, x, share: (share * gn.outer(g, x), share * (a.T @ g)),
)


@gn.op(
    elementwise=True,
    cpp="""
double leaky(double x, double y, double slope) {
  return x > 0 ? x : slope * x + y;
}
""",
)
def leaky(x, y, *, slope=0.25):
    """The first array where it is positive, else a part of it plus the second."""


@leaky.gradient
def _(g, x, y, *, slope):
    return gn.where(x > 0, g, slope * g), gn.where(x > 0, 0.0, g)


@gn.op(
    "*b n -> *b, *b",
    dtype=("first", "int64"),
    cpp="""
int extremes(const float *x, float *largest, int64_t *place, int64_t b, int64_t n) {
  if (n == 0) return 7;
  for (int64_t row = 0; row < b; ++row, x += n) {
    int64_t best = 0;
    for (int64_t k = 1; k < n; ++k)
      if (x[k] > x[best]) best = k;
    largest[row] = x[best];
    place[row] = best;
  }
  return 0;
}
""",
)
def extremes(x):
    """The largest entry of each row, and where it is."""


@gn.op(
    shape=lambda x, y: (x.shape[0] + y.shape[0],),
    dtype="complex128",
    takes="complex128",
    cpp="""
void joined(const std::complex<double> *x, const std::complex<double> *y, std::complex<double> *out,
            const int64_t *x_shape, const int64_t *y_shape, const int64_t *out_shape) {
  for (int64_t k = 0; k < out_shape[0]; ++k)
    out[k] = (k < x_shape[0] ? x[k] : y[k - x_shape[0]]) + std::complex<double>(0, 1);
}
""",
)
def joined(x, y):
    """Two vectors one after the other, plus i."""
