// The float32 matrix products that all methods share.
#pragma once

#include <Eigen/Core>

#include "posenc/base/status.hpp"

namespace posenc {

// A float32 matrix inside a larger array. The numbers of a row are adjacent;
// the rows may stand at any distance. One head of [L, heads, D] is such a view.
using Matrix = Eigen::Map<
    Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>,
    Eigen::Unaligned, Eigen::OuterStride<>>;
using ConstMatrix = Eigen::Map<
    const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>,
    Eigen::Unaligned, Eigen::OuterStride<>>;

enum class Transposed : bool { no = false, yes = true };

// c = factor * (a b), or factor * (a b^T).
//
//   shapes   a [m, k]; b [k, n], or [n, k] if transposed; c [m, n]
//   error    for each element, k products are added in order in float32, and
//            the sum is multiplied by factor:
//            <= (k + 1) 2^-24 sum |a_i b_i| |factor|.
//            The order does not depend on m, n or the tiles, so a part of a
//            product has the same bits as in the whole product
//   cost     m n k products; scratch of 136 min(k, 256) floats
[[nodiscard]] Status matmul(const ConstMatrix& a, const ConstMatrix& b,
                            Transposed transposed, float factor,
                            Matrix c) noexcept;

// c = c + factor * (a b), or c + factor * (a b^T): the same product, which is
// added to c with one rounding more.
//   cost     as matmul; if k > 256, scratch of 128 n floats more
[[nodiscard]] Status add_matmul(const ConstMatrix& a, const ConstMatrix& b,
                                Transposed transposed, float factor,
                                Matrix c) noexcept;

// c = c + a^T b, the form of gradients by weights and keys.
//
//   shapes   a [k, m], b [k, n], c [m, n]
//   error    for each element, k products are added to c in order in float32:
//            <= (k + 1) 2^-24 (|c| + sum |a_i b_i|). So the rows of a and b may
//            come in parts, one call after another, with the bits of one call
//   cost     m n k products; scratch of min(k, 256) (n + 12) floats
[[nodiscard]] Status add_matmul_of_columns(const ConstMatrix& a,
                                           const ConstMatrix& b,
                                           Matrix c) noexcept;

}  // namespace posenc
