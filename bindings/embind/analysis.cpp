// Binds the analyses of tables. A result of several numbers is written to the
// address that an argument gives.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>

#include "call.hpp"
#include "posenc/analysis/collisions.hpp"
#include "posenc/analysis/content.hpp"
#include "posenc/analysis/distance.hpp"
#include "posenc/analysis/gram.hpp"
#include "posenc/analysis/orthogonal.hpp"
#include "posenc/analysis/periods.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/analysis/wavelengths.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<Rows> =
    [](const double* data, std::int64_t count, std::int64_t width) {
      return Rows{data, count, width};
    };

template <>
inline constexpr auto record<Meeting> =
    [](const Rows& embeddings, const Rows& table, double embedding_scale,
       double scale) {
      return Meeting{embeddings, table, embedding_scale, scale};
    };

namespace {

// A buffer with a number for each row of a table.
template <class T>
std::span<T> per_row(const Rows& table, T* first) {
  return {first, static_cast<std::size_t>(table.count)};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_analysis) {
  bind_number("firstUnusable",
              [](const Rows& table) { return first_unusable(table); });
  bind("columnVariances", [](const Rows& table, double* out) {
    column_variances(table, out);
    return Status::ok;
  });
  bind("gram", [](const Rows& table, std::int64_t row, std::int64_t rows,
                  std::int64_t column, std::int64_t columns, bool normalise,
                  DType dtype, void* out) {
    return gram(table,
                {.row = row,
                 .rows = rows,
                 .column = column,
                 .columns = columns,
                 .normalise = normalise,
                 .dtype = dtype},
                out);
  });
  // Writes five float64 for each distance; see DistanceStatistics.
  bind("distanceStatistics",
       [](const Rows& table, Measure measure, const std::int32_t* anchors,
          std::int64_t anchor_count, DistanceStatistics* out) {
         return distance_statistics(
             table, measure, {anchors, static_cast<std::size_t>(anchor_count)},
             per_row(table, out));
       });
  // Takes the statistics of `count` distances, as `distanceStatistics` writes
  // them.
  bind_number("toeplitzResidual", [](const DistanceStatistics* statistics,
                                     std::int64_t count) {
    return toeplitz_residual({statistics, static_cast<std::size_t>(count)});
  });
  bind("powerSpectrum", [](const Rows& table, float* out) {
    return power_spectrum(table, out);
  });
  bind("dominantWaves",
       [](const Rows& table, double* wavelengths, double* explained) {
         return dominant_waves(table, wavelengths, explained);
       });
  bind("periods", [](const Rows& table, double rounding, double* out) {
    return periods(table, rounding, out);
  });
  // Writes the residual, the condition number and the rank to `out`.
  bind("shiftMatrix", [](const Rows& table, std::int64_t shift,
                         double tolerance, double* matrix, double* out) {
    ShiftMap map;
    const Status status = shift_matrix(table, shift, tolerance, matrix, map);
    out[0] = map.residual;
    out[1] = map.condition_number;
    out[2] = static_cast<double>(map.rank);
    return status;
  });
  // Writes the number of values, the rank and the effective rank to `out`.
  bind("singularValues",
       [](const Rows& table, double tolerance, double* values, double* out) {
         Orthogonalised x;
         const Status status = x.make(rows_of(table), table.width);
         if (status != Status::ok) return status;
         for (std::int64_t i = 0; i < x.count(); ++i)
           values[i] = x.value(i) * x.unit();
         out[0] = static_cast<double>(x.count());
         out[1] = static_cast<double>(x.rank(tolerance));
         out[2] = effective_rank(values, x.count());
         return status;
       });
  bind("collisions",
       [](const Rows& table, double tolerance, std::int32_t* out) {
         return collisions(table, tolerance, per_row(table, out));
       });
  // Writes five float64 to `out`; see CosineStatistics.
  bind("meetingCosines", [](const Meeting& meeting, CosineStatistics* out,
                            double* histogram, std::int64_t bins) {
    return meeting_cosines(meeting, *out,
                           {histogram, static_cast<std::size_t>(bins)});
  });
  // Writes four effective ranks, two numbers of dimensions and the number of
  // angles to `out`; `angles` has room for one angle for each column of the
  // table.
  bind("meetingSpaces", [](const Meeting& meeting, double energy, double* out,
                           double* angles) {
    const auto most = static_cast<std::size_t>(meeting.table.width);
    MeetingSpaces s;
    const Status status = meeting_spaces(meeting, energy, s, {angles, most});
    const double numbers[] = {s.embeddings_rank,
                              s.table_rank,
                              s.sum_rank,
                              s.concat_rank,
                              static_cast<double>(s.embeddings_dimensions),
                              static_cast<double>(s.table_dimensions),
                              static_cast<double>(s.angles)};
    std::copy(std::begin(numbers), std::end(numbers), out);
    return status;
  });
}

}  // namespace posenc::embind
