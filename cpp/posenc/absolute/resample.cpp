// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/resample.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

double linear_kernel(double t) noexcept {
  return std::max(1 - std::fabs(t), 0.0);
}

// Keys (1981), equation 4, for any slope a at distance 1.
double cubic_kernel(double t, double a) noexcept {
  t = std::fabs(t);
  if (t < 1) return ((a + 2) * t - (a + 3)) * t * t + 1;
  if (t < 2) return ((t - 5) * t + 8) * t * a - 4 * a;
  return 0;
}

// The old cells of an axis that contribute to one new cell, and their weights.
class Axis {
 public:
  [[nodiscard]] Status prepare(std::int64_t from, std::int64_t to,
                               const ResampleOptions& options) noexcept {
    from_ = from;
    mode_ = options.mode;
    antialias_ = options.antialias;
    align_corners_ = options.align_corners;
    // Both lengths are below 2^33, so that the numbers of steps are exact.
    const std::int64_t fewer = align_corners_ ? 1 : 0;
    scale_ = static_cast<double>(from - fewer) /
             static_cast<double>(std::max(to - fewer, std::int64_t{1}));
    stretch_ = antialias_ ? std::max(scale_, 1.0) : 1;
    reach_ = (mode_ == Mode::linear ? 1 : 2) * stretch_;
    const double most = std::min(2 * reach_ + 2, static_cast<double>(from) + 4);
    return weights_.allocate(static_cast<std::size_t>(most));
  }

  void aim(std::int64_t cell) noexcept {
    if (align_corners_) {
      aim_plain(static_cast<double>(cell) * scale_);
      return;
    }
    const double centre = (static_cast<double>(cell) + 0.5) * scale_;
    if (antialias_) {
      aim_stretched(centre);
    } else {
      aim_plain(centre - 0.5);
    }
  }

  [[nodiscard]] std::int64_t length() const noexcept { return from_; }
  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] double weight(int i) const noexcept {
    return weights_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::int64_t cell(int i) const noexcept {
    return std::clamp(first_ + i, std::int64_t{0}, from_ - 1);
  }

 private:
  void aim_plain(double x) noexcept {
    if (mode_ == Mode::linear) {  // beyond an edge only the cell there counts
      x = std::clamp(x, 0.0, static_cast<double>(from_ - 1));
    }
    const double below = std::floor(x);
    const double t = x - below;
    if (mode_ == Mode::linear) {
      first_ = static_cast<std::int64_t>(below);
      count_ = 2;
      weights_[0] = 1 - t;
      weights_[1] = t;
      return;
    }
    first_ = static_cast<std::int64_t>(below) - 1;
    count_ = 4;
    for (int i = 0; i < 4; ++i) {
      weights_[static_cast<std::size_t>(i)] = cubic_kernel(t + 1 - i, -0.75);
    }
  }

  void aim_stretched(double centre) noexcept {
    first_ =
        std::max(static_cast<std::int64_t>(std::floor(centre - reach_ + 0.5)),
                 std::int64_t{0});
    const auto end = std::min(
        static_cast<std::int64_t>(std::floor(centre + reach_ + 0.5)), from_);
    count_ = static_cast<int>(end - first_);
    double sum = 0;
    for (int i = 0; i < count_; ++i) {
      const double from_centre = static_cast<double>(first_ + i) + 0.5 - centre;
      const double t = from_centre / stretch_;
      const double w =
          mode_ == Mode::linear ? linear_kernel(t) : cubic_kernel(t, -0.5);
      weights_[static_cast<std::size_t>(i)] = w;
      sum += w;
    }
    for (int i = 0; i < count_; ++i) {
      weights_[static_cast<std::size_t>(i)] /= sum;
    }
  }

  std::int64_t from_ = 1;
  Mode mode_ = Mode::linear;
  bool antialias_ = false;
  bool align_corners_ = false;
  double scale_ = 1;
  double stretch_ = 1;
  double reach_ = 1;
  std::int64_t first_ = 0;
  int count_ = 0;
  Buffer<double> weights_;
};

// An old cell: its row of the table, and its weight.
struct Term {
  double weight;
  const float* row;
};

// Terms that are added in one pass over the columns.
constexpr int kTerms = 32;

// values[c] += weight * row[first + c] for each term, in the order of terms.
void add_terms(const Term* terms, int n, int first, int count,
               double* values) noexcept {
  constexpr int kColumns = 8;
  int c = 0;
  for (; c + kColumns <= count; c += kColumns) {
    f64x2 sums[kColumns / 2];
    for (int i = 0; i < kColumns / 2; ++i) sums[i] = load2(values + c + 2 * i);
    for (int t = 0; t < n; ++t) {
      const f64x2 w = splat2(terms[t].weight);
      const float* from = terms[t].row + first + c;
      for (int i = 0; i < kColumns / 2; i += 2) {
        const f32x4 four = load4(from + 2 * i);
        sums[i] = sums[i] + w * widen_low(four);
        sums[i + 1] = sums[i + 1] + w * widen_high(four);
      }
    }
    for (int i = 0; i < kColumns / 2; ++i) store2(values + c + 2 * i, sums[i]);
  }
  for (; c < count; ++c) {
    for (int t = 0; t < n; ++t) {
      values[c] += terms[t].weight * terms[t].row[first + c];
    }
  }
}

// Computes `count` columns of a new cell from column `first` on. The old cells
// are added in a fixed order.
void gather(const Axis (&axes)[3], const float* grid, int width, int first,
            int count, double* values) noexcept {
  std::fill_n(values, count, 0.0);
  Term terms[kTerms];
  int n = 0;
  const auto add = [&] {
    add_terms(terms, n, first, count, values);
    n = 0;
  };
  const auto& [x, y, z] = axes;
  const std::int64_t planes = y.length() * z.length();
  for (int i = 0; i < x.count(); ++i) {
    for (int j = 0; j < y.count(); ++j) {
      const double outer = x.weight(i) * y.weight(j);
      const std::int64_t before = x.cell(i) * planes + y.cell(j) * z.length();
      for (int k = 0; k < z.count(); ++k) {
        const double w = outer * z.weight(k);
        if (w == 0) continue;
        terms[n++] = {w, grid + (before + z.cell(k)) * width};
        if (n == kTerms) add();
      }
    }
  }
  add();
}

}  // namespace

Status resample(const ResampleOptions& options, const FloatTable& table,
                Where where, std::int64_t rows, void* out) noexcept {
  const auto& [from, to, mode, antialias, align_corners, prefix, dtype] =
      options;
  const Encode encode = encoder_of(dtype);
  if (!table.sound() || rows < 0 || prefix < 0 || prefix >= table.rows) {
    return Status::bad_size;
  }
  std::int64_t old_cells = 1;
  std::int64_t cells = 1;
  for (int axis = 0; axis < 3; ++axis) {
    // No product exceeds its limit, so none overflows.
    if (from[axis] < 1 || from[axis] > table.rows / old_cells || to[axis] < 1 ||
        to[axis] > (std::int64_t{1} << 32) / cells) {
      return Status::bad_size;
    }
    old_cells *= from[axis];
    cells *= to[axis];
  }
  if (old_cells != table.rows - prefix) return Status::bad_size;
  if (!encode || (mode != Mode::linear && mode != Mode::cubic) ||
      (antialias && align_corners)) {
    return Status::bad_value;
  }
  Axis axes[3];
  for (int axis = 0; axis < 3; ++axis) {
    const Status status = axes[axis].prepare(from[axis], to[axis], options);
    if (status != Status::ok) return status;
  }
  const float* grid = table.row(prefix);
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t p = row_number(where.at(i), 0, prefix + cells);
    if (p < 0) return Status::bad_value;
    if (p < prefix) {
      copy_row(table, p, dtype, out, i);
      continue;
    }
    const std::int64_t cell = p - prefix;
    axes[0].aim(cell / to[2] / to[1]);
    axes[1].aim(cell / to[2] % to[1]);
    axes[2].aim(cell % to[2]);
    write_runs(encode, table.dim, out, i * table.dim,
               [&](int first, int count, double* values) noexcept {
                 gather(axes, grid, table.dim, first, count, values);
               });
  }
  return Status::ok;
}

}  // namespace posenc
