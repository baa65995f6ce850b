// Steps of gradient descent, for tables that are learned: SGD with momentum
// (Sutskever et al. 2013), Adam (Kingma and Ba 2015), AMSGrad (Reddi et al.
// 2018) and AdamW (Loshchilov and Hutter 2019).
#pragma once

#include <cstdint>

#include "posenc/arithmetic/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

enum class Optimiser : int {
  sgd = 0,
  adam = 1,
  adamw = 2,
};

struct OptimiserOptions {
  Optimiser kind = Optimiser::sgd;
  double rate = 0;  // lr
  double decay = 0;
  double momentum = 0;
  double dampening = 0;
  bool nesterov = false;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  bool amsgrad = false;
  // beta1^t and beta2^t for the step t that this is, t from 1.
  double power1 = 0.9;
  double power2 = 0.999;
  bool first = true;  // whether t is 1
};

// What an optimiser remembers between steps, float64 each: the momentum or
// the mean of the gradients, the mean of their squares, and its maximum.
struct OptimiserState {
  double* mean = nullptr;     // sgd with momentum, adam, adamw
  double* square = nullptr;   // adam, adamw
  double* largest = nullptr;  // amsgrad
};

// One step over `count` numbers of a table, in place.
//
//   formula  g = gradient + decay * w (adamw: w *= 1 - rate * decay instead)
//            sgd: b = g in step 1, then momentum * b + (1 - dampening) * g;
//            w -= rate * b, or rate * (g + momentum * b) with nesterov
//            adam: m = beta1 m + (1 - beta1) g, v = beta2 v + (1 - beta2) g^2;
//            w -= rate / (1 - beta1^t) *
//                 m / (sqrt(v) / sqrt(1 - beta2^t) + epsilon);
//            amsgrad: the largest v so far in place of v
//   shapes   table and gradient of `count` numbers, each float32 or float64;
//            every state that the kind needs as long, zeros before step 1
//   error    in float64, the table rounded once a step
//   cost     up to 15 operations a number
[[nodiscard]] Status optimiser_step(const OptimiserOptions& options,
                                    std::int64_t count, DType table_dtype,
                                    void* table, DType gradient_dtype,
                                    const void* gradient,
                                    OptimiserState state) noexcept;

}  // namespace posenc
