// The turns of a rotation: the cosine and sine of every pair at a position.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/base/buffer.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"
#include "posenc/waves/planes.hpp"

namespace posenc {

// The tables of one position in float32, sets() * pairs() values each.
struct KeptRow {
  const float* cos = nullptr;
  const float* sin = nullptr;
  const float* minus_sin = nullptr;
};

class Turns {
 public:
  // Takes the frequencies of the pairs, as `frequencies` computes them for this
  // precision. Values are `scale` times a cosine or sine; the limits are those
  // of `Oscillators::make`.
  [[nodiscard]] Status make(std::span<const td> frequencies,
                            Precision precision, double scale = 1) noexcept;

  [[nodiscard]] int pairs() const noexcept { return bank_.count(); }
  // The number of sets of tables; each belongs to an equal share of the heads.
  [[nodiscard]] static int sets() noexcept { return 1; }

  // Writes rows of both tables, sets() * pairs() values each.
  //   error   as write_planes
  [[nodiscard]] Status write(Where where, std::int64_t rows, DType dtype,
                             const Plane& sin, const Plane& cos) noexcept;

  // The tables of the first row of `where`, which `write` would give, too. They
  // are valid until the next call.
  //   cost    none if the call before asked for the same position: the queries
  //           and keys of all layers of a decode step have one position
  [[nodiscard]] Status row(Where where, KeptRow& row) noexcept;

 private:
  Oscillators bank_;
  Buffer<float> kept_;
  dd kept_at_ = {0, 0};
};

}  // namespace posenc
