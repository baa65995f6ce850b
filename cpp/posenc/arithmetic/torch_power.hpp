// Powers as torch computes them for a tensor of float32 exponents.
#pragma once

namespace posenc {

// base^exponent as the vector code of torch on x86-64 gives it, bit for bit:
// the `powf` of the library SLEEF (Shibata and Petrogalli 2019,
// arXiv:2001.09258), whose error is at most 1 ulp, with fused operations as
// AVX2 and AVX-512 have them. Correct rounding gives another float32 for about
// 1 in 70 arguments.
//   range   base from 2^-100 to 2^126, 0 <= exponent <= 1
//   cost    about 1500 operations
[[nodiscard]] float vector_power(float base, float exponent) noexcept;

// Power k of `count` powers in a row of a tensor. Torch takes sixteen at a time
// through its vector code, and the rest one by one, which the C library rounds
// correctly in nearly all cases.
[[nodiscard]] float torch_power(float base, float exponent, int k,
                                int count) noexcept;

}  // namespace posenc
