// Which keys a query sees.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Rules of visibility. A key is seen if all rules that are set allow it. The
// distance r of a key is its position minus that of the query, computed in
// float64.
struct MaskOptions {
  int rows = 0;  // queries
  int keys = 0;
  bool causal = false;  // r <= 0
  double left = 0;      // r >= -left; infinity for no limit
  double right = 0;     // r <= right; infinity for no limit
  double prefix = 0;    // keys at a position below are seen whatever r is;
                        // -infinity if there are none
};

struct MaskInput {
  Where query_positions;
  Where key_positions;
  // Each may be null. A query sees keys of its own document only.
  const std::int32_t* documents = nullptr;      // [rows]
  const std::int32_t* key_documents = nullptr;  // [keys], with `documents`
  const std::uint8_t* key_mask = nullptr;       // [keys]: 0 for an unseen key
  const std::uint8_t* mask = nullptr;           // [rows, keys]: 0 for unseen
  int stride = 0;  // from a row of a map to the next; 0 for `keys`
};

// visible[i, j] = 1 if query i sees key j, else 0.
//   shapes  visible [rows, keys], whose rows lie as those of `mask`; it may be
//           the same array
//   cost    about 6 operations an entry; scratch of `keys` float64
[[nodiscard]] Status visible_keys(const MaskOptions& options,
                                  const MaskInput& in,
                                  std::uint8_t* visible) noexcept;

// Sets the scores to -infinity where visible is 0.
//   shapes  scores [heads, count]; visible [heads, count] if `each`, else
//           [count] for all heads
[[nodiscard]] Status mask_scores(int heads, std::int64_t count, bool each,
                                 const std::uint8_t* visible,
                                 float* scores) noexcept;

}  // namespace posenc
