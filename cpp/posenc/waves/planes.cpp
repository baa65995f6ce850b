// Compiled for speed: its loops run over whole tables.
#include "posenc/waves/planes.hpp"

#include <algorithm>

#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/half.hpp"
#include "posenc/arithmetic/half_ties.hpp"
#include "posenc/waves/row_writer.hpp"

namespace posenc {
namespace {

// Writes two values of a row to their places.
template <class Encode>
void store_pair(const Plane& plane, std::int64_t row, int duo,
                const double* values, Encode encode) noexcept {
  using Stored = decltype(encode(0.0));
  Stored* to = static_cast<Stored*>(plane.data) + row * plane.width +
               plane.origin + 2 * duo * plane.stride;
  const int n = std::min(2, plane.count - 2 * duo);
  for (int i = 0; i < n; ++i) {
    const Stored stored = encode(values[i]);
    to[i * plane.stride] = stored;
    if (plane.second) to[i * plane.stride + plane.second] = stored;
  }
}

// store_pair for one dtype. The kernel calls it by address, so that all dtypes
// share one copy of the kernel, which is far larger than these functions.
using StorePair = void (*)(const Plane&, std::int64_t row, int duo,
                           const double* values) noexcept;

StorePair store_pair_of(DType dtype) noexcept {
  StorePair found = nullptr;
  with_encoder(dtype, [&](auto encode) {
    found = [](const Plane& plane, std::int64_t row, int duo,
               const double* values) noexcept {
      store_pair(plane, row, duo, values, decltype(encode)());
    };
  });
  return found;
}

// A line of alternating sines and cosines, written in whole vectors.
struct InterleavedLine {
  float* to;

  static bool fits(const Plane& sin, const Plane& cos) noexcept {
    return sin.data == cos.data && sin.stride == 2 && cos.stride == 2 &&
           cos.origin == sin.origin + 1 && !sin.second && !cos.second;
  }
  InterleavedLine(float* sin, float* /*cos*/, int duo) noexcept
      : to(sin + 4 * duo) {}
  void put(SinCos<f64x2> x) noexcept {
    store4(to, narrow_zip(x.sin, x.cos));
    to += 4;
  }
};

// A line whose sines are adjacent and whose cosines are adjacent, written in
// half vectors.
struct ContiguousLine {
  float* to_sin;
  float* to_cos;

  static bool fits(const Plane& sin, const Plane& cos) noexcept {
    return sin.stride == 1 && cos.stride == 1 && !sin.second && !cos.second;
  }
  ContiguousLine(float* sin, float* cos, int duo) noexcept
      : to_sin(sin + 2 * duo), to_cos(cos + 2 * duo) {}
  void put(SinCos<f64x2> x) noexcept {
    store_halves(to_sin, to_cos, narrow(x.sin, x.cos));
    to_sin += 2;
    to_cos += 2;
  }
};

// The first value of a row of float32.
float* first_of(const Plane& plane, std::int64_t row) noexcept {
  return static_cast<float*>(plane.data) + row * plane.width + plane.origin;
}

// A sink for float32 through one of the lines above. The last duo may lack its
// second cosine.
template <class Line>
struct FloatSink {
  Plane sin, cos;
  int whole = cos.count / 2;

  [[nodiscard]] Line line(std::int64_t row, int duo) const noexcept {
    return {first_of(sin, row), first_of(cos, row), duo};
  }
  void put_last(std::int64_t row, SinCos<f64x2> x) const noexcept {
    Duo values;
    values.set(x);
    store_pair_of(DType::float32)(sin, row, whole, values.sin);
    store_pair_of(DType::float32)(cos, row, whole, values.cos);
  }
};

// Calls visit(where, row, some) for groups of eight rows where there are whole
// ones, and for single rows elsewhere.
template <class Visit>
void for_groups(Where where, std::int64_t rows, const Visit& visit) noexcept {
  for (std::int64_t row = 0; row < rows;) {
    const Where from = where.after(row);
    const bool whole =
        rows - row >= Emulation::kRows && Oscillators::groups_at(from);
    const int some = whole ? Emulation::kRows : 1;
    visit(from, row, some);
    row += some;
  }
}

// Rows of float32 in the cache, on their way to planes of another dtype or
// layout.
class Tile {
 public:
  [[nodiscard]] Status make(DType dtype, const Plane& sin,
                            const Plane& cos) noexcept {
    dtype_ = dtype;
    const int width = (sin.count + RowWriter::kSpare + 3) / 4 * 4;
    sin_ = {.width = width, .count = sin.count};
    cos_ = {.width = width, .count = cos.count};
    const Status status = writer_.make(dtype, sin, cos);
    if (status != Status::ok) return status;
    const std::size_t plane = kRows * static_cast<std::size_t>(width);
    if (values_.allocate(2 * plane) != Status::ok) return Status::no_memory;
    sin_.data = values_.data();
    cos_.data = values_.data() + plane;
    return Status::ok;
  }

  // Rows of a range in precision exact.
  void stream(Oscillators& bank, Where where, std::int64_t rows) noexcept {
    for (std::int64_t row = 0; row < rows;) {
      const Where from = where.after(row);
      const int some = static_cast<int>(
          std::min<std::int64_t>(bank.rows_of_part(from), rows - row));
      bank.stream(from, some, FloatSink<ContiguousLine>{sin_, cos_});
      for (int i = 0; i < some; ++i) {
        if (dtype_ == DType::float16) settle<Float16Rest>(bank, from, i);
        if (dtype_ == DType::bfloat16) settle<Bfloat16Rest>(bank, from, i);
        writer_.write(row + i, sines(i), cosines(i));
      }
      row += some;
    }
  }

  // Rows in an emulated precision.
  [[nodiscard]] Status emulate(Oscillators& bank, Where where,
                               std::int64_t rows) noexcept {
    const std::ptrdiff_t width = 4 * (std::ptrdiff_t{bank.duos()} + 2);
    Buffer<float> group;
    const Status status =
        group.allocate(Emulation::kRows * static_cast<std::size_t>(width));
    if (status != Status::ok) return status;
    for_groups(where, rows, [&](Where from, std::int64_t row, int some) {
      bank.emulated(from, some, group.data(), width);
      for (int i = 0; i < some; ++i) {
        const float* duos = group.data() + i * width;
        for (int k = 0; k < sin_.count; k += 4, duos += 8) {
          const f32x4x2 apart = unzip(load4(duos), load4(duos + 4));
          store4(sines(0) + k, apart.first);
          store4(cosines(0) + k, apart.second);
        }
        writer_.write(row + i, sines(0), cosines(0));
      }
    });
    return Status::ok;
  }

 private:
  static constexpr int kRows = Oscillators::kPart;

  [[nodiscard]] float* sines(int row) const noexcept {
    return static_cast<float*>(sin_.data) + row * sin_.width;
  }
  [[nodiscard]] float* cosines(int row) const noexcept {
    return static_cast<float*>(cos_.data) + row * cos_.width;
  }

  // Replaces ties of a row by what their float64 is rounded to.
  template <class Rest>
  void settle(Oscillators& bank, Where where, int row) noexcept {
    for (int k = 0; k < sin_.count; k += 8) {
      float* const sin = sines(row) + k;
      float* const cos = cosines(row) + k;
      if (!some_tie<Rest>(sin) && !some_tie<Rest>(cos)) continue;
      for (int i = 0; i < 8 && k + i < sin_.count; ++i) {
        if (!is_tie<Rest>(sin[i]) && !is_tie<Rest>(cos[i])) continue;
        Duo exact;
        exact.set(bank.duo(where, row, (k + i) / 2));
        sin[i] = nearest(exact.sin[i % 2]);
        cos[i] = nearest(exact.cos[i % 2]);
      }
    }
  }
  [[nodiscard]] float nearest(double x) const noexcept {
    return dtype_ == DType::float16 ? from_float16(to_float16(x))
                                    : from_bfloat16(to_bfloat16(x));
  }

  DType dtype_ = DType::float32;
  Plane sin_, cos_;  // in values_
  Buffer<float> values_;
  RowWriter writer_;
};

}  // namespace

void write_values(const Plane& plane, std::int64_t row, DType dtype,
                  const double* values) noexcept {
  const StorePair store = store_pair_of(dtype);
  if (!store) return;
  for (int duo = 0; 2 * duo < plane.count; ++duo) {
    store(plane, row, duo, values + 2 * std::ptrdiff_t{duo});
  }
}

Status write_planes(Oscillators& bank, Where where, std::int64_t rows,
                    DType dtype, Plane sin, Plane cos) noexcept {
  if (rows < 0 || sin.count != bank.count() || cos.count > sin.count ||
      cos.count + 1 < sin.count) {
    return Status::bad_size;
  }
  const StorePair store = store_pair_of(dtype);
  if (!store) return Status::bad_value;

  const bool fine = dtype == DType::float64;
  const bool exact = bank.precision() == Precision::exact;
  if (fine || (exact && where.positions)) {
    for (std::int64_t row = 0; row < rows; ++row) {
      const Duo* values = bank.row(where, row, fine);
      for (int duo = 0; duo < bank.duos(); ++duo) {
        store(sin, row, duo, values[duo].sin);
        store(cos, row, duo, values[duo].cos);
      }
    }
    return Status::ok;
  }
  if (exact && dtype == DType::float32 && InterleavedLine::fits(sin, cos)) {
    bank.stream(where, rows, FloatSink<InterleavedLine>{sin, cos});
    return Status::ok;
  }
  if (exact && dtype == DType::float32 && ContiguousLine::fits(sin, cos)) {
    bank.stream(where, rows, FloatSink<ContiguousLine>{sin, cos});
    return Status::ok;
  }
  if (!exact && dtype == DType::float32 && InterleavedLine::fits(sin, cos) &&
      bank.count() % 4 == 0 && cos.count == sin.count) {
    for_groups(where, rows, [&](Where from, std::int64_t row, int some) {
      bank.emulated(from, some, first_of(sin, row), sin.width);
    });
    return Status::ok;
  }
  Tile tile;
  const Status status = tile.make(dtype, sin, cos);
  if (status != Status::ok) return status;
  if (!exact) return tile.emulate(bank, where, rows);
  tile.stream(bank, where, rows);
  return Status::ok;
}

}  // namespace posenc
