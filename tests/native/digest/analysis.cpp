// Cases of analyses.
#include <cmath>

#include "../support.hpp"
#include "digest.hpp"
#include "posenc/absolute/sinusoidal.hpp"
#include "posenc/analysis/content.hpp"
#include "posenc/analysis/distance.hpp"
#include "posenc/analysis/fourier.hpp"
#include "posenc/analysis/gram.hpp"
#include "posenc/analysis/orthogonal.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/analysis/wavelengths.hpp"
#include "posenc/arithmetic/half.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

// ROWS WIDTH TABLE: noise, or the sinusoidal table of a dtype.
class Table {
 public:
  explicit Table(Words& in) : rows_(in.integer()), width_(in.integer()) {
    const std::string word = in.word();
    if (word == "noise") {
      const auto noise = Noise(1).take(count() * width());
      data_.assign(noise.begin(), noise.end());
      return;
    }
    Words named(word);
    const SinusoidalOptions options = {.dim = width_, .dtype = named.dtype()};
    if (word == "float64") {
      data_ = test::table<double>(100, options, {}, rows_);
    } else if (word == "float32") {
      for (const float x : test::table<float>(100, options, {}, rows_)) {
        data_.push_back(x);
      }
    } else {
      const bool half = word == "float16";
      for (const std::uint16_t x :
           test::table<std::uint16_t>(100, options, {}, rows_)) {
        data_.push_back(half ? from_float16(x) : from_bfloat16(x));
      }
    }
  }

  [[nodiscard]] Rows rows() const { return {data_.data(), rows_, width_}; }
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(rows_);
  }
  [[nodiscard]] std::size_t width() const {
    return static_cast<std::size_t>(width_);
  }

 private:
  int rows_;
  int width_;
  std::vector<double> data_;
};

void run_gram(Words& in, Hash& hash) {
  const Table table(in);
  GramBlock block = {.normalise = in.flag()};
  block.row = in.whole();
  block.rows = in.whole() - block.row;
  block.column = in.whole();
  block.columns = in.whole() - block.column;
  block.dtype = in.dtype();
  add_tables(hash, block.dtype,
             static_cast<std::size_t>(block.rows * block.columns), 1,
             [&](void* out, void*) { (void)gram(table.rows(), block, out); });
}

using Statistics = std::vector<DistanceStatistics>;

void add_columns(Hash& hash, const Statistics& all,
                 std::initializer_list<double DistanceStatistics::*> columns) {
  for (const auto column : columns) {
    std::vector<double> values;
    for (const DistanceStatistics& one : all) values.push_back(one.*column);
    hash.add(values);
  }
}

void run_toeplitz(Words& in, Hash& hash) {
  const Table table(in);
  Statistics all(table.count());
  (void)distance_statistics(table.rows(), Measure::dot, {}, all);
  hash.add(std::vector{toeplitz_residual(all)});
  using S = DistanceStatistics;
  add_columns(hash, all, {&S::mean, &S::deviation});
}

void run_distance_curve(Words& in, Hash& hash) {
  const Table table(in);
  const auto measure =
      static_cast<Measure>(in.choice({"dot", "cosine", "euclidean"}));
  const int anchors = in.integer();
  std::vector<std::int32_t> rows(static_cast<std::size_t>(anchors));
  for (int i = 0; i < anchors; ++i) {
    rows[i] = i * 7 % static_cast<int>(table.count());
  }
  Statistics all(table.count());
  (void)distance_statistics(table.rows(), measure, rows, all);
  using S = DistanceStatistics;
  add_columns(hash, all, {&S::mean, &S::min, &S::max, &S::pairs});
}

void run_wavelengths(Words& in, Hash& hash) {
  const Table table(in);
  std::vector<double> waves(table.width());
  std::vector<double> explained(table.width());
  (void)dominant_waves(table.rows(), waves.data(), explained.data());
  hash.add(waves);
  hash.add(explained);
}

void run_spectrum(Words& in, Hash& hash) {
  const Table table(in);
  const std::int64_t size = padded_size(table.rows().count);
  std::vector<float> power(static_cast<std::size_t>(size / 2 + 1) *
                           table.width());
  (void)power_spectrum(table.rows(), power.data());
  hash.add(power);
}

void run_shift_matrix(Words& in, Hash& hash) {
  const Table table(in);
  const std::int64_t shift = in.whole();
  std::vector<double> matrix(table.width() * table.width());
  ShiftMap map;
  (void)shift_matrix(table.rows(), shift, in.number(), matrix.data(), map);
  hash.add(matrix);
  hash.add(std::vector{map.residual, map.condition_number, double(map.rank)});
}

void run_singular_values(Words& in, Hash& hash) {
  const Table table(in);
  Orthogonalised x;
  (void)x.make(rows_of(table.rows()), table.rows().width);
  std::vector<double> values;
  for (std::int64_t i = 0; i < x.count(); ++i) {
    values.push_back(x.value(i) * x.unit());
  }
  hash.add(values);
  hash.add(std::vector{double(x.rank(in.number())),
                       effective_rank(values.data(), x.count())});
}

void run_sum_or_concat(Words& in, Hash& hash) {
  const Table table(in);
  const std::int64_t count = in.whole();
  const auto noise =
      Noise(2).take(static_cast<std::size_t>(count) * table.width());
  const std::vector<double> content(noise.begin(), noise.end());
  Meeting meeting = {.embeddings = {content.data(), count, table.rows().width},
                     .table = table.rows()};
  meeting.scale = in.number();
  meeting.embedding_scale = in.optional(std::sqrt(double(table.width())));
  const double energy = in.number();
  std::vector<double> histogram(static_cast<std::size_t>(in.number()));
  std::vector<double> angles(table.width());
  CosineStatistics c;
  MeetingSpaces s;
  (void)meeting_cosines(meeting, c, histogram);
  (void)meeting_spaces(meeting, energy, s, angles);
  const auto add_variances = [&](Rows rows, double scale) {
    std::vector<double> variances(table.width());
    column_variances(rows, variances.data());
    for (double& v : variances) v = v * scale * scale;
    hash.add(variances);
  };
  add_variances(meeting.embeddings, meeting.embedding_scale);
  add_variances(meeting.table, meeting.scale);
  hash.add(
      std::vector{c.mean, std::sqrt(c.mean_square), c.min, c.max, c.pairs});
  hash.add(histogram);
  angles.resize(static_cast<std::size_t>(s.angles));
  hash.add(angles);
  hash.add(std::vector{double(s.embeddings_dimensions),
                       double(s.table_dimensions), s.embeddings_rank,
                       s.table_rank, s.sum_rank, s.concat_rank});
}

const Verb gram_verb("gram", run_gram);
const Verb toeplitz_verb("toeplitz", run_toeplitz);
const Verb distance_curve_verb("distanceCurve", run_distance_curve);
const Verb wavelengths_verb("wavelengths", run_wavelengths);
const Verb spectrum_verb("spectrum", run_spectrum);
const Verb shift_matrix_verb("shiftMatrix", run_shift_matrix);
const Verb singular_values_verb("singularValues", run_singular_values);
const Verb sum_or_concat_verb("sumOrConcat", run_sum_or_concat);

}  // namespace
}  // namespace posenc::digest
