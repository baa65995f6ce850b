// Steps of gradient descent for learned tables: SGD with momentum (Sutskever et
// al. 2013), Adam (Kingma and Ba 2015), AMSGrad (Reddi et al. 2018) and AdamW
// (Loshchilov and Hutter 2019).
#pragma once

#include <cstdint>

#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

enum class Optimiser : int {
  sgd = 0,
  adam = 1,
  adamw = 2,
};

struct OptimiserOptions {
  Optimiser kind = Optimiser::sgd;
  double lr = 0;
  double weight_decay = 0;
  double momentum = 0;
  double dampening = 0;
  bool nesterov = false;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  bool amsgrad = false;
  // The number t of this step, from 1, as beta1^t and beta2^t.
  double power1 = 0.9;
  double power2 = 0.999;
  bool first = true;  // whether t = 1
};

// The state of an optimiser between two steps, arrays of float64: the momentum
// or the mean of the gradients, the mean of their squares, and the maximum of
// that.
struct OptimiserState {
  double* mean = nullptr;     // sgd with momentum, adam, adamw
  double* square = nullptr;   // adam, adamw
  double* largest = nullptr;  // amsgrad
};

// Changes `count` numbers of a table by one step, in place.
//
//   formula  g = gradient + weight_decay * w
//            (adamw: w *= 1 - lr * weight_decay instead)
//            sgd: b = g in step 1, then momentum * b + (1 - dampening) * g;
//            w -= lr * b, or lr * (g + momentum * b) with nesterov
//            adam: m = beta1 m + (1 - beta1) g, v = beta2 v + (1 - beta2) g^2;
//            w -= lr / (1 - beta1^t) *
//                 m / (sqrt(v) / sqrt(1 - beta2^t) + eps);
//            amsgrad: the largest v so far in place of v
//   shapes   table and gradient have `count` numbers, each float32 or float64;
//            so has every state that the kind needs, zeros before step 1
//   error    computed in float64; the table is rounded once a step
//   cost     up to 15 operations a number
[[nodiscard]] Status optimiser_step(const OptimiserOptions& options,
                                    std::int64_t count, DType table_dtype,
                                    void* table, DType gradient_dtype,
                                    const void* gradient,
                                    OptimiserState state) noexcept;

}  // namespace posenc
