// Cases of codes of the position.
#include "posenc/absolute/code.hpp"

#include "digest.hpp"

namespace posenc::digest {
namespace {

void run_code(Words& in, Hash& hash) {
  const int length = in.integer();
  CodeOptions options = {.dim = in.integer()};
  options.kind =
      static_cast<CodeKind>(in.choice({"integer", "one-hot", "binary"}));
  add_rows(in, hash, length, options.dim,
           [&](DType dtype, Where where, void* out) {
             options.dtype = dtype;
             return code(options, where, length, out);
           });
}

const Verb verb("code", run_code);

}  // namespace
}  // namespace posenc::digest
