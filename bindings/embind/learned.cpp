// Marshals learned tables and their gradient.
#include "posenc/absolute/learned.hpp"

#include <emscripten/bind.h>

#include "float_table.hpp"
#include "posenc/absolute/learned_gradient.hpp"

namespace posenc::embind {
namespace {

struct JsLearned {
  int draw;
  double spread;
  double seed;
  int stream;
  double offset;
  bool clamped;
  double sequence_start;
  double padding;
  double factor;
  bool unit_length;
  int dtype;
};

int learned(const JsLearned& o, const JsFloatTable& table, const JsWhere& where,
            double rows, Address out) {
  return code(posenc::learned(
      {.table = table.table(),
       .drawn = {.draw = static_cast<Draw>(o.draw),
                 .spread = o.spread,
                 .seed = static_cast<std::uint64_t>(o.seed),
                 .stream = static_cast<std::uint32_t>(o.stream)},
       .offset = o.offset,
       .clamped = o.clamped,
       .sequence_start = o.sequence_start,
       .padding_index = static_cast<std::int64_t>(o.padding),
       .scale = o.factor,
       .normalise = o.unit_length ? Normalise::l2 : Normalise::none,
       .dtype = static_cast<DType>(o.dtype)},
      where.where(), static_cast<std::int64_t>(rows), at<void>(out)));
}

struct JsLearnedGradient {
  double count;
  int dim;
  double offset;
  double table_length;
  double padding;
  double factor;
  int dtype;
};

int learned_gradient(const JsLearnedGradient& o, Address upstream,
                     const JsWhere& looked, double first, double rows,
                     Address out) {
  return code(posenc::learned_gradient(
      {.count = static_cast<std::int64_t>(o.count),
       .dim = o.dim,
       .offset = o.offset,
       .table_length = static_cast<std::int64_t>(o.table_length),
       .padding_index = static_cast<std::int64_t>(o.padding),
       .scale = o.factor,
       .dtype = static_cast<DType>(o.dtype)},
      at<const float>(upstream), looked.where(),
      static_cast<std::int64_t>(first), static_cast<std::int64_t>(rows),
      at<void>(out)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_learned) {
  using emscripten::value_object;
  value_object<JsFloatTable>("FloatTable")
      .field("data", &JsFloatTable::data)
      .field("rows", &JsFloatTable::rows)
      .field("dim", &JsFloatTable::dim);
  value_object<JsLearned>("LearnedOptions")
      .field("draw", &JsLearned::draw)
      .field("spread", &JsLearned::spread)
      .field("seed", &JsLearned::seed)
      .field("stream", &JsLearned::stream)
      .field("offset", &JsLearned::offset)
      .field("clamped", &JsLearned::clamped)
      .field("sequenceStart", &JsLearned::sequence_start)
      .field("padding", &JsLearned::padding)
      .field("factor", &JsLearned::factor)
      .field("unitLength", &JsLearned::unit_length)
      .field("dtype", &JsLearned::dtype);
  value_object<JsLearnedGradient>("LearnedGradientOptions")
      .field("count", &JsLearnedGradient::count)
      .field("dim", &JsLearnedGradient::dim)
      .field("offset", &JsLearnedGradient::offset)
      .field("tableLength", &JsLearnedGradient::table_length)
      .field("padding", &JsLearnedGradient::padding)
      .field("factor", &JsLearnedGradient::factor)
      .field("dtype", &JsLearnedGradient::dtype);
  emscripten::function("learned", &learned);
  emscripten::function("learnedGradient", &learned_gradient);
}

}  // namespace posenc::embind
