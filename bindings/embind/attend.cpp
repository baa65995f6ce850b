// Binds the loops of attention. While they run, they ask JavaScript for the
// maps of terms and for arrays, and give it the results.
#include "posenc/attention/attend.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>

#include "posenc/attention/attend_forward.hpp"
#include "posenc/attention/attend_gradient.hpp"
#include "posenc/attention/attend_picture.hpp"
#include "records.hpp"

// JavaScript has this function, which reads the question from the list: see
// `Heap.asking`. Gives 0 if it was answered, and another number if that failed.
// JavaScript keeps the reason.
extern "C" int posenc_ask();

namespace posenc::embind {
namespace {

// Their numbers are those of bindings/src/attention/answers.ts.
enum class Question { write, back, write_values, values_back, bring, take };

double at(const void* data) noexcept {
  return static_cast<double>(address_of(data));
}

// Asks about a tile. The order of the numbers is that of answers.ts.
Status ask(Question question, int what, const Tile& tile, double first,
           double second = 0, double third = 0, double fourth = 0) noexcept {
  const double numbers[] = {static_cast<double>(question),
                            static_cast<double>(what),
                            static_cast<double>(tile.item),
                            static_cast<double>(tile.row),
                            static_cast<double>(tile.rows),
                            static_cast<double>(tile.key),
                            static_cast<double>(tile.keys),
                            at(tile.q),
                            at(tile.k),
                            at(tile.content),
                            first,
                            second,
                            third,
                            fourth};
  std::copy(std::begin(numbers), std::end(numbers), list());
  return posenc_ask() == 0 ? Status::ok : kRefused;
}

// Asks JavaScript.
class Asking final : public Client {
 public:
  Status write(int term, const Tile& tile, float* map) noexcept override {
    return ask(Question::write, term, tile, at(map));
  }
  Status back(int term, const Tile& tile, const float* upstream,
              const Inflow& into) noexcept override {
    return ask(Question::back, term, tile, at(upstream), at(into.q), at(into.k),
               at(into.content));
  }
  Status write_values(const Tile& tile, const float* weights,
                      float* output) noexcept override {
    return ask(Question::write_values, 0, tile, at(weights), at(output));
  }
  Status values_back(const Tile& tile, const float* weights,
                     const float* upstream,
                     float* weights_gradient) noexcept override {
    return ask(Question::values_back, 0, tile, at(weights), at(upstream),
               at(weights_gradient));
  }
  Status bring(Brought what, const Tile& tile, int map, int stride,
               void* to) noexcept override {
    return ask(Question::bring, static_cast<int>(what), tile, at(to), map,
               stride);
  }
  Status take(Taken what, const Tile& tile, int term,
              const float* from) noexcept override {
    return ask(Question::take, static_cast<int>(what), tile, at(from), term);
  }
};

}  // namespace

// A call of attention, and its loops: those that were started last.
struct Attention {
  Asking client;
  Buffer<TermFacts> terms;
  AttendInput in;
  Masks masks;
  Item item;
  Hider* hider = nullptr;  // that of the loops
  std::optional<AttendForward> forward;
  std::optional<AttendGradient> gradient;
  std::optional<AttendPicture> picture;
};

template <>
inline constexpr auto record<AttendSizes> = [](int queries, int keys, int heads,
                                               int key_heads, int width,
                                               int value_dim) {
  return AttendSizes{queries, keys, heads, key_heads, width, value_dim};
};

// `output_weight` is 0 if there is no layer.
template <>
inline constexpr auto record<OutputLayer> =
    [](const float* output_weight, const float* output_bias, int dim) {
      return OutputLayer{output_weight, output_bias, dim};
    };

template <>
inline constexpr auto record<Weighing> =
    [](WeighingLaw law, const std::int32_t* own, bool current, bool remainder,
       int logs) {
      return Weighing{law, own, current, remainder, logs};
    };

// `data` is 0 if there are none.
using Documents = PerItem<std::int32_t>;
template <>
inline constexpr auto record<Documents> =
    [](const std::int32_t* data, int apart) {
      return Documents{data, apart};
    };
using KeyMask = PerItem<std::uint8_t>;
template <>
inline constexpr auto record<KeyMask> =
    [](const std::uint8_t* data, int apart) {
      return KeyMask{data, apart};
    };

EMSCRIPTEN_BINDINGS(posenc_attend) {
  // `terms` is a list of eight numbers for each: those of a line, of its sums,
  // and whether it is a tensor.
  bind_maker(
      "makeAttention",
      [](Attention& attention, const AttendSizes& sizes, float scale,
         double softcap, const float* sinks, const Weighing& weighing,
         const OutputLayer& layer, const std::int32_t* terms,
         std::int64_t count, bool gated, bool by_content, bool across_keys,
         bool partial, bool relative, bool values_by_position) {
        const auto all = static_cast<std::size_t>(count);
        Buffer<TermFacts>& facts = attention.terms;
        // Memory is taken only where there is something to hold.
        const Status status = all > 0 ? facts.allocate(all) : Status::ok;
        if (status != Status::ok) return status;
        for (std::size_t n = 0; n < all; ++n) {
          const std::int32_t* const of = terms + 8 * n;
          facts[n] = {.line = {pointer_of<const float*>(of[0]), of[1], of[2]},
                      .sums = {pointer_of<double*>(of[3]), of[4], of[5], of[6]},
                      .tensor = of[7]};
        }
        attention.in = {.sizes = sizes,
                        .scale = scale,
                        .softcap = softcap,
                        .sinks = sinks,
                        .weighing = weighing,
                        .layer = layer,
                        .terms = std::span(facts.data(), all),
                        .gated = gated,
                        .by_content = by_content,
                        .across_keys = across_keys,
                        .partial = partial,
                        .relative = relative,
                        .values_by_position = values_by_position};
        return sizes.valid() ? Status::ok : Status::bad_size;
      });
  // Without it, all keys are seen.
  bind("maskAttention",
       [](Attention& attention, bool by_position, bool causal, double left,
          double right, double prefix, const Where& query_positions,
          const Where& key_positions, bool queries_rise, bool keys_rise,
          const Documents& documents, const Documents& key_documents,
          const KeyMask& key_mask, int maps) {
         attention.masks = {.rules = {.causal = causal,
                                      .left = left,
                                      .right = right,
                                      .prefix = prefix},
                            .any = true,
                            .by_position = by_position,
                            .queries = query_positions,
                            .keys = key_positions,
                            .queries_rise = queries_rise,
                            .keys_rise = keys_rise,
                            .documents = documents,
                            .key_documents = key_documents,
                            .key_mask = key_mask,
                            .maps = maps};
         return Status::ok;
       });

  // Each of these allocates what its loops need, and may be called again after
  // memory was freed.
  bind("startAttention", [](Attention& attention, bool scores, bool weights,
                            bool output, bool terms) {
    Attention& a = attention;
    a.forward.emplace(a.in, a.masks,
                      WantedResults{.scores = scores,
                                    .weights = weights,
                                    .output = output,
                                    .terms = terms},
                      a.client);
    a.hider = &a.forward->hider();
    return a.forward->allocate();
  });
  bind("startGradient", [](Attention& attention, bool output, bool weights,
                           bool scores, double* sinks_gradient,
                           float* weight_gradient, float* bias_gradient) {
    Attention& a = attention;
    a.gradient.emplace(
        a.in, a.masks,
        GivenUpstream{.output = output, .weights = weights, .scores = scores},
        SharedGradient{.sinks = sinks_gradient,
                       .output_weight = weight_gradient,
                       .output_bias = bias_gradient},
        a.client);
    a.hider = &a.gradient->hider();
    return a.gradient->allocate();
  });
  bind("startPicture",
       [](Attention& attention, bool weights, int query, int key,
          std::int64_t query_range, std::int64_t key_range, std::int64_t height,
          std::int64_t width) {
         Attention& a = attention;
         a.picture.emplace(a.in, a.masks,
                           PictureView{.weights = weights,
                                       .first_query = query,
                                       .first_key = key,
                                       .down = {query_range, height},
                                       .across = {key_range, width}},
                           a.client);
         a.hider = &a.picture->hider();
         return a.picture->allocate();
       });
  // Chooses the item of all calls until the next one.
  bind("beginItem",
       [](Attention& attention, int index, const float* q, const float* k,
          const float* turned_q, const float* turned_k, const float* v) {
         Attention& a = attention;
         a.item = {index, q, k, turned_q, turned_k, v};
         if (a.forward) return a.forward->begin(a.item);
         return a.picture ? a.picture->begin(a.item) : Status::ok;
       });
  bind("attend", [](Attention& attention, int row, int rows) {
    return attention.forward->run(row, row + rows);
  });
  bind("attendBack", [](Attention& attention, float* q_gradient,
                        float* k_gradient, float* turned_q_gradient,
                        float* turned_k_gradient, float* v_gradient) {
    return attention.gradient->run(attention.item,
                                   {q_gradient, k_gradient, turned_q_gradient,
                                    turned_k_gradient, v_gradient});
  });
  // What is 0 among the cells is not wanted.
  bind("drawLines", [](Attention& attention, int top, int lines, float* highest,
                       float* lowest, double* sums, double* counts) {
    return attention.picture->run({top, lines},
                                  {highest, lowest, sums, counts});
  });
  // While a question is answered: hides masked keys in a map of its tile.
  bind("hideKeys", [](Attention& attention, float* scores) {
    return attention.hider->hide(scores);
  });
}

}  // namespace posenc::embind
