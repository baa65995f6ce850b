// An owned array that returns a status when there is no memory for it.
// std::vector would throw, which ends the instance in WebAssembly.
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
  // Replaces the contents by `count` zeros. The array begins at a cache line,
  // so that no vector straddles two lines.
  [[nodiscard]] Status allocate(std::size_t count) noexcept {
    constexpr std::size_t kLine = 64;
    data_.reset();
    size_ = 0;
    if (count > (SIZE_MAX / 2 - kLine) / sizeof(T)) return Status::no_memory;
    const std::size_t bytes = (count * sizeof(T) / kLine + 1) * kLine;
    data_.reset(static_cast<T*>(std::aligned_alloc(kLine, bytes)));
    // Alignment only makes loops faster. Where memory is scarce, the allocator
    // may find enough bytes but no aligned place for them.
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
