// Binds the rows of tables whose logarithmic buckets have the sign of the
// distance.
#include "call.hpp"
#include "list.hpp"
#include "posenc/relative/indices.hpp"

namespace posenc::embind {
EMSCRIPTEN_BINDINGS(posenc_signed_indices) {
  bind("debertaIndices",
       [](int buckets, const double* starts, std::int64_t start_count,
          const double* distances, std::int64_t count, std::int32_t* out) {
         return deberta_indices(buckets, list_of(starts, start_count),
                                list_of(distances, count), out);
       });
  bind("urpeIndices", [](int buckets, double max_length, const double* starts,
                         std::int64_t start_count, const double* distances,
                         std::int64_t count, std::int32_t* out) {
    return urpe_indices({buckets, max_length, list_of(starts, start_count)},
                        list_of(distances, count), out);
  });
}

}  // namespace posenc::embind
