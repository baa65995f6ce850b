// The scores that the content of queries and keys gives (Vaswani et al. 2017,
// section 3.2.1), and their gradient.
//
// The caller rotates q and k before (rotary/rope.hpp).
#pragma once

#include "posenc/attention/panels.hpp"
#include "posenc/attention/sizes.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// scores[h, i, j] = scale q[i, h] . k[j, h].
//   shapes  q [rows, heads, width], k [keys, key_heads, width],
//           scores [heads, rows, keys]
//   range   every finite float32. A sum of products that overflows float32 is
//           computed again in float64, so that scores are infinite only if they
//           are themselves too large, and never NaN
//   error   <= (width + 1) 2^-24 |scale| sum |q_c k_c|
//   cost    rows keys width products a head; scratch of (keys + 128) width
//   floats
[[nodiscard]] Status content_scores(const MapSizes& sizes, float scale,
                                    const float* q, const float* k,
                                    float* scores) noexcept;

// The same with keys that pack_keys has packed, for several calls with the same
// ones. `packed_keys` is how many it was given; `panels` may point behind some
// of the panels of the first head, to leave out their keys.
//   cost    rows keys width products a head; scratch of 128 width floats
[[nodiscard]] Status content_scores_of_panels(const MapSizes& sizes,
                                              float scale, const float* q,
                                              const float* panels,
                                              int packed_keys,
                                              float* scores) noexcept;

// The gradients of q and k, from that of the scores:
// q_gradient[i, h] += scale sum over j of upstream[h, i, j] k[j, h], and
// k_gradient[j] += scale sum over i and the heads h that read this key head of
// upstream[h, i, j] q[i, h].
//   shapes  upstream as the scores, the gradients as q and k
//   range   an upstream of zero passes over its query and key, even if they are
//           not finite
//   error   products and sums in float32, in the order of j, and of the heads
//           and then i
//   cost    2 rows keys width products a head; scratch of rows width floats
[[nodiscard]] Status content_gradient(const MapSizes& sizes, float scale,
                                      const float* q, const float* k,
                                      const float* upstream, float* q_gradient,
                                      float* k_gradient) noexcept;

}  // namespace posenc
