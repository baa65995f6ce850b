// A library for Emscripten's linker. All functions of this package take nothing
// and give a float64 (see bindings/embind/call.hpp), and its constants are
// numbers. So what Embind registers needs no conversion, and the glue contains
// none of Embind's converters, overloads and errors.

// The linker writes the texts of functions into the glue, and needs the word
// `function`.

function nameAt(address) {
  let name = '';
  while (HEAPU8[address]) name += String.fromCharCode(HEAPU8[address++]);
  return name;
}

function registerFunction(name, _count, _types, _form, _invoker, call) {
  Module[nameAt(name)] = wasmTable.get(call);
}

function registerConstant(name, _type, value) {
  Module[nameAt(name)] = value;
}

function registerNothing() {}

const types = ['void', 'bool', 'integer', 'bigint', 'float', 'std_string'];
types.push('std_wstring', 'emval', 'memory_view');

mergeInto(LibraryManager.library, {
  $nameAt: nameAt,
  _embind_register_function: registerFunction,
  _embind_register_function__deps: ['$nameAt'],
  _embind_register_constant: registerConstant,
  _embind_register_constant__deps: ['$nameAt'],
  ...Object.fromEntries(
    types.flatMap((type) => [
      [`_embind_register_${type}`, registerNothing],
      [`_embind_register_${type}__deps`, []],
    ]),
  ),
});
