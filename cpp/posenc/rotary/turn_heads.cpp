// Compiled for speed: its loops run over whole tables.
#include "posenc/rotary/turn_heads.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "posenc/arithmetic/half_lanes.hpp"

#if defined(__clang__)
#define POSENC_ONE_BY_ONE \
  _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define POSENC_ONE_BY_ONE
#endif

namespace posenc {
namespace {

// A layout reads and writes the members a and b of eight pairs at p, where
// `second` numbers lie between the two members of a pair.
struct Pairs8 {
  f32x4x2 a, b;
};

struct HalfLayout {
  static constexpr int kStep = 1;  // the numbers from pair to pair
  static std::ptrdiff_t second(int pairs) noexcept { return pairs; }

  template <class Cells>
  [[gnu::always_inline]] static Pairs8 load(const typename Cells::Cell* p,
                                            std::ptrdiff_t second) noexcept {
    return {Cells::load8(p), Cells::load8(p + second)};
  }
  template <class Cells>
  [[gnu::always_inline]] static void store(typename Cells::Cell* p,
                                           std::ptrdiff_t second,
                                           const Pairs8& x) noexcept {
    Cells::store8(p, x.a);
    Cells::store8(p + second, x.b);
  }
};

struct InterleavedLayout {
  static constexpr int kStep = 2;
  static std::ptrdiff_t second(int /*pairs*/) noexcept { return 1; }

  template <class Cells>
  [[gnu::always_inline]] static Pairs8 load(
      const typename Cells::Cell* p, std::ptrdiff_t /*second*/) noexcept {
    const f32x4x2 low = Cells::load8(p);
    const f32x4x2 high = Cells::load8(p + 8);
    const f32x4x2 first = unzip(low.first, low.second);
    const f32x4x2 last = unzip(high.first, high.second);
    return {{first.first, last.first}, {first.second, last.second}};
  }
  template <class Cells>
  [[gnu::always_inline]] static void store(typename Cells::Cell* p,
                                           std::ptrdiff_t /*second*/,
                                           const Pairs8& x) noexcept {
    Cells::store8(p, zip(x.a.first, x.b.first));
    Cells::store8(p + 8, zip(x.a.second, x.b.second));
  }
};

// One row of the tables of a set.
struct Turn {
  const float* cos;
  const float* sin;
  int pairs;
};

template <class Cells, class In, class Out>
void turn_head(const typename Cells::Cell* x, typename Cells::Cell* out,
               Turn t) noexcept {
  // All pointers are incremented, because WebAssembly does not fold an index
  // into an address; two vectors a step halve the cost of that.
  const std::ptrdiff_t from = In::second(t.pairs);
  const std::ptrdiff_t to = Out::second(t.pairs);
  int k = 0;
  for (; k + 8 <= t.pairs; k += 8) {
    const Pairs8 p = In::template load<Cells>(x, from);
    const f32x4x2 c = {load4(t.cos), load4(t.cos + 4)};
    const f32x4x2 s = {load4(t.sin), load4(t.sin + 4)};
    Out::template store<Cells>(
        out, to,
        {{p.a.first * c.first - p.b.first * s.first,
          p.a.second * c.second - p.b.second * s.second},
         {p.a.first * s.first + p.b.first * c.first,
          p.a.second * s.second + p.b.second * c.second}});
    x += 8 * In::kStep;
    out += 8 * Out::kStep;
    t.cos += 8;
    t.sin += 8;
  }
  // At most seven pairs are left: vectors would only make the code larger.
  POSENC_ONE_BY_ONE
  for (; k < t.pairs; ++k) {
    const float a = Cells::widen(*x);
    const float b = Cells::widen(x[from]);
    const float c = *t.cos++;
    const float s = *t.sin++;
    *out = Cells::narrow(a * c - b * s);
    out[to] = Cells::narrow(a * s + b * c);
    x += In::kStep;
    out += Out::kStep;
  }
}

// Rows of a head that are turned at once, where a head's rows are adjacent.
constexpr std::int64_t kRowsOfHead = 16;

// Heads at equal distances, and the tables of the first.
struct Run {
  std::int64_t count;
  std::int64_t stride;
  std::int64_t table_stride;  // from the tables of a head to those of the next
  Turn turn;
};

template <class Cells, class In, class Out>
void turn_run(const TurnOptions& options, Run run, const void* from, void* to,
              void* spare) noexcept {
  using Cell = typename Cells::Cell;
  const auto* x = static_cast<const Cell*>(from);
  auto* out = static_cast<Cell*>(to);
  const int first = options.rotary_start;
  const auto copy = [&](int begin, int end) {
    if (begin < end) {
      std::memcpy(out + begin, x + begin,
                  static_cast<std::size_t>(end - begin) * sizeof(Cell));
    }
  };
  const int turned = 2 * run.turn.pairs;
  for (std::int64_t i = 0; i < run.count; ++i) {
    const Cell* source = x + first;
    if (x != out) {
      copy(0, first);
      copy(first + turned, options.at.head_dim);
    } else if constexpr (In::kStep != Out::kStep) {
      // A pair's place may be that of another pair which is still to be read.
      std::memcpy(spare, source,
                  static_cast<std::size_t>(turned) * sizeof(Cell));
      source = static_cast<const Cell*>(spare);
    }
    turn_head<Cells, In, Out>(source, out + first, run.turn);
    x += run.stride;
    out += run.stride;
    run.turn.cos += run.table_stride;
    run.turn.sin += run.table_stride;
  }
}

using TurnRun = void (*)(const TurnOptions& options, Run run, const void* x,
                         void* out, void* spare) noexcept;

template <class Cells>
TurnRun turn_run_of(RotaryLayout in, RotaryLayout out) noexcept {
  const bool half = out == RotaryLayout::half;
  if (in == RotaryLayout::half) {
    return half ? turn_run<Cells, HalfLayout, HalfLayout>
                : turn_run<Cells, HalfLayout, InterleavedLayout>;
  }
  return half ? turn_run<Cells, InterleavedLayout, HalfLayout>
              : turn_run<Cells, InterleavedLayout, InterleavedLayout>;
}

TurnRun turn_run_of(const TurnOptions& o) noexcept {
  switch (o.at.dtype) {
    case DType::float32:
      return turn_run_of<Float32Cells>(o.layout, o.out_layout);
    case DType::float16:
      return turn_run_of<Float16Cells>(o.layout, o.out_layout);
    case DType::bfloat16:
      return turn_run_of<Bfloat16Cells>(o.layout, o.out_layout);
    case DType::float64:
      break;
  }
  return nullptr;
}

}  // namespace

Status HeadTurner::make(const TurnOptions& o, int sets) noexcept {
  if (!o.at.fit(0) || o.pairs < 1 || o.rotary_start < 0 || sets < 1 ||
      o.at.heads % sets != 0 || o.rotary_start > o.at.head_dim - 2 * o.pairs) {
    return Status::bad_size;
  }
  if (!is_layout(o.layout) || !is_layout(o.out_layout) || !turn_run_of(o)) {
    return Status::bad_value;
  }
  options_ = o;
  if (o.layout == o.out_layout) return Status::ok;
  return spare_.allocate(2 * static_cast<std::size_t>(o.pairs));
}

void HeadTurner::turn(const TurnTables& tables, std::int64_t rows,
                      const void* x, void* out) noexcept {
  const TurnRun turn = turn_run_of(options_);
  const Heads& at = options_.at;
  const int pairs = options_.pairs;
  const auto size = static_cast<std::int64_t>(size_of(at.dtype));
  const auto run = [&](std::int64_t place, Run heads) {
    turn(options_, heads, static_cast<const char*>(x) + place * size,
         static_cast<char*>(out) + place * size, spare_.data());
  };
  const int heads_of_set = at.heads / tables.sets;
  for (int sequence = 0; sequence < at.sequences; ++sequence) {
    const std::int64_t begin = sequence * at.sequence_stride();
    if (at.heads_first) {
      // The tables of a few rows stay in the first-level cache for all heads.
      for (std::int64_t row = 0; row < rows; row += kRowsOfHead) {
        for (int head = 0; head < at.heads; ++head) {
          const std::int64_t first =
              row * tables.row_stride + head / heads_of_set * pairs;
          run(begin + head * at.head_stride() + row * at.row_stride(),
              {std::min(kRowsOfHead, rows - row),
               at.row_stride(),
               tables.row_stride,
               {tables.cos + first, tables.sin + first, pairs}});
        }
      }
      continue;
    }
    for (std::int64_t row = 0; row < rows; ++row) {
      for (int set = 0; set < tables.sets; ++set) {
        const std::int64_t first = row * tables.row_stride + set * pairs;
        run(begin + row * at.row_stride() +
                set * heads_of_set * at.head_stride(),
            {heads_of_set,
             at.head_stride(),
             0,
             {tables.cos + first, tables.sin + first, pairs}});
      }
    }
  }
}

}  // namespace posenc
