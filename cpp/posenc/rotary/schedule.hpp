// The frequencies of a rope under the schedules that stretch it to longer
// contexts. Without one, pair k turns by omega_k = theta^(-k / P) per position.
//
// All functions of schedule_bases.hpp, schedule_ramps.hpp and
// schedule_lists.hpp have one contract:
//
//   shapes  out: record_count(spectrum) records as `frequencies` writes them
//   range   theta from 1 to kLargestBase, pairs from 1 to 2^20; factors and
//           lengths as the members say
//   error   exact: relative, <= 2^-115; torch and ggml: the float32 operations
//           of the reference in its order
//   cost    exact: as `frequencies`, and at most 10^4 operations for a pair
//           whose schedule needs an exponential
#pragma once

#include <cstddef>

#include "posenc/waves/frequencies.hpp"

namespace posenc {

// The frequencies that a schedule starts from.
struct Spectrum {
  double theta = 10000;
  int pairs = 1;
  Precision precision = Precision::exact;
};

// The number of records of a spectrum.
constexpr std::size_t record_count(const Spectrum& spectrum) noexcept {
  return record_count(spectrum.precision,
                      static_cast<std::size_t>(spectrum.pairs));
}

}  // namespace posenc
