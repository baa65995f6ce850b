// Compiled for speed: its loops run over whole tables.
#include "posenc/waves/planes.hpp"

#include <algorithm>

#include "posenc/arithmetic/encode.hpp"

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

// A sink of Oscillators::stream for every layout and dtype, which writes one
// number at a time.
struct AnySink {
  Plane sin, cos;
  StorePair store;
  int whole;

  struct Line {
    const AnySink* sink;
    std::int64_t row;
    int duo;
    void put(SinCos<f64x2> x) noexcept {
      Duo values;
      values.set(x);
      sink->store(sink->sin, row, duo, values.sin);
      sink->store(sink->cos, row, duo, values.cos);
      ++duo;
    }
  };
  [[nodiscard]] Line line(std::int64_t row, int duo) const noexcept {
    return {this, row, duo};
  }
  void put_last(std::int64_t row, SinCos<f64x2> x) const noexcept {
    line(row, whole).put(x);
  }
};

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

// A sink for float32 through one of the lines above. The last duo may lack its
// second cosine, so it is written by AnySink.
template <class Line>
struct FloatSink {
  Plane sin, cos;
  int whole = cos.count / 2;

  [[nodiscard]] Line line(std::int64_t row, int duo) const noexcept {
    return {first(sin, row), first(cos, row), duo};
  }
  void put_last(std::int64_t row, SinCos<f64x2> x) const noexcept {
    AnySink{sin, cos, store_pair_of(DType::float32), whole}.put_last(row, x);
  }
  static float* first(const Plane& plane, std::int64_t row) noexcept {
    return static_cast<float*>(plane.data) + row * plane.width + plane.origin;
  }
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
  const AnySink any{sin, cos, store, bank.duos()};
  if (fine || where.positions || bank.precision() != Precision::exact) {
    for (std::int64_t row = 0; row < rows; ++row) {
      const Duo* values = bank.row(where, row, fine);
      auto line = any.line(row, 0);
      for (int duo = 0; duo < any.whole; ++duo) line.put(values[duo].get());
    }
  } else if (dtype == DType::float32 && InterleavedLine::fits(sin, cos)) {
    bank.stream(where, rows, FloatSink<InterleavedLine>{sin, cos});
  } else if (dtype == DType::float32 && ContiguousLine::fits(sin, cos)) {
    bank.stream(where, rows, FloatSink<ContiguousLine>{sin, cos});
  } else {
    bank.stream(where, rows, any);
  }
  return Status::ok;
}

}  // namespace posenc
