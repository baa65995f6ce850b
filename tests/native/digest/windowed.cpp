// Cases of windowed tables.
#include "posenc/absolute/windowed.hpp"

#include "digest.hpp"
#include "given.hpp"

namespace posenc::digest {
namespace {

void run_windowed(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  const Given table(1, in.whole(), dim);
  const std::int64_t count = in.whole();
  const Given block_table(2, count, dim);
  add_rows(in, hash, length, dim, [&](DType dtype, Where where, void* out) {
    return windowed(table.table, count > 0 ? block_table.table : FloatTable{},
                    dtype, where, length, out);
  });
}

const Verb verb("windowed", run_windowed);

}  // namespace
}  // namespace posenc::digest
