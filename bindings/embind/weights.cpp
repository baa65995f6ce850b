// Binds the drawing of numbers, for what methods learn and nobody gave.
#include "posenc/absolute/weights.hpp"

#include <emscripten/bind.h>

#include <algorithm>
#include <cstddef>

#include "marshal.hpp"
#include "posenc/arithmetic/encode.hpp"

namespace posenc::embind {
namespace {

void draw_floats(bool normal, double spread, double seed, int stream,
                 double count, Address out) {
  const Drawn drawn = {.draw = normal ? Draw::normal : Draw::uniform,
                       .spread = spread,
                       .seed = static_cast<std::uint64_t>(seed),
                       .stream = static_cast<std::uint32_t>(stream)};
  const auto total = static_cast<std::size_t>(count);
  double values[kRun];
  for (std::size_t done = 0; done < total; done += kRun) {
    const std::size_t n = std::min<std::size_t>(kRun, total - done);
    draw(drawn, done, {values, n});
    std::copy_n(values, n, at<float>(out) + done);
  }
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_weights) {
  emscripten::function("drawFloats", &draw_floats);
}

}  // namespace posenc::embind
