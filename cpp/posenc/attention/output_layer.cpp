#include "posenc/attention/output_layer.hpp"

#include "posenc/attention/linear.hpp"
#include "posenc/attention/panels.hpp"
#include "posenc/attention/room.hpp"
#include "posenc/attention/stream.hpp"
#include "posenc/base/try.hpp"

namespace posenc {

Status StreamMixer::allocate(int rows) noexcept {
  const AttendSizes& s = in_.sizes;
  if (!reads_once(s)) {
    const PanelSizes values = {s.keys, s.key_heads, s.value_dim};
    POSENC_TRY(make_room(panels_, s.key_heads * values.values_size()));
    POSENC_TRY(factors_.allocate(static_cast<std::size_t>(s.key_heads)));
  }
  return make_room(mixed_, rows * s.output());
}

Status StreamMixer::begin(const Item& item) noexcept {
  const AttendSizes& s = in_.sizes;
  values_ = item.v;
  if (reads_once(s)) return Status::ok;
  values_ = panels_.data();
  return pack_values({s.keys, s.key_heads, s.value_dim}, item.v, panels_.data(),
                     factors_.data());
}

Status StreamMixer::mix(const StreamTiles& tile) noexcept {
  const bool once = reads_once(in_.sizes);
  return stream_attention(tile.sizes(),
                          {.scores = tile.scores(),
                           .values = values_,
                           .value_factors = once ? nullptr : factors_.data(),
                           .gate = tile.gate(),
                           .sinks = in_.sinks},
                          mixed_.data());
}

Status LayerStep::allocate(int rows) noexcept {
  const OutputLayer& layer = in_.layer;
  if (!layer.weight) return Status::ok;
  return make_room(out_, std::int64_t{rows} * layer.dim);
}

Status LayerStep::run(int rows, const float* mixed,
                      const float** output) noexcept {
  const OutputLayer& layer = in_.layer;
  *output = layer.weight ? out_.data() : mixed;
  if (!layer.weight) return Status::ok;
  const auto width = static_cast<int>(in_.sizes.output());
  return linear({rows, width, layer.dim}, mixed, layer.weight, layer.bias,
                out_.data());
}

}  // namespace posenc
