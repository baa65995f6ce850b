// What attention asks of its caller while it runs: the terms of the scores, the
// arrays that are too large to be held whole, and what becomes of the results.
#pragma once

#include "posenc/base/status.hpp"

namespace posenc {

// The status of a question that a client does not answer.
inline constexpr Status kRefused = Status::bad_value;

// Some queries of one item of a batch, with some of its keys.
struct Tile {
  int item = 0;
  int row = 0;  // the first query
  int rows = 0;
  int key = 0;  // the first key
  int keys = 0;
  // Queries [rows, heads, width] and keys [keys, key_heads, width] of the tile
  // before rotation.
  const float* q = nullptr;
  const float* k = nullptr;
  // scale q . k after rotation, [heads, rows, keys]. Null if no term reads it.
  const float* content = nullptr;
};

// Gradients of a tile, to which terms add their share.
struct Inflow {
  float* q = nullptr;        // [rows, heads, width]
  float* k = nullptr;        // [keys, key_heads, width]
  float* content = nullptr;  // [heads, rows, keys]; null if no term reads it
};

// What a caller brings, and what it takes. Maps are [heads, rows, keys].
enum class Brought { mask, output, weights, scores };
enum class Taken { term, scores, weights, gate, output };

// Each function may fail, which ends the call with its status; those that a
// client does not have refuse. A term has a number: summands of the scores in
// their order, then the gate.
class Client {
 public:
  Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Writes the map of a term.
  [[nodiscard]] virtual Status write(int /*term*/, const Tile& /*tile*/,
                                     float* /*map*/) noexcept {
    return kRefused;
  }
  // Takes the gradient by the map of a term back to queries, keys and content,
  // and keeps that of the term's own weights.
  [[nodiscard]] virtual Status back(int /*term*/, const Tile& /*tile*/,
                                    const float* /*upstream*/,
                                    const Inflow& /*into*/) noexcept {
    return kRefused;
  }
  // Adds what values by position give to the output [rows, heads, value_dim].
  [[nodiscard]] virtual Status write_values(const Tile& /*tile*/,
                                            const float* /*weights*/,
                                            float* /*output*/) noexcept {
    return kRefused;
  }
  // Takes the gradient by that output back: adds to that by the weights.
  [[nodiscard]] virtual Status values_back(
      const Tile& /*tile*/, const float* /*weights*/, const float* /*upstream*/,
      float* /*weights_gradient*/) noexcept {
    return kRefused;
  }
  // Brings an array of a tile: the bytes of a mask, of which map number `map`
  // begins at `to` with rows `stride` apart, or a gradient by a result.
  [[nodiscard]] virtual Status bring(Brought /*what*/, const Tile& /*tile*/,
                                     int /*map*/, int /*stride*/,
                                     void* /*to*/) noexcept {
    return kRefused;
  }
  // Takes a result. A term has its number, in which the content comes first.
  [[nodiscard]] virtual Status take(Taken /*what*/, const Tile& /*tile*/,
                                    int /*term*/,
                                    const float* /*from*/) noexcept {
    return kRefused;
  }

 protected:
  ~Client() = default;
};

}  // namespace posenc
