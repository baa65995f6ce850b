// Compiled for speed: its loops run over whole tables.
#include "posenc/arithmetic/times_all.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/lanes_pair.hpp"

namespace posenc {

void times_all(std::span<const td> from, const td& factor,
               std::span<td> to) noexcept {
  const TripleDouble<f64x4> by = {all<f64x4>(factor.hi), all<f64x4>(factor.mid),
                                  all<f64x4>(factor.lo)};
  for (std::size_t k = 0; k < from.size(); k += 4) {
    const std::size_t n = std::min<std::size_t>(4, from.size() - k);
    double words[3][4] = {};
    for (std::size_t i = 0; i < n; ++i) {
      words[0][i] = from[k + i].hi;
      words[1][i] = from[k + i].mid;
      words[2][i] = from[k + i].lo;
    }
    const TripleDouble<f64x4> product =
        TripleDouble<f64x4>{load4d(words[0]), load4d(words[1]),
                            load4d(words[2])} *
        by;
    store4d(words[0], product.hi);
    store4d(words[1], product.mid);
    store4d(words[2], product.lo);
    for (std::size_t i = 0; i < n; ++i) {
      to[k + i] = {words[0][i], words[1][i], words[2][i]};
    }
  }
}

}  // namespace posenc
