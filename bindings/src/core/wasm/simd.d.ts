// Made by the build: posenc.wasm as text, which `decode` in entry/decode.ts
// reads.
export declare const bytes: string;
