// Buckets of distances that grow with the logarithm of the distance. Where a
// bucket begins is found in whole numbers, so that no rounding of a logarithm
// moves a distance into the bucket next to it.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/base/status.hpp"

namespace posenc {

// A logarithmic scale of whole distances: x(n) = parts ln(n / first) /
// ln(last / first), so that x(first) = 0 and x(last) = parts.
struct LogScale {
  double first, last;
  int parts;
  bool after;  // a bucket begins after a whole x, not at it
};

// The distances at which the buckets of a logarithmic scale begin.
//
//   formula  out[b] = the least whole n with x(n) >= b + 1, or with `after`
//            the least whole n with x(n) > b
//   out      [buckets], not decreasing
//   range    first and last whole, 1 <= first < last <= 2^31; 1 <= parts <=
//            2^20; buckets <= 2 parts + 2
//   error    none: where n could lie on the edge, which is the case exactly if
//            n^parts = last^c first^(parts - c), the prime factors of the three
//            numbers decide
//   cost     about two logarithms to 88 bits a bucket; on an edge the division
//            of three numbers by all numbers up to their square roots
[[nodiscard]] Status bucket_starts(const LogScale& scale,
                                   std::span<double> out) noexcept;

// How T5, DeBERTa and URPE divide distances: those below `exact` have a bucket
// of their own, the others a bucket of a logarithmic scale, which begin at the
// distances `starts`.
struct Buckets {
  int exact;
  std::span<const double> starts;

  // The bucket of a whole distance >= 0.
  //   range  the result is from 0 to exact + starts.size()
  [[nodiscard]] std::int32_t of(double distance) const noexcept;
};

}  // namespace posenc
