// What importing `posenc/posenc.wasm` or `posenc/posenc.scalar.wasm` gives:
// a compiled module or an address, as the bundler or the engine has it.
declare const wasm: WebAssembly.Module | string;
export default wasm;
