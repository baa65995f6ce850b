// Compiled for speed: its loops run over whole tables.
#include "posenc/relative/tupe.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "posenc/arithmetic/matmul.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

using Index = std::ptrdiff_t;

bool fits(const TupeOptions& o) noexcept {
  return o.rows >= 0 && o.keys >= 0 && o.heads >= 1 && o.head_dim >= 1 &&
         o.table_length >= (o.class_token ? 2 : 1);
}

// One side of a call: the rows of the table at its positions, one after
// another, so that a head of them is a matrix.
class Side {
 public:
  [[nodiscard]] Status make(const TupeOptions& o, Where where, int count,
                            const float* table) noexcept {
    count_ = count;
    heads_ = o.heads;
    head_dim_ = o.head_dim;
    if (index_.allocate(size(count)) != Status::ok ||
        rows_.allocate(size(count) * size(width())) != Status::ok) {
      return Status::no_memory;
    }
    const int first = o.class_token ? 1 : 0;
    for (int i = 0; i < count; ++i) {
      const double row = where.at(i).hi + first;
      if (!(row >= first && row < o.table_length) || row != std::floor(row)) {
        return Status::bad_value;
      }
      index_[i] = static_cast<std::int32_t>(row);
      std::copy_n(table + index_[i] * width(), width(), &rows_[i * width()]);
    }
    return Status::ok;
  }

  // Whether row i is that of the class token, if there is one.
  [[nodiscard]] bool first(int i) const noexcept { return index_[i] == 1; }

  [[nodiscard]] ConstMatrix head(int head) const noexcept {
    return {rows_.data() + static_cast<Index>(head) * head_dim_, count_,
            head_dim_, Eigen::OuterStride<>(width())};
  }

  // Adds a gradient [count, head_dim] of the rows of a head to the table's.
  void add(const float* gradient, int head, double* table) const noexcept {
    for (int i = 0; i < count_; ++i) {
      double* const to =
          table + index_[i] * width() + static_cast<Index>(head) * head_dim_;
      for (int c = 0; c < head_dim_; ++c) {
        to[c] += gradient[static_cast<Index>(i) * head_dim_ + c];
      }
    }
  }

 private:
  static std::size_t size(Index n) noexcept {
    return static_cast<std::size_t>(n);
  }
  [[nodiscard]] Index width() const noexcept {
    return static_cast<Index>(heads_) * head_dim_;
  }

  int count_ = 0;
  int heads_ = 0;
  int head_dim_ = 0;
  Buffer<std::int32_t> index_;
  Buffer<float> rows_;
};

Matrix dense(float* x, Index rows, Index columns) noexcept {
  return {x, rows, columns, Eigen::OuterStride<>(columns)};
}
ConstMatrix read(const float* x, Index rows, Index columns) noexcept {
  return {x, rows, columns, Eigen::OuterStride<>(columns)};
}

// Where a head of a row of the table begins.
Index place(const TupeOptions& o, int row, int head) noexcept {
  return (static_cast<Index>(row) * o.heads + head) * o.head_dim;
}

// A[row, row] of a head.
float own_score(const TupeOptions& o, const TupeRows<const float>& table,
                int row, int head) noexcept {
  const Index at = place(o, row, head);
  float sum = 0;
  for (int c = 0; c < o.head_dim; ++c) {
    sum += table.queries[at + c] * table.keys[at + c];
  }
  return sum * o.scale;
}

void add_own_gradient(const TupeOptions& o, const TupeRows<const float>& table,
                      int row, int head, double upstream,
                      const TupeRows<double>& into) noexcept {
  const Index at = place(o, row, head);
  for (int c = 0; c < o.head_dim; ++c) {
    into.queries[at + c] += upstream * o.scale * table.keys[at + c];
    into.keys[at + c] += upstream * o.scale * table.queries[at + c];
  }
}

// Both directions of a call.
class Call {
 public:
  Call(const TupeOptions& o, const TupeRows<const float>& table) noexcept
      : o_(o), table_(table) {}

  [[nodiscard]] Status make(Where query_positions,
                            Where key_positions) noexcept {
    if (!fits(o_)) return Status::bad_size;
    const Status done =
        queries_.make(o_, query_positions, o_.rows, table_.queries);
    return done == Status::ok
               ? keys_.make(o_, key_positions, o_.keys, table_.keys)
               : done;
  }

  [[nodiscard]] Status write(int head, float* out) const noexcept {
    const Status done =
        matmul(queries_.head(head), keys_.head(head), Transposed::yes, o_.scale,
               dense(out, o_.rows, o_.keys));
    if (done != Status::ok || !o_.class_token) return done;
    const float from_class = own_score(o_, table_, 0, head);
    const float to_class = own_score(o_, table_, 1, head);
    for (int i = 0; i < o_.rows; ++i) {
      float* const row = out + static_cast<Index>(i) * o_.keys;
      if (queries_.first(i)) {
        std::fill_n(row, o_.keys, from_class);
        continue;
      }
      for (int j = 0; j < o_.keys; ++j) {
        if (keys_.first(j)) row[j] = to_class;
      }
    }
    return done;
  }

  // Adds the gradients of a head. `upstream` is a copy that may change, and
  // `flipped` has room for its transpose, `product` for those of either side.
  [[nodiscard]] Status back(int head, float* upstream, float* flipped,
                            float* product,
                            const TupeRows<double>& into) const noexcept {
    if (o_.class_token) take_class(head, upstream, into);
    Status done =
        matmul(read(upstream, o_.rows, o_.keys), keys_.head(head),
               Transposed::no, o_.scale, dense(product, o_.rows, o_.head_dim));
    if (done != Status::ok) return done;
    queries_.add(product, head, into.queries);
    dense(flipped, o_.keys, o_.rows) =
        read(upstream, o_.rows, o_.keys).transpose();
    done =
        matmul(read(flipped, o_.keys, o_.rows), queries_.head(head),
               Transposed::no, o_.scale, dense(product, o_.keys, o_.head_dim));
    if (done == Status::ok) keys_.add(product, head, into.keys);
    return done;
  }

 private:
  // Moves the upstream of the class token to the two rows that it reads.
  void take_class(int head, float* upstream,
                  const TupeRows<double>& into) const noexcept {
    double from_class = 0;
    double to_class = 0;
    for (int i = 0; i < o_.rows; ++i) {
      float* const row = upstream + static_cast<Index>(i) * o_.keys;
      const bool first = queries_.first(i);
      for (int j = 0; j < o_.keys; ++j) {
        if (!first && !keys_.first(j)) continue;
        (first ? from_class : to_class) += row[j];
        row[j] = 0;
      }
    }
    add_own_gradient(o_, table_, 0, head, from_class, into);
    add_own_gradient(o_, table_, 1, head, to_class, into);
  }

  const TupeOptions& o_;
  const TupeRows<const float>& table_;
  Side queries_;
  Side keys_;
};

}  // namespace

Status tupe(const TupeOptions& o, const TupeRows<const float>& table,
            Where query_positions, Where key_positions, float* out) noexcept {
  Call call(o, table);
  Status done = call.make(query_positions, key_positions);
  for (int head = 0; done == Status::ok && head < o.heads; ++head) {
    done = call.write(head, out + static_cast<Index>(head) * o.rows * o.keys);
  }
  return done;
}

Status tupe_gradient(const TupeOptions& o, const TupeRows<const float>& table,
                     Where query_positions, Where key_positions,
                     const float* upstream,
                     const TupeRows<double>& into) noexcept {
  Call call(o, table);
  Status done = call.make(query_positions, key_positions);
  if (done != Status::ok) return done;
  const std::size_t map = static_cast<std::size_t>(o.rows) * o.keys;
  Buffer<float> scratch, product;
  if (scratch.allocate(2 * map) != Status::ok ||
      product.allocate(static_cast<std::size_t>(std::max(o.rows, o.keys)) *
                       o.head_dim) != Status::ok) {
    return Status::no_memory;
  }
  for (int head = 0; done == Status::ok && head < o.heads; ++head) {
    std::copy_n(upstream + static_cast<Index>(head) * o.rows * o.keys, map,
                scratch.data());
    done = call.back(head, scratch.data(), scratch.data() + map, product.data(),
                     into);
  }
  return done;
}

}  // namespace posenc
