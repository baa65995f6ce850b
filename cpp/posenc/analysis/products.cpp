// Compiled for speed: its loops run over whole tables.
#include "posenc/analysis/products.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/analysis/loops.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {
namespace {

struct Multiply {
  static f64x2 term(f64x2 a, f64x2 b) noexcept { return a * b; }
};
struct SquareDifference {
  static f64x2 term(f64x2 a, f64x2 b) noexcept {
    const f64x2 d = a - b;
    return d * d;
  }
};

template <class Term>
void tile(const double* const (&a)[kTile], const double* panel,
          std::int64_t width, Tile& out) noexcept {
  f64x2 sum[kTile][2];
  for (auto& s : sum) s[0] = s[1] = splat2(0);
  for (std::int64_t k = 0; k < width; ++k) {
    const f64x2 b0 = load2(panel + k * kTile);
    const f64x2 b1 = load2(panel + k * kTile + 2);
    for (int r = 0; r < kTile; ++r) {
      const f64x2 x = load_splat2(&a[r][k]);
      sum[r][0] = sum[r][0] + Term::term(x, b0);
      sum[r][1] = sum[r][1] + Term::term(x, b1);
    }
  }
  for (int r = 0; r < kTile; ++r) {
    store2(out[r], sum[r][0]);
    store2(out[r] + 2, sum[r][1]);
  }
}

}  // namespace

void pack_panel(Rows b, std::int64_t first, double* panel) noexcept {
  for (int c = 0; c < kTile; ++c) {
    const double* row = b.row(std::min(first + c, b.count - 1));
    for (std::int64_t k = 0; k < b.width; ++k) panel[k * kTile + c] = row[k];
  }
}

void pair_tile(Pairing pairing, const double* const (&a)[kTile],
               const double* panel, std::int64_t width, Tile& out) noexcept {
  if (pairing == Pairing::product) {
    tile<Multiply>(a, panel, width, out);
  } else {
    tile<SquareDifference>(a, panel, width, out);
  }
}

void row_norms(Rows x, double* norms) noexcept {
  for (std::int64_t i = 0; i < x.count; ++i) {
    norms[i] = std::sqrt(dot(x.row(i), x.row(i), x.width));
  }
}

}  // namespace posenc
