// Cases of radial basis functions.
#include "posenc/absolute/radial.hpp"

#include "digest.hpp"

namespace posenc::digest {
namespace {

void run_radial(Words& in, Hash& hash) {
  const int length = in.integer();
  RadialOptions options = {.dim = in.integer()};
  options.span = in.number();
  options.width = in.number();
  add_rows(in, hash, length, options.dim,
           [&](DType dtype, Where where, void* out) {
             options.dtype = dtype;
             return radial(options, where, length, out);
           });
}

const Verb verb("radial", run_radial);

}  // namespace
}  // namespace posenc::digest
