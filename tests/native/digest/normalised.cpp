// Cases of normalised positions.
#include "posenc/absolute/normalised.hpp"

#include "digest.hpp"

namespace posenc::digest {
namespace {

void run_normalised(Words& in, Hash& hash) {
  const int length = in.integer();
  NormalisedOptions options = {.dim = in.integer()};
  options.span = in.number();
  options.domain =
      static_cast<Domain>(in.choice({"unit", "symmetric", "fraction"}));
  add_rows(in, hash, length, options.dim,
           [&](DType dtype, Where where, void* out) {
             options.dtype = dtype;
             return normalised(options, where, length, out);
           });
}

const Verb verb("normalised", run_normalised);

}  // namespace
}  // namespace posenc::digest
