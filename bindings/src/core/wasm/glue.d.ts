// Made by the build: the Emscripten glue, which serves both wasm files.
import type { WasmModule } from './module.js';

export interface GlueOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ): object;
}

declare const makeModule: (options: GlueOptions) => Promise<WasmModule>;
export default makeModule;
