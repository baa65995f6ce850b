// The factors of cosines and sines that schedules bring.
#pragma once

namespace posenc {

// YaRN's factor of cosines and sines: slope mscale ln(factor) + 1.
//   error   2 ulp of float64, from float64 operations in the order of Hugging
//           Face
[[nodiscard]] double yarn_magnitude(double factor, double slope,
                                    double mscale) noexcept;

// LongRoPE's: sqrt(1 + ln(factor) / ln(original_max_position)).
//   error   as yarn_magnitude
[[nodiscard]] double longrope_magnitude(double factor,
                                        double original_max_position) noexcept;

// The float32 factor that ggml gets from an attention factor: llama.cpp divides
// it by 1 + 0.1 ln(factor), and ggml multiplies it by the same again.
[[nodiscard]] double ggml_magnitude(double attention_factor,
                                    double factor) noexcept;

}  // namespace posenc
