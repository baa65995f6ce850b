// Binds the products of rows of two tables.
#include "posenc/relative/row_products.hpp"

#include "call.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<RowPairs> =
    [](int heads, int width, int count, const float* a, const float* b,
       const std::int32_t* a_rows, const std::int32_t* b_rows) {
      return RowPairs{heads, width, count, a, b, a_rows, b_rows};
    };

EMSCRIPTEN_BINDINGS(posenc_row_products) {
  bind("rowProducts", [](const RowPairs& pairs, float* out) {
    return row_products(pairs, out);
  });
  bind("rowProductsGradient", [](const RowPairs& pairs, const double* upstream,
                                 double* into_a, double* into_b) {
    return row_products_gradient(pairs, upstream, into_a, into_b);
  });
}

}  // namespace posenc::embind
