// Compiled for speed: its loops run over whole tables.
#include "posenc/analysis/loops.hpp"

#include "posenc/arithmetic/lanes.hpp"

namespace posenc {

double dot(const double* a, const double* b, std::int64_t count) noexcept {
  f64x2 first = splat2(0);
  f64x2 second = splat2(0);
  std::int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    first = first + load2(a + i) * load2(b + i);
    second = second + load2(a + i + 2) * load2(b + i + 2);
  }
  double lanes[2];
  store2(lanes, first + second);
  double sum = lanes[0] + lanes[1];
  for (; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

void add_multiple(double factor, const double* x, std::int64_t count,
                  double* y) noexcept {
  const f64x2 f = splat2(factor);
  std::int64_t i = 0;
  for (; i + 2 <= count; i += 2) store2(y + i, load2(y + i) + f * load2(x + i));
  for (; i < count; ++i) y[i] += factor * x[i];
}

void rotate_pair(double c, double s, double* p, double* q,
                 std::int64_t count) noexcept {
  const f64x2 cc = splat2(c);
  const f64x2 ss = splat2(s);
  std::int64_t i = 0;
  for (; i + 2 <= count; i += 2) {
    const f64x2 x = load2(p + i);
    const f64x2 y = load2(q + i);
    store2(p + i, cc * x - ss * y);
    store2(q + i, ss * x + cc * y);
  }
  for (; i < count; ++i) {
    const double x = p[i];
    const double y = q[i];
    p[i] = c * x - s * y;
    q[i] = s * x + c * y;
  }
}

}  // namespace posenc
