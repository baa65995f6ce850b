// Maps of biases, which the cases of several methods hash.
#pragma once

#include <cstdint>
#include <vector>

#include "digest.hpp"
#include "posenc/bias/line.hpp"

namespace posenc::digest {

// Reads QUERIES, KEYS, QUERY_START, KEY_START, STEP and DTYPE, which end the
// line of a bias; calls values(query, distances, count, out) for each query,
// which writes [heads, count]; hashes the map [heads, QUERIES, KEYS].
template <class Values>
void add_bias(Words& in, Hash& hash, int heads, Values values) {
  const int queries = in.integer();
  const int keys = in.integer();
  const double query_start = in.number();
  const double key_start = in.number();
  const double step = in.number();
  const DType dtype = in.dtype();
  std::vector<double> map(static_cast<std::size_t>(heads) * queries * keys);
  std::vector<double> distances(keys);
  std::vector<double> row(static_cast<std::size_t>(heads) * keys);
  for (int i = 0; i < queries; ++i) {
    const double query = query_start + i * step;
    for (int j = 0; j < keys; ++j) distances[j] = key_start + j * step - query;
    (void)values(query, distances.data(), std::int64_t{keys}, row.data());
    for (int head = 0; head < heads; ++head) {
      for (int j = 0; j < keys; ++j) {
        map[(static_cast<std::size_t>(head) * queries + i) * keys + j] =
            row[static_cast<std::size_t>(head) * keys + j];
      }
    }
  }
  add_tables(hash, dtype, map.size(), 1, [&](void* out, void*) {
    (void)round_values(map.data(), static_cast<std::int64_t>(map.size()), dtype,
                       out);
  });
}

}  // namespace posenc::digest
