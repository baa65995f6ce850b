// Cases of biases that follow from formulas, networks and gates. Their weights
// are noise.
#include <cstddef>
#include <vector>

#include "../support.hpp"
#include "bias.hpp"
#include "posenc/bias/dynamic_bias.hpp"
#include "posenc/bias/fire.hpp"
#include "posenc/bias/forgetting.hpp"
#include "posenc/bias/kerple.hpp"
#include "posenc/bias/sandwich.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

bool yes(Words& in) { return in.integer() != 0; }

// HEADS FORM BIDIRECTIONAL EXPONENTS
void run_kerple(Words& in, Hash& hash) {
  const int heads = in.integer();
  const auto form =
      static_cast<KerpleForm>(in.choice({"log", "power", "factor"}));
  const bool bidirectional = yes(in);
  const bool exponents = yes(in);
  const auto weights = Noise(1).take(static_cast<std::size_t>(heads) * 3);
  KerpleParameters parameters = {.scale = weights.data()};
  if (form == KerpleForm::log) parameters.rate = &weights[heads];
  if (exponents) parameters.exponent = &weights[std::size_t{2} * heads];
  add_bias(
      in, hash, heads,
      [&](double, const double* distances, std::int64_t count, double* out) {
        return kerple({heads, form, bidirectional}, parameters, distances,
                      count, out);
      });
}

// HEADS DIM FORM BIDIRECTIONAL
void run_sandwich(Words& in, Hash& hash) {
  SandwichOptions options;
  options.heads = in.integer();
  options.dim = in.integer();
  options.form = static_cast<SandwichForm>(in.choice({"paper", "nemo"}));
  options.bidirectional = yes(in);
  Sandwich sandwich;
  (void)sandwich.make(options);
  add_bias(in, hash, options.heads,
           [&](double, const double* distances, std::int64_t count,
               double* out) { return sandwich.values(distances, count, out); });
}

// HEADS WIDTH C THRESHOLD
void run_fire(Words& in, Hash& hash) {
  FireOptions options;
  options.heads = in.integer();
  options.width = in.integer();
  options.c = in.number();
  options.threshold = in.number();
  const auto width = static_cast<std::size_t>(options.width);
  const auto heads = static_cast<std::size_t>(options.heads);
  const auto hidden = Noise(1).take(width * 2);
  const auto outer = Noise(2).take(heads * (width + 1));
  Fire fire;
  (void)fire.make(options, {hidden.data(), &hidden[width], outer.data(),
                            &outer[heads * width]});
  add_bias(
      in, hash, options.heads,
      [&](double query, const double* distances, std::int64_t count,
          double* out) { return fire.values(query, distances, count, out); });
}

// HEADS DIM DEPTH LOG_DISTANCE NORM
void run_dynamic(Words& in, Hash& hash) {
  DynamicBiasOptions options;
  options.heads = in.integer();
  options.dim = in.integer();
  options.depth = in.integer();
  options.log_distance = yes(in);
  options.norm = yes(in);
  const int dim = options.dim;
  const int vectors = options.norm ? 3 : 1;
  const int numbers = (1 + vectors) * dim +
                      (options.depth - 1) * (dim + vectors) * dim +
                      options.heads * (dim + 1);
  const auto weights = Noise(1).take(numbers);
  DynamicBias bias;
  (void)bias.make(options, weights.data());
  add_bias(in, hash, options.heads,
           [&](double, const double* distances, std::int64_t count,
               double* out) { return bias.values(distances, count, out); });
}

// HEADS POSITIONS START
void run_forgetting(Words& in, Hash& hash) {
  const int heads = in.integer();
  const int positions = in.integer();
  const double start = in.number();
  const auto gates = Noise(1).take(static_cast<std::size_t>(heads) * positions);
  Forgetting forgetting;
  (void)forgetting.make(gates.data(), positions, heads, start);
  add_bias(in, hash, heads,
           [&](double query, const double* distances, std::int64_t count,
               double* out) {
             return forgetting.values(query, distances, count, out);
           });
}

const Verb kerple_verb("kerple", run_kerple);
const Verb sandwich_verb("sandwich", run_sandwich);
const Verb fire_verb("fire", run_fire);
const Verb dynamic_verb("dynamicBias", run_dynamic);
const Verb forgetting_verb("forgetting", run_forgetting);

}  // namespace
}  // namespace posenc::digest
