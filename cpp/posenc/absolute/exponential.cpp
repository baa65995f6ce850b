// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/exponential.hpp"

#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {
namespace {

void multiply(const double* a, const double* b, int count,
              double* to) noexcept {
  for (int i = 0; i < count; ++i) to[i] = a[i] * b[i];
}

// The same products, rounded to float32.
void multiply(const double* a, const double* b, int count, float* to) noexcept {
  int i = 0;
  POSENC_UNROLL
  for (; i + 4 <= count; i += 4) {
    store4(to + i, narrow(load2(a + i) * load2(b + i),
                          load2(a + i + 2) * load2(b + i + 2)));
  }
  for (; i < count; ++i) to[i] = static_cast<float>(a[i] * b[i]);
}

}  // namespace

Status exponential(Decays& decays, DType dtype, Where where, std::int64_t rows,
                   void* out) noexcept {
  const Encode encode = encoder_of(dtype);
  const int dim = decays.count();
  if (rows < 0 || dim < 1) return Status::bad_size;
  if (!encode) return Status::bad_value;

  for (std::int64_t row = 0; row < rows; ++row) {
    const dd distance = magnitude(where.at(row));
    if (dtype == DType::float64) {
      decays.exact(distance, 0, dim, static_cast<double*>(out) + row * dim);
      continue;
    }
    const Decays::Factors by = decays.factors(distance);
    if (dtype == DType::float32) {
      multiply(by.centre, by.fine, dim, static_cast<float*>(out) + row * dim);
      continue;
    }
    write_runs(encode, dim, out, row * dim,
               [&](int first, int count, double* values) noexcept {
                 multiply(by.centre + first, by.fine + first, count, values);
               });
  }
  return Status::ok;
}

}  // namespace posenc
