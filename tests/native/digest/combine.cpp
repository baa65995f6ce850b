// Cases of tables added to embeddings, or concatenated with them.
#include "posenc/absolute/combine.hpp"

#include <cmath>

#include "../support.hpp"
#include "digest.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

void run_add_to(Words& in, Hash& hash) {
  const auto batch = static_cast<std::size_t>(in.number());
  const auto length = static_cast<std::size_t>(in.number());
  const auto dim = static_cast<std::size_t>(in.number());
  const double embedding_scale = in.optional(std::sqrt(double(dim)));
  const double scale = in.number();
  const std::size_t size = length * dim;
  auto x = Noise(1).take(batch * size);
  const auto table = Noise(2).take(size);
  for (std::size_t b = 0; b < batch; ++b) {
    float* const part = x.data() + b * size;
    (void)add_to(part, embedding_scale, table.data(), scale,
                 static_cast<std::int64_t>(size), part);
  }
  hash.add(x);
}

// Nothing is computed: rows of both stand side by side.
void run_concat(Words& in, Hash& hash) {
  const int batch = in.integer();
  const int length = in.integer();
  const int dim = in.integer();
  const int width = in.integer();
  const auto x = Noise(1).take(static_cast<std::size_t>(batch) * length * dim);
  const auto table = Noise(2).take(static_cast<std::size_t>(length) * width);
  std::vector<float> out;
  for (int row = 0; row < batch * length; ++row) {
    const auto left = x.begin() + row * dim;
    const auto right = table.begin() + row % length * width;
    out.insert(out.end(), left, left + dim);
    out.insert(out.end(), right, right + width);
  }
  hash.add(out);
}

const Verb add_to_verb("addTo", run_add_to);
const Verb concat_verb("concat", run_concat);

}  // namespace
}  // namespace posenc::digest
