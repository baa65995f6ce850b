// Binds `dispose` and the constants of the module.
#include "call.hpp"

#include <cstring>

namespace posenc::embind {

std::int64_t integer_at(std::size_t place) noexcept {
  return static_cast<std::int64_t>(list()[place]);
}

void dispose(Object* object) noexcept {
  object->~Object();
  give_back(object);
}

EMSCRIPTEN_BINDINGS(posenc_call) {
  emscripten::constant("simd", POSENC_SIMD != 0);
  emscripten::constant("list", address_of(list()));

  bind("dispose", [](Object* object) {
    dispose(object);
    return Status::ok;
  });
}

}  // namespace posenc::embind

// Without type information, Embind names a type that nothing binds by its
// address, which it writes with sprintf ("%p"); compilers shorten that call to
// siprintf. Nothing else in the module writes formatted text. The C library's
// siprintf would put 5 kB of formatting into every page, for an error that only
// a wrong binding can cause; the linker takes this definition instead.
extern "C" int siprintf(char* text, const char* /*format*/, ...) {
  constexpr char name[] = "unbound type";
  std::memcpy(text, name, sizeof(name));
  return sizeof(name) - 1;
}
