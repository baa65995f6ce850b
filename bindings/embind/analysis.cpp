// Binds addition and analysis. Every function takes the address of its
// arguments, float64 one after another, because Embind spends a kilobyte on
// each new kind of signature. Results of several numbers go where an argument
// says.
#include <emscripten/bind.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "marshal.hpp"
#include "posenc/absolute/combine.hpp"
#include "posenc/analysis/collisions.hpp"
#include "posenc/analysis/content.hpp"
#include "posenc/analysis/distance.hpp"
#include "posenc/analysis/gram.hpp"
#include "posenc/analysis/orthogonal.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/analysis/wavelengths.hpp"

namespace posenc::embind {
namespace {

// The arguments of a call, in the order in which wasm/analysis.ts has them.
class Arguments {
 public:
  explicit Arguments(Address list) : next_(at<const double>(list)) {}

  double number() noexcept { return *next_++; }
  std::int64_t count() noexcept { return static_cast<std::int64_t>(*next_++); }
  template <class T>
  T* place() noexcept {
    return at<T>(static_cast<Address>(*next_++));
  }
  template <class T>
  std::span<T> list() noexcept {
    T* const data = place<T>();
    return {data, static_cast<std::size_t>(count())};
  }
  Rows rows() noexcept {
    const auto* const data = place<const double>();
    const std::int64_t rows = count();
    return {data, rows, count()};
  }
  Meeting meeting() noexcept {
    Meeting meeting;
    meeting.embeddings = rows();
    meeting.table = rows();
    meeting.embedding_scale = number();
    meeting.scale = number();
    return meeting;
  }

 private:
  const double* next_;
};

double add_to(Address list) {
  Arguments a(list);
  const auto* const x = a.place<const float>();
  const double embedding_scale = a.number();
  const auto* const table = a.place<const float>();
  const double scale = a.number();
  const std::int64_t count = a.count();
  return code(posenc::add_to(x, embedding_scale, table, scale, count,
                             a.place<float>()));
}

double first_unusable(Address list) {
  return static_cast<double>(posenc::first_unusable(Arguments(list).rows()));
}

double column_variances(Address list) {
  Arguments a(list);
  const Rows table = a.rows();
  posenc::column_variances(table, a.place<double>());
  return 0;
}

double gram(Address list) {
  Arguments a(list);
  const Rows table = a.rows();
  GramBlock block;
  block.row = a.count();
  block.rows = a.count();
  block.column = a.count();
  block.columns = a.count();
  block.normalise = a.count() != 0;
  block.dtype = static_cast<DType>(a.count());
  return code(posenc::gram(table, block, a.place<void>()));
}

double distance_statistics(Address list) {
  Arguments a(list);
  const Rows table = a.rows();
  const auto measure = static_cast<Measure>(a.count());
  const auto anchors = a.list<const std::int32_t>();
  return code(posenc::distance_statistics(table, measure, anchors,
                                          a.list<DistanceStatistics>()));
}

double toeplitz_residual(Address list) {
  return posenc::toeplitz_residual(
      Arguments(list).list<const DistanceStatistics>());
}

double power_spectrum(Address list) {
  Arguments a(list);
  const Rows table = a.rows();
  return code(posenc::power_spectrum(table, a.place<float>()));
}

double dominant_waves(Address list) {
  Arguments a(list);
  const Rows table = a.rows();
  auto* const wavelengths = a.place<double>();
  return code(posenc::dominant_waves(table, wavelengths, a.place<double>()));
}

double shift_matrix(Address list) {
  Arguments a(list);
  const Rows table = a.rows();
  const std::int64_t shift = a.count();
  const double tolerance = a.number();
  auto* const matrix = a.place<double>();
  auto* const out = a.place<double>();
  ShiftMap map;
  const Status status =
      posenc::shift_matrix(table, shift, tolerance, matrix, map);
  out[0] = map.residual;
  out[1] = map.condition_number;
  out[2] = static_cast<double>(map.rank);
  return code(status);
}

double singular_values(Address list) {
  Arguments a(list);
  const Rows table = a.rows();
  const double tolerance = a.number();
  auto* const values = a.place<double>();
  auto* const out = a.place<double>();
  Orthogonalised x;
  const Status status = x.make(rows_of(table), table.width);
  if (status != Status::ok) return code(status);
  for (std::int64_t i = 0; i < x.count(); ++i)
    values[i] = x.value(i) * x.unit();
  out[0] = static_cast<double>(x.count());
  out[1] = static_cast<double>(x.rank(tolerance));
  out[2] = effective_rank(values, x.count());
  return code(status);
}

double collisions(Address list) {
  Arguments a(list);
  const Rows table = a.rows();
  const double tolerance = a.number();
  return code(posenc::collisions(table, tolerance, a.list<std::int32_t>()));
}

double meeting_cosines(Address list) {
  Arguments a(list);
  const Meeting meeting = a.meeting();
  auto* const out = a.place<CosineStatistics>();
  return code(posenc::meeting_cosines(meeting, *out, a.list<double>()));
}

double meeting_spaces(Address list) {
  Arguments a(list);
  const Meeting meeting = a.meeting();
  const double energy = a.number();
  auto* const out = a.place<double>();
  MeetingSpaces s;
  const Status status =
      posenc::meeting_spaces(meeting, energy, s, a.list<double>());
  const double numbers[] = {s.embeddings_rank,
                            s.table_rank,
                            s.sum_rank,
                            s.concat_rank,
                            static_cast<double>(s.embeddings_dimensions),
                            static_cast<double>(s.table_dimensions),
                            static_cast<double>(s.angles)};
  std::copy(std::begin(numbers), std::end(numbers), out);
  return code(status);
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_analysis) {
  using Bound = double (*)(Address);
  constexpr struct {
    const char* name;
    Bound call;
  } kBound[] = {{"addTo", &add_to},
                {"firstUnusable", &first_unusable},
                {"columnVariances", &column_variances},
                {"gram", &gram},
                {"distanceStatistics", &distance_statistics},
                {"toeplitzResidual", &toeplitz_residual},
                {"powerSpectrum", &power_spectrum},
                {"dominantWaves", &dominant_waves},
                {"shiftMatrix", &shift_matrix},
                {"singularValues", &singular_values},
                {"collisions", &collisions},
                {"meetingCosines", &meeting_cosines},
                {"meetingSpaces", &meeting_spaces}};
  for (const auto& [name, call] : kBound) emscripten::function(name, call);
}

}  // namespace posenc::embind
