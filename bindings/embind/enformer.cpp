// Binds Enformer's features: the object made for a sequence length, and the
// table.
#include "posenc/absolute/enformer.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_enformer) {
  bind_maker("makeEnformer",
             [](Enformer& enformer, int features, double seq_length,
                bool exponential, bool central_mask, bool gamma, bool with_sign,
                EnformerNormalise normalise) {
               return enformer.make({.features = features,
                                     .seq_length = seq_length,
                                     .exponential = exponential,
                                     .central_mask = central_mask,
                                     .gamma = gamma,
                                     .with_sign = with_sign,
                                     .normalise = normalise});
             });
  bind("enformer", [](Enformer& enformer, DType dtype, const Where& where,
                      std::int64_t rows, void* out) {
    return enformer.table(dtype, where, rows, out);
  });
}

}  // namespace posenc::embind
