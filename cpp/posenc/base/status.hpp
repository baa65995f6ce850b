// The result code of a computation. Nothing in this library throws, prints or
// aborts: a function that can fail returns a Status. Wrong sizes and values are
// found before anything is written. After no_memory the contents of the outputs
// are undefined.
#pragma once

#include <cstdint>

namespace posenc {

enum class Status : std::int32_t {
  ok = 0,
  bad_size = 1,   // a length, width or count does not fit the others
  bad_value = 2,  // a number lies outside the range that the contract states
  no_memory = 3,  // there was no memory for scratch space
};

}  // namespace posenc
