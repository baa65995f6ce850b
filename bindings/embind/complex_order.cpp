// Marshals complex-order embeddings.
#include "posenc/absolute/complex_order.hpp"

#include <emscripten/bind.h>

#include "marshal.hpp"

namespace posenc::embind {
namespace {

struct JsComplexOrder {
  int dim;
  double words;
  Address amplitude;  // 0: drawn
  double seed;
  Address frequency;  // 0: initial
  int sharing;
  Address initial;
  bool by_word;
  Address phase;   // 0: none
  double padding;  // -1: none

  [[nodiscard]] ComplexOrderTables tables() const noexcept {
    return {
        .dim = dim,
        .words = static_cast<std::int64_t>(words),
        .amplitude = at<const float>(amplitude),
        .seed = static_cast<std::uint64_t>(seed),
        .frequency = at<const float>(frequency),
        .sharing = static_cast<FrequencySharing>(sharing),
        .initial_frequency = at<const td>(initial),
        .initial = by_word ? InitialFrequency::word : InitialFrequency::pairs,
        .phase = at<const float>(phase),
        .padding_index = static_cast<std::int64_t>(padding)};
  }
};

int complex_order(const JsComplexOrder& o, const JsWhere& where, double rows,
                  Address tokens, int part, int dtype, Address out) {
  return code(posenc::complex_order(
      o.tables(), where.where(), static_cast<std::int64_t>(rows),
      at<const std::int32_t>(tokens), static_cast<ComplexPart>(part),
      static_cast<DType>(dtype), at<void>(out)));
}

struct JsComplexOrderGradient {
  Address amplitude;
  Address frequency;
  Address phase;
};

int complex_order_gradient(const JsComplexOrder& o, const JsWhere& where,
                           double rows, Address tokens, Address upstream_real,
                           Address upstream_imaginary,
                           const JsComplexOrderGradient& into) {
  return code(posenc::complex_order_gradient(
      o.tables(), where.where(), static_cast<std::int64_t>(rows),
      at<const std::int32_t>(tokens), at<const float>(upstream_real),
      at<const float>(upstream_imaginary),
      {at<double>(into.amplitude), at<double>(into.frequency),
       at<double>(into.phase)}));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_complex_order) {
  using emscripten::value_object;
  value_object<JsComplexOrder>("ComplexOrderTables")
      .field("dim", &JsComplexOrder::dim)
      .field("words", &JsComplexOrder::words)
      .field("amplitude", &JsComplexOrder::amplitude)
      .field("seed", &JsComplexOrder::seed)
      .field("frequency", &JsComplexOrder::frequency)
      .field("sharing", &JsComplexOrder::sharing)
      .field("initial", &JsComplexOrder::initial)
      .field("byWord", &JsComplexOrder::by_word)
      .field("phase", &JsComplexOrder::phase)
      .field("padding", &JsComplexOrder::padding);
  value_object<JsComplexOrderGradient>("ComplexOrderGradient")
      .field("amplitude", &JsComplexOrderGradient::amplitude)
      .field("frequency", &JsComplexOrderGradient::frequency)
      .field("phase", &JsComplexOrderGradient::phase);
  emscripten::function("complexOrder", &complex_order);
  emscripten::function("complexOrderGradient", &complex_order_gradient);
}

}  // namespace posenc::embind
