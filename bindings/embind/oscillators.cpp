// Binds the frequencies and the oscillator bank. A method adds its line to the
// class here, and marshals in a file of its own.
#include <emscripten/bind.h>

#include <span>

#include "bank.hpp"
#include "posenc/waves/frequencies.hpp"

namespace posenc::embind {
namespace {

struct JsSpacing {
  double base;
  double span;
  double factor;
  int curve;
  bool half_turns;
  bool by_exponential;
};

int frequencies(const JsSpacing& o, int precision, int count, Address out) {
  if (count < 0) return code(Status::bad_size);
  return code(posenc::frequencies(
      {.base = o.base,
       .span = o.span,
       .factor = o.factor,
       .curve = static_cast<Curve>(o.curve),
       .half_turns = o.half_turns,
       .by_exponential = o.by_exponential},
      static_cast<Precision>(precision),
      std::span(at<td>(out), static_cast<std::size_t>(count))));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_oscillators) {
  using emscripten::value_object;
  emscripten::constant("simd", POSENC_SIMD != 0);
  value_object<JsWhere>("Where")
      .field("start", &JsWhere::start)
      .field("first", &JsWhere::first)
      .field("positions", &JsWhere::positions);
  value_object<JsSpacing>("Spacing")
      .field("base", &JsSpacing::base)
      .field("span", &JsSpacing::span)
      .field("factor", &JsSpacing::factor)
      .field("curve", &JsSpacing::curve)
      .field("halfTurns", &JsSpacing::half_turns)
      .field("byExponential", &JsSpacing::by_exponential);
  emscripten::function("frequencies", &frequencies);
  emscripten::class_<Bank>("Oscillators")
      .constructor<Address, int, int, double>()
      .function("status", &Bank::status)
      .function("sinusoidal", &sinusoidal)
      .function("writeAxis", &write_axis)
      .function("cosSin", &cos_sin)
      .function("rotate", &rotate);
}

}  // namespace posenc::embind
