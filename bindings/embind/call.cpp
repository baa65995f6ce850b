// Binds `dispose` and the constants of the module.
#include "call.hpp"

#include <cstdlib>

namespace posenc::embind {

std::int64_t integer_at(std::size_t place) noexcept {
  return static_cast<std::int64_t>(list[place]);
}

void dispose(Object* object) noexcept {
  object->~Object();
  std::free(object);
}

EMSCRIPTEN_BINDINGS(posenc_call) {
  emscripten::constant("simd", POSENC_SIMD != 0);
  emscripten::constant("list", reinterpret_cast<Address>(list));

  bind("dispose", [](Object* object) {
    dispose(object);
    return Status::ok;
  });
}

}  // namespace posenc::embind
