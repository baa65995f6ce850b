// A library for Emscripten's linker. Embind registers converters of strings,
// of JavaScript values and of views of memory, which no function of this
// package takes or gives (see bindings/embind/call.hpp). Here nothing is
// registered, so the glue does not contain the converters.

/** The linker writes its text into the glue, and needs a `function`. */
function registerNothing() {}

const types = ['std_string', 'std_wstring', 'emval', 'memory_view'];

mergeInto(
  LibraryManager.library,
  Object.fromEntries(
    types.flatMap((type) => [
      [`_embind_register_${type}`, registerNothing],
      [`_embind_register_${type}__deps`, []],
    ]),
  ),
);
