// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/polynomial.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/bits.hpp"

// Each basis has one recurrence, which is computed in two ways. In float64,
// with two rows in a vector, it is fast, and its error is at most error().
// Where a number is so near zero that this error would show in float32, the row
// is computed again in double-double, up to that number. That decision depends
// on the row alone.
namespace posenc {
namespace {

// The bases. next(y, v, before, c) is the polynomial of degree k + 1, made of
// those of degree k and k - 1, with y = factor(x) and c = k / (k + 1). Values
// whose square is below kGone are set to 0. error(n, s) is the largest error of
// degree n in float64 for |x| <= 1 and s = sqrt(1 - x^2): each step rounds a
// few times, and later steps multiply that error by at most min(n, 1/s), or by
// a similar bound of a function of the second kind.

struct Monomial {
  template <class T>
  static T factor(T x) noexcept {
    return x;
  }
  template <class T>
  static T next(T y, T v, T /*before*/, T /*c*/) noexcept {
    return v * y;
  }
  static constexpr double kGone = 0x1p-500;
  // Errors are relative, 2^-52 a degree, so they do no harm next to zero.
  static double error(double /*n*/, double /*s*/) noexcept { return 0; }
};

struct Chebyshev {
  static constexpr double kGone = 0;
  template <class T>
  static T factor(T x) noexcept {
    return x + x;
  }
  template <class T>
  static T next(T y, T v, T before, T /*c*/) noexcept {
    return y * v - before;
  }
  static double error(double n, double s) noexcept {
    return 4.5 * 0x1p-53 * n * (n * s < 1 ? n : 1 / s);
  }
};

struct Legendre {
  static constexpr double kGone = 0;
  template <class T>
  static T factor(T x) noexcept {
    return x;
  }
  template <class T>
  static T next(T y, T v, T before, T c) noexcept {
    const T product = y * v;
    return product + c * (product - before);
  }
  static double error(double n, double s) noexcept {
    const double outer = n * n / 3 + n;
    const double inner = std::sqrt(n / s) / s;
    return 6 * 0x1p-53 * (outer * s < 1 || outer < inner ? outer : inner);
  }
};

constexpr double kUsable = 0x1p26;  // errors below |v| / 2^26 do no harm

constexpr int kPairs = 4;     // vectors of two rows that are computed together
constexpr int kColumns = 64;  // columns that are computed and checked together
constexpr int kRows = 2 * kPairs;

struct Rows {
  dd x[kRows];
  bool inside[kRows];
  double s[kRows];
  // For each row inside the interval, how many columns are computed again. All
  // columns of the other rows are.
  int again[kRows];
};

double fraction(int k) noexcept { return k / (k + 1.0); }

// Looks in a block, values[column][row & 1], for numbers of a row below
// `least`, and lets *again cover them.
void check(const double (*values)[2], int begin, int count, double least,
           int row, int* again) noexcept {
  for (int i = 0; i < count; ++i) {
    if (std::fabs(values[i][row & 1]) < least) {
      *again = std::max(*again, begin + i + 1);
    }
  }
}

// Writes a block of two rows as float32. True if some number is below `least`.
bool write_pair(const double (*values)[2], int count, double least, float* a,
                float* b) noexcept {
  const auto bits = bits_as<std::uint32_t>(static_cast<float>(least) * 1.01F);
  std::uint32_t none[4] = {~0U, ~0U, ~0U, ~0U};
  u32x4 smallest = load4u(none);
  for (int i = 0; i < count; i += 2) {
    const f32x4 x = narrow_zip(load2(values[i]), load2(values[i + 1]));
    store_halves(a + i, b + i, x);
    const u32x4 magnitude = bits_as<u32x4>(x);
    smallest = smaller(smallest, magnitude + magnitude);
  }
  return any_below(smallest, 2 * bits);
}

// The table that is written.
struct Target {
  int dim;
  DType dtype;
  Encode encode;
  void* out;
};

// Writes `columns` columns from `begin` on of `count` rows from `row` on, and
// lets again[r] cover the numbers of row r that are below least[r].
[[gnu::noinline]] void write_block(const double (*values)[kColumns][2],
                                   const double* least, int begin, int columns,
                                   int count, const Target& target,
                                   std::int64_t row, int* again) noexcept {
  float spare[kColumns];
  for (int r = 0; r < count; r += 2) {
    const auto* block = values[r / 2];
    const std::int64_t at = (row + r) * target.dim + begin;
    const int end = std::min(r + 2, count);
    bool small = true;
    if (target.dtype == DType::float32 && columns % 2 == 0) {
      float* a = static_cast<float*>(target.out) + at;
      small = write_pair(block, columns, std::fmax(least[r], least[r + 1]), a,
                         r + 1 < count ? a + target.dim : spare);
    } else {
      for (int i = r; i < end; ++i) {
        double line[kColumns];
        for (int k = 0; k < columns; ++k) line[k] = block[k][i & 1];
        target.encode(line, columns, target.out, at + (i - r) * target.dim);
      }
    }
    for (int i = r; small && i < end; ++i) {
      check(block, begin, columns, least[i], i, &again[i]);
    }
  }
}

// Computes `count` rows from `row` on in float64.
template <class Basis>
void fast_rows(Rows& rows, int count, const Target& target,
               std::int64_t row) noexcept {
  f64x2 y[kPairs];
  f64x2 v[kPairs];
  f64x2 before[kPairs];
  for (int p = 0; p < kPairs; ++p) {
    const int r = 2 * p;
    // With x as degree -1 the recurrences give x for degree 1.
    before[p] = pair2(rows.inside[r] ? rows.x[r].hi : 0.0,
                      rows.inside[r + 1] ? rows.x[r + 1].hi : 0.0);
    y[p] = Basis::factor(before[p]);
    v[p] = splat2(1.0);
  }
  double values[kPairs][kColumns][2];
  for (int begin = 0; begin < target.dim; begin += kColumns) {
    for (int i = 0; i < kColumns; ++i) {
      const f64x2 c = splat2(fraction(begin + i));
      for (int p = 0; p < kPairs; ++p) {
        store2(values[p][i], v[p]);
        const f64x2 after = Basis::next(y[p], v[p], before[p], c);
        before[p] = v[p];
        v[p] = after;
      }
    }
    // Powers that every dtype rounds to 0 are set to 0. Otherwise they would
    // become subnormal, which is slow.
    for (f64x2& value : v) {
      const auto gone = less(value * value, splat2(Basis::kGone));
      value = select(gone, splat2(0.0), value);
    }
    const int columns = std::min(kColumns, target.dim - begin);
    double least[kRows];
    for (int r = 0; r < kRows; ++r) {
      least[r] = kUsable * Basis::error(begin + columns, rows.s[r]);
    }
    write_block(values, least, begin, columns, count, target, row, rows.again);
  }
}

// The polynomial of the next degree in double-double.
dd next(PolynomialBasis basis, dd y, dd v, dd before, int k) noexcept {
  switch (basis) {
    case PolynomialBasis::monomial:
      return Monomial::next(y, v, before, before);
    case PolynomialBasis::chebyshev:
      return Chebyshev::next(y, v, before, before);
    case PolynomialBasis::legendre:
      break;
  }
  return Legendre::next(y, v, before, dd{static_cast<double>(k), 0} / (k + 1));
}

// Writes the first `columns` numbers of a row, computed in double-double.
void exact_row(PolynomialBasis basis, dd x, int columns, Encode encode,
               void* out, std::int64_t at) noexcept {
  // Outside the interval the numbers grow without bound, and inside it powers
  // fall until float64 would lose digits. So the numbers are kept in range, and
  // those that are written are multiplied by `scale`, to infinity or 0 if need
  // be.
  constexpr double kLarge = 0x1p500;
  const auto rescale = [](dd& a, double by) { a = {a.hi * by, a.lo * by}; };
  const dd y = basis == PolynomialBasis::chebyshev ? dd{2 * x.hi, 2 * x.lo} : x;
  dd v = {1, 0};
  dd before = x;
  double scale = 1;
  write_runs(encode, columns, out, at,
             [&](int first, int count, double* values) noexcept {
               for (int i = 0; i < count; ++i) {
                 values[i] = v.hi * scale;
                 const dd after = next(basis, y, v, before, first + i);
                 before = v;
                 v = after;
                 const double most =
                     std::fmax(std::fabs(v.hi), std::fabs(before.hi));
                 const bool large = std::fabs(v.hi) > kLarge;
                 const bool small = v.hi != 0 && most < 1 / kLarge;
                 if (!large && !small) continue;
                 rescale(v, large ? 1 / kLarge : kLarge);
                 rescale(before, large ? 1 / kLarge : kLarge);
                 scale *= large ? kLarge : 1 / kLarge;
               }
             });
}

template <class Basis>
void all_rows(const PolynomialOptions& options, Encode encode, Where where,
              std::int64_t rows, void* out) noexcept {
  const auto [dim, basis, span, domain, dtype] = options;
  const bool fine = dtype == DType::float64;
  for (std::int64_t row = 0; row < rows; row += kRows) {
    const int count =
        static_cast<int>(std::min<std::int64_t>(kRows, rows - row));
    Rows group = {};
    bool any = false;
    for (int r = 0; r < count; ++r) {
      const dd x = over_span(where.at(row + r), span, domain);
      group.x[r] = x;
      group.inside[r] = !fine && std::fabs(x.hi) <= 1;
      group.s[r] = std::sqrt(std::fmax((1 - x.hi) * (1 + x.hi), 0.0));
      any = any || group.inside[r];
    }
    if (any) fast_rows<Basis>(group, count, {dim, dtype, encode, out}, row);
    for (int r = 0; r < count; ++r) {
      const int columns = group.inside[r] ? group.again[r] : dim;
      if (columns > 0) {
        exact_row(basis, group.x[r], columns, encode, out, (row + r) * dim);
      }
    }
  }
}

}  // namespace

Status polynomial(const PolynomialOptions& options, Where where,
                  std::int64_t rows, void* out) noexcept {
  const Encode encode = encoder_of(options.dtype);
  if (options.dim < 1 || rows < 0) return Status::bad_size;
  const bool known =
      options.domain == Domain::unit || options.domain == Domain::symmetric;
  if (!encode || !known || !(options.span >= 2)) return Status::bad_value;
  switch (options.basis) {
    case PolynomialBasis::monomial:
      all_rows<Monomial>(options, encode, where, rows, out);
      return Status::ok;
    case PolynomialBasis::chebyshev:
      all_rows<Chebyshev>(options, encode, where, rows, out);
      return Status::ok;
    case PolynomialBasis::legendre:
      all_rows<Legendre>(options, encode, where, rows, out);
      return Status::ok;
  }
  return Status::bad_value;
}

}  // namespace posenc
