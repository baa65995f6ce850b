// Binds Enformer's features: what is made of the sequence's length, and the
// table.
#include "posenc/absolute/enformer.hpp"

#include <emscripten/bind.h>

#include "marshal.hpp"

namespace posenc::embind {
namespace {

struct JsEnformer {
  int features;
  double length;
  bool exponential;
  bool mask;
  bool gamma;
  bool with_sign;
  bool by_row;
};

// Features that remember whether they could be made.
class Features {
 public:
  explicit Features(const JsEnformer& o)
      : status_(features_.make(
            {.features = o.features,
             .seq_length = o.length,
             .exponential = o.exponential,
             .central_mask = o.mask,
             .gamma = o.gamma,
             .with_sign = o.with_sign,
             .normalise = o.by_row ? EnformerNormalise::row
                                   : EnformerNormalise::table})) {}

  [[nodiscard]] int status() const { return code(status_); }

  int table(int dtype, const JsWhere& where, double rows, Address out) {
    if (status_ != Status::ok) return status();
    return code(features_.table(static_cast<DType>(dtype), where.where(),
                                static_cast<std::int64_t>(rows),
                                at<void>(out)));
  }

 private:
  Enformer features_;
  Status status_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_enformer) {
  emscripten::value_object<JsEnformer>("EnformerOptions")
      .field("features", &JsEnformer::features)
      .field("length", &JsEnformer::length)
      .field("exponential", &JsEnformer::exponential)
      .field("mask", &JsEnformer::mask)
      .field("gamma", &JsEnformer::gamma)
      .field("withSign", &JsEnformer::with_sign)
      .field("byRow", &JsEnformer::by_row);
  emscripten::class_<Features>("Enformer")
      .constructor<const JsEnformer&>()
      .function("status", &Features::status)
      .function("table", &Features::table);
}

}  // namespace posenc::embind
