// The default export of `posenc/posenc.wasm` and `posenc/posenc.scalar.wasm`: a
// compiled module or an address, depending on the bundler or engine.
declare const wasm: WebAssembly.Module | string;
export default wasm;
