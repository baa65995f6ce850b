// Compiled for speed: its loops run over whole tables.
#include "posenc/rotary/turn_heads.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "posenc/arithmetic/half_lanes.hpp"
#include "posenc/rotary/pair_lanes.hpp"

#if defined(__clang__)
#define POSENC_ONE_BY_ONE \
  _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define POSENC_ONE_BY_ONE
#endif

namespace posenc {
namespace {

// One row of the tables of a set.
struct Turn {
  const float* cos;
  const float* sin;
  int pairs;
};

// Turns `count` pairs one by one: the last of a head, or a whole head where
// vectors cannot. It stands apart, because inlined it would only make the code
// larger.
template <class Cells, class In, class Out>
[[gnu::noinline]] void turn_singly(const typename Cells::Cell* x,
                                   typename Cells::Cell* out, Turn t,
                                   int count) noexcept {
  const std::ptrdiff_t from = In::second(t.pairs);
  const std::ptrdiff_t to = Out::second(t.pairs);
  POSENC_ONE_BY_ONE
  for (int k = 0; k < count; ++k) {
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

// Turns the pairs `pair`, pair + 1, … of a head, as many as PairLanes has.
template <class Cells, class In, class Out>
[[gnu::always_inline]] inline void turn_some(
    const typename In::template Place<const typename Cells::Cell>& from,
    const typename Out::template Place<typename Cells::Cell>& to, const Turn& t,
    int pair) noexcept {
  const PairLanes<Cells> x = In::template load<Cells>(from, pair);
  PairLanes<Cells> turned;
  for (int i = 0; i < kFours<Cells>; ++i) {
    const f32x4 c = load4(t.cos + pair + 4 * i);
    const f32x4 s = load4(t.sin + pair + 4 * i);
    turned.a[i] = x.a[i] * c - x.b[i] * s;
    turned.b[i] = x.a[i] * s + x.b[i] * c;
  }
  Out::template store<Cells>(to, pair, turned);
}

// Turns kPairs pairs and moves on behind them.
template <int kPairs, class Cells, class In, class Out>
[[gnu::always_inline]] inline void turn_next(
    typename In::template Place<const typename Cells::Cell>& from,
    typename Out::template Place<typename Cells::Cell>& to, Turn& t) noexcept {
  for (int pair = 0; pair < kPairs; pair += 4 * kFours<Cells>) {
    turn_some<Cells, In, Out>(from, to, t, pair);
  }
  from.move(kPairs);
  to.move(kPairs);
  t.cos += kPairs;
  t.sin += kPairs;
}

// Turns the last pairs of a head, fewer than sixteen. It stands apart, because
// inlined it would take registers from the loop before.
template <class Cells, class In, class Out>
[[gnu::noinline]] void turn_rest(
    typename In::template Place<const typename Cells::Cell> from,
    typename Out::template Place<typename Cells::Cell> to, Turn t,
    int left) noexcept {
  if (left >= 8) {
    turn_next<8, Cells, In, Out>(from, to, t);
    left -= 8;
  }
  turn_singly<Cells, In, Out>(from.a, to.a, t, left);
}

// Turns a head, kStep pairs at a time. All pointers are incremented after each
// step, because WebAssembly does not fold an index into an address; a larger
// step makes that rarer, and the code larger.
template <int kStep, class Cells, class In, class Out>
[[gnu::always_inline]] inline void turn_head(const typename Cells::Cell* x,
                                             typename Cells::Cell* out,
                                             Turn t) noexcept {
  if constexpr (!Cells::kAlways) {
    if (!Cells::all_finite(x, 2 * t.pairs)) [[unlikely]] {
      turn_singly<Cells, In, Out>(x, out, t, t.pairs);
      return;
    }
  }
  typename In::template Place<const typename Cells::Cell> from(x, t.pairs);
  typename Out::template Place<typename Cells::Cell> to(out, t.pairs);
  const int left = t.pairs % kStep;
  for (const float* const last = t.cos + (t.pairs - left); t.cos != last;) {
    turn_next<kStep, Cells, In, Out>(from, to, t);
  }
  if (left > 0) [[unlikely]] {
    if constexpr (kStep > 8) {
      turn_rest<Cells, In, Out>(from, to, t, left);
    } else {
      turn_singly<Cells, In, Out>(from.a, to.a, t, left);
    }
  }
}

// Both members of some pairs.
struct TwoTurned {
  f64x2 a, b;
};

// Turns the pairs of a head in float64 and multiplies each by its factor.
template <class In, class Out>
[[gnu::noinline]] void turn_head_times(const float* x, float* out, Turn t,
                                       const double* factors) noexcept {
  typename In::template Place<const float> from(x, t.pairs);
  typename Out::template Place<float> to(out, t.pairs);
  const auto turn_two = [](f64x2 a, f64x2 b, f64x2 c, f64x2 s, f64x2 by) {
    // Products of two float32 are exact here.
    return TwoTurned{(a * c - b * s) * by, (a * s + b * c) * by};
  };
  int left = t.pairs;
  POSENC_ONE_BY_ONE
  for (; left >= 4; left -= 4) {
    const PairLanes<Float32Cells> x4 = In::template load<Float32Cells>(from, 0);
    const f32x4 c = load4(t.cos);
    const f32x4 s = load4(t.sin);
    const TwoTurned low = turn_two(widen_low(x4.a[0]), widen_low(x4.b[0]),
                                   widen_low(c), widen_low(s), load2(factors));
    const TwoTurned high =
        turn_two(widen_high(x4.a[0]), widen_high(x4.b[0]), widen_high(c),
                 widen_high(s), load2(factors + 2));
    Out::template store<Float32Cells>(
        to, 0, {{narrow(low.a, high.a)}, {narrow(low.b, high.b)}});
    from.move(4);
    to.move(4);
    t.cos += 4;
    t.sin += 4;
    factors += 4;
  }
  const float* a = from.a;
  float* to_a = to.a;
  POSENC_ONE_BY_ONE
  for (int k = 0; k < left; ++k) {
    const double first = *a;
    const double second = a[In::second(t.pairs)];
    const double c = t.cos[k];
    const double s = t.sin[k];
    *to_a = static_cast<float>((first * c - second * s) * factors[k]);
    to_a[Out::second(t.pairs)] =
        static_cast<float>((first * s + second * c) * factors[k]);
    a += In::kStep;
    to_a += Out::kStep;
  }
}

using TurnTimes = void (*)(const float* x, float* out, Turn t,
                           const double* factors) noexcept;
TurnTimes turn_times_of(RotaryLayout in, RotaryLayout out) noexcept {
  const bool half = out == RotaryLayout::half;
  if (in == RotaryLayout::half) {
    return half ? turn_head_times<HalfLayout, HalfLayout>
                : turn_head_times<HalfLayout, InterleavedLayout>;
  }
  return half ? turn_head_times<InterleavedLayout, HalfLayout>
              : turn_head_times<InterleavedLayout, InterleavedLayout>;
}

// Widens `count` cells to float32, and says whether that went by vectors.
template <class Cells>
[[gnu::noinline]] bool widen_all(const void* from, float* to,
                                 int count) noexcept {
  const auto* x = static_cast<const typename Cells::Cell*>(from);
  bool by_vectors = true;
  if constexpr (!Cells::kAlways) by_vectors = Cells::all_finite(x, count);
  int i = 0;
  POSENC_ONE_BY_ONE
  for (; by_vectors && i + 8 <= count; i += 8) {
    const f32x4x2 eight = Cells::load8(x + i);
    store4(to + i, eight.first);
    store4(to + i + 4, eight.second);
  }
  POSENC_ONE_BY_ONE
  for (; i < count; ++i) to[i] = Cells::widen(x[i]);
  return by_vectors;
}
// Rounds them back.
template <class Cells>
[[gnu::noinline]] void narrow_all(const float* from, bool by_vectors, void* to,
                                  int count) noexcept {
  auto* out = static_cast<typename Cells::Cell*>(to);
  int i = 0;
  POSENC_ONE_BY_ONE
  for (; by_vectors && i + 8 <= count; i += 8) {
    Cells::store8(out + i, {load4(from + i), load4(from + i + 4)});
  }
  POSENC_ONE_BY_ONE
  for (; i < count; ++i) out[i] = Cells::narrow(from[i]);
}

// Where heads come first, so many heads are turned row by row together: each
// row of the tables is read once for all of them, while each head is still read
// and written as one long stream.
constexpr int kHeadsAtOnce = 4;

// Heads at equal distances, and the tables of all of them.
struct Run {
  int count;
  std::int64_t stride;
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
  if constexpr (std::is_same_v<Cells, Float32Cells> &&
                std::is_same_v<In, Out>) {
    if (x == out) {
      // The compiler sees here that each number has only one address.
      for (int i = 0; i < run.count; ++i) {
        turn_head<16, Cells, In, Out>(out + first, out + first, run.turn);
        out += run.stride;
      }
      return;
    }
  }
  for (int i = 0; i < run.count; ++i) {
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
    turn_head<8, Cells, In, Out>(source, out + first, run.turn);
    x += run.stride;
    out += run.stride;
  }
}

// The same with factors. 16-bit numbers are widened to `spare` before.
void turn_run_times(const TurnOptions& options, Run run, const void* from,
                    void* to, void* spare) noexcept {
  const TurnTimes turn = turn_times_of(options.layout, options.out_layout);
  const DType dtype = options.at.dtype;
  const bool half = dtype == DType::float16;
  const auto widen = half ? widen_all<Float16Cells> : widen_all<Bfloat16Cells>;
  const auto narrow =
      half ? narrow_all<Float16Cells> : narrow_all<Bfloat16Cells>;
  const auto size = static_cast<std::ptrdiff_t>(size_of(dtype));
  const auto* x = static_cast<const char*>(from);
  auto* out = static_cast<char*>(to);
  auto* const wide = static_cast<float*>(spare);
  const int numbers = 2 * run.turn.pairs;
  const std::ptrdiff_t first = size * options.rotary_start;
  const std::ptrdiff_t behind = first + size * numbers;
  const std::ptrdiff_t end = size * options.at.head_dim;
  for (int i = 0; i < run.count; ++i) {
    if (x != out) {
      std::memcpy(out, x, static_cast<std::size_t>(first));
      std::memcpy(out + behind, x + behind,
                  static_cast<std::size_t>(end - behind));
    }
    if (dtype != DType::float32) {
      const bool by_vectors = widen(x + first, wide, numbers);
      turn(wide, wide + numbers, run.turn, options.factors);
      narrow(wide + numbers, by_vectors, out + first, numbers);
    } else if (x == out && options.layout != options.out_layout) {
      std::memcpy(wide, x + first, static_cast<std::size_t>(behind - first));
      turn(wide, reinterpret_cast<float*>(out + first), run.turn,
           options.factors);
    } else {
      turn(reinterpret_cast<const float*>(x + first),
           reinterpret_cast<float*>(out + first), run.turn, options.factors);
    }
    x += size * run.stride;
    out += size * run.stride;
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
  if (o.factors && o.at.dtype != DType::float64) return turn_run_times;
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
  if (o.layout == o.out_layout && !o.factors) return Status::ok;
  return spare_.allocate(4 * static_cast<std::size_t>(o.pairs));
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
      for (int set = 0; set < tables.sets; ++set) {
        for (int done = 0; done < heads_of_set; done += kHeadsAtOnce) {
          const int head = set * heads_of_set + done;
          for (std::int64_t row = 0; row < rows; ++row) {
            const std::int64_t first = row * tables.row_stride + set * pairs;
            run(begin + head * at.head_stride() + row * at.row_stride(),
                {std::min(kHeadsAtOnce, heads_of_set - done),
                 at.head_stride(),
                 {tables.cos + first, tables.sin + first, pairs}});
          }
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
             {tables.cos + first, tables.sin + first, pairs}});
      }
    }
  }
}

}  // namespace posenc
