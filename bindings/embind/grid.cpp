// Marshals sinusoidal tables of grids, an axis a call.
#include <emscripten/bind.h>

#include "bank.hpp"
#include "posenc/absolute/sinusoidal_grid.hpp"

namespace posenc::embind {

struct JsAxis {
  double length;
  double stride;
  double start;
  Address coordinates;  // 0 for a range
};

struct JsAxisColumns {
  int dim;
  int sines;
  int cosines;
  int step;
  int count;
  int coordinate;
  int dtype;
};

int write_axis(Bank& bank, const JsAxis& axis, const JsAxisColumns& columns,
               double first, double rows, Address out) {
  return bank.run([&](Oscillators& oscillators) {
    return posenc::write_axis(
        oscillators,
        {static_cast<std::int64_t>(axis.length),
         static_cast<std::int64_t>(axis.stride), axis.start,
         at<double>(axis.coordinates)},
        {columns.dim, columns.sines, columns.cosines, columns.step,
         columns.count, columns.coordinate, static_cast<DType>(columns.dtype)},
        static_cast<std::int64_t>(first), static_cast<std::int64_t>(rows),
        at<void>(out));
  });
}

EMSCRIPTEN_BINDINGS(posenc_grid) {
  using emscripten::value_object;
  value_object<JsAxis>("GridAxis")
      .field("length", &JsAxis::length)
      .field("stride", &JsAxis::stride)
      .field("start", &JsAxis::start)
      .field("coordinates", &JsAxis::coordinates);
  value_object<JsAxisColumns>("AxisColumns")
      .field("dim", &JsAxisColumns::dim)
      .field("sines", &JsAxisColumns::sines)
      .field("cosines", &JsAxisColumns::cosines)
      .field("step", &JsAxisColumns::step)
      .field("count", &JsAxisColumns::count)
      .field("coordinate", &JsAxisColumns::coordinate)
      .field("dtype", &JsAxisColumns::dtype);
}

}  // namespace posenc::embind
