// Marshals steps of optimisers.
#include "posenc/training/optimiser.hpp"

#include <emscripten/bind.h>

#include "marshal.hpp"

namespace posenc::embind {
namespace {

struct JsOptimiser {
  int kind;
  double lr;
  double weight_decay;
  double momentum;
  double dampening;
  bool nesterov;
  double beta1;
  double beta2;
  double eps;
  bool amsgrad;
  double power1;
  double power2;
  bool first;
};

// Where the numbers of a step lie; 0 where there are none.
struct JsOptimiserAt {
  Address table;
  int table_dtype;
  Address gradient;
  int gradient_dtype;
  Address mean;
  Address square;
  Address largest;
};

int optimiser_step(const JsOptimiser& o, const JsOptimiserAt& where,
                   double count) {
  return code(posenc::optimiser_step(
      {.kind = static_cast<Optimiser>(o.kind),
       .rate = o.lr,
       .decay = o.weight_decay,
       .momentum = o.momentum,
       .dampening = o.dampening,
       .nesterov = o.nesterov,
       .beta1 = o.beta1,
       .beta2 = o.beta2,
       .epsilon = o.eps,
       .amsgrad = o.amsgrad,
       .power1 = o.power1,
       .power2 = o.power2,
       .first = o.first},
      static_cast<std::int64_t>(count), static_cast<DType>(where.table_dtype),
      at<void>(where.table), static_cast<DType>(where.gradient_dtype),
      at<const void>(where.gradient),
      {.mean = at<double>(where.mean),
       .square = at<double>(where.square),
       .largest = at<double>(where.largest)}));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_optimiser) {
  using emscripten::value_object;
  value_object<JsOptimiser>("OptimiserOptions")
      .field("kind", &JsOptimiser::kind)
      .field("lr", &JsOptimiser::lr)
      .field("weightDecay", &JsOptimiser::weight_decay)
      .field("momentum", &JsOptimiser::momentum)
      .field("dampening", &JsOptimiser::dampening)
      .field("nesterov", &JsOptimiser::nesterov)
      .field("beta1", &JsOptimiser::beta1)
      .field("beta2", &JsOptimiser::beta2)
      .field("eps", &JsOptimiser::eps)
      .field("amsgrad", &JsOptimiser::amsgrad)
      .field("power1", &JsOptimiser::power1)
      .field("power2", &JsOptimiser::power2)
      .field("first", &JsOptimiser::first);
  value_object<JsOptimiserAt>("OptimiserAt")
      .field("table", &JsOptimiserAt::table)
      .field("tableDtype", &JsOptimiserAt::table_dtype)
      .field("gradient", &JsOptimiserAt::gradient)
      .field("gradientDtype", &JsOptimiserAt::gradient_dtype)
      .field("mean", &JsOptimiserAt::mean)
      .field("square", &JsOptimiserAt::square)
      .field("largest", &JsOptimiserAt::largest);
  emscripten::function("optimiserStep", &optimiser_step);
}

}  // namespace posenc::embind
