// Sandwich: biases that are the products of two sinusoidal rows without their
// content (Chi et al. 2023, "Dissecting Transformer Length Extrapolation via
// the Lens of Receptive Field Analysis", section 5).
#pragma once

#include <cstdint>

#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc {

enum class SandwichForm : int {
  paper = 0,  // sum of cos(d w_k), k = 0 … n - 1
  nemo = 1,   // sum of cos(d w_k) - 1, k = 1 … n, as in NVIDIA NeMo
};

struct SandwichOptions {
  int heads = 1;
  int dim = 2;  // even; n = dim / 2 below
  SandwichForm form = SandwichForm::paper;
  bool bidirectional = true;  // d = |r|; otherwise d = max(-r, 0)
  double base = 10000;        // w_k = base^(-2k / dim)
  double compression = 8;
};

class Sandwich {
 public:
  // Prepares the frequencies.
  //   range   heads >= 1; dim even, from 2 to 2^20; 1 <= base <= kLargestBase;
  //           compression from 2^-60 to 2^60
  //   cost    150 operations a frequency and about 10^4
  [[nodiscard]] Status make(const SandwichOptions& options) noexcept;

  [[nodiscard]] int heads() const noexcept { return options_.heads; }

  // Values at some distances r, which are key minus query: the sum of the form,
  // divided by compression h / heads for head number h = 1 … heads.
  //   distances  [count]
  //   out        [heads, count]
  //   range      |r| <= 2^53
  //   error      relative, <= 2^-38 for |r| <= 2^31; of the form paper where
  //              the sum is not closer to 0 than 2^-50
  //   cost       some 10 operations for a frequency and distance, ten times as
  //              many where the sum is close to 0, and a multiplication a value
  [[nodiscard]] Status values(const double* distances, std::int64_t count,
                              double* out) noexcept;

 private:
  [[nodiscard]] double sum_at(double distance) noexcept;
  [[nodiscard]] double exact_sum_at(double distance) const noexcept;

  SandwichOptions options_;
  Oscillators oscillators_;
  Buffer<td> turns_;  // the frequencies in quarter turns
};

}  // namespace posenc
