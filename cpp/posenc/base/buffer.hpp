// An owned array that says so when there is no memory for it, where
// std::vector would throw (and, in WebAssembly, end the instance).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "posenc/base/status.hpp"

namespace posenc {

template <class T>
class Buffer {
 public:
  // Makes room for `count` zeros at the beginning of a cache line, so that no
  // vector straddles two; what was there before is gone.
  [[nodiscard]] Status allocate(std::size_t count) noexcept {
    constexpr std::size_t kLine = 64;
    data_.reset();
    size_ = 0;
    if (count > (SIZE_MAX / 2 - kLine) / sizeof(T)) return Status::no_memory;
    const std::size_t bytes = (count * sizeof(T) / kLine + 1) * kLine;
    data_.reset(static_cast<T*>(std::aligned_alloc(kLine, bytes)));
    // Alignment is for speed alone, and where memory is scarce an allocator
    // may find room for the bytes and not for both.
    if (!data_) data_.reset(static_cast<T*>(std::malloc(bytes)));
    if (!data_) return Status::no_memory;
    std::memset(static_cast<void*>(data_.get()), 0, bytes);
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
