// Made by the build: posenc.wasm with SIMD, as text: see
// `decode` in index.ts.
export declare const bytes: string;
