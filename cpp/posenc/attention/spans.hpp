// Which keys each query sees, as intervals.
#pragma once

#include <cstdint>

#include "posenc/attention/mask.hpp"

namespace posenc {

// The keys that a query sees: those below `prefix`, and from `first` up to and
// without `last`. All lie between 0 and the number of keys.
struct Span {
  std::int32_t prefix = 0;
  std::int32_t first = 0;
  std::int32_t last = 0;
};

// The intervals of the keys that `visible_keys` marks.
//   shapes  spans [rows]
//   range   key positions that do not fall; without documents and masks
//   cost    3 log2(keys) steps a query
[[nodiscard]] Status visible_spans(const MaskOptions& options,
                                   const Where& query_positions,
                                   const Where& key_positions,
                                   Span* spans) noexcept;

}  // namespace posenc
