// Binds the drawing of random numbers, for learned arrays that the caller did
// not give.
#include "posenc/absolute/weights.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/encode.hpp"
#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_weights) {
  bind("drawFloats", [](const Drawn& drawn, std::int64_t count, float* out) {
    const auto total = static_cast<std::size_t>(count);
    double values[kRun];
    for (std::size_t done = 0; done < total; done += kRun) {
      const std::size_t n = std::min<std::size_t>(kRun, total - done);
      draw(drawn, done, {values, n});
      std::copy_n(values, n, out + done);
    }
    return Status::ok;
  });
}

}  // namespace posenc::embind
