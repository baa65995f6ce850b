// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/mask.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "posenc/base/buffer.hpp"

namespace posenc {

Status visible_keys(const MaskOptions& o, const MaskInput& in,
                    std::uint8_t* visible) noexcept {
  if (o.rows < 0 || o.keys < 0) return Status::bad_size;
  if (in.documents && !in.key_documents) return Status::bad_value;
  const int stride = in.stride == 0 ? o.keys : in.stride;
  if (stride < o.keys) return Status::bad_size;
  Buffer<double> keys;
  if (keys.allocate(static_cast<std::size_t>(o.keys)) != Status::ok) {
    return Status::no_memory;
  }
  double* const at = keys.data();
  for (int j = 0; j < o.keys; ++j) at[j] = in.key_positions.at(j).hi;
  const double right = o.causal ? std::min(o.right, 0.0) : o.right;
  for (int i = 0; i < o.rows; ++i) {
    const double query = in.query_positions.at(i).hi;
    const auto first = static_cast<std::ptrdiff_t>(i) * stride;
    std::uint8_t* const row = visible + first;
    const std::uint8_t* const own = in.mask ? in.mask + first : nullptr;
    for (int j = 0; j < o.keys; ++j) {
      const double r = at[j] - query;
      const bool near = (r >= -o.left) & (r <= right);
      const bool seen = near | (at[j] < o.prefix);
      row[j] = own ? seen & (own[j] != 0) : seen;
    }
    if (in.documents) {
      const std::int32_t document = in.documents[i];
      for (int j = 0; j < o.keys; ++j) {
        row[j] &= in.key_documents[j] == document;
      }
    }
    if (in.key_mask) {
      for (int j = 0; j < o.keys; ++j) row[j] &= in.key_mask[j] != 0;
    }
  }
  return Status::ok;
}

Status mask_scores(int heads, std::int64_t count, bool each,
                   const std::uint8_t* visible, float* scores) noexcept {
  if (heads < 0 || count < 0) return Status::bad_size;
  constexpr float kMasked = -std::numeric_limits<float>::infinity();
  for (int head = 0; head < heads; ++head) {
    const std::uint8_t* const seen = each ? visible + head * count : visible;
    float* const to = scores + head * count;
    for (std::int64_t i = 0; i < count; ++i) to[i] = seen[i] ? to[i] : kMasked;
  }
  return Status::ok;
}

}  // namespace posenc
