// Cases of ALiBi.
#include "posenc/bias/alibi.hpp"

#include "../support.hpp"
#include "bias.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

// HEADS MAX_BIAS ORDER
std::vector<double> slopes_of(Words& in) {
  std::vector<double> slopes(in.integer());
  const double max_bias = in.number();
  const auto order = static_cast<SlopeOrder>(in.choice({"original", "sorted"}));
  (void)alibi_slopes(static_cast<int>(slopes.size()), max_bias, order,
                     slopes.data());
  return slopes;
}

void run_slopes(Words& in, Hash& hash) {
  const auto slopes = slopes_of(in);
  const auto count = static_cast<std::int64_t>(slopes.size());
  const DType dtype = in.dtype();
  add_tables(hash, dtype, slopes.size(), 1, [&](void* out, void*) {
    (void)round_values(slopes.data(), count, dtype, out);
  });
}

AlibiForm form_of(Words& in) {
  return static_cast<AlibiForm>(in.choice({"symmetric", "causal", "key"}));
}

void run_alibi(Words& in, Hash& hash) {
  const auto slopes = slopes_of(in);
  AlibiOptions options = {.heads = static_cast<int>(slopes.size())};
  options.form = form_of(in);
  options.scale = in.number();
  options.slopes = slopes.data();
  add_bias(in, hash, options.heads,
           [&](double query, const double* distances, std::int64_t count,
               double* out) {
             return alibi(options, query, distances, count, out);
           });
}

// HEADS FORM QUERIES KEYS: the gradient of slopes that are all 1.
void run_gradient(Words& in, Hash& hash) {
  const int heads = in.integer();
  const std::vector<double> slopes(heads, 1.0);
  const AlibiForm form = form_of(in);
  const AlibiOptions options = {heads, form, 1, slopes.data(), nullptr};
  const int queries = in.integer();
  const int keys = in.integer();
  const auto size = static_cast<std::size_t>(heads) * queries * keys;
  const auto upstream = Noise(1).take(size);
  const std::int64_t apart = queries + keys - 1;
  std::vector<double> lines(static_cast<std::size_t>(heads) * apart);
  (void)collect_lines(upstream.data(),
                      {heads, apart, queries - 1, queries, keys}, lines.data());
  std::vector<double> distances(apart);
  for (std::int64_t n = 0; n < apart; ++n) {
    distances[n] = static_cast<double>(n - keys + 1);
  }
  std::vector<double> gradient(heads);
  (void)alibi_gradient(options, 0, distances.data(), apart, lines.data(),
                       gradient.data(), nullptr);
  add_tables(hash, DType::float32, gradient.size(), 1, [&](void* out, void*) {
    (void)round_values(gradient.data(), heads, DType::float32, out);
  });
}

const Verb slopes_verb("alibiSlopes", run_slopes);
const Verb verb("alibi", run_alibi);
const Verb gradient_verb("biasGradient", run_gradient);

}  // namespace
}  // namespace posenc::digest
