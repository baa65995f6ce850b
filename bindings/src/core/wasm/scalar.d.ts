// Made by the build: posenc.scalar.wasm as text, which `decode` in
// entry/decode.ts reads.
export declare const packed: readonly string[];
