// Compiled for speed: its loops run over whole tables.
#include "posenc/bias/dense.hpp"

#include "posenc/arithmetic/lanes.hpp"

namespace posenc::dense {
namespace {

double total(f64x2 a, f64x2 b) noexcept {
  double halves[2];
  store2(halves, a + b);
  return halves[0] + halves[1];
}

}  // namespace

void product(const double* weight, int outputs, int inputs, const double* bias,
             const double* x, double* y) noexcept {
  constexpr int kRows = 4;
  for (int o = 0; o < outputs; o += kRows) {
    for (int c = 0; c < kColumns; c += 4) {
      f64x2 low[kRows];
      f64x2 high[kRows];
      for (int r = 0; r < kRows; ++r) {
        low[r] = splat2(bias ? bias[o + r] : 0.0);
        high[r] = low[r];
      }
      const double* in = x + c;
      const double* w = weight + static_cast<std::ptrdiff_t>(o) * inputs;
      for (int i = 0; i < inputs; ++i, in += kColumns, ++w) {
        const f64x2 first = load2(in);
        const f64x2 second = load2(in + 2);
        for (int r = 0; r < kRows; ++r) {
          const f64x2 factor =
              load_splat2(w + static_cast<std::ptrdiff_t>(r) * inputs);
          low[r] = low[r] + factor * first;
          high[r] = high[r] + factor * second;
        }
      }
      for (int r = 0; r < kRows; ++r) {
        double* const out =
            y + static_cast<std::ptrdiff_t>(o + r) * kColumns + c;
        store2(out, low[r]);
        store2(out + 2, high[r]);
      }
    }
  }
}

void add_outer(const double* by_y, int outputs, const double* x, int inputs,
               double* gradient) noexcept {
  for (int o = 0; o < outputs; ++o, by_y += kColumns) {
    const double* in = x;
    for (int i = 0; i < inputs; ++i, in += kColumns, ++gradient) {
      f64x2 even = splat2(0.0);
      f64x2 odd = splat2(0.0);
      for (int c = 0; c < kColumns; c += 4) {
        even = even + load2(by_y + c) * load2(in + c);
        odd = odd + load2(by_y + c + 2) * load2(in + c + 2);
      }
      *gradient += total(even, odd);
    }
  }
}

void add_sums(const double* by_y, int outputs, double* gradient) noexcept {
  for (int o = 0; o < outputs; ++o, by_y += kColumns) {
    f64x2 even = splat2(0.0);
    f64x2 odd = splat2(0.0);
    for (int c = 0; c < kColumns; c += 4) {
      even = even + load2(by_y + c);
      odd = odd + load2(by_y + c + 2);
    }
    gradient[o] += total(even, odd);
  }
}

}  // namespace posenc::dense
