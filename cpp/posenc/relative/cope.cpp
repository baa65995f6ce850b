// Compiled for speed: its loops run over whole tables.
#include "posenc/relative/cope.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/arithmetic/matmul.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

bool fits(const CopeOptions& o) noexcept {
  return o.rows >= 0 && o.keys >= 0 && o.heads >= 1 && o.head_dim >= 1 &&
         o.positions >= 1;
}

// Rows of the table that positions can reach: at most `keys` gates are open.
int reached(const CopeOptions& o) noexcept {
  return o.keys < o.positions - 1 ? o.keys + 1 : o.positions;
}

std::size_t size(std::ptrdiff_t n) noexcept {
  return static_cast<std::size_t>(n);
}

// One head of q, as a matrix [rows, head_dim].
ConstMatrix queries_of(const CopeOptions& o, const float* q,
                       int head) noexcept {
  return {
      q + static_cast<std::ptrdiff_t>(head) * o.head_dim, o.rows, o.head_dim,
      Eigen::OuterStride<>(static_cast<Eigen::Index>(o.heads) * o.head_dim)};
}

ConstMatrix table_of(const CopeOptions& o, const float* table) noexcept {
  return {table, reached(o), o.head_dim, Eigen::OuterStride<>(o.head_dim)};
}

// The gates of a query, and the positions that it counts with them.
class Gates {
 public:
  [[nodiscard]] Status make(const CopeOptions& o,
                            const CopeInput& in) noexcept {
    keys_ = o.keys;
    last_ = o.positions - 1;
    causal_ = o.causal;
    queries_ = in.query_positions;
    // Vectors read and write two numbers, so there is room for one more.
    for (Buffer<double>* buffer : {&key_at_, &power_, &gate_, &slope_}) {
      if (buffer->allocate(size(keys_) + 1) != Status::ok) {
        return Status::no_memory;
      }
    }
    for (int j = 0; j < keys_; ++j) key_at_[j] = in.key_positions.at(j).hi;
    return Status::ok;
  }

  // Computes the gates of a row from its logits. The sigmoid and its derivative
  // are made from e^-|x|, which does not overflow.
  void open(const float* logits, int row) noexcept {
    const double query = queries_.at(row).hi;
    for (int j = 0; j < keys_; ++j) {
      const bool hidden = causal_ && key_at_[j] > query;
      gate_[j] = hidden ? -std::numeric_limits<double>::infinity()
                        : static_cast<double>(logits[j]);
      power_[j] = -std::fabs(gate_[j]);
    }
    const f64x2 one = splat2(1.0);
    const f64x2 zero = splat2(0.0);
    for (int j = 0; j < keys_; j += 2) {
      const f64x2 e = exp_of_negative(load2(&power_[j]));
      const f64x2 x = load2(&gate_[j]);
      store2(&power_[j], one + e);
      store2(&gate_[j], select(less(x, zero), e, one));
      store2(&slope_[j], e);
    }
    for (int j = 0; j < keys_; ++j) {
      gate_[j] = gate_[j] / power_[j];
      slope_[j] = slope_[j] / (power_[j] * power_[j]);
    }
  }

  // Calls visit(j, n, next, w) from the last key to the first one, where key j
  // is at the position n + w. Positions n and next are rows of the table.
  template <class Visit>
  void count(const Visit& visit) const noexcept {
    double sum = 0;
    for (int j = keys_ - 1; j >= 0; --j) {
      sum += gate_[j];
      const double p = sum < last_ ? sum : last_;
      const int n = static_cast<int>(p);
      // The second difference is 0, or NaN if a gate is NaN.
      visit(j, n, std::min(n + 1, static_cast<int>(last_)),
            (p - n) + (sum - sum));
    }
  }

  // The derivative of the gate of key j by its logit.
  [[nodiscard]] double slope(int j) const noexcept { return slope_[j]; }

 private:
  int keys_ = 0;
  double last_ = 0;
  bool causal_ = false;
  Where queries_;
  Buffer<double> key_at_;
  Buffer<double> power_;
  Buffer<double> gate_;
  Buffer<double> slope_;
};

// What both directions share: the gates, and the products of the queries of a
// head with the rows of the table.
struct Parts {
  Gates gates;
  Buffer<float> products;  // [rows, reached]

  [[nodiscard]] Status make(const CopeOptions& o,
                            const CopeInput& in) noexcept {
    const Status made = gates.make(o, in);
    return made == Status::ok ? products.allocate(size(o.rows) * reached(o))
                              : made;
  }
  [[nodiscard]] Status multiply(const CopeOptions& o, const CopeInput& in,
                                int head) noexcept {
    return matmul(queries_of(o, in.q, head), table_of(o, in.table),
                  Transposed::yes, 1.0F,
                  Matrix(products.data(), o.rows, reached(o),
                         Eigen::OuterStride<>(reached(o))));
  }
};

// Where the row of a head begins in a map.
std::ptrdiff_t line(const CopeOptions& o, int head, int row) noexcept {
  return (static_cast<std::ptrdiff_t>(head) * o.rows + row) * o.keys;
}

// The gradients of a call, row by row.
class Backward {
 public:
  Backward(const CopeOptions& o, const CopeInput& in,
           const CopeGradient& into) noexcept
      : o_(o), in_(in), into_(into) {}

  [[nodiscard]] Status make() noexcept {
    if (Status done = parts_.make(o_, in_); done != Status::ok) return done;
    const bool allocated = position_.allocate(size(o_.keys)) == Status::ok &&
                           product_.allocate(size(reached(o_))) == Status::ok &&
                           query_.allocate(size(o_.head_dim)) == Status::ok;
    return allocated ? Status::ok : Status::no_memory;
  }

  [[nodiscard]] Status head(const float* upstream, int head) noexcept {
    const Status done = parts_.multiply(o_, in_, head);
    if (done != Status::ok) return done;
    for (int row = 0; row < o_.rows; ++row) {
      const std::ptrdiff_t at = line(o_, head, row);
      positions(upstream + at, head, row);
      if (into_.logits) logits(into_.logits + at);
      vectors(head, row);
    }
    return Status::ok;
  }

 private:
  // The gradients of the positions, and of the products with table rows.
  void positions(const float* upstream, int head, int row) noexcept {
    const float* products =
        parts_.products.data() + static_cast<std::ptrdiff_t>(row) * reached(o_);
    std::fill_n(product_.data(), reached(o_), 0.0);
    parts_.gates.open(in_.logits + line(o_, head, row), row);
    parts_.gates.count([&](int j, int n, int next, double w) noexcept {
      const double up = double{upstream[j]} * o_.scale;
      position_[j] = w == 0 ? 0 : up * (double{products[next]} - products[n]);
      product_[n] += up * (1 - w);
      product_[next] += up * w;
    });
  }

  // A gate is counted in the positions of its key and of all keys before it.
  void logits(float* gradient) const noexcept {
    double sum = 0;
    for (int j = 0; j < o_.keys; ++j) {
      sum += position_[j];
      gradient[j] += static_cast<float>(sum * parts_.gates.slope(j));
    }
  }

  // The gradients of the query and of the table.
  void vectors(int head, int row) noexcept {
    const int width = o_.head_dim;
    const std::ptrdiff_t at =
        (static_cast<std::ptrdiff_t>(row) * o_.heads + head) * width;
    std::fill_n(query_.data(), width, 0.0);
    for (int n = 0; n < reached(o_); ++n) {
      const double up = product_[n];
      // Most queries read few rows. A NaN is not 0.
      if (up == 0) continue;
      const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(n) * width;
      for (int c = 0; c < width; ++c) query_[c] += up * in_.table[first + c];
      for (int c = 0; c < width && into_.table; ++c) {
        into_.table[first + c] += up * in_.q[at + c];
      }
    }
    for (int c = 0; c < width && into_.q; ++c) {
      into_.q[at + c] += static_cast<float>(query_[c]);
    }
  }

  const CopeOptions& o_;
  const CopeInput& in_;
  const CopeGradient& into_;
  Parts parts_;
  Buffer<double> position_;
  Buffer<double> product_;
  Buffer<double> query_;
};

}  // namespace

Status cope(const CopeOptions& o, const CopeInput& in, float* out) noexcept {
  if (!fits(o)) return Status::bad_size;
  Parts parts;
  Status done = parts.make(o, in);
  for (int head = 0; done == Status::ok && head < o.heads; ++head) {
    done = parts.multiply(o, in, head);
    for (int row = 0; done == Status::ok && row < o.rows; ++row) {
      const float* products =
          parts.products.data() + static_cast<std::ptrdiff_t>(row) * reached(o);
      float* const to = out + line(o, head, row);
      parts.gates.open(in.logits + line(o, head, row), row);
      parts.gates.count([&](int j, int n, int next, double w) noexcept {
        const double here = products[n];
        to[j] =
            static_cast<float>((here + w * (products[next] - here)) * o.scale);
      });
    }
  }
  return done;
}

Status cope_gradient(const CopeOptions& o, const CopeInput& in,
                     const float* upstream, const CopeGradient& into) noexcept {
  if (!fits(o)) return Status::bad_size;
  Backward backward(o, in, into);
  Status done = backward.make();
  for (int head = 0; done == Status::ok && head < o.heads; ++head) {
    done = backward.head(upstream, head);
  }
  return done;
}

}  // namespace posenc
