#include "posenc/rotary/polar_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/rotary/radians.hpp"

namespace posenc {
namespace {

constexpr double kTurn = 0x1.921fb6p+2;  // 2 pi, the nearest float32

// ln(1 + e^x), and its derivative.
struct Softplus {
  double value, slope;
};

Softplus softplus(double x) noexcept {
  const double e = exp_of_negative(-std::fabs(x));
  return {std::fmax(x, 0.0) + log_of_one_plus(e), (x < 0 ? e : 1) / (1 + e)};
}

// Cosine and sine of the phase of each pair, and whether it is held at a limit.
struct Phase {
  double cos = 1, sin = 0;
  bool held = true;
};

Status phases_of(const PolarForm& form, Buffer<Phase>& phases) noexcept {
  const std::size_t count = static_cast<std::size_t>(form.heads) *
                            static_cast<std::size_t>(form.rotary_dim);
  if (phases.allocate(count) != Status::ok) return Status::no_memory;
  for (std::size_t n = 0; n < count; ++n) {
    phases[n] = Phase();
    if (!form.phases) continue;
    const double given = form.phases[n];
    if (!std::isfinite(given)) return Status::bad_value;
    const double held = std::fmin(std::fmax(given, -kTurn), 0.0);
    const Duo at = sin_cos_of_radians(held);
    phases[n] = {at.cos[0], at.sin[0], held != given};
  }
  return Status::ok;
}

bool fits(const PolarForm& form, std::int64_t rows) noexcept {
  return form.heads >= 1 && form.rotary_dim >= 1 &&
         form.rotary_dim <= form.head_dim && rows >= 0 &&
         is_layout(form.layout);
}

// Calls each(x, out, phases) for all heads of all rows, with the distance of
// the numbers at which they begin.
template <class Each>
void for_heads(const PolarForm& form, std::int64_t rows, const Phase* phases,
               const Each& each) noexcept {
  std::int64_t x = 0;
  std::int64_t out = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (int head = 0; head < form.heads; ++head) {
      const auto n = static_cast<std::ptrdiff_t>(head) * form.rotary_dim;
      each(x, out, phases + n, n);
      x += form.head_dim;
      out += form.head_dim + form.rotary_dim;
    }
  }
}

// Where the pairs of a head lie.
struct Places {
  int step, second;
};
Places places(const PolarForm& form) noexcept {
  const bool half = form.layout == RotaryLayout::half;
  return half ? Places{1, form.rotary_dim} : Places{2, 1};
}

}  // namespace

Status polar_pairs(const PolarForm& form, const float* x, std::int64_t rows,
                   float* out) noexcept {
  if (!fits(form, rows)) return Status::bad_size;
  Buffer<Phase> phases;
  const Status made = phases_of(form, phases);
  if (made != Status::ok) return made;
  const Places at = places(form);
  const int dim = form.rotary_dim;
  for_heads(form, rows, phases.data(),
            [&](std::int64_t from, std::int64_t to, const Phase* phase,
                std::ptrdiff_t) noexcept {
              for (int c = 0; c < dim; ++c) {
                const double length = softplus(x[from + c]).value;
                float* const pair = out + to + std::ptrdiff_t{c} * at.step;
                pair[0] = static_cast<float>(length * phase[c].cos);
                pair[at.second] = static_cast<float>(length * phase[c].sin);
              }
              std::copy(x + from + dim, x + from + form.head_dim,
                        out + to + 2 * dim);
            });
  return Status::ok;
}

Status polar_pairs_back(const PolarForm& form, const float* x,
                        const float* upstream, std::int64_t rows, double* by_x,
                        double* by_phases) noexcept {
  if (!fits(form, rows)) return Status::bad_size;
  Buffer<Phase> phases;
  const Status made = phases_of(form, phases);
  if (made != Status::ok) return made;
  const Places at = places(form);
  const int dim = form.rotary_dim;
  for_heads(form, rows, phases.data(),
            [&](std::int64_t to, std::int64_t from, const Phase* phase,
                std::ptrdiff_t n) noexcept {
              for (int c = 0; c < dim; ++c) {
                const float* const pair =
                    upstream + from + std::ptrdiff_t{c} * at.step;
                const double u = pair[0];
                const double v = pair[at.second];
                const auto [cos, sin, held] = phase[c];
                const Softplus length = softplus(x[to + c]);
                by_x[to + c] = length.slope * (u * cos + v * sin);
                if (!held) {
                  by_phases[n + c] += length.value * (v * cos - u * sin);
                }
              }
              std::copy(upstream + from + 2 * dim,
                        upstream + from + dim + form.head_dim, by_x + to + dim);
            });
  return Status::ok;
}

}  // namespace posenc
