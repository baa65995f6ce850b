#include "posenc/rotary/schedule_lists.hpp"

#include <cstddef>
#include <limits>

#include "posenc/rotary/schedule_bases.hpp"
#include "posenc/rotary/schedule_parts.hpp"

namespace posenc {

using schedules::begin_ggml;
using schedules::from_to;
using schedules::in_three;
using schedules::is_valid;
using schedules::spacing_of;
using schedules::torch_power;

Status proportional_schedule(const Spectrum& spectrum, double factor, int live,
                             std::span<td> out) noexcept {
  if (live < 0 || live > spectrum.pairs) return Status::bad_size;
  const Status made =
      linear_schedule(spectrum, factor, Divide::frequencies, out);
  if (made != Status::ok) return made;
  for (int k = live; k < spectrum.pairs; ++k) {
    // ggml divides by infinity, which leaves an angle of zero.
    out[k] = {0, std::numeric_limits<double>::infinity(), 0};
    if (spectrum.precision != Precision::ggml) out[k].mid = 0;
  }
  return Status::ok;
}

Status divided_schedule(const Spectrum& spectrum, const double* divisors,
                        std::span<td> out) noexcept {
  if (!is_valid(spectrum, out)) return Status::bad_size;
  for (int k = 0; k < spectrum.pairs; ++k) {
    if (!from_to(divisors[k], 0x1p-20, 0x1p126)) return Status::bad_value;
  }
  if (spectrum.precision == Precision::ggml) {
    begin_ggml(out);
    for (int k = 0; k < spectrum.pairs; ++k) {
      out[k].mid = static_cast<float>(divisors[k]);
    }
    finish_ggml(spectrum.theta, spectrum.pairs, 1, out);
    return Status::ok;
  }
  const Status made =
      frequencies(spacing_of(spectrum), spectrum.precision, out);
  if (made != Status::ok) return made;
  for (int k = 0; k < spectrum.pairs; ++k) {
    if (spectrum.precision == Precision::exact) {
      out[k] = out[k] / in_three(divisors[k]);
    } else {
      out[k].hi = 1.0F / (static_cast<float>(divisors[k]) *
                          torch_power(spectrum.theta, spectrum.pairs, k));
    }
  }
  return Status::ok;
}

Status given_frequencies(Precision precision, std::span<const double> given,
                         std::span<td> out) noexcept {
  if (out.size() != record_count(precision, given.size()) || given.empty()) {
    return Status::bad_size;
  }
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (!from_to(given[k], 0, 0x1p126)) return Status::bad_value;
    out[k] = {precision == Precision::exact
                  ? given[k]
                  : static_cast<double>(static_cast<float>(given[k])),
              0, 0};
  }
  if (precision == Precision::ggml) {
    // Step 1: the angle of every pair is the position divided by 1 / frequency.
    for (td& record : out) {
      record.mid = static_cast<float>(1 / record.hi);
    }
    finish_ggml(1, 1, 1, out);
  }
  return Status::ok;
}

}  // namespace posenc
