// Compiled for speed: its loops run over whole tables.
#include "posenc/arithmetic/encode.hpp"

#include "posenc/arithmetic/lanes.hpp"

namespace posenc {
namespace {

void encode_float32(const double* from, int count, void* to,
                    std::int64_t at) noexcept {
  float* out = static_cast<float*>(to) + at;
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    store4(out + i, narrow(load2(from + i), load2(from + i + 2)));
  }
  for (; i < count; ++i) out[i] = static_cast<float>(from[i]);
}

}  // namespace

Encode encoder_of(DType dtype) noexcept {
  if (dtype == DType::float32) return encode_float32;
  Encode found = nullptr;
  with_encoder(dtype, [&](auto encode) {
    found = [](const double* from, int count, void* to,
               std::int64_t at) noexcept {
      using One = decltype(encode);
      auto* out = static_cast<decltype(One()(0.0))*>(to) + at;
      for (int i = 0; i < count; ++i) out[i] = One()(from[i]);
    };
  });
  return found;
}

}  // namespace posenc
