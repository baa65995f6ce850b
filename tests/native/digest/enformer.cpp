// Cases of Enformer's features.
#include "posenc/absolute/enformer.hpp"

#include "digest.hpp"

namespace posenc::digest {
namespace {

void run_enformer(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  EnformerOptions options = {.seq_length = in.number()};
  options.exponential = in.flag();
  options.central_mask = in.flag();
  options.gamma = in.flag();
  options.with_sign = in.flag();
  options.normalise =
      static_cast<EnformerNormalise>(in.choice({"table", "row"}));
  int parts = 0;
  for (const bool one :
       {options.exponential, options.central_mask, options.gamma}) {
    if (one) parts += options.with_sign ? 2 : 1;
  }
  options.features = parts > 0 ? dim / parts : 0;
  Enformer features;
  (void)features.make(options);
  add_rows(in, hash, length, features.width(),
           [&](DType dtype, Where where, void* out) {
             return features.table(dtype, where, length, out);
           });
}

const Verb verb("enformer", run_enformer);

}  // namespace
}  // namespace posenc::digest
