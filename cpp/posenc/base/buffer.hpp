// An owned array that returns a status when there is no memory for it.
// std::vector would throw, which ends the instance in WebAssembly.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include "posenc/base/memory.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Room for `count` numbers of `bytes` bytes each, for `give_back`; null
// if there is no memory for them. It begins at a cache line, so that no
// vector straddles two lines.
[[nodiscard]] void* new_room(std::size_t count, std::size_t bytes) noexcept;

// The same, with zeros in it.
[[nodiscard]] void* new_zeros(std::size_t count, std::size_t bytes) noexcept;

template <class T>
class Buffer {
 public:
  // Replaces the contents by `count` zeros, from the beginning of a cache line.
  [[nodiscard]] Status allocate(std::size_t count) noexcept {
    return hold(count, new_zeros);
  }
  // The same for numbers that are written before they are read: what they hold
  // until then is not known.
  [[nodiscard]] Status allocate_unset(std::size_t count) noexcept {
    return hold(count, new_room);
  }

  [[nodiscard]] T* data() noexcept { return data_.get(); }
  [[nodiscard]] const T* data() const noexcept { return data_.get(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  T& operator[](std::size_t i) noexcept { return data_.get()[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(T* p) const noexcept { give_back(p); }
  };
  [[nodiscard]] Status hold(std::size_t count,
                            void* (*make)(std::size_t,
                                          std::size_t) noexcept) noexcept {
    // What was held is freed first, so that there is room for more.
    data_.reset();
    size_ = 0;
    data_.reset(static_cast<T*>(make(count, sizeof(T))));
    if (!data_) return Status::no_memory;
    size_ = count;
    return Status::ok;
  }

  std::unique_ptr<T[], Free> data_;
  std::size_t size_ = 0;
};

}  // namespace posenc
