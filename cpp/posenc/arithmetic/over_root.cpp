#include "posenc/arithmetic/over_root.hpp"

#include <cmath>

#include "posenc/base/small.hpp"

namespace posenc {

POSENC_SMALL dd over_root(double scale, double square) noexcept {
  // A step of Newton's method doubles the digits of the float64 root.
  const double root = std::sqrt(square);
  const dd taken = two_product(root, root);
  const double more = ((square - taken.hi) - taken.lo) / (2 * root);
  const double first = scale / root;
  const dd part = two_product(first, root);
  const double rest = ((scale - part.hi) - part.lo) - first * more;
  return quick_two_sum(first, rest / root);
}

}  // namespace posenc
