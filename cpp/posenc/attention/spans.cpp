#include "posenc/attention/spans.hpp"

#include <algorithm>

namespace posenc {
namespace {

// The first key for which `holds` is true; `keys` if there is none. It is false
// up to some key and true from there on.
template <class Holds>
std::int32_t first_key(int keys, const Holds& holds) noexcept {
  int low = 0;
  int high = keys;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

Status visible_spans(const MaskOptions& o, const Where& query_positions,
                     const Where& key_positions, Span* spans) noexcept {
  if (o.rows < 0 || o.keys < 0) return Status::bad_size;
  const double right = o.causal ? std::min(o.right, 0.0) : o.right;
  const auto at = [&](int j) { return key_positions.at(j).hi; };
  const auto prefix =
      first_key(o.keys, [&](int j) { return !(at(j) < o.prefix); });
  for (int i = 0; i < o.rows; ++i) {
    const double query = query_positions.at(i).hi;
    const auto first =
        first_key(o.keys, [&](int j) { return at(j) - query >= -o.left; });
    const auto last =
        first_key(o.keys, [&](int j) { return !(at(j) - query <= right); });
    spans[i] = {prefix, first, std::max(first, last)};
  }
  return Status::ok;
}

}  // namespace posenc
