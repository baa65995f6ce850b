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

// put() for one format: an address, so that all formats share one copy of the
// kernel, which is far larger than they are.
using Put = void (*)(const Plane&, std::int64_t row, int duo,
                     const double* values) noexcept;

template <class Encode>
constexpr Put put_with(Encode) noexcept {
  return [](const Plane& plane, std::int64_t row, int duo,
            const double* values) noexcept {
    put(plane, row, duo, values, Encode());
  };
}

// The sinks of Oscillators::stream. This one serves every layout and format,
// a number at a time.
struct AnySink {
  Plane sin, cos;
  Put put;
  int whole;

  struct Line {
    const AnySink* sink;
    std::int64_t row;
    void put(int duo, SinCos<f64x2> x) const noexcept {
      Duo values;
      values.set(x);
      sink->put(sink->sin, row, duo, values.sin);
      sink->put(sink->cos, row, duo, values.cos);
    }
  };
  [[nodiscard]] Line line(std::int64_t row) const noexcept {
    return {this, row};
  }
  void put_last(std::int64_t row, SinCos<f64x2> x) const noexcept {
    line(row).put(whole, x);
  }
};

// The two float32 layouts that are worth whole vectors: sines and cosines in
// turn, and both in a row of their own.
bool is_interleaved(const Plane& sin, const Plane& cos) noexcept {
  return sin.data == cos.data && sin.stride == 2 && cos.stride == 2 &&
         cos.origin == sin.origin + 1 && !sin.second && !cos.second;
}
bool is_contiguous(const Plane& plane) noexcept {
  return plane.stride == 1 && !plane.second;
}

// Their last duo may be half there and goes the general way.
void put_last_float32(const Plane& sin, const Plane& cos, std::int64_t row,
                      int duo, SinCos<f64x2> x) noexcept {
  const auto encode = [](double v) noexcept { return static_cast<float>(v); };
  AnySink{sin, cos, put_with(encode), duo}.put_last(row, x);
}

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
    put_last_float32(sin, cos, row, whole, x);
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
    put_last_float32(sin, cos, row, whole, x);
  }
};

}  // namespace

Status write_planes(Oscillators& bank, Where where, std::int64_t rows,
                    DType dtype, Plane sin, Plane cos) noexcept {
  if (sin.count > bank.count() || cos.count > sin.count) {
    return Status::bad_size;
  }
  const bool fine = dtype == DType::float64;
  const bool streams =
      !fine && !where.positions && bank.precision() == Precision::exact;
  if (streams && dtype == DType::float32) {
    if (is_interleaved(sin, cos)) {
      bank.stream(where, rows, InterleavedSink{sin, cos, cos.count / 2});
      return Status::ok;
    }
    if (is_contiguous(sin) && is_contiguous(cos)) {
      bank.stream(where, rows, ContiguousSink{sin, cos, cos.count / 2});
      return Status::ok;
    }
  }
  Put put = nullptr;
  with_encoder(dtype, [&](auto encode) { put = put_with(encode); });
  if (!put) return Status::bad_value;
  const AnySink sink{sin, cos, put, bank.duos()};
  if (streams) {
    bank.stream(where, rows, sink);
    return Status::ok;
  }
  for (std::int64_t row = 0; row < rows; ++row) {
    const Duo* values = bank.row(where, row, fine);
    const auto line = sink.line(row);
    for (int duo = 0; duo < sink.whole; ++duo) {
      line.put(duo, values[duo].get());
    }
  }
  return Status::ok;
}

}  // namespace posenc
