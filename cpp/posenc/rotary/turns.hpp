// The turns of a rotation: the cosine and sine of every pair at a position.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"
#include "posenc/waves/planes.hpp"

namespace posenc {

class Turns {
 public:
  // Takes the frequencies of the pairs, as `frequencies` computes them for this
  // precision. Values are `scale` times a cosine or sine; the limits are those
  // of `Oscillators::make`.
  [[nodiscard]] Status make(std::span<const td> frequencies,
                            Precision precision, double scale = 1) noexcept;

  [[nodiscard]] int pairs() const noexcept { return bank_.count(); }

  // Writes rows of both tables, pairs() values each.
  //   error   as write_planes
  [[nodiscard]] Status write(Where where, std::int64_t rows, DType dtype,
                             const Plane& sin, const Plane& cos) noexcept;

 private:
  Oscillators bank_;
};

}  // namespace posenc
