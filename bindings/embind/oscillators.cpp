// Binds the oscillator bank and the tables and rotations it gives.
#include <emscripten/bind.h>

#include <span>

#include "marshal.hpp"
#include "posenc/absolute/sinusoidal.hpp"
#include "posenc/numeric/frequencies.hpp"
#include "posenc/rotary/rope.hpp"

namespace posenc::embind {
namespace {

struct JsFrequencies {
  double base;
  int width;
  int count;
  int precision;
};

int frequencies(const JsFrequencies& o, Address out) {
  if (o.count < 0) return code(Status::bad_size);
  return code(geometric_frequencies(
      o.base, o.width, static_cast<Precision>(o.precision),
      std::span(at<dd>(out), static_cast<std::size_t>(o.count))));
}

// An Oscillators that remembers whether it could be made.
class Bank {
 public:
  Bank(Address frequencies, int count, int precision)
      : status_(count < 1 ? Status::bad_size
                          : oscillators_.make(
                                std::span(at<const dd>(frequencies),
                                          static_cast<std::size_t>(count)),
                                static_cast<Precision>(precision))) {}

  [[nodiscard]] int status() const { return code(status_); }

  struct JsSinusoidal {
    int dim;
    int layout;
    int dtype;
  };
  int sinusoidal(const JsSinusoidal& o, const JsWhere& where, double rows,
                 Address out) {
    return run([&] {
      return posenc::sinusoidal(
          oscillators_,
          {.dim = o.dim,
           .layout = static_cast<SinusoidalLayout>(o.layout),
           .dtype = static_cast<DType>(o.dtype)},
          where.where(), static_cast<std::int64_t>(rows), at<void>(out));
    });
  }

  struct JsCosSin {
    int layout;
    int dtype;
    bool full;
  };
  int cos_sin(const JsCosSin& o, const JsWhere& where, double rows, Address cos,
              Address sin) {
    return run([&] {
      return posenc::cos_sin(oscillators_,
                             {.layout = static_cast<RotaryLayout>(o.layout),
                              .dtype = static_cast<DType>(o.dtype),
                              .full = o.full},
                             where.where(), static_cast<std::int64_t>(rows),
                             at<void>(cos), at<void>(sin));
    });
  }

  struct JsRotate {
    int heads;
    int head_dim;
    int layout;
    bool inverse;
  };
  int rotate(const JsRotate& o, const JsWhere& where, double rows, Address x,
             Address out) {
    return run([&] {
      return posenc::rotate(oscillators_,
                            {.heads = o.heads,
                             .head_dim = o.head_dim,
                             .layout = static_cast<RotaryLayout>(o.layout),
                             .inverse = o.inverse},
                            where.where(), static_cast<std::int64_t>(rows),
                            at<const float>(x), at<float>(out));
    });
  }

 private:
  template <class Call>
  int run(Call call) {
    return code(status_ == Status::ok ? call() : status_);
  }

  Oscillators oscillators_;
  Status status_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_oscillators) {
  using emscripten::value_object;
  emscripten::constant("simd", POSENC_SIMD != 0);
  value_object<JsWhere>("Where")
      .field("start", &JsWhere::start)
      .field("first", &JsWhere::first)
      .field("positions", &JsWhere::positions);
  value_object<JsFrequencies>("FrequencyOptions")
      .field("base", &JsFrequencies::base)
      .field("width", &JsFrequencies::width)
      .field("count", &JsFrequencies::count)
      .field("precision", &JsFrequencies::precision);
  value_object<Bank::JsSinusoidal>("SinusoidalOptions")
      .field("dim", &Bank::JsSinusoidal::dim)
      .field("layout", &Bank::JsSinusoidal::layout)
      .field("dtype", &Bank::JsSinusoidal::dtype);
  value_object<Bank::JsCosSin>("CosSinOptions")
      .field("layout", &Bank::JsCosSin::layout)
      .field("dtype", &Bank::JsCosSin::dtype)
      .field("full", &Bank::JsCosSin::full);
  value_object<Bank::JsRotate>("RotateOptions")
      .field("heads", &Bank::JsRotate::heads)
      .field("headDim", &Bank::JsRotate::head_dim)
      .field("layout", &Bank::JsRotate::layout)
      .field("inverse", &Bank::JsRotate::inverse);
  emscripten::function("frequencies", &frequencies);
  emscripten::class_<Bank>("Oscillators")
      .constructor<Address, int, int>()
      .function("status", &Bank::status)
      .function("sinusoidal", &Bank::sinusoidal)
      .function("cosSin", &Bank::cos_sin)
      .function("rotate", &Bank::rotate);
}

}  // namespace posenc::embind
