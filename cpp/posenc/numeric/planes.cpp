#include "posenc/numeric/planes.hpp"

#include <algorithm>

namespace posenc {
namespace {

// Two values, each to its place.
template <class Encode>
void put(const Plane& plane, std::int64_t row, int duo, const double* values,
         Encode encode) noexcept {
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

void put_both(const Plane& sin, const Plane& cos, std::int64_t row, int duo,
              SinCos<f64x2> x) noexcept {
  const auto encode = [](double v) noexcept { return static_cast<float>(v); };
  Duo values;
  values.set(x);
  put(sin, row, duo, values.sin, encode);
  put(cos, row, duo, values.cos, encode);
}

// The two float32 layouts that are worth whole vectors: sines and cosines in
// turn, and both in a row of their own.
bool is_interleaved(const Plane& sin, const Plane& cos) noexcept {
  return sin.data == cos.data && sin.stride == 2 && cos.stride == 2 &&
         cos.origin == sin.origin + 1 && !sin.second && !cos.second;
}
bool is_contiguous(const Plane& plane) noexcept {
  return plane.stride == 1 && !plane.second;
}

// Sinks of Oscillators::stream for those two.
struct InterleavedSink {
  Plane sin, cos;
  int whole;

  struct Line {
    float* to;
    void put(int duo, SinCos<f64x2> x) const noexcept {
      store4(to + 4 * duo, narrow_zip(x.sin, x.cos));
    }
  };
  [[nodiscard]] Line line(std::int64_t row) const noexcept {
    return {static_cast<float*>(sin.data) + row * sin.width + sin.origin};
  }
  void put_last(std::int64_t row, SinCos<f64x2> x) const noexcept {
    put_both(sin, cos, row, whole, x);
  }
};

struct ContiguousSink {
  Plane sin, cos;
  int whole;

  struct Line {
    float* to_sin;
    float* to_cos;
    void put(int duo, SinCos<f64x2> x) const noexcept {
      store_halves(to_sin + 2 * duo, to_cos + 2 * duo, narrow(x.sin, x.cos));
    }
  };
  [[nodiscard]] Line line(std::int64_t row) const noexcept {
    return {static_cast<float*>(sin.data) + row * sin.width + sin.origin,
            static_cast<float*>(cos.data) + row * cos.width + cos.origin};
  }
  void put_last(std::int64_t row, SinCos<f64x2> x) const noexcept {
    put_both(sin, cos, row, whole, x);
  }
};

}  // namespace

Status write_planes(Oscillators& bank, Where where, std::int64_t rows,
                    DType dtype, Plane sin, Plane cos) noexcept {
  if (sin.count > bank.count() || cos.count > sin.count) {
    return Status::bad_size;
  }
  const bool streams = dtype == DType::float32 && !where.positions &&
                       bank.precision() == Precision::exact;
  if (streams && is_interleaved(sin, cos)) {
    bank.stream(where, rows, InterleavedSink{sin, cos, cos.count / 2});
    return Status::ok;
  }
  if (streams && is_contiguous(sin) && is_contiguous(cos)) {
    bank.stream(where, rows, ContiguousSink{sin, cos, cos.count / 2});
    return Status::ok;
  }
  const bool fine = dtype == DType::float64;
  const bool known = with_encoder(dtype, [&](auto encode) {
    for (std::int64_t row = 0; row < rows; ++row) {
      const Duo* values = bank.row(where, row, fine);
      for (int duo = 0; duo < bank.duos(); ++duo) {
        put(sin, row, duo, values[duo].sin, encode);
        put(cos, row, duo, values[duo].cos, encode);
      }
    }
  });
  return known ? Status::ok : Status::bad_value;
}

}  // namespace posenc
