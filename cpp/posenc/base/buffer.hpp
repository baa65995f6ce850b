// An owned array that returns a status when there is no memory for it.
// std::vector would throw, which ends the instance in WebAssembly.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "posenc/base/status.hpp"

namespace posenc {

// `count` zeros of `bytes` bytes each, to be freed by std::free; null if there
// is no memory for them. The array begins at a cache line, so that no vector
// straddles two lines.
[[nodiscard]] void* new_zeros(std::size_t count, std::size_t bytes) noexcept;

template <class T>
class Buffer {
 public:
  // Replaces the contents by `count` zeros, from the beginning of a cache line.
  [[nodiscard]] Status allocate(std::size_t count) noexcept {
    data_.reset();
    size_ = 0;
    data_.reset(static_cast<T*>(new_zeros(count, sizeof(T))));
    if (!data_) return Status::no_memory;
    size_ = count;
    return Status::ok;
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
