#include "posenc/absolute/fourier_features.hpp"

#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/random.hpp"

namespace posenc {

Status random_frequencies(std::uint64_t seed, double deviation,
                          std::span<td> out) noexcept {
  if (!(deviation >= 0 && deviation <= 0x1p20)) return Status::bad_value;
  for (std::size_t k = 0; k < out.size(); ++k) {
    double normal = 0;
    random_normal(seed, 0, k, std::span(&normal, 1));
    out[k] = {deviation * std::fabs(normal), 0, 0};
  }
  return Status::ok;
}

}  // namespace posenc
