#include "posenc/attention/attend_gradient.hpp"

namespace posenc {

AttendGradient::AttendGradient(const AttendInput& in, const Masks& masks,
                               const GivenUpstream& upstream,
                               const SharedGradient& sums,
                               Client& client) noexcept {
  const bool streams = upstream.output && !upstream.weights &&
                       !upstream.scores && !in.values_by_position &&
                       !in.by_content && !in.weighing.maps();
  if (streams) {
    streams_.emplace(in, masks, sums, client);
  } else {
    maps_.emplace(in, masks, upstream, sums, client);
  }
}

Status AttendGradient::allocate() noexcept {
  return maps_ ? maps_->allocate() : streams_->allocate();
}

Status AttendGradient::run(const Item& item,
                           const ItemGradient& into) noexcept {
  return maps_ ? maps_->run(item, into) : streams_->run(item, into);
}

}  // namespace posenc
