// What bindings/embind uses of Emscripten's header of this name, for a native
// module: it keeps what is bound, for module.cpp to give to Node.
#pragma once

#include <utility>
#include <vector>

namespace emscripten {

template <class T>
using Named = std::vector<std::pair<const char*, T>>;

// What has been bound, by name.
inline Named<double (*)()>& functions() {
  static Named<double (*)()> all;
  return all;
}
inline Named<double>& constants() {
  static Named<double> all;
  return all;
}

inline void function(const char* name, double (*call)()) {
  functions().emplace_back(name, call);
}
template <class T>
void constant(const char* name, T value) {
  constants().emplace_back(name, static_cast<double>(value));
}

// Binds before main begins, as Emscripten does.
struct Binding {
  explicit Binding(void (*bind)()) { bind(); }
};

}  // namespace emscripten

#define EMSCRIPTEN_BINDINGS(name)                  \
  static void name##_bind();                       \
  static const emscripten::Binding name##_binding{ \
      name##_bind};                                \
  static void name##_bind()
