// Binds the frequencies and the oscillator bank. A method adds its line to the
// class here, and marshals in a file of its own.
#include <emscripten/bind.h>

#include <span>

#include "bank.hpp"
#include "posenc/numeric/frequencies.hpp"

namespace posenc::embind {
namespace {

struct JsFrequencies {
  double base;
  int width;
  int count;
  int precision;
};

int frequencies(const JsFrequencies& o, Address out) {
  if (o.count < 0) return code(Status::bad_size);
  return code(geometric_frequencies(
      o.base, o.width, static_cast<Precision>(o.precision),
      std::span(at<td>(out), static_cast<std::size_t>(o.count))));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_oscillators) {
  using emscripten::value_object;
  emscripten::constant("simd", POSENC_SIMD != 0);
  value_object<JsWhere>("Where")
      .field("start", &JsWhere::start)
      .field("first", &JsWhere::first)
      .field("positions", &JsWhere::positions);
  value_object<JsFrequencies>("FrequencyOptions")
      .field("base", &JsFrequencies::base)
      .field("width", &JsFrequencies::width)
      .field("count", &JsFrequencies::count)
      .field("precision", &JsFrequencies::precision);
  emscripten::function("frequencies", &frequencies);
  emscripten::class_<Bank>("Oscillators")
      .constructor<Address, int, int>()
      .function("status", &Bank::status)
      .function("sinusoidal", &sinusoidal)
      .function("cosSin", &cos_sin)
      .function("rotate", &rotate);
}

}  // namespace posenc::embind
