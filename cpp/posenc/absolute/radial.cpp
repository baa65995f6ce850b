// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/radial.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

// The number of standard deviations beyond which a bell is 0 in float32
// (at 14.42 it is 2^-150) and in float64 (at 37.63 exp_of_sum gives 0).
constexpr double kReach32 = 14.5;
constexpr double kReach64 = 37.7;

DoubleDouble<f64x2> in_both(dd x) noexcept {
  return {splat2(x.hi), splat2(x.lo)};
}

// The centres, with their rounding errors.
struct Centres {
  Buffer<double> hi, lo;

  [[nodiscard]] POSENC_SMALL Status make(int dim, double span) noexcept {
    const auto padded = static_cast<std::size_t>(dim) + dim % 2;
    if (hi.allocate(padded) != Status::ok ||
        lo.allocate(padded) != Status::ok) {
      return Status::no_memory;
    }
    for (int k = 0; k < dim; ++k) {
      const dd centre = dim == 1
                            ? two_product(span - 1, 0.5)
                            : two_product(span - 1, static_cast<double>(k)) /
                                  static_cast<double>(dim - 1);
      hi[k] = centre.hi;
      lo[k] = centre.lo;
    }
    return Status::ok;
  }
  // position - centre for centres k and k + 1.
  [[nodiscard]] DoubleDouble<f64x2> away(const DoubleDouble<f64x2>& position,
                                         int k) const noexcept {
    const DoubleDouble<f64x2> centre = {load2(&hi[k]), load2(&lo[k])};
    return position - centre;
  }
};

// Two bells, accurate to 1 ulp of float64.
[[gnu::noinline]] f64x2 two_bells(DoubleDouble<f64x2> away,
                                  DoubleDouble<f64x2> factor) noexcept {
  return exp_of_sum(away * away * factor);
}

// Writes kBlock neighbouring bells. The first centre is `away` from the
// position, the centres are d = `spacing` from each other, and f = -1 / (2
// width^2). Bell j is
//
//     exp(f (away - j d)^2) = exp(f away^2) q^j exp(f d^2 j^2),
//     q = exp(-2 f d away),
//
// and decline[j] = exp(f d^2 j^2) is the same for all blocks. One exponential
// of two lanes gives exp(f away^2) and q. If d <= width, no factor is too large
// or too small for float64. The error of q grows with its 15th power, so q must
// be more accurate than float32.
constexpr int kBlock = 16;
void write_block(double away, double factor, double spacing,
                 const double* decline, double* to) noexcept {
  const f64x2 exponents =
      pair2(factor * away * away, -2 * factor * spacing * away);
  double first[2];
  store2(first, exp_of_sum(DoubleDouble<f64x2>{exponents, splat2(0.0)}));
  const f64x2 step = splat2(first[1] * first[1]);
  f64x2 value = pair2(first[0], first[0] * first[1]);
  for (int j = 0; j < kBlock; j += 2) {
    store2(to + j, value * load2(decline + j));
    value = value * step;
  }
}

}  // namespace

Status radial(const RadialOptions& options, Where where, std::int64_t rows,
              void* out) noexcept {
  const int dim = options.dim;
  const double span = options.span;
  const double width = options.width;
  const Encode encode = encoder_of(options.dtype);
  if (dim < 1 || rows < 0) return Status::bad_size;
  if (!encode || !(span >= 2) || !(width >= 0x1p-20 && width <= 0x1p60)) {
    return Status::bad_value;
  }
  Centres centres;
  if (centres.make(dim, span) != Status::ok) return Status::no_memory;

  const bool fine = options.dtype == DType::float64;
  const dd square = two_product(width, width);
  // -1 / (2 width^2) in two words: the quotient in float64, and what the
  // remainder of the division adds to it.
  const double first = -0.5 / square.hi;
  const dd taken = two_product(first, square.hi);
  const double rest = (-0.5 - taken.hi) - taken.lo - first * square.lo;
  const dd factor = quick_two_sum(first, rest / square.hi);
  const auto factors = in_both(factor);

  // Bells whose centre is further away than this from a position are 0.
  const double reach = (fine ? kReach64 : kReach32) * width;
  const double per_position = dim == 1 ? 0 : (dim - 1) / (span - 1);
  const double spacing = dim == 1 ? 0 : (span - 1) / (dim - 1);
  const bool by_blocks = !fine && spacing <= width;
  double decline[kBlock];
  for (int j = 0; j < kBlock; ++j) {
    const auto away = in_both({j * spacing, 0.0});
    double both[2];
    store2(both, two_bells(away, factors));
    decline[j] = both[0];
  }
  // The column whose centre is near a position; limited to two columns beyond
  // either end of the table.
  const auto column = [&](double position) noexcept {
    const double at = position * per_position;
    return static_cast<int>(std::fmin(std::fmax(at, -2.0), dim + 2.0));
  };

  for (std::int64_t row = 0; row < rows; ++row) {
    const dd position = where.at(row);
    const auto positions = in_both(position);
    // Blocks begin at multiples of kBlock, so that a number does not depend on
    // the first bell that is not 0.
    const int low = std::max(column(position.hi - reach) - 1, 0);
    const int begin = low / kBlock * kBlock;
    const int end = std::min(column(position.hi + reach) + 2, dim);
    write_runs(
        encode, dim, out, row * dim,
        [&](int from, int count, double* values) noexcept {
          std::fill_n(values, count, 0.0);
          const int last = std::min(from + count, end);
          int k = std::max(from, begin);
          for (; by_blocks && k + kBlock <= from + count && k < last;
               k += kBlock) {
            const double away =
                (position.hi - centres.hi[k]) + (position.lo - centres.lo[k]);
            write_block(away, factor.hi, spacing, decline, values + k - from);
          }
          for (; k < last; k += 2) {
            const auto away = centres.away(positions, k);
            double both[2];
            store2(both, two_bells(away, factors));
            values[k - from] = both[0];
            if (k + 1 < last) values[k + 1 - from] = both[1];
          }
        });
  }
  return Status::ok;
}

}  // namespace posenc
