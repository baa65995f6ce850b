// Cases of hierarchically decomposed tables.
#include "posenc/absolute/hierarchical.hpp"

#include "digest.hpp"
#include "given.hpp"

namespace posenc::digest {
namespace {

void run_hierarchical(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  const Given given(1, in.whole(), dim);
  const double alpha = in.number();
  add_rows(in, hash, length, dim, [&](DType dtype, Where where, void* out) {
    return hierarchical(given.table, alpha, dtype, where, length, out);
  });
}

const Verb verb("hierarchical", run_hierarchical);

}  // namespace
}  // namespace posenc::digest
