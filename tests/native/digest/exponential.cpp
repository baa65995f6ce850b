// Cases of exponential decays.
#include "posenc/absolute/exponential.hpp"

#include "digest.hpp"

namespace posenc::digest {
namespace {

void run_exponential(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  const double shortest = in.number();
  Decays decays;
  (void)decays.make(dim, shortest, in.number());
  add_rows(in, hash, length, dim, [&](DType dtype, Where where, void* out) {
    return exponential(decays, dtype, where, length, out);
  });
}

const Verb verb("exponential", run_exponential);

}  // namespace
}  // namespace posenc::digest
