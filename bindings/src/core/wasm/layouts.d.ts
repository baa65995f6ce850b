// Made by the build: the module of posenc/layouts as text, which `decode` in
// entry/decode.ts reads.
export declare const packed: readonly string[];
