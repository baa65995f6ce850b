// An owned array that says so when there is no memory for it, where
// std::vector would throw (and, in WebAssembly, end the instance).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "posenc/numeric/status.hpp"

namespace posenc {

template <class T>
class Buffer {
 public:
  // Makes room for `count` zeros; what was there before is gone.
  [[nodiscard]] Status allocate(std::size_t count) noexcept {
    if (count > SIZE_MAX / sizeof(T)) return Status::no_memory;
    data_.reset(static_cast<T*>(std::calloc(count ? count : 1, sizeof(T))));
    size_ = data_ ? count : 0;
    return data_ ? Status::ok : Status::no_memory;
  }

  [[nodiscard]] T* data() noexcept { return data_.get(); }
  [[nodiscard]] const T* data() const noexcept { return data_.get(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  T& operator[](std::size_t i) noexcept { return data_.get()[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(T* p) const noexcept { std::free(p); }
  };
  std::unique_ptr<T[], Free> data_;
  std::size_t size_ = 0;
};

}  // namespace posenc
