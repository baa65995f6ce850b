// The calling convention between JavaScript and the core.
//
// JavaScript writes the arguments of a call to `list`, as float64, and every
// function reads them from there. So all functions have the same signature, and
// Embind adds its glue for only one. A line such as
//
//     bind("radial", [](int dim, double span, const Where& where) { … });
//
// binds a function: the parameters of the lambda tell what the list contains,
// and scripts/build/calls.mjs makes the TypeScript side from the same line.
// That script understands the forms that the bindings use, and rejects all
// others.
#pragma once

#include <emscripten/bind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "posenc/base/memory.hpp"
#include "posenc/base/status.hpp"

namespace posenc::embind {

// An address in WebAssembly memory, as JavaScript holds it.
using Address = std::uintptr_t;

// Most numbers among the arguments of a call.
inline constexpr std::size_t kListSize = 40;

// The arguments of a call, or a question of the core. One list is enough,
// although calls nest where the core asks JavaScript something: a call has read
// all its arguments before its function runs.
//
// JavaScript counts addresses from the beginning of WebAssembly's memory. Where
// the package runs on native code, it sees a part of the memory of the process,
// which begins with the list: see tests/native/module.
#ifdef __EMSCRIPTEN__
inline constinit double arguments[kListSize] = {};
inline double* list() noexcept { return arguments; }
#else
extern char memory[];  // NOLINT(*-avoid-c-arrays): its size is known elsewhere
double* list() noexcept;
#endif

// The pointer of an address, which may be 0.
template <class T>
[[gnu::always_inline]] inline T pointer_of(std::int64_t address) noexcept {
  // An address is a number from JavaScript. NOLINTBEGIN(*-int-to-ptr)
#ifdef __EMSCRIPTEN__
  return reinterpret_cast<T>(static_cast<Address>(address));
#else
  return address == 0 ? nullptr : reinterpret_cast<T>(memory + address);
#endif
  // NOLINTEND(*-int-to-ptr)
}

// The address of a pointer, which may be null.
inline Address address_of(const void* pointer) noexcept {
#ifdef __EMSCRIPTEN__
  return reinterpret_cast<Address>(pointer);
#else
  if (!pointer) return 0;
  return static_cast<Address>(static_cast<const char*>(pointer) - memory);
#endif
}

// An object that lives in the core between calls. JavaScript holds its address
// and ends it with `dispose`.
class Object {
 public:
  Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;
};

template <class T>
struct Holder final : Object {
  T held;
};

// Destroys an object and frees its memory.
void dispose(Object* object) noexcept;

// Makes a record from numbers in the list. Each specialisation is a lambda
// whose parameters name the members; see records.hpp.
template <class T>
inline constexpr auto record = nullptr;

template <class T>
concept Record =
    !std::is_null_pointer_v<std::remove_const_t<decltype(record<T>)>>;

// The types of the parameters of a lambda.
template <class... Parameters>
struct Types {};
template <class Class, class Result, class... Parameters>
Types<Parameters...> types_of(Result (Class::*)(Parameters...) const);
template <class Call>
using ParametersOf = decltype(types_of(&Call::operator()));
template <class T>
using PartsOf = ParametersOf<decltype(record<T>)>;

// The type as which a parameter is read. A reference that is not const is an
// object of the core, which is used in place; all other parameters are read by
// value.
template <class T>
using Stored =
    std::conditional_t<std::is_lvalue_reference_v<T> &&
                           !std::is_const_v<std::remove_reference_t<T>>,
                       T, std::remove_cv_t<std::remove_reference_t<T>>>;

// Number of list elements that make a value.
template <class T>
constexpr std::size_t numbers_in() noexcept;

// The list indices at which values of these types begin, if the first begins at
// 0; then the index after all of them.
template <class... Parameters>
constexpr auto places_of(Types<Parameters...>) noexcept {
  std::array<std::size_t, sizeof...(Parameters) + 1> places = {};
  std::size_t i = 0;
  ((places[i + 1] = places[i] + numbers_in<Stored<Parameters>>(), ++i), ...);
  return places;
}

template <class T>
constexpr std::size_t numbers_in() noexcept {
  if constexpr (Record<T>) {
    return places_of(PartsOf<T>()).back();
  } else {
    return 1;
  }
}

// The integer at an index of the list. Not inlined: converting a float64 to an
// integer takes twenty bytes of WebAssembly.
std::int64_t integer_at(std::size_t place) noexcept;

// The record that begins at an index of the list.
template <class T>
T record_at(std::size_t place) noexcept;

// The value that begins at an index of the list.
template <class T>
[[gnu::always_inline]] inline T value_at(std::size_t place) noexcept {
  if constexpr (std::is_pointer_v<T>) {
    return pointer_of<T>(integer_at(place));
  } else if constexpr (std::is_reference_v<T>) {
    using Held = Holder<std::remove_reference_t<T>>;
    return static_cast<Held*>(value_at<Object*>(place))->held;
  } else if constexpr (Record<T>) {
    return record_at<T>(place);
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(list()[place]);
  } else if constexpr (std::is_same_v<T, bool>) {
    return list()[place] != 0;
  } else {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
    return static_cast<T>(integer_at(place));
  }
}

// Calls a lambda with the values that begin at an index of the list.
template <class Call, class... Parameters, std::size_t... I>
[[gnu::always_inline]] inline auto call_with(
    const Call& call, std::size_t place, Types<Parameters...> types,
    std::index_sequence<I...> /*numbers*/) noexcept {
  constexpr auto places = places_of(types);
  static_assert(places.back() <= kListSize);
  return call(value_at<Stored<Parameters>>(
      place + std::integral_constant<std::size_t, places[I]>::value)...);
}
template <class Call, class... Parameters>
[[gnu::always_inline]] inline auto call_with(
    const Call& call, std::size_t place, Types<Parameters...> types) noexcept {
  return call_with(call, place, types,
                   std::index_sequence_for<Parameters...>());
}

template <class T>
[[gnu::noinline]] T record_at(std::size_t place) noexcept {
  return call_with(record<T>, place, PartsOf<T>());
}

// Makes an object of the core, calls a lambda with it and the values in the
// list, and writes the object's address to the list.
template <class Call, class T, class... Parameters>
Status make(Types<T&, Parameters...> /*types*/) noexcept {
  static_assert(alignof(Holder<T>) <= alignof(std::max_align_t));
  // Not `new`, which aborts the instance if there is no memory.
  void* const room = take_bytes(sizeof(Holder<T>));
  if (!room) return Status::no_memory;
  auto* const holder = new (room) Holder<T>;
  const Status status = call_with(
      [holder](Stored<Parameters>... parameters) {
        return Call()(holder->held, parameters...);
      },
      0, Types<Parameters...>());
  if (status != Status::ok) {
    dispose(holder);
    return status;
  }
  const Object* const object = holder;
  list()[0] = static_cast<double>(address_of(object));
  return status;
}

// Binds a function that returns a Status.
template <class Call>
void bind(const char* name, Call) {
  double (*const bound)() = [] {
    const Status status = call_with(Call(), 0, ParametersOf<Call>());
    return static_cast<double>(status);
  };
  emscripten::function(name, bound);
}

// Binds a function that cannot fail and returns a number.
template <class Call>
void bind_number(const char* name, Call) {
  double (*const bound)() = [] {
    const auto number = call_with(Call(), 0, ParametersOf<Call>());
    static_assert(std::is_arithmetic_v<decltype(number)>);
    return static_cast<double>(number);
  };
  emscripten::function(name, bound);
}

// Binds a function that makes an object of the core. Its first parameter is the
// object, still empty; JavaScript passes the others. If the Status is ok, the
// object's address is then the first number of the list.
template <class Call>
void bind_maker(const char* name, Call) {
  double (*const bound)() = [] {
    const Status status = make<Call>(ParametersOf<Call>());
    return static_cast<double>(status);
  };
  emscripten::function(name, bound);
}

}  // namespace posenc::embind
