// Binds the rows of tables that are indexed by distance.
#include "posenc/relative/indices.hpp"

#include "call.hpp"
#include "list.hpp"
#include "posenc/relative/grid_indices.hpp"

namespace posenc::embind {
EMSCRIPTEN_BINDINGS(posenc_indices) {
  bind("bucketStarts", [](double first, double last, int parts, bool after,
                          std::int64_t buckets, double* out) {
    return bucket_starts({first, last, parts, after}, list_of(out, buckets));
  });
  bind("clipIndices",
       [](double left, double right, Beyond beyond, bool reversed,
          const double* distances, std::int64_t count, std::int32_t* out) {
         return clip_indices({left, right, beyond, reversed},
                             list_of(distances, count), out);
       });
  bind("t5Indices", [](int buckets, bool bidirectional, double position_scale,
                       const double* starts, std::int64_t start_count,
                       const double* distances, std::int64_t count,
                       std::int32_t* out) {
    return t5_indices(
        {buckets, bidirectional, position_scale, list_of(starts, start_count)},
        list_of(distances, count), out);
  });
  bind("gridIndices", [](int rows, int columns, int prefix, bool absolute,
                         double query, const double* distances,
                         std::int64_t count, std::int32_t* out) {
    return grid_indices({rows, columns, prefix,
                         absolute ? GridForm::absolute : GridForm::differences},
                        query, list_of(distances, count), out);
  });
  bind("axisIndices", [](int queries, int keys, std::int32_t* out) {
    return axis_indices(queries, keys, out);
  });
}

}  // namespace posenc::embind
