// Made by the build: posenc.wasm as texts, which `decode` in
// entry/decode.ts reads.
export declare const packed: readonly string[];
