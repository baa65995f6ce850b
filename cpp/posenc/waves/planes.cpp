// Compiled for speed: its loops run over whole tables.
#include "posenc/waves/planes.hpp"

#include <algorithm>

#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/half.hpp"
#include "posenc/arithmetic/half_cells.hpp"
#include "posenc/base/small.hpp"
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

// The rounding of float32 to cells of 16 bits, so that ties can be told apart.
struct Rounding {
  StoreNumbers store = nullptr;
  bool (*is_tie)(float x) noexcept = nullptr;
  float (*nearest)(double x) noexcept = nullptr;
};

Rounding rounding_of(DType dtype) noexcept {
  if (dtype == DType::float16) {
    return {store_numbers_of(dtype), SingleFloat16Cells::is_tie,
            [](double x) noexcept { return from_float16(to_float16(x)); }};
  }
  if (dtype == DType::bfloat16) {
    return {store_numbers_of(dtype), SingleBfloat16Cells::is_tie,
            [](double x) noexcept { return from_bfloat16(to_bfloat16(x)); }};
  }
  return {};
}

// Rows of float32 in the cache, on their way to planes of another dtype or
// layout.
class Tile {
 public:
  [[nodiscard]] POSENC_SMALL Status make(DType dtype, const Plane& sin,
                                         const Plane& cos) noexcept {
    to_sin_ = sin;
    to_cos_ = cos;
    sin_ = {.count = sin.count};
    cos_ = {.count = cos.count};
    alternating_ = InterleavedLine::fits(sin, cos);
    rounding_ = rounding_of(dtype);
    const int most = alternating_ ? sin.count + cos.count : sin.count;
    const int width = (most + RowWriter::kSpare + 3) / 4 * 4;
    const Status status = writer_.make(dtype, sin, cos);
    if (status != Status::ok) return status;
    const std::size_t plane = kRows * static_cast<std::size_t>(width);
    if (values_.allocate(alternating_ ? plane : 2 * plane) != Status::ok ||
        cells_.allocate(kRun) != Status::ok) {
      return Status::no_memory;
    }
    sin_.data = cos_.data = values_.data();
    sin_.width = cos_.width = width;
    if (alternating_) {
      cos_.origin = 1;
      sin_.stride = cos_.stride = 2;
    } else {
      cos_.data = values_.data() + plane;
    }
    return Status::ok;
  }

  // Rows of a range in precision exact.
  void stream(Oscillators& bank, Where where, std::int64_t rows) noexcept {
    for (std::int64_t row = 0; row < rows;) {
      const Where from = where.after(row);
      const int some = static_cast<int>(
          std::min<std::int64_t>(bank.rows_of_part(from), rows - row));
      if (alternating_) {
        bank.stream(from, some, FloatSink<InterleavedLine>{sin_, cos_});
      } else {
        bank.stream(from, some, FloatSink<ContiguousLine>{sin_, cos_});
      }
      for (int i = 0; i < some; ++i) write(bank, from, i, row + i);
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
        if (alternating_) {
          writer_.write_line(row + i, duos);
          continue;
        }
        for (int k = 0; k < sin_.count; k += 4, duos += 8) {
          const f32x4x2 unzipped = unzip(load4(duos), load4(duos + 4));
          store4(sines(0) + k, unzipped.first);
          store4(cosines(0) + k, unzipped.second);
        }
        writer_.write(row + i, sines(0), cosines(0));
      }
    });
    return Status::ok;
  }

 private:
  static constexpr int kRows = Oscillators::kPart;
  // Numbers that are rounded again if there is a tie among them.
  static constexpr int kRun = 128;

  [[nodiscard]] float* sines(int row) const noexcept {
    return static_cast<float*>(sin_.data) + row * sin_.width;
  }
  [[nodiscard]] float* cosines(int row) const noexcept {
    return static_cast<float*>(cos_.data) + row * cos_.width;
  }

  // Writes row i of the tile, whose positions begin at `from`, to a row of the
  // planes.
  void write(Oscillators& bank, Where from, int i, std::int64_t row) noexcept {
    const bool runs = rounding_.store &&
                      (alternating_ || ContiguousLine::fits(to_sin_, to_cos_));
    const auto at = [row](const Plane& plane) {
      return row * plane.width + plane.origin;
    };
    if (alternating_) {
      write_run(bank, from, i, {Kind::both, sines(i), sin_.count + cos_.count},
                to_sin_.data, at(to_sin_));
    } else {
      write_run(bank, from, i, {Kind::sines, sines(i), sin_.count},
                runs ? to_sin_.data : nullptr, at(to_sin_));
      write_run(bank, from, i, {Kind::cosines, cosines(i), cos_.count},
                runs ? to_cos_.data : nullptr, at(to_cos_));
    }
    if (!runs) writer_.write(row, sines(i), cosines(i));
  }

  // Numbers of a row of the tile: sines, cosines, or both in turns.
  enum class Kind { sines, cosines, both };
  struct Numbers {
    Kind kind;
    float* values;
    int count;
  };
  // Rounds numbers to cells from cell `at` on. If there are no cells, it only
  // replaces ties.
  void write_run(Oscillators& bank, Where from, int i, const Numbers& numbers,
                 void* cells, std::int64_t at) noexcept {
    if (!rounding_.store) return;
    for (int first = 0; first < numbers.count; first += kRun) {
      const int n = std::min(kRun, numbers.count - first);
      float* const values = numbers.values + first;
      void* const to = cells ? cells : cells_.data();
      const std::int64_t place = cells ? at + first : 0;
      if (!rounding_.store(values, n, to, place)) continue;
      for (int j = 0; j < n; ++j) {
        if (!rounding_.is_tie(values[j])) continue;
        // A tie of float32 hides to which side the float64 lies.
        const bool both = numbers.kind == Kind::both;
        const int k = both ? (first + j) / 2 : first + j;
        const bool cosine = both ? j % 2 == 1 : numbers.kind == Kind::cosines;
        Duo exact;
        exact.set(bank.duo(from, i, k / 2));
        values[j] = rounding_.nearest((cosine ? exact.cos : exact.sin)[k % 2]);
      }
      rounding_.store(values, n, to, place);
    }
  }

  Plane to_sin_, to_cos_;
  Plane sin_, cos_;  // in values_
  bool alternating_ = false;
  Rounding rounding_;
  Buffer<float> values_;
  Buffer<std::uint16_t> cells_;  // of a run that is not written
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

POSENC_SMALL Status write_planes(Oscillators& bank, Where where,
                                 std::int64_t rows, DType dtype, Plane sin,
                                 Plane cos) noexcept {
  if (rows < 0 || sin.count != bank.count() || cos.count > sin.count ||
      cos.count + 1 < sin.count) {
    return Status::bad_size;
  }
  const StorePair store = store_pair_of(dtype);
  if (!store) return Status::bad_value;

  const bool fine = dtype == DType::float64;
  const bool exact = bank.precision() == Precision::exact;
  if (fine && exact && !where.positions) {
    const Status status = bank.stream_fine(where, rows, sin, cos);
    if (status != Status::ok || !(sin.second || cos.second)) return status;
    sin.origin += sin.second;
    cos.origin += cos.second;
    return bank.stream_fine(where, rows, sin, cos);
  }
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
