// Binds complex-order embeddings and their gradients.
#include "posenc/absolute/complex_order.hpp"

#include "records.hpp"

namespace posenc::embind {

// A pointer is 0 if there is no such table; `padding_index` is -1 if no word is
// padding.
template <>
inline constexpr auto record<ComplexOrderTables> =
    [](int dim, std::int64_t words, const float* amplitude, std::uint64_t seed,
       const float* frequency, FrequencySharing sharing,
       const td* initial_frequency, InitialFrequency initial,
       const float* phase, std::int64_t padding_index) {
      return ComplexOrderTables{.dim = dim,
                                .words = words,
                                .amplitude = amplitude,
                                .seed = seed,
                                .frequency = frequency,
                                .sharing = sharing,
                                .initial_frequency = initial_frequency,
                                .initial = initial,
                                .phase = phase,
                                .padding_index = padding_index};
    };

template <>
inline constexpr auto record<ComplexOrderGradient> =
    [](double* amplitude, double* frequency, double* phase) {
      return ComplexOrderGradient{amplitude, frequency, phase};
    };

EMSCRIPTEN_BINDINGS(posenc_complex_order) {
  bind("complexOrder", [](const ComplexOrderTables& tables, const Where& where,
                          std::int64_t rows, const std::int32_t* tokens,
                          ComplexPart part, DType dtype, void* out) {
    return complex_order(tables, where, rows, tokens, part, dtype, out);
  });
  bind("complexOrderGradient",
       [](const ComplexOrderTables& tables, const Where& where,
          std::int64_t rows, const std::int32_t* tokens,
          const float* upstream_real, const float* upstream_imaginary,
          const ComplexOrderGradient& gradient) {
         return complex_order_gradient(tables, where, rows, tokens,
                                       upstream_real, upstream_imaginary,
                                       gradient);
       });
}

}  // namespace posenc::embind
