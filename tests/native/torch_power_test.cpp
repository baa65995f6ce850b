#include "posenc/arithmetic/torch_power.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using posenc::torch_power;
using posenc::vector_power;

namespace {

// Frequency k of `pairs` as PyTorch 1.13 gives it on x86-64.
float frequency(float base, int k, int pairs) {
  const float share = static_cast<float>(k) / static_cast<float>(pairs);
  return 1 / torch_power(base, share, k, pairs);
}

}  // namespace

TEST_CASE("powers that torch does not round correctly") {
  // The golden cases rope_hf_gemma2_9b, rope_hf_gemma3_global, rope_hf_qwen2_7b
  // and rope_hf_yi_200k.
  CHECK(frequency(1e4F, 111, 128) == 0.0003398208355065435F);
  CHECK(frequency(1e6F, 74, 128) == 0.0003398208355065435F);
  CHECK(frequency(1e6F, 37, 64) == 0.0003398208355065435F);
  CHECK(frequency(5e6F, 19, 64) == 0.010262266732752323F);
}

TEST_CASE("powers beyond whole vectors are rounded correctly") {
  // The same power as the first above, as the last of fifteen.
  const float share = 111.0F / 128.0F;
  CHECK(1 / torch_power(1e4F, share, 14, 15) == 0.00033982080640271306F);
  CHECK(1 / torch_power(1e4F, share, 14, 16) == 0.0003398208355065435F);
  CHECK(1 / torch_power(1e4F, share, 16, 17) == 0.00033982080640271306F);
}

TEST_CASE("powers of vectors are within an ulp, and exact where they can be") {
  for (const float base : {1.0F, 1.0625F, 2.0F, 10.0F, 1e4F, 5e5F, 1e30F}) {
    CHECK(vector_power(base, 0) == 1);
    for (int i = 1; i <= 512; ++i) {
      const float share = static_cast<float>(i) / 512;
      const double want = std::pow(double{base}, double{share});
      const auto near = static_cast<float>(want);
      const float above = std::nextafter(near, 2 * near);
      CHECK(std::fabs(vector_power(base, share) - want) <=
            static_cast<double>(above) - near);
    }
  }
}
