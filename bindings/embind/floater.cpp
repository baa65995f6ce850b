// Marshals FLOATER: the walk along the curve, and the gradient through it.
#include "posenc/absolute/floater.hpp"

#include <emscripten/bind.h>

#include <span>

#include "marshal.hpp"
#include "posenc/absolute/floater_gradient.hpp"

namespace posenc::embind {
namespace {

struct JsFlow {
  int kind;
  int batch;
  int layers;
  int dim;
  int hidden;
  double delta;
  double step;
  Address initial;
  Address input_weight;
  Address input_bias;
  Address output_weight;
  Address output_bias;

  [[nodiscard]] FlowShape shape() const noexcept {
    return {static_cast<FlowKind>(kind), batch, layers, dim, hidden};
  }
  [[nodiscard]] FlowWeights weights() const noexcept {
    return {at<const float>(input_weight), at<const float>(input_bias),
            at<const float>(output_weight), at<const float>(output_bias)};
  }
  [[nodiscard]] FloaterGrid grid() const noexcept { return {delta, step}; }
};

// A Floater that remembers whether it could be made.
class JsFloater {
 public:
  explicit JsFloater(const JsFlow& o)
      : status_(floater_.make(o.shape(), o.weights(),
                              at<const float>(o.initial), o.grid())) {}

  [[nodiscard]] int status() const { return code(status_); }
  int rows(const JsWhere& where, double rows, int dtype, Address out) {
    if (status_ != Status::ok) return code(status_);
    return code(floater_.rows(where.where(), static_cast<std::int64_t>(rows),
                              static_cast<DType>(dtype), at<void>(out)));
  }

 private:
  Floater floater_;
  Status status_;
};

struct JsFloaterGradient {
  Address initial;
  Address input_weight;
  Address input_bias;
  Address output_weight;
  Address output_bias;
};

int floater_gradient(const JsFlow& o, double rows, Address positions,
                     Address order, Address upstream,
                     const JsFloaterGradient& into) {
  return code(posenc::floater_gradient(
      o.shape(), o.weights(), at<const float>(o.initial), o.grid(),
      {std::span(at<const double>(positions), static_cast<std::size_t>(rows)),
       at<const std::uint32_t>(order), at<const float>(upstream)},
      at<double>(into.initial),
      {at<double>(into.input_weight), at<double>(into.input_bias),
       at<double>(into.output_weight), at<double>(into.output_bias)}));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_floater) {
  using emscripten::value_object;
  value_object<JsFlow>("Flow")
      .field("kind", &JsFlow::kind)
      .field("batch", &JsFlow::batch)
      .field("layers", &JsFlow::layers)
      .field("dim", &JsFlow::dim)
      .field("hidden", &JsFlow::hidden)
      .field("delta", &JsFlow::delta)
      .field("step", &JsFlow::step)
      .field("initial", &JsFlow::initial)
      .field("inputWeight", &JsFlow::input_weight)
      .field("inputBias", &JsFlow::input_bias)
      .field("outputWeight", &JsFlow::output_weight)
      .field("outputBias", &JsFlow::output_bias);
  value_object<JsFloaterGradient>("FloaterGradient")
      .field("initial", &JsFloaterGradient::initial)
      .field("inputWeight", &JsFloaterGradient::input_weight)
      .field("inputBias", &JsFloaterGradient::input_bias)
      .field("outputWeight", &JsFloaterGradient::output_weight)
      .field("outputBias", &JsFloaterGradient::output_bias);
  emscripten::class_<JsFloater>("Floater")
      .constructor<const JsFlow&>()
      .function("status", &JsFloater::status)
      .function("rows", &JsFloater::rows);
  emscripten::function("floaterGradient", &floater_gradient);
}

}  // namespace posenc::embind
