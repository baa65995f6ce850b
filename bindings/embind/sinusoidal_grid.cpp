// Binds sinusoidal tables of grids; each call writes the columns of one axis.
#include "posenc/absolute/sinusoidal_grid.hpp"

#include "call.hpp"

namespace posenc::embind {

// `coordinates` is 0 for a range.
template <>
inline constexpr auto record<GridAxis> = [](std::int64_t length,
                                            std::int64_t stride, double start,
                                            const double* coordinates) {
  return GridAxis{length, stride, start, coordinates};
};

// `coordinate` is -1 if the coordinate itself has no column.
template <>
inline constexpr auto record<AxisColumns> = [](int dim, int sines, int cosines,
                                               int step, int count,
                                               int coordinate, DType dtype) {
  return AxisColumns{dim, sines, cosines, step, count, coordinate, dtype};
};

EMSCRIPTEN_BINDINGS(posenc_sinusoidal_grid) {
  bind("writeAxis",
       [](Oscillators& bank, const GridAxis& axis, const AxisColumns& columns,
          std::int64_t first, std::int64_t rows, void* out) {
         return write_axis(bank, axis, columns, first, rows, out);
       });
}

}  // namespace posenc::embind
