// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/complex_order.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "posenc/arithmetic/circular.hpp"
#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/arithmetic/random.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

// Computes the amplitudes, cosines and sines of one row after another.
class Turner {
 public:
  [[nodiscard]] Status make(const ComplexOrderTables& tables) noexcept {
    if (tables.dim < 1 || tables.words < 1 || tables.words > INT32_MAX) {
      return Status::bad_size;
    }
    if (!tables.frequency && !tables.initial_frequency) return Status::bad_size;
    const auto sharing = static_cast<int>(tables.sharing);
    const auto initial = static_cast<int>(tables.initial);
    if (sharing < 0 || sharing > 2 || initial < 0 || initial > 1) {
      return Status::bad_value;
    }
    tables_ = tables;
    padded_ = (static_cast<std::size_t>(tables.dim) + 1) / 2 * 2;
    const std::size_t own = tables.frequency ? 0 : padded_;
    for (auto* buffer : {&amplitude_, &factor_, &phase_, &cos_, &sin_}) {
      if (buffer->allocate(padded_) != Status::ok) return Status::no_memory;
    }
    for (auto* buffer : {&hi_, &mid_, &lo_}) {
      if (buffer->allocate(own) != Status::ok) return Status::no_memory;
    }
    for (std::size_t k = 0; own && k < static_cast<std::size_t>(tables.dim);
         ++k) {
      const td turns = tables.initial_frequency[k] * kTwoOverPi;
      hi_[k] = turns.hi;
      mid_[k] = turns.mid;
      lo_[k] = turns.lo;
    }
    return Status::ok;
  }

  void turn(dd position, std::int64_t word) noexcept {
    read(word);
    const Frequency<f64x2> radian = {
        splat2(kTwoOverPi.hi), splat2(kTwoOverPi.mid), splat2(kTwoOverPi.lo)};
    const Position<f64x2> at = in_all_lanes(position);
    for (std::size_t k = 0; k < padded_; k += 2) {
      const Frequency<f64x2> unit =
          tables_.frequency ? radian
                            : Frequency<f64x2>{load2(&hi_[k]), load2(&mid_[k]),
                                               load2(&lo_[k])};
      auto angle = reduce(at, times(load2(&factor_[k]), unit));
      if (tables_.phase) {
        angle = advanced(angle, times(load2(&phase_[k]), radian));
      }
      const SinCos<f64x2> value = sin_cos(angle);
      store2(&cos_[k], value.cos);
      store2(&sin_[k], value.sin);
    }
  }

  [[nodiscard]] const double* amplitude() const noexcept {
    return amplitude_.data();
  }
  [[nodiscard]] const double* cos() const noexcept { return cos_.data(); }
  [[nodiscard]] const double* sin() const noexcept { return sin_.data(); }

 private:
  POSENC_SMALL void read(std::int64_t word) noexcept {
    const auto dim = static_cast<std::size_t>(tables_.dim);
    const std::size_t first = static_cast<std::size_t>(word) * dim;
    const bool padding = word == tables_.padding_index;
    if (tables_.amplitude) {
      std::copy_n(tables_.amplitude + first, dim, amplitude_.data());
    } else if (padding) {
      std::fill_n(amplitude_.data(), dim, 0.0);
    } else if (word != drawn_) {
      random_normal(tables_.seed, 0, first, std::span(amplitude_.data(), dim));
      for (std::size_t k = 0; k < dim; ++k) {
        amplitude_[k] = static_cast<float>(amplitude_[k]);
      }
    }
    drawn_ = padding ? -1 : word;
    if (tables_.phase) {
      std::copy_n(tables_.phase + first, dim, phase_.data());
    }
    if (!tables_.frequency) {
      // Frequencies shared by all words have no row for a word, so padding does
      // not set them to 0.
      const bool own = tables_.sharing == FrequencySharing::none;
      const double times = own && tables_.initial == InitialFrequency::word
                               ? static_cast<double>(word)
                               : 1.0;
      std::fill_n(factor_.data(), dim, own && padding ? 0.0 : times);
    } else if (tables_.sharing == FrequencySharing::word) {
      std::fill_n(factor_.data(), dim, tables_.frequency[word]);
    } else {
      const bool shared = tables_.sharing == FrequencySharing::dimension;
      std::copy_n(tables_.frequency + (shared ? 0 : first), dim,
                  factor_.data());
    }
  }

  ComplexOrderTables tables_;
  std::size_t padded_ = 0;
  std::int64_t drawn_ = -1;  // the word whose amplitudes amplitude_ holds
  Buffer<double> amplitude_, factor_, phase_, cos_, sin_;
  Buffer<double> hi_, mid_, lo_;  // initial frequencies in quarter turns
};

// Writes amplitude * x, which is one part of a row.
using StorePart = void (*)(const double* amplitude, const double* x, int dim,
                           void* out, std::int64_t at) noexcept;

StorePart store_part_of(DType dtype) noexcept {
  StorePart found = nullptr;
  with_encoder(dtype, [&](auto encode) {
    found = [](const double* amplitude, const double* x, int dim, void* out,
               std::int64_t at) noexcept {
      const decltype(encode) rounded{};
      auto* to = static_cast<decltype(rounded(0.0))*>(out) + at;
      for (int k = 0; k < dim; ++k) to[k] = rounded(amplitude[k] * x[k]);
    };
  });
  return found;
}

bool has_words(const std::int32_t* tokens, std::int64_t rows,
               std::int64_t words) noexcept {
  for (std::int64_t i = 0; tokens && i < rows; ++i) {
    if (tokens[i] < 0 || tokens[i] >= words) return false;
  }
  return true;
}

}  // namespace

Status complex_order(const ComplexOrderTables& tables, Where where,
                     std::int64_t rows, const std::int32_t* tokens,
                     ComplexPart part, DType dtype, void* out) noexcept {
  if (rows < 0 || !has_words(tokens, rows, tables.words)) {
    return Status::bad_size;
  }
  const auto which = static_cast<int>(part);
  const StorePart store = store_part_of(dtype);
  if (!store || which < 0 || which > 2) return Status::bad_value;
  Turner turner;
  const Status status = turner.make(tables);
  if (status != Status::ok) return status;

  const int dim = tables.dim;
  std::int64_t at = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    turner.turn(where.at(i), tokens ? tokens[i] : 0);
    if (part != ComplexPart::imaginary) {
      store(turner.amplitude(), turner.cos(), dim, out, at);
      at += dim;
    }
    if (part != ComplexPart::real) {
      store(turner.amplitude(), turner.sin(), dim, out, at);
      at += dim;
    }
  }
  return Status::ok;
}

Status complex_order_gradient(const ComplexOrderTables& tables, Where where,
                              std::int64_t rows, const std::int32_t* tokens,
                              const float* upstream_real,
                              const float* upstream_imaginary,
                              const ComplexOrderGradient& into) noexcept {
  if (rows < 0 || !has_words(tokens, rows, tables.words)) {
    return Status::bad_size;
  }
  Turner turner;
  const Status status = turner.make(tables);
  if (status != Status::ok) return status;

  const int dim = tables.dim;
  // The distance between the frequencies of two words, and of two dimensions.
  const std::int64_t by_word = tables.sharing == FrequencySharing::none   ? dim
                               : tables.sharing == FrequencySharing::word ? 1
                                                                          : 0;
  const int by_dimension = tables.sharing == FrequencySharing::word ? 0 : 1;
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t word = tokens ? tokens[i] : 0;
    const dd position = where.at(i);
    turner.turn(position, word);
    const double* amplitude = turner.amplitude();
    const double* cos = turner.cos();
    const double* sin = turner.sin();
    for (int k = 0; k < dim; ++k) {
      const double up_real = upstream_real[i * dim + k];
      const double up_imaginary = upstream_imaginary[i * dim + k];
      if (word != tables.padding_index) {
        into.amplitude[word * dim + k] +=
            cos[k] * up_real + sin[k] * up_imaginary;
      }
      const double turned =
          amplitude[k] * (cos[k] * up_imaginary - sin[k] * up_real);
      into.phase[word * dim + k] += turned;
      into.frequency[word * by_word + k * by_dimension] += position.hi * turned;
    }
  }
  return Status::ok;
}

}  // namespace posenc
