// The oscillator bank as JavaScript holds it, and the calls that methods bind
// to it. Each method lives in a file of its own, which marshals its options.
#pragma once

#include <span>

#include "marshal.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc::embind {

// An Oscillators that remembers whether it could be made.
class Bank {
 public:
  Bank(Address frequencies, int count, int precision, double amplitude)
      : status_(count < 1 ? Status::bad_size
                          : oscillators_.make(
                                std::span(at<const td>(frequencies),
                                          static_cast<std::size_t>(count)),
                                static_cast<Precision>(precision), amplitude)) {
  }

  [[nodiscard]] int status() const { return code(status_); }

  // The status of call(oscillators), or of the bank if it could not be made.
  template <class Call>
  int run(Call call) {
    return code(status_ == Status::ok ? call(oscillators_) : status_);
  }

 private:
  Oscillators oscillators_;
  Status status_;
};

struct JsSinusoidal;
int sinusoidal(Bank& bank, const JsSinusoidal& options, const JsWhere& where,
               double rows, Address out);

struct JsAxis;
struct JsAxisColumns;
int write_axis(Bank& bank, const JsAxis& axis, const JsAxisColumns& columns,
               double first, double rows, Address out);

struct JsCosSin;
int cos_sin(Bank& bank, const JsCosSin& options, const JsWhere& where,
            double rows, Address cos, Address sin);

struct JsRotate;
int rotate(Bank& bank, const JsRotate& options, const JsWhere& where,
           double rows, Address x, Address out);

}  // namespace posenc::embind
