#include "posenc/rotary/rope_cache.hpp"

#include "posenc/waves/planes.hpp"

namespace posenc {

Status rope_cache(Turns& turns, const RopeCacheOptions& options, Where where,
                  std::int64_t rows, void* cos, void* sin) noexcept {
  const int pairs = turns.pairs();
  if (rows < 0 || pairs < 1 || turns.sets() != 1) return Status::bad_size;
  switch (options.order) {
    case CacheOrder::hf:
    case CacheOrder::ort:
      return cos_sin(turns,
                     {.layout = options.layout,
                      .dtype = options.dtype,
                      .full = options.order == CacheOrder::hf},
                     where, rows, cos, sin);
    case CacheOrder::flashinfer:
    case CacheOrder::ggml:
    case CacheOrder::pairs:
      break;
    default:
      return Status::bad_value;
  }
  Plane to_cos = {.data = cos, .width = 2 * pairs, .count = pairs};
  Plane to_sin = to_cos;
  to_sin.data = sin;
  if (options.order == CacheOrder::flashinfer) {
    to_sin.origin = pairs;
  } else {
    to_sin.origin = 1;
    to_cos.stride = to_sin.stride = 2;
  }
  return turns.write(where, rows, options.dtype, to_sin, to_cos);
}

}  // namespace posenc
