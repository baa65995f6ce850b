// The loops over rows that take most of the time of decompositions. Each adds
// in one fixed order.
#pragma once

#include <cstdint>

namespace posenc {

// The sum of a[i] b[i], accumulated in four lanes that are added at the end.
[[nodiscard]] double dot(const double* a, const double* b,
                         std::int64_t count) noexcept;

// y += factor x.
void add_multiple(double factor, const double* x, std::int64_t count,
                  double* y) noexcept;

// (p, q) -> (c p - s q, s p + c q).
void rotate_pair(double c, double s, double* p, double* q,
                 std::int64_t count) noexcept;

}  // namespace posenc
