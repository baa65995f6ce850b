// The frequencies that sinusoidal tables and rotations share.
#pragma once

#include <cstddef>
#include <span>

#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// What a result reproduces.
enum class Precision : int {
  exact = 0,  // the real formula
  torch = 1,  // float32 frameworks, which round every step to float32
  ggml = 2,   // ggml, which multiplies the angle from pair to pair in float32
};

// Float32 can hold it, too, as the emulated precisions need.
inline constexpr double kLargestBase = 0x1p126;

// How the frequencies depend on their number k.
enum class Curve : int {
  falling = 0,  // base^(-k / span)
  rising = 1,   // base^(k / span)
  linear = 2,   // 1 + k (base - 1) / span
};

struct Spacing {
  double base = 10000;
  double span = 1;  // steps from frequency 1 to 1 / base, or to base
  double frequency_scale = 1;
  Curve curve = Curve::falling;
  bool half_turns = false;  // in half turns per position instead of radians
  // How `torch` computes falling frequencies: as exp(-k * step), like
  // tensor2tensor and its successors, or as 1 / base^(k / span).
  bool by_exponential = false;
};

// The spacing omega_k = base^(-2k / width)
// (Vaswani et al. 2017, section 3.5; Su et al. 2021, section 3.2.2).
constexpr Spacing over_width(double base, int width) noexcept {
  return {.base = base, .span = width * 0.5};
}

// Number of records that hold `count` frequencies: in ggml, one follows that
// belongs to all of them.
constexpr std::size_t record_count(Precision precision,
                                   std::size_t count) noexcept {
  return count + (precision == Precision::ggml ? 1 : 0);
}

// Computes omega_k in radians per position as records of three numbers.
//
//   exact   hi + mid + lo is the real value; relative error <= 2^-120
//   torch   hi is the frequency. Falling and linear frequencies are computed
//           with every operation rounded to float32; others are real values,
//           rounded.
//           Before a position is multiplied by hi, it is divided by mid or
//           multiplied by lo, if that is not 0
//   ggml    hi is the frequency. The angle of pair k is found by float32
//           operations, as ggml's rope_yarn finds it:
//             e = p step^k / mid, one product after another
//             angle = (between e) (1 - lo) + e lo
//           The last record is {step, between, 0}. Falling frequencies only
//
//   shapes  out: record_count(precision, count) records
//   range   1 <= base <= kLargestBase, span > 0, 0 <= frequency_scale <=
//           kLargestBase, count <= 2^20
//   cost    exact: about 10^4 float64 operations, and 75 vector operations a
//           frequency
[[nodiscard]] Status frequencies(const Spacing& spacing, Precision precision,
                                 std::span<td> out) noexcept;
// The same in precision exact, which links nothing of the others.
[[nodiscard]] Status exact_frequencies(const Spacing& spacing,
                                       std::span<td> out) noexcept;

// The angle of a ggml record whose product p step^k is known, in the order of
// operations of ggml's rope_yarn; `between` is that of the last record.
inline float ggml_angle(float product, const td& record,
                        float between) noexcept {
  const float whole = product / static_cast<float>(record.mid);
  const auto mix = static_cast<float>(record.lo);
  return between * whole * (1 - mix) + whole * mix;
}

// Completes ggml records whose mid and lo are set: writes every hi and the last
// record, for the step base^(-1 / span).
//   range   out.size() >= 1
void finish_ggml(double base, double span, double between,
                 std::span<td> out) noexcept;

}  // namespace posenc
