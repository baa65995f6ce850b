// Made by the build: posenc.scalar.wasm, as text: see
// `decode` in index.ts.
export declare const bytes: string;
