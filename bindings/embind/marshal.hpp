// What every binding shares: pointers arrive as numbers, and so do counts.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/status.hpp"

namespace posenc::embind {

// A place in WASM memory as JavaScript holds it.
using Address = std::uintptr_t;

template <class T>
T* at(Address address) noexcept {
  // What else could a number from JavaScript be? NOLINTNEXTLINE(*-int-to-ptr)
  return reinterpret_cast<T*>(address);
}

// Where, as JavaScript writes it: numbers only.
struct JsWhere {
  double start;
  double first;
  Address positions;  // 0 for a range

  [[nodiscard]] Where where() const noexcept {
    return {start, static_cast<std::int64_t>(first), at<double>(positions)};
  }
};

inline int code(Status status) noexcept { return static_cast<int>(status); }

}  // namespace posenc::embind
