// Binds the biases that the core prepares from weights: those of networks, and
// the sums of gates.
#include "call.hpp"
#include "posenc/bias/dynamic_bias.hpp"
#include "posenc/bias/fire.hpp"
#include "posenc/bias/forgetting.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_bias_networks) {
  bind_maker("makeFire",
             [](Fire& fire, int heads, int width, double c, double threshold,
                double threshold_factor, const float* hidden_weight,
                const float* hidden_bias, const float* out_weight,
                const float* out_bias) {
               return fire.make({.heads = heads,
                                 .width = width,
                                 .c = c,
                                 .threshold = threshold,
                                 .threshold_factor = threshold_factor},
                                {.hidden_weight = hidden_weight,
                                 .hidden_bias = hidden_bias,
                                 .out_weight = out_weight,
                                 .out_bias = out_bias});
             });
  bind("fire", [](Fire& fire, double query, const double* distances,
                  std::int64_t count, double* values) {
    return fire.values(query, distances, count, values);
  });
  bind("fireBack", [](Fire& fire, double query, const double* distances,
                      std::int64_t count, const double* upstream) {
    return fire.back(query, distances, count, upstream);
  });
  bind("fireGradient",
       [](Fire& fire, float* gradient) { return fire.gradient(gradient); });
  bind_maker("makeDynamicBias",
             [](DynamicBias& dynamic_bias, int heads, int dim, int depth,
                bool log_distance, bool norm, double norm_epsilon,
                const float* weights) {
               return dynamic_bias.make({.heads = heads,
                                         .dim = dim,
                                         .depth = depth,
                                         .log_distance = log_distance,
                                         .norm = norm,
                                         .norm_epsilon = norm_epsilon},
                                        weights);
             });
  bind("dynamicBias", [](DynamicBias& dynamic_bias, const double* distances,
                         std::int64_t count, double* values) {
    return dynamic_bias.values(distances, count, values);
  });
  bind("dynamicBiasBack", [](DynamicBias& dynamic_bias, const double* distances,
                             std::int64_t count, const double* upstream) {
    return dynamic_bias.back(distances, count, upstream);
  });
  bind("dynamicBiasGradient", [](DynamicBias& dynamic_bias, float* gradient) {
    return dynamic_bias.gradient(gradient);
  });
  bind_maker("makeForgetting", [](Forgetting& forgetting, const float* gates,
                                  std::int64_t positions, int heads,
                                  double start, GateForm gate_form) {
    return forgetting.make(gates, positions, heads, start, gate_form);
  });
  bind("forgetting",
       [](Forgetting& forgetting, double query, const double* distances,
          std::int64_t count, double* values) {
         return forgetting.values(query, distances, count, values);
       });
  bind("forgettingBack",
       [](Forgetting& forgetting, double query, const double* distances,
          std::int64_t count, const double* upstream) {
         return forgetting.back(query, distances, count, upstream);
       });
  bind("forgettingGradient", [](Forgetting& forgetting, float* gradient) {
    return forgetting.gradient(gradient);
  });
}

}  // namespace posenc::embind
