#include "posenc/attention/values.hpp"

#include "posenc/attention/weighed.hpp"

namespace posenc {

Status mix_values(const MapSizes& sizes, const float* weights, const float* v,
                  float* output) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  for (int head = 0; head < sizes.heads; ++head) {
    const Status done =
        weigh(sizes.map_of(weights, head), sizes.keys_of(v, head),
              sizes.queries_of(output, head));
    if (done != Status::ok) return done;
  }
  return Status::ok;
}

Status values_gradient(const MapSizes& sizes, const float* weights,
                       const float* v, const float* upstream,
                       float* weights_gradient, float* v_gradient) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  for (int head = 0; head < sizes.heads; ++head) {
    const ConstMatrix by = sizes.queries_of(upstream, head);
    Status done = matmul(by, sizes.keys_of(v, head), Transposed::yes, 1.0F,
                         sizes.map_of(weights_gradient, head));
    if (done != Status::ok) return done;
    done = add_weighed_by_columns(sizes.map_of(weights, head), by,
                                  sizes.keys_of(v_gradient, head));
    if (done != Status::ok) return done;
  }
  return Status::ok;
}

}  // namespace posenc
