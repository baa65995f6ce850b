// An owned array of objects, as `Buffer` is one of numbers: it returns a status
// when there is no memory for it. `new` ends the instance in WebAssembly, even
// with std::nothrow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "posenc/base/memory.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

template <class T>
class Objects {
  static_assert(alignof(T) <= alignof(std::max_align_t));

 public:
  // Replaces the contents by `count` objects, each as `T()`.
  [[nodiscard]] Status allocate(std::size_t count) noexcept {
    data_.reset();
    if (count > SIZE_MAX / 2 / sizeof(T)) return Status::no_memory;
    void* const memory = take_bytes(count * sizeof(T));
    if (!memory) return Status::no_memory;
    T* const first = static_cast<T*>(memory);
    std::uninitialized_value_construct_n(first, count);
    data_ = {first, Destroy{count}};
    return Status::ok;
  }

  T& operator[](std::size_t i) noexcept { return data_[i]; }

 private:
  struct Destroy {
    std::size_t count = 0;
    void operator()(T* first) const noexcept {
      std::destroy_n(first, count);
      give_back(first);
    }
  };
  std::unique_ptr<T[], Destroy> data_;
};

}  // namespace posenc
