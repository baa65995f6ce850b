// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/weighed.hpp"

#include <cstddef>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

using Index = Eigen::Index;

constexpr int kColumns = ProductTile::kColumns;

// 0 x is 0, or NaN if x is not finite.
bool finite(float x) noexcept { return 0.0F * x == 0.0F; }

bool finite(const float* x, Index count) noexcept {
  f32x4 sums = splat4(0.0F);
  Index i = 0;
  for (; i + 4 <= count; i += 4) {
    const f32x4 own = load4(x + i);
    sums = sums + splat4(0.0F) * own;
  }
  float lanes[4];
  store4(lanes, sums);
  float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  for (; i < count; ++i) sum += 0.0F * x[i];
  return sum == 0.0F;
}

bool finite(const ConstMatrix& of) noexcept {
  for (Index i = 0; i < of.rows(); ++i) {
    if (!finite(of.data() + i * of.outerStride(), of.cols())) return false;
  }
  return true;
}

// Rows with zeros in place of what is not finite.
class Cleaned {
 public:
  explicit Cleaned(const ConstMatrix& rows) noexcept : rows_(rows) {}

  [[nodiscard, gnu::cold]] Status allocate() noexcept {
    const Index width = rows_.cols();
    const auto count = static_cast<std::size_t>(rows_.rows() * width);
    if (numbers_.allocate(count) != Status::ok) return Status::no_memory;
    float* to = numbers_.data();
    for (Index k = 0; k < rows_.rows(); ++k) {
      const float* const row = rows_.data() + k * rows_.outerStride();
      for (Index n = 0; n < width; ++n) {
        *to++ = finite(row[n]) ? row[n] : 0.0F;
      }
    }
    return Status::ok;
  }

  [[nodiscard]] ConstMatrix matrix() const noexcept {
    return {numbers_.data(), rows_.rows(), rows_.cols(),
            Eigen::OuterStride<>(rows_.cols())};
  }

  // Adds the numbers that are not finite to c: number k of the depth has the
  // weight weights[m * row + k * step] for row m of c.
  [[gnu::cold]] void add_rest(const float* weights, Index row, Index step,
                              float factor, Matrix& c) const noexcept {
    for (Index k = 0; k < rows_.rows(); ++k) {
      const float* const own = rows_.data() + k * rows_.outerStride();
      for (Index n = 0; n < rows_.cols(); ++n) {
        if (finite(own[n])) continue;
        for (Index m = 0; m < c.rows(); ++m) {
          const float weight = weights[m * row + k * step];
          if (weight != 0) c(m, n) += factor * (weight * own[n]);
        }
      }
    }
  }

 private:
  const ConstMatrix& rows_;
  Buffer<float> numbers_;
};

}  // namespace

Status weigh(const ConstMatrix& weights, const ConstMatrix& rows,
             Matrix c) noexcept {
  const Status done = matmul(weights, rows, Transposed::no, 1.0F, c);
  if (done != Status::ok) return done;
  // Whatever is not finite shows in c: 0 times it is NaN.
  const ConstMatrix made(c.data(), c.rows(), c.cols(),
                         Eigen::OuterStride<>(c.outerStride()));
  if (finite(made)) return done;
  Cleaned clean(rows);
  Status next = clean.allocate();
  if (next == Status::ok) {
    next = matmul(weights, clean.matrix(), Transposed::no, 1.0F, c);
  }
  if (next == Status::ok) {
    clean.add_rest(weights.data(), weights.outerStride(), 1, 1.0F, c);
  }
  return next;
}

Status add_weighed(const ConstMatrix& weights, const ConstMatrix& rows,
                   float factor, Matrix c) noexcept {
  if (finite(rows)) {
    return add_matmul(weights, rows, Transposed::no, factor, c);
  }
  Cleaned clean(rows);
  Status done = clean.allocate();
  if (done == Status::ok) {
    done = add_matmul(weights, clean.matrix(), Transposed::no, factor, c);
  }
  if (done == Status::ok) {
    clean.add_rest(weights.data(), weights.outerStride(), 1, factor, c);
  }
  return done;
}

Status add_weighed_by_columns(const ConstMatrix& weights,
                              const ConstMatrix& rows, Matrix c) noexcept {
  if (finite(rows)) return add_matmul_of_columns(weights, rows, c);
  Cleaned clean(rows);
  Status done = clean.allocate();
  if (done == Status::ok) {
    done = add_matmul_of_columns(weights, clean.matrix(), c);
  }
  if (done == Status::ok) {
    clean.add_rest(weights.data(), 1, weights.outerStride(), 1.0F, c);
  }
  return done;
}

[[gnu::cold]] void WeighedTile::clean(float* to) const noexcept {
  for (int i = 0; i < depth * kColumns; ++i) {
    to[i] = finite(panel[i]) ? panel[i] : 0.0F;
  }
}

[[gnu::cold]] void WeighedTile::add_rest(ProductTile& tile) const noexcept {
  float sums[ProductTile::kRows][kColumns];
  store_tile(tile, 1.0F, sums[0], kColumns);
  for (int k = 0; k < depth; ++k) {
    for (int n = 0; n < kColumns; ++n) {
      const float own = panel[k * kColumns + n];
      if (finite(own)) continue;
      for (int r = 0; r < ProductTile::kRows; ++r) {
        const float weight = weights[r * row + k * step];
        if (weight != 0) sums[r][n] += weight * own;
      }
    }
  }
  tile = load_tile(sums[0], kColumns);
}

}  // namespace posenc
