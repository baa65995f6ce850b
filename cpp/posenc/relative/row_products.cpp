#include "posenc/relative/row_products.hpp"

namespace posenc {
namespace {

// Where the row of pair n begins, for head h.
std::ptrdiff_t place(const RowPairs& p, const std::int32_t* rows, int h,
                     int n) noexcept {
  return (std::ptrdiff_t{rows[n]} * p.heads + h) * p.width;
}

bool fits(const RowPairs& p) noexcept {
  return p.heads >= 1 && p.width >= 1 && p.count >= 0;
}

}  // namespace

Status row_products(const RowPairs& p, float* out) noexcept {
  if (!fits(p)) return Status::bad_size;
  for (int h = 0; h < p.heads; ++h) {
    for (int n = 0; n < p.count; ++n) {
      const float* const a = p.a + place(p, p.a_rows, h, n);
      const float* const b = p.b + place(p, p.b_rows, h, n);
      double sum = 0;
      for (int c = 0; c < p.width; ++c) sum += double{a[c]} * double{b[c]};
      *out++ = static_cast<float>(sum);
    }
  }
  return Status::ok;
}

Status row_products_gradient(const RowPairs& p, const double* upstream,
                             double* into_a, double* into_b) noexcept {
  if (!fits(p)) return Status::bad_size;
  for (int h = 0; h < p.heads; ++h) {
    for (int n = 0; n < p.count; ++n) {
      const std::ptrdiff_t at_a = place(p, p.a_rows, h, n);
      const std::ptrdiff_t at_b = place(p, p.b_rows, h, n);
      const double g = *upstream++;
      for (int c = 0; c < p.width; ++c) {
        into_a[at_a + c] += g * double{p.b[at_b + c]};
        into_b[at_b + c] += g * double{p.a[at_a + c]};
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
