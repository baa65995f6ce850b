// What a computation says of itself. Nothing in this library throws, prints or
// aborts: a function that can fail returns a Status. Wrong sizes and values
// are found before anything is written; after no_memory the outputs hold
// nothing of use.
#pragma once

#include <cstdint>

namespace posenc {

enum class Status : std::int32_t {
  ok = 0,
  bad_size = 1,   // a length, width or count that does not fit the others
  bad_value = 2,  // a number outside the range that the contract states
  no_memory = 3,  // scratch space could not be had
};

}  // namespace posenc
