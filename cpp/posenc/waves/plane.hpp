// The places of the sines, or of the cosines, in a table. Every layout in use
// is one plane for the sines and one for the cosines: value k of a row stands
// at origin + k * stride, and in some layouts at a second place, too.
#pragma once

#include <cstddef>

namespace posenc {

struct Plane {
  void* data = nullptr;       // row 0
  std::ptrdiff_t origin = 0;  // the column of value 0
  std::ptrdiff_t stride = 1;  // the columns from value k to k + 1
  std::ptrdiff_t width = 0;   // the numbers from row to row
  int count = 0;              // the values in a row
  std::ptrdiff_t second = 0;  // the columns from a value to its second copy; 0:
                              // there is none
};

}  // namespace posenc
