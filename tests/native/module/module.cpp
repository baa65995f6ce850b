// The core as an add-on of Node, bound as the module of the package is. Its
// exports are what bindings/src/core/wasm/module.ts describes, so that the
// package runs on native code. One instance of it is all that a process can
// have.
#include <emscripten/bind.h>
#include <node_api.h>

#include <cstdint>

#include "memory.hpp"
#include "posenc/base/memory.hpp"

namespace posenc::embind {
namespace {

napi_value number(napi_env env, double value) {
  napi_value made = nullptr;
  napi_create_double(env, value, &made);
  return made;
}

void set(napi_env env, napi_value object, const char* name, napi_value value) {
  napi_set_named_property(env, object, name, value);
}

// The numbers with which JavaScript called a function.
template <std::size_t count>
struct Given {
  Given(napi_env env, napi_callback_info info) {
    std::size_t size = count;
    napi_value values[count];
    napi_get_cb_info(env, info, &size, values, nullptr, &data);
    for (std::size_t n = 0; n < count; ++n) {
      napi_get_value_int64(env, values[n], &numbers[n]);
    }
  }
  std::int64_t numbers[count] = {};
  void* data = nullptr;
};

napi_value call(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  return number(env, reinterpret_cast<double (*)()>(data)());
}

napi_value memalign(napi_env env, napi_callback_info info) {
  const Given<2> given(env, info);
  const void* const taken = take(static_cast<std::size_t>(given.numbers[0]),
                                 static_cast<std::size_t>(given.numbers[1]));
  if (!taken) return number(env, 0);
  const auto at = static_cast<const char*>(taken) - memory;
  return number(env, static_cast<double>(at));
}

napi_value free_at(napi_env env, napi_callback_info info) {
  const Given<1> given(env, info);
  if (given.numbers[0] != 0) give_back(memory + given.numbers[0]);
  return nullptr;
}

void set_function(napi_env env, napi_value object, const char* name,
                  napi_callback run, void* data) {
  napi_value made = nullptr;
  napi_create_function(env, name, NAPI_AUTO_LENGTH, run, data, &made);
  set(env, object, name, made);
}

// The exports of the module, while a process has it.
napi_env of = nullptr;
napi_ref held = nullptr;

int ask() {
  napi_handle_scope scope = nullptr;
  napi_open_handle_scope(of, &scope);
  napi_value exports = nullptr;
  napi_value function = nullptr;
  napi_value answer = nullptr;
  napi_get_reference_value(of, held, &exports);
  napi_get_named_property(of, exports, "ask", &function);
  std::int32_t refused = 1;
  if (napi_call_function(of, exports, function, 0, nullptr, &answer) ==
      napi_ok) {
    napi_get_value_int32(of, answer, &refused);
  }
  napi_close_handle_scope(of, scope);
  return refused;
}

}  // namespace
}  // namespace posenc::embind

// The question of the core: see bindings/embind/attend.cpp.
extern "C" int posenc_ask() { return posenc::embind::ask(); }

NAPI_MODULE_INIT() {
  using namespace posenc::embind;  // NOLINT: the module is about it
  for (const auto& [name, bound] : emscripten::functions()) {
    set_function(env, exports, name, call, reinterpret_cast<void*>(bound));
  }
  for (const auto& [name, value] : emscripten::constants()) {
    set(env, exports, name, number(env, value));
  }
  set_function(env, exports, "_memalign", memalign, nullptr);
  set_function(env, exports, "_free", free_at, nullptr);
  napi_value buffer = nullptr;
  napi_value bytes = nullptr;
  napi_create_external_arraybuffer(env, memory, kMemoryBytes, nullptr, nullptr,
                                   &buffer);
  napi_create_typedarray(env, napi_uint8_array, kMemoryBytes, buffer, 0,
                         &bytes);
  set(env, exports, "HEAPU8", bytes);
  of = env;
  napi_create_reference(env, exports, 1, &held);
  return exports;
}
