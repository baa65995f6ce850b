// What both ways backwards through attention have in common: what they read and
// add to, and their first step.
#pragma once

#include <cstddef>

#include "posenc/attention/attend.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// By which results gradients are given. The client brings them.
struct GivenUpstream {
  bool output = false;
  bool weights = false;
  bool scores = false;
};

// Sums of all items, to which gradients are added. Null if not wanted.
struct SharedGradient {
  double* sinks = nullptr;         // [heads]
  float* output_weight = nullptr;  // [dim, heads value_dim]
  float* output_bias = nullptr;    // [dim]
};

// The gradients of an item, to which tiles add theirs.
struct ItemGradient {
  // By queries and keys before rotation, from relative terms, and after it.
  float* q = nullptr;
  float* k = nullptr;
  float* turned_q = nullptr;
  float* turned_k = nullptr;
  float* v = nullptr;  // null if there are none
};

// The keys of an item, as terms read them backwards: where no gradient counts,
// keys that are not finite are zeros, because 0 times NaN would be NaN.
class FiniteKeys {
 public:
  explicit FiniteKeys(const AttendInput& in) noexcept : in_(in) {}
  // Looks at the keys of an item.
  [[nodiscard]] Status begin(const float* k) noexcept;
  // The keys of a tile, given the gradient by its scores, [heads, rows, keys].
  [[nodiscard]] const float* of(const Tile& tile,
                                const float* upstream) noexcept;

 private:
  [[nodiscard]] bool counts(const Tile& tile, std::ptrdiff_t row,
                            const float* upstream) const noexcept;

  const AttendInput& in_;
  const float* from_ = nullptr;
  bool has_nonfinite_ = false;  // whether some keys are not finite
  Buffer<float> copy_;
};

// Brings the gradient by the output of tiles, and takes it back through the
// linear layer.
class UpstreamStep {
 public:
  UpstreamStep(const AttendInput& in, const SharedGradient& sums,
               Client& client) noexcept
      : in_(in), sums_(sums), client_(client) {}
  [[nodiscard]] Status allocate(int rows) noexcept;
  // Gives the gradient by sums of values [rows, heads, value_dim]. `mixed` are
  // these sums, which only a layer needs.
  [[nodiscard]] Status run(const Tile& tile, const float* mixed,
                           const float** by) noexcept;

 private:
  const AttendInput& in_;
  SharedGradient sums_;
  Client& client_;
  Buffer<float> by_output_;
  Buffer<float> by_mixed_;
};

}  // namespace posenc
