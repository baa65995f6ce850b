#include "posenc/rotary/query_scale.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/encode.hpp"

namespace posenc {

Status query_scale(const QueryScaleOptions& options, Where where,
                   std::int64_t rows, void* out) noexcept {
  const auto [scale, floor_scale, form, dtype] = options;
  const Encode encode = encoder_of(dtype);
  if (rows < 0) return Status::bad_size;
  const bool known =
      form == QueryScaleForm::llama4 || form == QueryScaleForm::mistral;
  if (!encode || !known || !(floor_scale > 0)) return Status::bad_value;
  const double begin = form == QueryScaleForm::llama4 ? 1 : 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    const double counted = std::floor((where.at(row).hi + begin) / floor_scale);
    const dd grown = log(dd{1 + std::max(counted, 0.0), 0});
    const dd product = two_product(scale, grown.hi);
    const dd sum = dd{1, 0} + dd{product.hi, product.lo + scale * grown.lo};
    encode(&sum.hi, 1, out, row);
  }
  return Status::ok;
}

}  // namespace posenc
