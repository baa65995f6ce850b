// Binds the frequencies that sinusoids and rotations share, and the bank of
// oscillators that computes both.
#include "posenc/waves/oscillators.hpp"

#include <cstddef>
#include <span>

#include "call.hpp"
#include "posenc/arithmetic/over_root.hpp"
#include "posenc/waves/frequencies.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_oscillators) {
  bind("frequencies", [](double base, double span, double frequency_scale,
                         Curve curve, bool half_turns, bool by_exponential,
                         Precision precision, int count, td* out) {
    if (count < 0) return Status::bad_size;
    return frequencies(
        {.base = base,
         .span = span,
         .frequency_scale = frequency_scale,
         .curve = curve,
         .half_turns = half_turns,
         .by_exponential = by_exponential},
        precision,
        {out, record_count(precision, static_cast<std::size_t>(count))});
  });
  // One call gives one of the two numbers of which the factor is the sum.
  bind_number("overRoot", [](double scale, double square, bool rest) {
    const dd factor = over_root(scale, square);
    return rest ? factor.lo : factor.hi;
  });
  // A bank of the `count` frequencies at `words`, as `frequencies` writes them.
  // The scale is the sum of both its numbers.
  bind_maker("makeOscillators",
             [](Oscillators& bank, const td* words, int count,
                Precision precision, double scale, double scale_rest) {
               if (count < 1) return Status::bad_size;
               const auto pairs = static_cast<std::size_t>(count);
               return bank.make({words, record_count(precision, pairs)},
                                precision, {scale, scale_rest});
             });
}

}  // namespace posenc::embind
