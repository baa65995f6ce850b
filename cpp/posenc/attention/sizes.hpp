// The sizes of maps of scores and weights, and of the heads behind them.
#pragma once

#include <cstddef>

#include "posenc/arithmetic/matmul.hpp"

namespace posenc {

// A map is [heads, rows, keys]: a score or a weight for each query head, each
// of some queries, and each key. What belongs to queries is
// [rows, heads, width], what belongs to keys [keys, key_heads, width].
struct MapSizes {
  int rows = 0;  // queries
  int keys = 0;
  int heads = 1;
  int key_heads = 1;  // divides heads: query head h reads key head
                      // h / (heads / key_heads)
  int width = 0;      // of a head

  [[nodiscard]] bool valid() const noexcept {
    return rows >= 0 && keys >= 0 && heads >= 1 && key_heads >= 1 &&
           heads % key_heads == 0 && width >= 0;
  }
  [[nodiscard]] int key_head_of(int head) const noexcept {
    return head / (heads / key_heads);
  }
  [[nodiscard]] std::ptrdiff_t map_size() const noexcept {
    return static_cast<std::ptrdiff_t>(rows) * keys;
  }
  // The part of a map that belongs to a head.
  [[nodiscard]] ConstMatrix map_of(const float* map, int head) const noexcept {
    return {map + head * map_size(), rows, keys, Eigen::OuterStride<>(keys)};
  }
  [[nodiscard]] Matrix map_of(float* map, int head) const noexcept {
    return {map + head * map_size(), rows, keys, Eigen::OuterStride<>(keys)};
  }
  // What belongs to the queries or keys of a head.
  [[nodiscard]] ConstMatrix queries_of(const float* x,
                                       int head) const noexcept {
    return {x + static_cast<std::ptrdiff_t>(head) * width, rows, width,
            stride(heads)};
  }
  [[nodiscard]] Matrix queries_of(float* x, int head) const noexcept {
    return {x + static_cast<std::ptrdiff_t>(head) * width, rows, width,
            stride(heads)};
  }
  [[nodiscard]] ConstMatrix keys_of(const float* x, int head) const noexcept {
    return {x + static_cast<std::ptrdiff_t>(key_head_of(head)) * width, keys,
            width, stride(key_heads)};
  }
  [[nodiscard]] Matrix keys_of(float* x, int head) const noexcept {
    return {x + static_cast<std::ptrdiff_t>(key_head_of(head)) * width, keys,
            width, stride(key_heads)};
  }

 private:
  [[nodiscard]] Eigen::OuterStride<> stride(int of) const noexcept {
    return {static_cast<Eigen::Index>(of) * width};
  }
};

}  // namespace posenc
