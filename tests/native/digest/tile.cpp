// Cases of repeated tables.
#include "posenc/absolute/tile.hpp"

#include "digest.hpp"
#include "given.hpp"

namespace posenc::digest {
namespace {

void run_tile(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  const Given given(1, in.whole(), dim);
  const std::int64_t prefix = in.whole();
  add_rows(in, hash, length, dim, [&](DType dtype, Where where, void* out) {
    return tile(given.table, prefix, dtype, where, length, out);
  });
}

const Verb verb("tile", run_tile);

}  // namespace
}  // namespace posenc::digest
