// Binds steps of optimisers.
#include "posenc/training/optimiser.hpp"

#include "call.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_optimiser) {
  // `mean`, `square` and `largest` are 0 if this kind of optimiser has no such
  // average.
  bind("optimiserStep", [](Optimiser kind, double lr, double weight_decay,
                           double momentum, double dampening, bool nesterov,
                           double beta1, double beta2, double eps, bool amsgrad,
                           double power1, double power2, bool first,
                           std::int64_t count, DType table_dtype, void* table,
                           DType gradient_dtype, const void* gradient,
                           double* mean, double* square, double* largest) {
    return optimiser_step({.kind = kind,
                           .lr = lr,
                           .weight_decay = weight_decay,
                           .momentum = momentum,
                           .dampening = dampening,
                           .nesterov = nesterov,
                           .beta1 = beta1,
                           .beta2 = beta2,
                           .eps = eps,
                           .amsgrad = amsgrad,
                           .power1 = power1,
                           .power2 = power2,
                           .first = first},
                          count, table_dtype, table, gradient_dtype, gradient,
                          {.mean = mean, .square = square, .largest = largest});
  });
}

}  // namespace posenc::embind
